// The annotation glyphs that the page offers and shows. Others of a file are kept and shown by their number.

export const MOVE_GLYPHS = [1, 2, 3, 4, 5, 6, 7] as const;
export const POSITION_GLYPHS = [10, 13, 14, 15, 16, 17, 18, 19] as const;
export const REMARK_GLYPHS = [32, 36, 40, 44, 132, 138, 140, 146] as const;

export type Glyph = (typeof MOVE_GLYPHS)[number] | (typeof POSITION_GLYPHS)[number] | (typeof REMARK_GLYPHS)[number];

export const GLYPH_SYMBOLS: Readonly<Record<Glyph, string>> = {
  1: "!",
  2: "?",
  3: "!!",
  4: "??",
  5: "!?",
  6: "?!",
  7: "□",
  10: "=",
  13: "∞",
  14: "⩲",
  15: "⩱",
  16: "±",
  17: "∓",
  18: "+−",
  19: "−+",
  32: "⟳",
  36: "→",
  40: "↑",
  44: "=∞",
  132: "⇆",
  138: "⊕",
  140: "∆",
  146: "N",
};

export function isGlyph(nag: number): nag is Glyph {
  return nag in GLYPH_SYMBOLS;
}

/** The symbol of a numeric annotation glyph; `$9` for one without a symbol. */
export function glyphSymbol(nag: number): string {
  return isGlyph(nag) ? GLYPH_SYMBOLS[nag] : `$${nag}`;
}
