// Letters for the labels: every text drawn once, small and crisp, at the size at which the screen will show it.
import { CanvasTexture, LinearFilter } from "three";

/** Coordinates on the edges, captions of boards, names of squares. */
export type LabelKind = "coordinate" | "board" | "name";

const FONTS: Readonly<Record<LabelKind, { readonly weight: number; readonly size: number }>> = {
  coordinate: { weight: 500, size: 11 },
  board: { weight: 600, size: 11.5 },
  name: { weight: 500, size: 10.5 },
};
/** In a narrow picture everything is a little smaller. */
const NARROW = { below: 520, scale: 0.86 };
const FAMILY = "system-ui, sans-serif";
const TRACKING = 0.03;
const ATLAS_WIDTH = 1024;

export interface AtlasCell {
  /** The place of a text in the atlas, in device pixels. */
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export interface TextSize {
  readonly width: number;
  readonly height: number;
}

/** The scale of letters in a picture so wide, in CSS pixels. */
export function fontScaleFor(width: number): number {
  return width < NARROW.below ? NARROW.scale : 1;
}

/** How large a text is, in CSS pixels; where there is no canvas to measure it on, an upper estimate. */
export function measureText(
  text: string,
  kind: LabelKind,
  scale: number,
  pen: CanvasRenderingContext2D | null,
): TextSize {
  const size = FONTS[kind].size * scale;
  if (!pen) return { width: text.length * size * 0.78 + 2, height: size };
  pen.font = fontOf(kind, scale);
  return { width: pen.measureText(text).width + text.length * size * TRACKING + 2, height: size };
}

function fontOf(kind: LabelKind, scale: number): string {
  const { weight, size } = FONTS[kind];
  return `${weight} ${size * scale}px ${FAMILY}`;
}

/** Draws texts into one picture, white on nothing; the shader colours them. */
export class TextAtlas {
  readonly texture: CanvasTexture;
  readonly cells: ReadonlyMap<string, AtlasCell>;
  readonly size: readonly [number, number];

  constructor(texts: readonly (readonly [text: string, kind: LabelKind])[], scale: number, ratio: number) {
    const canvas = document.createElement("canvas");
    const pen = canvas.getContext("2d");
    const cells = new Map<string, AtlasCell>();
    let [left, top, row] = [0, 0, 0];
    for (const [text, kind] of texts) {
      const extent = measureText(text, kind, scale, pen);
      const [width, height] = [Math.ceil(extent.width * ratio) + 2, Math.ceil(extent.height * 1.3 * ratio)];
      if (left + width > ATLAS_WIDTH) [left, top, row] = [0, top + row, 0];
      cells.set(`${kind} ${text}`, { left, top, width, height });
      left += width;
      row = Math.max(row, height);
    }
    Object.assign(canvas, { width: ATLAS_WIDTH, height: top + row });
    this.size = [ATLAS_WIDTH, top + row];
    this.cells = cells;
    if (pen) {
      pen.fillStyle = "#fff";
      pen.textAlign = "center";
      pen.textBaseline = "middle";
      for (const [text, kind] of texts) {
        const cell = cells.get(`${kind} ${text}`);
        if (!cell) continue;
        pen.font = fontOf(kind, scale * ratio);
        pen.letterSpacing = `${FONTS[kind].size * scale * ratio * TRACKING}px`;
        pen.fillText(text, cell.left + cell.width / 2, cell.top + cell.height * 0.54);
      }
    }
    this.texture = new CanvasTexture(canvas);
    this.texture.minFilter = this.texture.magFilter = LinearFilter;
    this.texture.generateMipmaps = false;
    this.texture.flipY = false;
  }

  dispose(): void {
    this.texture.dispose();
  }
}
