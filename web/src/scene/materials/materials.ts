// The three.js materials of the set for one combination of theme, lighting and shading model.
import {
  Color,
  MeshBasicMaterial,
  MeshLambertMaterial,
  MeshPhysicalMaterial,
  MeshStandardMaterial,
  type Material,
} from "three";
import {
  BOARD_THEMES,
  PIECE_THEMES,
  RIM_LIGHT,
  type BoardThemeName,
  type Finish,
  type Lighting,
  type PieceThemeName,
} from "./themes";

/** The material class, from the most to the least expensive. */
export type Shading = "physical" | "standard" | "lambert";

export interface MaterialOptions {
  readonly board: BoardThemeName;
  readonly pieces: PieceThemeName;
  readonly lighting: Lighting;
  readonly shading: Shading;
}

export interface Materials {
  readonly tiles: Material;
  readonly fadedTiles: Material;
  readonly ghostTiles: Material;
  readonly frames: Readonly<Record<"W" | "N" | "B" | "white" | "black", Material>>;
  readonly fadedFrame: Material;
  readonly ghostFrame: Material;
  readonly metal: Material;
  readonly base: Material;
  readonly pieces: Readonly<Record<"solid" | "ghost" | "faded", Readonly<Record<"white" | "black", Material>>>>;
}

/** Opacity of faded boards and pieces, and of ghosts. */
const OPACITY = { tiles: 0.16, frame: 0.3, pieces: 0.32, ghost: 0.6 };

/** Emissive colour of glass without an environment map, in place of its reflections. */
const GLASS_EMISSIVE: Readonly<Record<Lighting, number>> = { light: 0x868b95, dark: 0x737883 };

export function makeMaterials({ board, pieces, lighting, shading }: MaterialOptions): Materials {
  const boardTheme = BOARD_THEMES[board];
  const pieceTheme = PIECE_THEMES[pieces];
  const rim = RIM_LIGHT[lighting];
  const solid = (finish: Finish & { readonly inlay?: number }, edge = 0) => {
    const material = surface(finish, shading);
    addInlayAndRim(material, finish.inlay ?? finish.color, edge);
    return material;
  };
  const glass = (opacity: number) => makeGlass(opacity, lighting, shading);
  const translucent = (finish: Finish, opacity: number) => makeTranslucent(finish, opacity, shading);
  const faded = (finish: Finish) => makeFaded(finish, shading);
  return {
    tiles: glass(1),
    fadedTiles: glass(OPACITY.tiles),
    ghostTiles: glass(OPACITY.ghost),
    frames: {
      W: solid(boardTheme.frames.W),
      N: solid(boardTheme.frames.N),
      B: solid(boardTheme.frames.B, rim.black),
      white: solid(boardTheme.owners.white),
      black: solid(boardTheme.owners.black, rim.black),
    },
    fadedFrame: translucent(boardTheme.frames.N, OPACITY.frame),
    ghostFrame: translucent({ color: 0x2ecc8f, roughness: 0.5, metalness: 0 }, 0.8),
    metal: solid(boardTheme.metal),
    base: solid(boardTheme.base, rim.black),
    pieces: {
      solid: {
        white: solid(pieceTheme.white, rim.white),
        black: solid(pieceTheme.black, rim.black),
      },
      ghost: {
        white: translucent(pieceTheme.white, OPACITY.ghost),
        black: translucent(pieceTheme.black, OPACITY.ghost),
      },
      faded: { white: faded(pieceTheme.white), black: faded(pieceTheme.black) },
    },
  };
}

/** The tinted glass of the tiles; vertex colours hold the tint. */
function makeGlass(opacity: number, lighting: Lighting, shading: Shading): Material {
  const material = surface({ color: 0xffffff, roughness: 0.08, metalness: 0 }, shading);
  Object.assign(material, {
    vertexColors: true,
    transparent: true,
    depthWrite: false,
    opacity,
    envMapIntensity: 0.55,
  });
  if (material instanceof MeshLambertMaterial) material.emissive.set(GLASS_EMISSIVE[lighting]);
  return material;
}

function makeTranslucent(finish: Finish, opacity: number, shading: Shading): Material {
  const material = surface(finish, shading === "physical" ? "standard" : shading);
  Object.assign(material, { transparent: true, depthWrite: false, opacity });
  return material;
}

