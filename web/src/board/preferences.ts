// View options: stored between visits, and set for one visit by the URL.
import { DEFAULT_VIEW, FAMILY_NAMES, LAYOUTS, PRESETS, QUALITIES, THEMES, type ViewOptions } from "./view";

const KEY = "trid.view";

/** The stored options that are valid, overridden by those of the URL. */
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

/** The address with `debug` added or removed, to replace the current one. */
export function debugAddress({ pathname, search, hash }: Location, debug: boolean): string {
  const others = search
    .slice(1)
    .split("&")
    .filter((part) => part !== "" && !/^debug(=|$)/.test(part));
  const query = [...others, ...(debug ? ["debug"] : [])].join("&");
  return pathname + (query === "" ? "" : `?${query}`) + hash;
}

export function savePreferences(storage: Storage, view: ViewOptions): void {
  // JSON leaves out what is undefined.
  const lasting = { ...view, debug: undefined, slice: undefined, quality: undefined, threats: undefined };
  try {
    storage.setItem(KEY, JSON.stringify(lasting));
  } catch {
    // With a full storage only the preferences are lost.
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
  const valid: Record<string, unknown> = {};
  for (const [key, each] of Object.entries(value)) {
    if (key in DEFAULT_VIEW && typeof each === typeof DEFAULT_VIEW[key as keyof ViewOptions]) valid[key] = each;
  }
  // 0.1.0 knew on and off.
  if ("sound" in value && value.sound === false) valid["volume"] = 0;
  const { layout, preset, theme, family, volume, ...rest } = valid;
  const fits = {
    layout: oneOf(LAYOUTS, layout),
    preset: oneOf(PRESETS, preset),
    theme: oneOf(THEMES, theme),
    family: oneOf(FAMILY_NAMES, family),
  };
  return {
    ...(rest as Partial<ViewOptions>),
    ...(fits.layout && { layout: fits.layout }),
    ...(fits.preset && { preset: fits.preset }),
    ...(fits.theme && { theme: fits.theme }),
    ...(fits.family && { family: fits.family }),
    ...(typeof volume === "number" && volume >= 0 && volume <= 1 && { volume }),
  };
}

function oneOf<Value extends string>(values: readonly Value[], value: unknown): Value | undefined {
  return values.find((each) => each === value);
}
