// Colours and surface finishes of the set, by theme.

export type Lighting = "light" | "dark";
export type BoardThemeName = "glass" | "amber";
export type PieceThemeName = "classic" | "metal";

/** Parameters of a MeshPhysicalMaterial. */
export interface Finish {
  readonly color: number;
  readonly roughness: number;
  readonly metalness: number;
  readonly clearcoat?: number;
}

export interface InlaidFinish extends Finish {
  /** Colour of the metal inlay. */
  readonly inlay: number;
}

export interface Glass {
  readonly color: number;
  readonly opacity: number;
}

export interface BoardTheme {
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
    light: { color: 0xdfe8ee, opacity: 0.62 },
    dark: { color: 0x24506f, opacity: 0.8 },
    frames: {
      W: { color: 0xe9e7e2, roughness: 0.3, metalness: 0.85 },
      N: { color: 0x9aa1a8, roughness: 0.3, metalness: 0.9 },
      B: { color: 0x3b4047, roughness: 0.35, metalness: 0.9 },
    },
    owners: {
      white: { color: 0xeee8da, roughness: 0.35, metalness: 0.25, inlay: 0xc9a45a },
      black: { color: 0x26272b, roughness: 0.3, metalness: 0.35, inlay: 0xcfd4da },
    },
    metal: { color: 0xaab0b7, roughness: 0.24, metalness: 1, inlay: 0xc9a45a },
    base: { color: 0x565e68, roughness: 0.4, metalness: 0.7, inlay: 0xc9a45a },
  },
  amber: {
    light: { color: 0xf0dcb8, opacity: 0.62 },
    dark: { color: 0x7a4520, opacity: 0.8 },
    frames: {
      W: { color: 0xe8d6b0, roughness: 0.3, metalness: 0.9 },
      N: { color: 0xb98f4c, roughness: 0.3, metalness: 0.95 },
      B: { color: 0x4a3626, roughness: 0.35, metalness: 0.8 },
    },
    owners: {
      white: { color: 0xf0e6d0, roughness: 0.35, metalness: 0.25, inlay: 0xb98f4c },
      black: { color: 0x2a211c, roughness: 0.3, metalness: 0.35, inlay: 0xdcc79a },
    },
    metal: { color: 0xc7a160, roughness: 0.24, metalness: 1, inlay: 0xefe3c4 },
    base: { color: 0x52301b, roughness: 0.4, metalness: 0.05, clearcoat: 0.5, inlay: 0xc7a160 },
  },
};

export const PIECE_THEMES: Readonly<Record<PieceThemeName, PieceTheme>> = {
  classic: {
    white: { color: 0xe6d6b4, roughness: 0.42, metalness: 0, clearcoat: 0.3, inlay: 0xb98a3e },
    black: { color: 0x241c1c, roughness: 0.34, metalness: 0, clearcoat: 0.55, inlay: 0xd9dde2 },
  },
  metal: {
    white: { color: 0xe6e8ea, roughness: 0.32, metalness: 0.9, inlay: 0x8c97a3 },
    black: { color: 0x3a2a20, roughness: 0.36, metalness: 0.7, clearcoat: 0.3, inlay: 0xe0a35c },
  },
};

/** Colour of the rim light, which separates dark pieces from a dark backdrop. */
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
