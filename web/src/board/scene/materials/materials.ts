// The three.js materials of the set for one combination of theme, lighting and shading model.
import {
  Color,
  DoubleSide,
  EqualStencilFunc,
  MeshBasicMaterial,
  MeshLambertMaterial,
  MeshPhysicalMaterial,
  MeshStandardMaterial,
  NotEqualStencilFunc,
  ReplaceStencilOp,
  type Material,
  type StencilFunc,
  type WebGLProgramParametersWithUniforms,
} from "three";
import type { FamilyName } from "../../view";
import { FAMILIES, RIM_LIGHT, type Finish, type Lighting } from "./families";

/** The material class, from the most to the least expensive. */
export type Shading = "physical" | "standard" | "lambert";

export interface MaterialOptions {
  readonly family: FamilyName;
  readonly lighting: Lighting;
  readonly shading: Shading;
}

/** Every lit material of the set has a color. */
type ColoredMaterial = MeshStandardMaterial | MeshLambertMaterial;

/** Glass: as it is, and as it is in front of a piece, which it must not hide. */
export type GlassMaterials = [plain: Material, beforePieces: Material];

export interface Materials {
  readonly tiles: GlassMaterials;
  readonly fadedTiles: Material;
  readonly ghostTiles: Material;
  readonly frames: Readonly<Record<"W" | "N" | "B" | "white" | "black", Material>>;
  readonly fadedFrame: Material;
  readonly ghostFrame: ColoredMaterial;
  readonly metal: Material;
  readonly base: Material;
  readonly pieces: Readonly<Record<"solid" | "ghost" | "faded", Readonly<Record<"white" | "black", Material>>>>;
}

/** Opacity of faded boards and pieces, and of ghosts. */
const OPACITY = { tiles: 0.16, frame: 0.3, pieces: 0.32, ghost: 0.6 };

/** Factor of the opacity of glass in front of a piece. */
export const BEFORE_PIECES = 0.25;
/** Stencil values: what is nearest at a pixel, of all that is opaque. */
const STENCIL = { other: 0, piece: 1 } as const;

/** Emissive color of glass without an environment map, in place of its reflections. */
const GLASS_EMISSIVE: Readonly<Record<Lighting, number>> = { light: 0x3c4047, dark: 0x2c3036 };

export function makeMaterials({ family, lighting, shading }: MaterialOptions): Materials {
  const { frames, owners, metal, base, pieces } = FAMILIES[family];
  const rim = RIM_LIGHT[lighting];
  const solid = (finish: Finish & { readonly inlay?: number }, edge = 0, stencil: number = STENCIL.other) => {
    const material = surface(finish, shading);
    addSurfaceDetail(material, finish, edge);
    return Object.assign(material, { stencilWrite: true, stencilRef: stencil, stencilZPass: ReplaceStencilOp });
  };
  const glass = (opacity: number) => makeGlass(opacity, lighting, shading);
  const translucent = (finish: Finish, opacity: number) => makeTranslucent(finish, opacity, shading);
  const faded = (finish: Finish) => makeFaded(finish, shading);
  return {
    tiles: [
      Object.assign(glass(1), seenBefore(NotEqualStencilFunc)),
      Object.assign(glass(BEFORE_PIECES), seenBefore(EqualStencilFunc)),
    ],
    fadedTiles: glass(OPACITY.tiles),
    ghostTiles: glass(OPACITY.ghost),
    frames: {
      W: solid(frames.W),
      N: solid(frames.N),
      B: solid(frames.B, rim.black),
      white: solid(owners.white),
      black: solid(owners.black, rim.black),
    },
    fadedFrame: translucent(frames.N, OPACITY.frame),
    ghostFrame: translucent({ color: 0x2ecc8f, roughness: 0.5, metalness: 0 }, 0.8),
    metal: solid(metal),
    base: solid(base, rim.black),
    pieces: {
      solid: {
        white: solid(pieces.white, rim.white, STENCIL.piece),
        black: solid(pieces.black, rim.black, STENCIL.piece),
      },
      ghost: {
        white: translucent(pieces.white, OPACITY.ghost),
        black: translucent(pieces.black, OPACITY.ghost),
      },
      faded: { white: faded(pieces.white), black: faded(pieces.black) },
    },
  };
}

/**
 * The glass of the squares; vertex colors hold the tint. Reflections stay bright where the glass is clear, which plain
 * opacity would dim, and the attribute `frost` roughens the surface.
 */
