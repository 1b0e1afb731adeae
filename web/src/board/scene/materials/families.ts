// The families of sets: colors and surface finishes of boards, stand and pieces, and the surface that each stands on.
import type { Color } from "../../../wire/snapshot";
import type { FamilyName } from "../../view";

export type Lighting = "light" | "dark";

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
  /** Light that the surface gives off. */
  readonly glow?: number;
  /** The color of drawn lines: rings and meridians. */
  readonly lines?: number;
  /** The rim light of the family instead of the scene's. */
  readonly rim?: number;
}

export interface InlaidFinish extends Finish {
  /** Color of the metal inlay. */
  readonly inlay: number;
}

export interface Glass {
  readonly color: number;
  readonly opacity: number;
}

export interface Family {
  /** The etched lines between the squares. */
  readonly clear: Glass;
  readonly light: Glass;
  readonly dark: Glass;
  /** Frames of the main boards by level. */
  readonly frames: Readonly<Record<"W" | "N" | "B", Finish>>;
  /** Frames and posts of attack boards by owner. */
  readonly owners: Readonly<Record<Color, InlaidFinish>>;
  /** The stand's spine and the sockets. */
  readonly metal: InlaidFinish;
  readonly base: InlaidFinish;
  readonly pieces: Readonly<Record<Color, InlaidFinish>>;
  /** The surface that the set stands on, in the light. */
  readonly ground: Readonly<Record<Lighting, number>>;
}

const glass = (color: number, opacity: number): Glass => ({ color, opacity });
const polished = (color: number): Finish => ({ color, roughness: 0.08, metalness: 0, clearcoat: 1 });
const lacquer = (color: number, inlay: number): InlaidFinish => ({ ...polished(color), roughness: 0.18, inlay });
const metal = (color: number, roughness: number, inlay: number): InlaidFinish => ({
  color,
  roughness,
  metalness: 1,
  inlay,
});
const matte = (color: number, inlay = color): InlaidFinish => ({ color, roughness: 0.85, metalness: 0, inlay });
const wood = (color: number, grain: number, inlay: number): InlaidFinish => ({
  color,
  roughness: 0.42,
  metalness: 0,
  clearcoat: 0.5,
  inlay,
  grain,
});
const lit = (color: number, glow: number): InlaidFinish => ({ ...matte(color), glow });
const drawn = (color: number, lines: number): InlaidFinish => ({ ...matte(color, lines), lines, rim: lines });

/** Chromium and silver have their measured reflectance at normal incidence; brass is darker than polished brass. */
const CHROME = 0xc4c5c5;
const SILVER = 0xfaf9f5;
const BRASS = 0xd8b56a;

