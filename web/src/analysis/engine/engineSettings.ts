// The engine's settings, which stay between visits.
import { fieldsIn, tryStore } from "../../storage/storage";
import { LINE_COUNTS, type LineCount } from "./found";

export interface EngineSettings {
  readonly lines: LineCount;
  readonly unlimited: boolean;
  readonly arrowsOn: boolean;
}

export const DEFAULT_SETTINGS: EngineSettings = { lines: 3, unlimited: false, arrowsOn: true };

const KEY = "trid.engine";

/** The stored settings; the default for each that is missing or not valid. */
export function readSettings(storage: Storage): EngineSettings {
  const { lines, unlimited, arrowsOn } = fieldsIn(storage.getItem(KEY));
  return {
    lines: LINE_COUNTS.find((count) => count === lines) ?? DEFAULT_SETTINGS.lines,
    unlimited: typeof unlimited === "boolean" ? unlimited : DEFAULT_SETTINGS.unlimited,
    arrowsOn: typeof arrowsOn === "boolean" ? arrowsOn : DEFAULT_SETTINGS.arrowsOn,
  };
}

export function saveSettings(storage: Storage, settings: EngineSettings): void {
  const text = JSON.stringify(settings);
  if (text !== JSON.stringify(readSettings(storage))) tryStore(storage, KEY, text);
}