function makeGlass(opacity: number, lighting: Lighting, shading: Shading): Material {
  const material = surface({ color: 0xffffff, roughness: 0.07, metalness: 0 }, shading);
  // A plate has one face, seen from both sides.
  Object.assign(material, {
    vertexColors: true,
    transparent: true,
    depthWrite: false,
    opacity,
    side: DoubleSide,
    forceSinglePass: true,
  });
  if (material instanceof MeshLambertMaterial) {
    material.emissive.set(GLASS_EMISSIVE[lighting]);
    return material;
  }
  material.onBeforeCompile = (shader) => {
    const patch = new ShaderPatch(shader);
    patch.vertexAfter("common", "attribute float frost;\nvarying float vFrost;");
    patch.vertexAfter("begin_vertex", "vFrost = frost;");
    patch.fragmentAfter("common", "varying float vFrost;");
    patch.fragmentAfter("roughnessmap_fragment", "roughnessFactor = mix(roughnessFactor, 0.6, vFrost);");
    patch.fragmentBefore(
      "opaque_fragment",
      `float gloss = max(totalSpecular.r, max(totalSpecular.g, totalSpecular.b));
      float covered = min(1.0, diffuseColor.a + gloss * (1.0 - diffuseColor.a));
      outgoingLight = (totalDiffuse * diffuseColor.a + totalSpecular) / covered;
      diffuseColor.a = covered;`,
    );
  };
  material.customProgramCacheKey = () => "glass";
  return material;
}

/** Limits glass to the pixels where what is behind it is a piece, or is not. */
function seenBefore(stencilFunc: StencilFunc): Partial<Material> {
  return { stencilWrite: true, stencilFunc, stencilRef: STENCIL.piece };
}

function makeTranslucent(finish: Finish, opacity: number, shading: Shading): ColoredMaterial {
  const material = surface(finish, shading === "physical" ? "standard" : shading);
  Object.assign(material, { transparent: true, depthWrite: false, opacity });
  return material;
}

/** A translucent material whose instance color scales its opacity instead of its color. */
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

/** Maps a piece's fade (0 to 1) to the instance color, which the faded material multiplies into its opacity. */
export function fadedOpacityFactor(fade: number): number {
  return (1 - fade) / OPACITY.pieces + fade;
}

export function disposeMaterials({ tiles, frames, pieces, ...single }: Materials): void {
  const { solid, ghost, faded } = pieces;
  const groups = [tiles, frames, solid, ghost, faded, single].map((group) => Object.values(group));
  for (const material of groups.flat()) material.dispose();
}

/** Maps the see-through setting (0 solid to 1 clear) to a factor of the theme's glass opacity; 0.5 gives 1. */
export function glassOpacity(seeThrough: number): number {
  return seeThrough < 0.5 ? 1.7 - 1.4 * seeThrough : 1 - (seeThrough - 0.5) * 1.76;
}

const GREY = new Color(0x9299a3);

function surface(finish: Finish, shading: Shading): ColoredMaterial {
  const material = unlit(finish, shading);
  material.emissive.set(finish.glow ?? 0);
  return material;
}

