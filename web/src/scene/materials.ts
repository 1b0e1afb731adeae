// The materials of the set under names, rebuilt together when a theme, the light or the quality changes.
import {
  Color,
  MeshBasicMaterial,
  MeshLambertMaterial,
  MeshPhysicalMaterial,
  MeshStandardMaterial,
  type Material,
} from "three";
import { BOARD_LOOKS, PIECE_LOOKS, type BoardTheme, type Finish, type PieceTheme } from "./themes";

/** How much a machine is asked to do for a surface. */
export type Richness = "physical" | "standard" | "plain";

export interface Look {
  readonly board: BoardTheme;
  readonly pieces: PieceTheme;
  readonly richness: Richness;
}

export interface Materials {
  readonly tiles: Material;
  readonly thinTiles: Material;
  readonly ghostTiles: Material;
  readonly frames: Readonly<Record<"W" | "N" | "B" | "white" | "black", Material>>;
  readonly thinFrame: Material;
  readonly ghostFrame: Material;
  readonly metal: Material;
  readonly plinth: Material;
  readonly pieces: Readonly<Record<"solid" | "ghost" | "thin", Readonly<Record<"white" | "black", Material>>>>;
}

/** Opacity of what stands back: other levels, pieces that hide the selection, what is only a ghost. */
const THIN = { tiles: 0.16, frame: 0.3, pieces: 0.2, ghost: 0.55 };

export function makeMaterials({ board, pieces, richness }: Look): Materials {
  const boardLook = BOARD_LOOKS[board];
  const pieceLook = PIECE_LOOKS[pieces];
  const solid = (finish: Finish, inlay?: number) => surface(finish, richness, inlay);
  const glass = (opacity: number) => {
    const material = surface({ color: 0xffffff, roughness: 0.08, metalness: 0 }, richness);
    Object.assign(material, {
      vertexColors: true,
      transparent: true,
      depthWrite: false,
      opacity,
      envMapIntensity: 0.55,
    });
    return material;
  };
  const thin = (finish: Finish, opacity: number) => {
    const material = surface(finish, richness === "physical" ? "standard" : richness);
    Object.assign(material, { transparent: true, depthWrite: false, opacity });
    return material;
  };
  return {
    tiles: glass(1),
    thinTiles: glass(THIN.tiles),
    ghostTiles: glass(THIN.ghost),
    frames: {
      W: solid(boardLook.frames.W),
      N: solid(boardLook.frames.N),
      B: solid(boardLook.frames.B),
      white: solid(boardLook.owners.white, boardLook.owners.white.inlay),
      black: solid(boardLook.owners.black, boardLook.owners.black.inlay),
    },
    thinFrame: thin(boardLook.frames.N, THIN.frame),
    ghostFrame: thin({ color: 0x2ecc8f, roughness: 0.5, metalness: 0 }, 0.8),
    metal: solid(boardLook.metal),
    plinth: solid(boardLook.plinth),
    pieces: {
      solid: {
        white: solid(pieceLook.white, pieceLook.white.inlay),
        black: solid(pieceLook.black, pieceLook.black.inlay),
      },
      ghost: { white: thin(pieceLook.white, THIN.ghost), black: thin(pieceLook.black, THIN.ghost) },
      thin: { white: thin(pieceLook.white, THIN.pieces), black: thin(pieceLook.black, THIN.pieces) },
    },
  };
}

export function disposeMaterials({ frames, pieces, ...single }: Materials): void {
  const { solid, ghost, thin } = pieces;
  const groups = [frames, solid, ghost, thin, single].map((group) => Object.values(group));
  for (const material of groups.flat()) material.dispose();
}

/** 0 solid to 1 clear: how strongly the glass is tinted; the middle is the theme's own tint. */
export function glassStrength(seeThrough: number): number {
  return seeThrough < 0.5 ? 1.7 - 1.4 * seeThrough : 1 - (seeThrough - 0.5) * 1.76;
}

const GREY = new Color(0x9299a3);

function surface(finish: Finish, richness: Richness, inlay?: number): Material {
  const { color, roughness, metalness, clearcoat = 0 } = finish;
  let material: Material;
  if (richness === "plain") {
    // Without reflections a dark surface would be a mere outline: it is lifted towards grey.
    const { r, g, b } = new Color(color);
    material = new MeshLambertMaterial({ color: new Color(color).lerp(GREY, 0.22 * (1 - Math.max(r, g, b))) });
  } else if (richness === "physical" && clearcoat > 0) {
    material = new MeshPhysicalMaterial({ color, roughness, metalness, clearcoat, clearcoatRoughness: 0.12 });
  } else {
    material = new MeshStandardMaterial({ color, roughness, metalness });
  }
  if (inlay !== undefined) inlayMetal(material, inlay);
  return material;
}

/** Lets the geometry's `inlay` attribute turn the surface into polished metal of another colour. */
function inlayMetal(material: Material, color: number): void {
  const tint = new Color(color);
  material.onBeforeCompile = (shader) => {
    shader.uniforms["inlayColor"] = { value: tint };
    shader.vertexShader = shader.vertexShader
      .replace("#include <common>", "#include <common>\nattribute float inlay;\nvarying float vInlay;")
      .replace("#include <begin_vertex>", "#include <begin_vertex>\nvInlay = inlay;");
    shader.fragmentShader = shader.fragmentShader
      .replace("#include <common>", "#include <common>\nuniform vec3 inlayColor;\nvarying float vInlay;")
      .replace(
        "#include <color_fragment>",
        "#include <color_fragment>\ndiffuseColor.rgb = mix(diffuseColor.rgb, inlayColor, vInlay);",
      )
      .replace(
        "#include <roughnessmap_fragment>",
        "#include <roughnessmap_fragment>\nroughnessFactor = mix(roughnessFactor, 0.22, vInlay);",
      )
      .replace(
        "#include <metalnessmap_fragment>",
        "#include <metalnessmap_fragment>\nmetalnessFactor = mix(metalnessFactor, 1.0, vInlay);",
      );
  };
  material.customProgramCacheKey = () => "inlay";
}

/** A flat colour that light does not touch, for marks. */
export function flatColor(opacity: number): MeshBasicMaterial {
  return new MeshBasicMaterial({ transparent: true, opacity, depthWrite: false, toneMapped: false, side: 2 });
}
