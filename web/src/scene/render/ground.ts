// The surface that the set stands on: a pool of light that fades into the page, with soft shadows of the base and boards.
import { Color, Group, Mesh, MeshBasicMaterial, type BufferGeometry, type Vector3 } from "three";
import { fadingRings, makeSoftDisc } from "../geometry/softDisc";
import { mergeParts } from "../geometry/lathe";
import type { Lighting } from "../materials/themes";

/** Colour of the surface in the light, and how dark the shadows on it are. */
const SURFACE: Readonly<Record<Lighting, { readonly color: number; readonly shadow: number }>> = {
  light: { color: 0xdcd5c9, shadow: 0.62 },
  dark: { color: 0x39414b, shadow: 1 },
};

/** A board above the surface: its centre, half extents and height. */
export interface ShadowCaster {
  readonly center: Vector3;
  readonly halfWidth: number;
  readonly halfDepth: number;
}

export class Ground {
  readonly group = new Group();
  readonly #surface: Mesh<BufferGeometry, MeshBasicMaterial>;
  readonly #shadows: Mesh<BufferGeometry, MeshBasicMaterial>;

  constructor(center: Vector3, height: number, base: ShadowCaster, boards: readonly ShadowCaster[]) {
    this.#surface = new Mesh(makeSoftDisc(fadingRings(1, 0.08, 24), 64).scale(27, 1, 27), flatMaterial());
    this.#surface.position.set(center.x, height - 0.03, center.z);
    this.#shadows = new Mesh(makeShadows(height, base, boards), flatMaterial());
    this.#shadows.position.y = height - 0.015;
    for (const [order, mesh] of [this.#surface, this.#shadows].entries()) {
      // The discs face down; back-face culling hides them from below.
      mesh.scale.y = -1;
      mesh.renderOrder = order - 3;
      this.group.add(mesh);
    }
  }

  setLighting(lighting: Lighting): void {
    const { color, shadow } = SURFACE[lighting];
    this.#surface.material.color = new Color(color);
    this.#shadows.material.color = new Color(0);
    this.#shadows.material.opacity = shadow;
  }

  dispose(): void {
    for (const { geometry, material } of [this.#surface, this.#shadows]) {
      geometry.dispose();
      material.dispose();
    }
  }
}

function flatMaterial(): MeshBasicMaterial {
  return new MeshBasicMaterial({
    vertexColors: true,
    transparent: true,
    depthWrite: false,
    toneMapped: false,
    side: 2,
  });
}

/** Where the key light throws the shadow of a point, per unit of height. */
const SLANT = { x: 0.3, z: -0.36 };

function makeShadows(ground: number, base: ShadowCaster, boards: readonly ShadowCaster[]): BufferGeometry {
  const shadow = ({ center, halfWidth, halfDepth }: ShadowCaster, opacity: number, blur: number, core: number) => {
    const height = center.y - ground;
    return makeSoftDisc(fadingRings(opacity, core, 14), 48)
      .scale(halfWidth + blur, 1, halfDepth + blur)
      .translate(center.x + SLANT.x * height, 0, center.z + SLANT.z * height);
  };
  return mergeParts([
    shadow(base, 0.55, 0.5, 0.78),
    shadow(base, 0.3, 2.6, 0.35),
    ...boards.map((board) => {
      const height = board.center.y - ground;
      return shadow(board, 0.24 / (1 + height * 0.09), 0.9 + height * 0.3, 0.2);
    }),
  ]);
}
