// A software rasteriser of ids: which object is in front at each pixel, and how much of it the glass before it shows.
import { Matrix4, Vector4, type BufferGeometry, type Camera } from "three";

/** Paints a pixel of a triangle that is in front of what was drawn before. */
type Paint = (pixel: number, depth: number, vertex: number) => void;

export class IdBuffer {
  readonly width: number;
  readonly height: number;
  /** The id of the nearest object at each pixel; 0 for none. */
  readonly ids: Int16Array;
  /** The share of light that the glass in front of each pixel lets through. */
  readonly light: Float32Array;
  readonly #depths: Float32Array;
  readonly #viewProjection: Matrix4;

  constructor(camera: Camera, width: number, height: number) {
    this.width = width;
    this.height = height;
    this.ids = new Int16Array(width * height);
    this.light = new Float32Array(width * height).fill(1);
    this.#depths = new Float32Array(width * height).fill(Infinity);
    this.#viewProjection = new Matrix4().multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse);
  }

  /** Draws all triangles of a geometry, front and back faces. */
  draw(geometry: BufferGeometry, matrix: Matrix4, id: number): void {
    this.#drawTriangles(geometry, matrix, (pixel, depth) => {
      this.#depths[pixel] = depth;
      this.ids[pixel] = id;
    });
  }

  /** Draws glass over what is there already. Its vertex colors hold its opacity, which the factor scales. */
  drawGlass(geometry: BufferGeometry, matrix: Matrix4, factor: number): void {
    const colors = geometry.getAttribute("color");
    this.#drawTriangles(geometry, matrix, (pixel, _, vertex) => {
      this.light[pixel] = (this.light[pixel] ?? 0) * (1 - colors.getW(vertex) * factor);
    });
  }

  #drawTriangles(geometry: BufferGeometry, matrix: Matrix4, paint: Paint): void {
    const corners = this.#project(geometry, matrix);
    const { index } = geometry;
    const count = index ? index.count : corners.length / 3;
    for (let i = 0; i + 2 < count; i += 3) {
      const [a, b, c] = index ? [index.getX(i), index.getX(i + 1), index.getX(i + 2)] : [i, i + 1, i + 2];
      this.#fill(corners, a, b, c, paint);
    }
  }

  /** How much of each id is seen: its pixels, each with the light that reaches it. */
  seen(): Map<number, number> {
    const seen = new Map<number, number>();
    this.ids.forEach((id, pixel) => {
      if (id > 0) seen.set(id, (seen.get(id) ?? 0) + (this.light[pixel] ?? 0));
    });
    return seen;
  }

  /** The bounds of all drawn pixels. */
  bounds(): { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number } {
    let [left, right, top, bottom] = [this.width, 0, this.height, 0];
    this.ids.forEach((id, pixel) => {
      if (id === 0) return;
      const [x, y] = [pixel % this.width, Math.floor(pixel / this.width)];
      [left, right] = [Math.min(left, x), Math.max(right, x + 1)];
      [top, bottom] = [Math.min(top, y), Math.max(bottom, y + 1)];
    });
    return { left, right, top, bottom };
  }

  /** Pixel coordinates and depth of every vertex. */
  #project(geometry: BufferGeometry, matrix: Matrix4): Float32Array {
    const position = geometry.getAttribute("position");
    const toClip = new Matrix4().multiplyMatrices(this.#viewProjection, matrix);
    const corners = new Float32Array(position.count * 3);
    const clip = new Vector4();
    for (let i = 0; i < position.count; i++) {
      clip.set(position.getX(i), position.getY(i), position.getZ(i), 1).applyMatrix4(toClip);
      corners[i * 3] = ((clip.x / clip.w + 1) / 2) * this.width;
      corners[i * 3 + 1] = ((1 - clip.y / clip.w) / 2) * this.height;
      corners[i * 3 + 2] = clip.z / clip.w;
    }
    return corners;
  }

  #fill(corners: Float32Array, a: number, b: number, c: number, paint: Paint): void {
    const { width, height } = this;
    const depths = this.#depths;
    const at = (index: number): number => corners[index] ?? 0;
    const [ax, ay, az] = [at(a * 3), at(a * 3 + 1), at(a * 3 + 2)];
    const [bx, by, bz] = [at(b * 3), at(b * 3 + 1), at(b * 3 + 2)];
    const [cx, cy, cz] = [at(c * 3), at(c * 3 + 1), at(c * 3 + 2)];
    const area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay);
    if (area === 0) return;
    const left = Math.max(0, Math.ceil(Math.min(ax, bx, cx) - 0.5));
    const right = Math.min(width - 1, Math.floor(Math.max(ax, bx, cx) - 0.5));
    const top = Math.max(0, Math.ceil(Math.min(ay, by, cy) - 0.5));
    const bottom = Math.min(height - 1, Math.floor(Math.max(ay, by, cy) - 0.5));
    for (let y = top; y <= bottom; y++) {
      for (let x = left; x <= right; x++) {
        const [px, py] = [x + 0.5, y + 0.5];
        const u = ((bx - px) * (cy - py) - (cx - px) * (by - py)) / area;
        const v = ((cx - px) * (ay - py) - (ax - px) * (cy - py)) / area;
        const w = 1 - u - v;
        if (u < 0 || v < 0 || w < 0) continue;
        const depth = u * az + v * bz + w * cz;
        const pixel = y * width + x;
        if (depth < (depths[pixel] ?? Infinity)) paint(pixel, depth, a);
      }
    }
  }
}
