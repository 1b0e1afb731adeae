// The surface that the set stands on: a pool of light that fades into the page, with soft shadows of the base and boards.
// It is one mesh with a color per vertex, so that each pixel is blended once.
import { BufferGeometry, Color, Float32BufferAttribute, MathUtils, Mesh, MeshBasicMaterial, type Vector3 } from "three";
import type { Lighting } from "../materials/families";

/** How dark the shadows on the surface are. */
const SHADOW: Readonly<Record<Lighting, number>> = { light: 0.62, dark: 1 };

/** Radius of the visible surface, and where it begins to fade. */
const RADIUS = { fades: 3, ends: 27 };
const RINGS = 56;
const SEGMENTS = 72;

/** Something above the surface, as seen from above. */
export interface ShadowCaster {
  readonly center: Vector3;
  readonly halfWidth: number;
  readonly halfDepth: number;
}

/** A soft elliptic shadow: full strength inside `core`, a fraction of its radii, and none outside. */
interface Shadow {
  readonly x: number;
  readonly z: number;
  readonly radii: readonly [number, number];
  readonly core: number;
  readonly opacity: number;
}

/** Where the key light throws the shadow of a point, per unit of height. */
const SLANT = { x: 0.3, z: -0.36 };

export class Ground {
  readonly mesh: Mesh<BufferGeometry, MeshBasicMaterial>;
  readonly #shadows: readonly Shadow[];
  #color: number | null = null;

  constructor(height: number, base: ShadowCaster, boards: readonly ShadowCaster[]) {
    const shadow = ({ center, halfWidth, halfDepth }: ShadowCaster, opacity: number, blur: number, core: number) => ({
      x: SLANT.x * (center.y - height) + center.x - base.center.x,
      z: SLANT.z * (center.y - height) + center.z - base.center.z,
      radii: [halfWidth + blur, halfDepth + blur] as const,
      core,
      opacity,
    });
    this.#shadows = [
      shadow(base, 0.55, 0.5, 0.78),
      shadow(base, 0.3, 2.6, 0.35),
      ...boards.map((board) => {
        const rise = board.center.y - height;
        return shadow(board, 0.24 / (1 + rise * 0.09), 0.9 + rise * 0.3, 0.2);
      }),
    ];
    // One face, seen from above; back-face culling hides it from below.
    this.mesh = new Mesh(
      makeDisc(),
      new MeshBasicMaterial({ vertexColors: true, transparent: true, depthWrite: false, toneMapped: false }),
    );
    this.mesh.position.set(base.center.x, height - 0.02, base.center.z);
    this.mesh.renderOrder = -2;
  }

  /** Sets the color of the surface in the light. */
  setColor(lighting: Lighting, color: number): void {
    if (color === this.#color) return;
    this.#color = color;
    const strength = SHADOW[lighting];
    const surface = new Color(color);
    const position = this.mesh.geometry.getAttribute("position");
    const colors = this.mesh.geometry.getAttribute("color");
    for (let i = 0; i < position.count; i++) {
      const [x, z] = [position.getX(i), position.getZ(i)];
      const light = 1 - MathUtils.smoothstep(Math.hypot(x, z), RADIUS.fades, RADIUS.ends);
      const open = this.#shadows.reduce((product, shadow) => product * (1 - strength * darkness(shadow, x, z)), 1);
      // The lit surface over the page, darkened as a whole, as one color and opacity.
      const opacity = 1 - (1 - light) * open;
      const factor = opacity > 0 ? (light * open) / opacity : 0;
      colors.setXYZW(i, surface.r * factor, surface.g * factor, surface.b * factor, opacity);
    }
    colors.needsUpdate = true;
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
  }
}

/** How dark a shadow is at a point, from 0 to its opacity. */
function darkness({ x, z, radii, core, opacity }: Shadow, atX: number, atZ: number): number {
  const distance = Math.hypot((atX - x) / radii[0], (atZ - z) / radii[1]);
  return opacity * (1 - MathUtils.smoothstep(distance, core, 1));
}

/** A disc that faces up, with rings that are closer together near the center. */
function makeDisc(): BufferGeometry {
  const positions: number[] = [];
  const indices: number[] = [];
  for (let ring = 0; ring <= RINGS; ring++) {
    const radius = RADIUS.ends * (ring / RINGS) ** 1.8;
    for (let i = 0; i < SEGMENTS; i++) {
      const angle = (i / SEGMENTS) * Math.PI * 2;
      positions.push(Math.cos(angle) * radius, 0, Math.sin(angle) * radius);
      if (ring === RINGS) continue;
      const [a, b] = [ring * SEGMENTS + i, ring * SEGMENTS + ((i + 1) % SEGMENTS)];
      indices.push(a, b, a + SEGMENTS, b, b + SEGMENTS, a + SEGMENTS);
    }
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new Float32BufferAttribute(positions, 3));
  geometry.setAttribute("color", new Float32BufferAttribute((positions.length / 3) * 4, 4));
  geometry.setIndex(indices);
  return geometry;
}