/** A translucent material whose instance colour scales its opacity instead of its colour. */
function makeFaded(finish: Finish, shading: Shading): Material {
  const material = makeTranslucent(finish, OPACITY.pieces, shading);
  material.onBeforeCompile = (shader) => {
    shader.fragmentShader = shader.fragmentShader.replace(
      "#include <color_fragment>",
      "diffuseColor.a = min(1.0, diffuseColor.a * vColor.r);",
    );
  };
  material.customProgramCacheKey = () => "faded";
  return material;
}

/** Maps a piece's fade (0 to 1) to the instance colour, which the faded material multiplies into its opacity. */
export function fadedOpacityFactor(fade: number): number {
  return (1 - fade) / OPACITY.pieces + fade;
}

export function disposeMaterials({ frames, pieces, ...single }: Materials): void {
  const { solid, ghost, faded } = pieces;
  const groups = [frames, solid, ghost, faded, single].map((group) => Object.values(group));
  for (const material of groups.flat()) material.dispose();
}

/** Maps the see-through setting (0 solid to 1 clear) to a factor of the theme's glass opacity; 0.5 gives 1. */
export function glassOpacity(seeThrough: number): number {
  return seeThrough < 0.5 ? 1.7 - 1.4 * seeThrough : 1 - (seeThrough - 0.5) * 1.76;
}

const GREY = new Color(0x9299a3);

function surface(finish: Finish, shading: Shading): Material {
  const { color, roughness, metalness, clearcoat = 0 } = finish;
  if (shading === "lambert") {
    // Without reflections dark surfaces lose their shape, so blend them towards grey.
    const { r, g, b } = new Color(color);
    return new MeshLambertMaterial({ color: new Color(color).lerp(GREY, 0.22 * (1 - Math.max(r, g, b))) });
  }
  if (shading === "physical" && clearcoat > 0) {
    return new MeshPhysicalMaterial({ color, roughness, metalness, clearcoat, clearcoatRoughness: 0.12 });
  }
  return new MeshStandardMaterial({ color, roughness, metalness });
}

/**
 * Patches the shader: the geometry's `inlay` attribute blends the surface into polished metal of the inlay colour, and
 * a rim light grows where the surface turns away from the viewer.
 */
function addInlayAndRim(material: Material, inlay: number, rim: number): void {
  const uniforms = { inlayColor: { value: new Color(inlay) }, rimColor: { value: new Color(rim) } };
  material.onBeforeCompile = (shader) => {
    Object.assign(shader.uniforms, uniforms);
    const after = (text: string, chunk: string, added: string) =>
      text.replace(`#include <${chunk}>`, `#include <${chunk}>\n${added}`);
    let { vertexShader: vertex, fragmentShader: fragment } = shader;
    vertex = after(vertex, "common", "attribute float inlay;\nvarying float vInlay;");
    vertex = after(vertex, "begin_vertex", "vInlay = inlay;");
    fragment = after(fragment, "common", "uniform vec3 inlayColor;\nuniform vec3 rimColor;\nvarying float vInlay;");
    fragment = after(fragment, "color_fragment", "diffuseColor.rgb = mix(diffuseColor.rgb, inlayColor, vInlay);");
    fragment = after(fragment, "roughnessmap_fragment", "roughnessFactor = mix(roughnessFactor, 0.22, vInlay);");
    fragment = after(fragment, "metalnessmap_fragment", "metalnessFactor = mix(metalnessFactor, 1.0, vInlay);");
    const fresnel = "pow(1.0 - saturate(dot(normalize(normal), normalize(vViewPosition))), 2.5)";
    fragment = after(fragment, "emissivemap_fragment", `totalEmissiveRadiance += rimColor * ${fresnel};`);
    Object.assign(shader, { vertexShader: vertex, fragmentShader: fragment });
  };
  material.customProgramCacheKey = () => "inlay-rim";
}

/** An unlit translucent material; instances set the colour. */
export function makeMarkMaterial(opacity: number): MeshBasicMaterial {
  return new MeshBasicMaterial({ transparent: true, opacity, depthWrite: false, toneMapped: false, side: 2 });
}