export const FAMILIES: Readonly<Record<FamilyName, Family>> = {
  amber: {
    clear: glass(0xfff4de, 0.3),
    light: glass(0xe2c99d, 0.52),
    dark: glass(0x7d4a24, 0.74),
    frames: { W: polished(0xf2dfb6), N: polished(0xcf9a4b), B: polished(0x593620) },
    owners: { white: lacquer(0xf3e8d0, 0xb98f4c), black: lacquer(0x2a211c, 0xdcc79a) },
    metal: metal(0xcfa964, 0.22, 0xf2e6c8),
    base: wood(0x4a2c19, 0x5c3820, 0xcfa964),
    pieces: {
      white: { ...metal(0xe6e8ea, 0.28, 0x8c97a3), metalness: 0.95 },
      black: { ...metal(0x3a2a20, 0.3, 0xe0a35c), metalness: 0.8, clearcoat: 0.4 },
    },
    ground: { light: 0xdcd5c9, dark: 0x3e3a36 },
  },
  chrome: {
    clear: glass(0xf6fafb, 0.3),
    light: glass(0xc3ced4, 0.5),
    dark: glass(0x53646f, 0.7),
    frames: { W: polished(0xeef3f5), N: polished(0xa9b8c0), B: polished(0x3d4850) },
    owners: { white: lacquer(0xeef1f2, CHROME), black: lacquer(0x1f2327, CHROME) },
    metal: metal(CHROME, 0.1, 0x878c90),
    base: lacquer(0x15171a, CHROME),
    pieces: {
      white: { ...matte(0xe9f1f5, CHROME), roughness: 0.36, scatter: 0xb4d8f0 },
      black: lacquer(0x15181c, CHROME),
    },
    ground: { light: 0xd3d7da, dark: 0x363d45 },
  },
  gold: {
    clear: glass(0xf4f6f8, 0.3),
    light: glass(0xd5d9dc, 0.5),
    dark: glass(0x6d8aa5, 0.7),
    frames: { W: metal(SILVER, 0.25, SILVER), N: metal(0xb9bec4, 0.25, SILVER), B: metal(0x8a5c1b, 0.25, SILVER) },
    owners: { white: metal(SILVER, 0.2, BRASS), black: metal(0x7d5216, 0.2, SILVER) },
    metal: metal(SILVER, 0.16, BRASS),
    base: lacquer(0x141a26, BRASS),
    pieces: { white: metal(SILVER, 0.2, 0x9aa3ad), black: metal(0x7d5216, 0.2, 0xfedc9d) },
    ground: { light: 0xd0d2d6, dark: 0x353c4a },
  },
  walnut: {
    clear: glass(0xf5e6c8, 0.4),
    light: glass(0xc9a56c, 0.55),
    dark: glass(0x6b4226, 0.72),
    frames: {
      W: wood(0xdcb87c, 0xb98d4c, BRASS),
      N: wood(0x9c5f35, 0x74411f, BRASS),
      B: wood(0x4a2f1f, 0x2a190f, BRASS),
    },
    owners: { white: wood(0xe3c48a, 0xc79c5b, BRASS), black: wood(0x3a2416, 0x1f120a, BRASS) },
    metal: metal(BRASS, 0.3, 0xf4e4ad),
    base: wood(0x3f2617, 0x26160c, BRASS),
    pieces: { white: wood(0xe8cb90, 0xc99f5e, 0x6b4226), black: { ...wood(0x3a2312, 0x1a0f07, BRASS), rim: 0x9a7752 } },
    ground: { light: 0xcabfae, dark: 0x3d3a35 },
  },
  ivory: {
    clear: glass(0xf6fbfc, 0.55),
    light: glass(0xafc4cc, 0.5),
    dark: glass(0x1f4862, 0.7),
    frames: { W: polished(0xe6efee), N: polished(0x9cc4c6), B: polished(0x35505c) },
    owners: { white: lacquer(0xf3ecdc, 0xc9a45a), black: lacquer(0x23262b, 0xcfd4da) },
    metal: metal(0xc3c7cb, 0.2, 0xd1ac62),
    base: wood(0x2b2420, 0x3b2e25, 0xd1ac62),
    pieces: {
      white: { color: 0xf0e0bd, roughness: 0.38, metalness: 0, clearcoat: 0.35, inlay: 0xb98a3e, scatter: 0xffb070 },
      black: { ...wood(0x1e1714, 0x4d3527, 0xd9dde2), clearcoat: 1 },
    },
    ground: { light: 0xdcd5c9, dark: 0x39414b },
  },
  neon: {
    clear: glass(0x2ee6ff, 0.75),
    light: glass(0x5a6fb8, 0.34),
    dark: glass(0x231a4d, 0.7),
    frames: { W: lit(0x0a2a33, 0x18c8e8), N: lit(0x1d1440, 0x7a5cff), B: lit(0x330a2a, 0xff2fa0) },
    owners: { white: lit(0x0a2a33, 0x18c8e8), black: lit(0x330a2a, 0xff2fa0) },
    metal: drawn(0x17162b, 0x7a5cff),
    base: drawn(0x100f1f, 0x7a5cff),
    pieces: { white: drawn(0xc4f4ff, 0x0aa2c9), black: drawn(0x120818, 0xff3fae) },
    ground: { light: 0xbdb9d6, dark: 0x1d1a38 },
  },
  blueprint: {
    clear: glass(0xffffff, 0.9),
    light: glass(0x8fb0dd, 0.5),
    dark: glass(0x3d6fb8, 0.7),
    frames: { W: matte(0xf2f6fc), N: matte(0x9dbbe6), B: matte(0x2456a4) },
    owners: { white: matte(0xf2f6fc, 0x2456a4), black: matte(0x163a78, 0xffffff) },
    metal: matte(0xe6eefa, 0x2456a4),
    base: matte(0x1d4a94, 0xffffff),
    pieces: {
      white: { ...drawn(0xffffff, 0x8fb2e6), rim: 0x000000 },
      black: { ...drawn(0x0a234f, 0x4f7fcc), rim: 0xbcd6ff },
    },
    ground: { light: 0xb7cdec, dark: 0x1b3f7d },
  },
  contrast: {
    clear: glass(0xffffff, 0.9),
    light: glass(0x9fb6c9, 0.62),
    dark: glass(0x2f6a9c, 0.74),
    frames: { W: matte(0xffffff), N: matte(0xffd400), B: matte(0x0a0a0a) },
    owners: { white: matte(0xffffff, 0x0a0a0a), black: matte(0x0a0a0a, 0xffffff) },
    metal: matte(0x6d7378, 0xffffff),
    base: matte(0x16181a, 0xffffff),
    pieces: {
      white: { ...matte(0xffffff, 0x0a0a0a), roughness: 0.6 },
      black: { ...matte(0x060606, 0xffffff), roughness: 0.6, rim: 0xffffff },
    },
    ground: { light: 0xd8d8d8, dark: 0x3a3d40 },
  },
};

/** Color of the rim light, which separates dark pieces from a dark backdrop. */
export const RIM_LIGHT: Readonly<Record<Lighting, Readonly<Record<Color, number>>>> = {
  light: { white: 0x000000, black: 0x3c434c },
  dark: { white: 0x2c2a26, black: 0x8d9aa9 },
};
