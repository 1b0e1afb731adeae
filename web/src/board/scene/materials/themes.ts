// Colors and surface finishes of the set, by theme.

export type Lighting = "light" | "dark";
export type BoardThemeName = "glass" | "amber";
export type PieceThemeName = "classic" | "metal";

/** Parameters of a MeshPhysicalMaterial. */
export interface Finish {
  readonly color: number;
  readonly roughness: number;
  readonly metalness: number;
  readonly clearcoat?: number;
  /** Light that the surface scatters under the skin, as ivory does. */
  readonly scatter?: number;
  /** The color of the veins of wood. */
  readonly grain?: number;
}

export interface InlaidFinish extends Finish {
  /** Color of the metal inlay. */
  readonly inlay: number;
}

export interface Glass {
  readonly color: number;
  readonly opacity: number;
}

export interface BoardTheme {
  /** The etched lines between the squares. */
  readonly clear: Glass;
  readonly light: Glass;
  readonly dark: Glass;
  /** Frames of the main boards by level. */
  readonly frames: Readonly<Record<"W" | "N" | "B", Finish>>;
  /** Frames and posts of attack boards by owner. */
  readonly owners: Readonly<Record<"white" | "black", InlaidFinish>>;
  /** The stand's spine and the sockets. */
  readonly metal: InlaidFinish;
  readonly base: InlaidFinish;
}

export interface PieceTheme {
  readonly white: InlaidFinish;
  readonly black: InlaidFinish;
}

export const BOARD_THEMES: Readonly<Record<BoardThemeName, BoardTheme>> = {
  glass: {
    clear: { color: 0xf6fbfc, opacity: 0.55 },
    light: { color: 0xe3ecef, opacity: 0.34 },
    dark: { color: 0x1f4862, opacity: 0.7 },
    frames: {
      W: { color: 0xe6efee, roughness: 0.08, metalness: 0, clearcoat: 1 },
      N: { color: 0x9cc4c6, roughness: 0.08, metalness: 0, clearcoat: 1 },
      B: { color: 0x35505c, roughness: 0.08, metalness: 0, clearcoat: 1 },
    },
    owners: {
      white: { color: 0xf3ecdc, roughness: 0.2, metalness: 0, clearcoat: 1, inlay: 0xc9a45a },
      black: { color: 0x23262b, roughness: 0.16, metalness: 0, clearcoat: 1, inlay: 0xcfd4da },
    },
    metal: { color: 0xc3c7cb, roughness: 0.2, metalness: 1, inlay: 0xd1ac62 },
    base: { color: 0x2b2420, roughness: 0.42, metalness: 0, clearcoat: 0.8, inlay: 0xd1ac62, grain: 0x3b2e25 },
  },
  amber: {
    clear: { color: 0xfff4de, opacity: 0.3 },
    light: { color: 0xf2e2c4, opacity: 0.52 },
    dark: { color: 0x7d4a24, opacity: 0.74 },
    frames: {
      W: { color: 0xf2dfb6, roughness: 0.08, metalness: 0, clearcoat: 1 },
      N: { color: 0xcf9a4b, roughness: 0.08, metalness: 0, clearcoat: 1 },
      B: { color: 0x593620, roughness: 0.08, metalness: 0, clearcoat: 1 },
    },
    owners: {
      white: { color: 0xf3e8d0, roughness: 0.2, metalness: 0, clearcoat: 1, inlay: 0xb98f4c },
      black: { color: 0x2a211c, roughness: 0.16, metalness: 0, clearcoat: 1, inlay: 0xdcc79a },
    },
    metal: { color: 0xcfa964, roughness: 0.22, metalness: 1, inlay: 0xf2e6c8 },
    base: { color: 0x4a2c19, roughness: 0.4, metalness: 0, clearcoat: 0.8, inlay: 0xcfa964, grain: 0x5c3820 },
  },
};

export const PIECE_THEMES: Readonly<Record<PieceThemeName, PieceTheme>> = {
  classic: {
    white: { color: 0xf0e0bd, roughness: 0.38, metalness: 0, clearcoat: 0.35, inlay: 0xb98a3e, scatter: 0xffb070 },
    black: { color: 0x1e1714, roughness: 0.36, metalness: 0, clearcoat: 1, inlay: 0xd9dde2, grain: 0x4d3527 },
  },
  metal: {
    white: { color: 0xe6e8ea, roughness: 0.28, metalness: 0.95, inlay: 0x8c97a3 },
    black: { color: 0x3a2a20, roughness: 0.3, metalness: 0.8, clearcoat: 0.4, inlay: 0xe0a35c },
  },
};

/** Color of the rim light, which separates dark pieces from a dark backdrop. */
export const RIM_LIGHT: Readonly<Record<Lighting, Readonly<Record<"white" | "black", number>>>> = {
  light: { white: 0x000000, black: 0x3c434c },
  dark: { white: 0x2c2a26, black: 0x8d9aa9 },
};

/** The theme of that name, or the default if a stored name is unknown. */
export function boardThemeName(name: string): BoardThemeName {
  return name in BOARD_THEMES ? (name as BoardThemeName) : "glass";
}

export function pieceThemeName(name: string): PieceThemeName {
  return name in PIECE_THEMES ? (name as PieceThemeName) : "classic";
}