function unlit({ color, roughness, metalness, clearcoat = 0 }: Finish, shading: Shading): ColoredMaterial {
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
 * Patches the shader: the geometry's `inlay` attribute blends the surface into polished metal of the inlay color, wood
 * gets veins, a drawing its lines, ivory scatters light, and a rim light grows where the surface turns away from the
 * viewer.
 */
function addSurfaceDetail(material: Material, finish: Finish & { readonly inlay?: number }, rim: number): void {
  const { color, inlay = color, grain, lines, scatter } = finish;
  const uniforms = {
    inlayColor: { value: new Color(inlay) },
    grainColor: { value: new Color(grain ?? color) },
    scatterColor: { value: new Color(scatter ?? 0) },
    rimColor: { value: new Color(finish.rim ?? rim) },
    lineColor: { value: new Color(lines ?? 0) },
  };
  material.onBeforeCompile = (shader) => {
    Object.assign(shader.uniforms, uniforms);
    const patch = new ShaderPatch(shader);
    patch.vertexAfter("common", "attribute float inlay;\nvarying float vInlay;\nvarying vec3 vGrain;");
    patch.vertexAfter("begin_vertex", "vInlay = inlay;\nvGrain = position;");
    patch.fragmentAfter("common", SURFACE_UNIFORMS);
    patch.fragmentAfter(
      "color_fragment",
      (grain === undefined ? "" : GRAIN) + INLAY + (lines === undefined ? "" : LINES),
    );
    patch.fragmentAfter("roughnessmap_fragment", "roughnessFactor = mix(roughnessFactor, 0.22, vInlay);");
    patch.fragmentAfter("metalnessmap_fragment", "metalnessFactor = mix(metalnessFactor, 1.0, vInlay);");
    patch.fragmentAfter(
      "emissivemap_fragment",
      RIM + (scatter === undefined ? "" : SCATTER) + (lines === undefined ? "" : DRAW),
    );
  };
  material.customProgramCacheKey = () =>
    `surface-detail ${[grain, scatter, lines].map((each) => each !== undefined).join()}`;
}

/** `wave` fades where it would be narrower than two pixels; `line` covers whole numbers and fades where they are dense. */
const SURFACE_UNIFORMS = `
uniform vec3 inlayColor;
uniform vec3 grainColor;
uniform vec3 scatterColor;
uniform vec3 rimColor;
uniform vec3 lineColor;
varying float vInlay;
varying vec3 vGrain;
float wave(float phase) { return sin(phase) * (1.0 - smoothstep(1.0, 3.0, fwidth(phase))); }
float line(float at, float width) {
  return (1.0 - smoothstep(0.5, 1.5, abs(fract(at + 0.5) - 0.5) / width)) * (1.0 - smoothstep(0.15, 0.4, width));
}`;

/** Veins along the height of the piece, each with a slight wave. */
const GRAIN = `
vec2 bent = vGrain.xz + 0.12 * vec2(sin(vGrain.y * 1.9 + vGrain.z * 2.1), sin(vGrain.y * 1.3 - vGrain.x * 1.7));
float vein = 0.5 + 0.5 * wave(length(bent - vec2(1.7, 0.9)) * 26.0 + sin(bent.x * 5.0) * 2.0 + sin(bent.y * 1.7) * 4.0);
float pore = 0.5 + 0.5 * wave(bent.x * 61.0 + sin(bent.y * 37.0) * 2.0);
diffuseColor.rgb = mix(diffuseColor.rgb, grainColor, vein * vein * (0.3 + 0.3 * pore));`;

const INLAY = `
diffuseColor.rgb = mix(diffuseColor.rgb, inlayColor, vInlay);`;

/** The lines are lit evenly: black paint that gives off their color. */
const LINES = `
float turn = atan(vGrain.z, vGrain.x) * 1.909859;
float drawn = max(
  line(vGrain.y * 5.0, fwidth(vGrain.y * 5.0)),
  line(turn, min(fwidth(turn), fwidth(fract(turn / 12.0 + 0.5) * 12.0)))
);
diffuseColor.rgb *= 1.0 - drawn;`;

const DRAW = `
totalEmissiveRadiance += lineColor * drawn;`;

const RIM = `
float facing = saturate(dot(normalize(normal), normalize(vViewPosition)));
totalEmissiveRadiance += rimColor * pow(1.0 - facing, 2.5);`;

const SCATTER = `
totalEmissiveRadiance += scatterColor * diffuseColor.rgb * (1.0 - vInlay) * (0.05 + 0.3 * pow(1.0 - facing, 1.6));`;

/** Inserts code before or after the chunks of a three.js shader. */
class ShaderPatch {
  readonly #shader: WebGLProgramParametersWithUniforms;

  constructor(shader: WebGLProgramParametersWithUniforms) {
    this.#shader = shader;
  }

  vertexAfter(chunk: string, code: string): void {
    const { vertexShader } = this.#shader;
    this.#shader.vertexShader = vertexShader.replace(`#include <${chunk}>`, `#include <${chunk}>\n${code}`);
  }

  fragmentAfter(chunk: string, code: string): void {
    const { fragmentShader } = this.#shader;
    this.#shader.fragmentShader = fragmentShader.replace(`#include <${chunk}>`, `#include <${chunk}>\n${code}`);
  }

  fragmentBefore(chunk: string, code: string): void {
    const { fragmentShader } = this.#shader;
    this.#shader.fragmentShader = fragmentShader.replace(`#include <${chunk}>`, `${code}\n#include <${chunk}>`);
  }
}

/** An unlit translucent material; instances set the color. */
export function makeMarkMaterial(opacity: number): MeshBasicMaterial {
  return new MeshBasicMaterial({ transparent: true, opacity, depthWrite: false, toneMapped: false, side: 2 });
}
