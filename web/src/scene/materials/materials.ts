// The materials of the set under names, rebuilt together when a theme, the light or the quality changes.
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

/** How much a machine is asked to do for a surface. */
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
  readonly pieces: Readonly<Record<"solid" | "ghost" | "thin", Readonly<Record<"white" | "black", Material>>>>;
}

/** Opacity of what stands back: other levels, pieces that hide the selection, what is only a ghost. */
const OPACITY = { tiles: 0.16, frame: 0.3, pieces: 0.32, ghost: 0.6 };

/** What glass without reflections has of their light. */
const GLASS_EMISSIVE: Readonly<Record<Lighting, number>> = { light: 0x868b95, dark: 0x737883 };

export function makeMaterials({ board, pieces, lighting, shading }: MaterialOptions): Materials {
  const boardLook = BOARD_THEMES[board];
  const pieceLook = PIECE_THEMES[pieces];
  const rim = RIM_LIGHT[lighting];
  const solid = (finish: Finish & { readonly inlay?: number }, edge = 0) => {
    const material = surface(finish, shading);
    addInlayAndRim(material, finish.inlay ?? finish.color, edge);
    return material;
  };
  const glass = (opacity: number) => {
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
  };
  const thin = (finish: Finish, opacity: number) => {
    const material = surface(finish, shading === "physical" ? "standard" : shading);
    Object.assign(material, { transparent: true, depthWrite: false, opacity });
    return material;
  };
  const veiled = (finish: Finish) => {
    const material = thin(finish, OPACITY.pieces);
    material.onBeforeCompile = (shader) => {
      shader.fragmentShader = shader.fragmentShader.replace(
        "#include <color_fragment>",
        "diffuseColor.a = min(1.0, diffuseColor.a * vColor.r);",
      );
    };
    material.customProgramCacheKey = () => "veiled";
    return material;
  };
  return {
    tiles: glass(1),
    fadedTiles: glass(OPACITY.tiles),
    ghostTiles: glass(OPACITY.ghost),
    frames: {
      W: solid(boardLook.frames.W),
      N: solid(boardLook.frames.N),
      B: solid(boardLook.frames.B, rim.black),
      white: solid(boardLook.owners.white),
      black: solid(boardLook.owners.black, rim.black),
    },
    fadedFrame: thin(boardLook.frames.N, OPACITY.frame),
    ghostFrame: thin({ color: 0x2ecc8f, roughness: 0.5, metalness: 0 }, 0.8),
    metal: solid(boardLook.metal),
    base: solid(boardLook.base, rim.black),
    pieces: {
      solid: {
        white: solid(pieceLook.white, rim.white),
        black: solid(pieceLook.black, rim.black),
      },
      ghost: { white: thin(pieceLook.white, OPACITY.ghost), black: thin(pieceLook.black, OPACITY.ghost) },
      thin: { white: veiled(pieceLook.white), black: veiled(pieceLook.black) },
    },
  };
}

/** What a thin piece's instance colour must be for its veil (0 to 1): its material reads it as a factor of its opacity. */
export function fadedOpacityFactor(veil: number): number {
  return (1 - veil) / OPACITY.pieces + veil;
}

export function disposeMaterials({ frames, pieces, ...single }: Materials): void {
  const { solid, ghost, thin } = pieces;
  const groups = [frames, solid, ghost, thin, single].map((group) => Object.values(group));
  for (const material of groups.flat()) material.dispose();
}

/** 0 solid to 1 clear: how strongly the glass is tinted; the middle is the theme's own tint. */
export function glassOpacity(seeThrough: number): number {
  return seeThrough < 0.5 ? 1.7 - 1.4 * seeThrough : 1 - (seeThrough - 0.5) * 1.76;
}

const GREY = new Color(0x9299a3);

function surface(finish: Finish, shading: Shading): Material {
  const { color, roughness, metalness, clearcoat = 0 } = finish;
  if (shading === "lambert") {
    // Without reflections a dark surface would be a mere outline: it is lifted towards grey.
    const { r, g, b } = new Color(color);
    return new MeshLambertMaterial({ color: new Color(color).lerp(GREY, 0.22 * (1 - Math.max(r, g, b))) });
  }
  if (shading === "physical" && clearcoat > 0) {
    return new MeshPhysicalMaterial({ color, roughness, metalness, clearcoat, clearcoatRoughness: 0.12 });
  }
  return new MeshStandardMaterial({ color, roughness, metalness });
}

/**
 * Lets the geometry's `inlay` attribute turn the surface into polished metal of another colour, and light graze its outline,
 * the more the farther the surface turns away from the viewer.
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
    const graze = "pow(1.0 - saturate(dot(normalize(normal), normalize(vViewPosition))), 2.5)";
    fragment = after(fragment, "emissivemap_fragment", `totalEmissiveRadiance += rimColor * ${graze};`);
    Object.assign(shader, { vertexShader: vertex, fragmentShader: fragment });
  };
  material.customProgramCacheKey = () => "grace";
}

/** A flat colour that light does not touch, for marks. */
export function makeMarkMaterial(opacity: number): MeshBasicMaterial {
  return new MeshBasicMaterial({ transparent: true, opacity, depthWrite: false, toneMapped: false, side: 2 });
}
