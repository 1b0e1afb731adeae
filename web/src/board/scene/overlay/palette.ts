// Colors of marks, read from the page's design tokens, so that the set and the map use the same.
import { Color } from "three";
import type { MarkTone, PinTone } from "./highlights";

/** The design token of each tone. */
const MARK_TOKENS: Readonly<Record<MarkTone, string>> = {
  last: "--mark-last",
  selected: "--mark-selected",
  target: "--mark-target",
  capture: "--mark-capture",
  check: "--mark-check",
  hover: "--accent",
  column: "--accent",
  look: "--mark-premove",
  hint: "--mark-hint",
  goal: "--mark-selected",
  illegal: "--mark-capture",
  threat: "--mark-capture",
  pending: "--mark-selected",
  premove: "--mark-premove",
  sameCorner: "--mark-target",
  otherCorner: "--mark-selected",
};

const PIN_TOKENS: Readonly<Partial<Record<PinTone, string>>> = {
  eligible: "--mark-target",
  barred: "--ink-soft",
  selected: "--mark-selected",
  illegal: "--mark-capture",
  last: "--mark-last",
  hint: "--mark-hint",
};

export interface Palette {
  mark(tone: MarkTone): Color;
  /** Null for tones that are not drawn. */
  pin(tone: PinTone): Color | null;
  /** Separates a mark from a square of similar brightness. */
  readonly edge: Color;
}

/** Reads the tokens as they apply to an element, which decides between light and dark values. */
export function readPalette(element: HTMLElement): Palette {
  const probe = document.createElement("span");
  element.after(probe);
  const colors = new Map<string, Color>();
  for (const token of new Set([...Object.values(MARK_TOKENS), ...Object.values(PIN_TOKENS), "--mark-edge"])) {
    probe.style.color = `var(${token})`;
    colors.set(token, parseColor(getComputedStyle(probe).color));
  }
  probe.remove();
  const colorOf = (token: string) => colors.get(token) ?? new Color();
  return {
    mark: (tone) => colorOf(MARK_TOKENS[tone]),
    pin: (tone) => {
      const token = PIN_TOKENS[tone];
      return token === undefined ? null : colorOf(token);
    },
    edge: colorOf("--mark-edge"),
  };
}

/** Drops the opacity: the marks have their own. */
export function parseColor(style: string): Color {
  const [red, green, blue] = style.match(/[\d.]+/g) ?? [];
  return new Color(`rgb(${red ?? 0}, ${green ?? 0}, ${blue ?? 0})`);
}
