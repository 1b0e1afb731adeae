// The plane of light at the storey that the slicer shows.
import { AdditiveBlending, DoubleSide, Mesh, PlaneGeometry, ShaderMaterial } from "three";
import { MAIN_LEVELS } from "../../view";
import type { WorldLayout } from "../set/worldLayout";

/** Half extents: the boards with a margin in which the light fades. */
const REACH = { x: 9.5, z: 14 };

export class SlicePlane {
  readonly mesh: Mesh<PlaneGeometry, ShaderMaterial>;
  readonly #layout: WorldLayout;

  constructor(layout: WorldLayout) {
    this.#layout = layout;
    const material = new ShaderMaterial({
      vertexShader:
        "varying vec2 vAt; void main() { vAt = uv * 2.0 - 1.0; gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0); }",
      fragmentShader: `
varying vec2 vAt;
void main() {
  vec2 edge = smoothstep(vec2(0.0), vec2(0.35), 1.0 - abs(vAt));
  gl_FragColor = vec4(0.35, 0.75, 1.0, 0.2 * edge.x * edge.y);
}`,
      transparent: true,
      depthWrite: false,
      side: DoubleSide,
      blending: AdditiveBlending,
    });
    this.mesh = new Mesh(new PlaneGeometry(2 * REACH.x, 2 * REACH.z).rotateX(-Math.PI / 2), material);
    this.mesh.renderOrder = -1;
    this.mesh.visible = false;
  }

  /** Moves the light to a storey, or hides it. */
  place(storey: number | null): void {
    const level = storey === null ? undefined : MAIN_LEVELS[Math.floor(storey / 2)];
    this.mesh.visible = level !== undefined;
    if (storey === null || level === undefined) return;
    const middle = this.#layout.boardPosition(this.#layout.instance("N"));
    const height = this.#layout.boardHeight(
      storey % 2 === 0 ? this.#layout.instance(level) : this.#layout.attackBoardOver(level),
    );
    this.mesh.position.copy(middle).setY(height - 0.3);
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
  }
}
