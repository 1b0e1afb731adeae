// View options kept between visits, and those that the address asks for this once.
import { DEFAULT_VIEW, type Layout, type Preset, type Quality, type Theme, type ViewOptions } from "./view";

const KEY = "trid.view";

const LAYOUTS: readonly Layout[] = ["both", "scene", "map"];
const PRESETS: readonly Preset[] = ["white", "black", "top", "side", "front", "mine"];
const THEMES: readonly Theme[] = ["system", "light", "dark"];
const QUALITIES: readonly Quality[] = ["auto", "low", "high"];

/** What is stored and still means something; the address wins. Anything else is left out. */
export function readPreferences(storage: Storage, address: URLSearchParams): Partial<ViewOptions> {
  const view = stored(storage);
  const quality = oneOf(QUALITIES, address.get("quality"));
  const layout = oneOf(LAYOUTS, address.get("view"));
  const theme = oneOf(THEMES, address.get("theme"));
  return {
    ...view,
    ...(quality && { quality }),
    ...(layout && { layout }),
    ...(theme && { theme }),
    ...(address.has("debug") && { debug: true }),
  };
}

export function savePreferences(storage: Storage, view: ViewOptions): void {
  // What is left undefined is not written.
  const kept = { ...view, debug: undefined, quality: undefined, threats: undefined };
  try {
    storage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // A full storage costs the preferences of the next visit, nothing else.
  }
}

function stored(storage: Storage): Partial<ViewOptions> {
  let value: unknown;
  try {
    value = JSON.parse(storage.getItem(KEY) ?? "{}");
  } catch {
    return {};
  }
  if (typeof value !== "object" || value === null) return {};
  const sound: Record<string, unknown> = {};
  for (const [key, each] of Object.entries(value)) {
    if (key in DEFAULT_VIEW && typeof each === typeof DEFAULT_VIEW[key as keyof ViewOptions]) sound[key] = each;
  }
  const { layout, preset, theme, ...rest } = sound;
  const fits = {
    layout: oneOf(LAYOUTS, layout),
    preset: oneOf(PRESETS, preset),
    theme: oneOf(THEMES, theme),
  };
  return {
    ...(rest as Partial<ViewOptions>),
    ...(fits.layout && { layout: fits.layout }),
    ...(fits.preset && { preset: fits.preset }),
    ...(fits.theme && { theme: fits.theme }),
  };
}

function oneOf<Value extends string>(values: readonly Value[], value: unknown): Value | undefined {
  return values.find((each) => each === value);
}
