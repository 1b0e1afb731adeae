// A texture atlas with every label text, rasterised at the exact device pixel size.
import { CanvasTexture, LinearFilter } from "three";

export type LabelKind = "coordinate" | "board" | "square";

const FONTS: Readonly<Record<LabelKind, { readonly weight: number; readonly size: number }>> = {
  coordinate: { weight: 500, size: 11 },
  board: { weight: 600, size: 11.5 },
  square: { weight: 500, size: 10.5 },
};
/** Labels are smaller in a viewport narrower than this, in CSS pixels. */
export const NARROW_WIDTH = 520;
const NARROW_SCALE = 0.86;
const FAMILY = "system-ui, sans-serif";
/** Letter spacing in em. */
const LETTER_SPACING = 0.03;
const ATLAS_WIDTH = 1024;

/** A text's rectangle in the atlas, in device pixels. */
export interface AtlasCell {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export interface TextSize {
  readonly width: number;
  readonly height: number;
}

/** The font scale for a viewport width in CSS pixels. */
export function fontScaleFor(width: number): number {
  return width < NARROW_WIDTH ? NARROW_SCALE : 1;
}

/** The size of a text in CSS pixels; without a canvas context, an upper estimate. */
export function measureText(
  text: string,
  kind: LabelKind,
  scale: number,
  context: CanvasRenderingContext2D | null,
): TextSize {
  const size = FONTS[kind].size * scale;
  if (!context) return { width: text.length * size * 0.78 + 2, height: size };
  context.font = fontOf(kind, scale);
  return { width: context.measureText(text).width + text.length * size * LETTER_SPACING + 2, height: size };
}

function fontOf(kind: LabelKind, scale: number): string {
  const { weight, size } = FONTS[kind];
  return `${weight} ${size * scale}px ${FAMILY}`;
}

/** Texts are white on transparent; the label shader colours them. */
export class TextAtlas {
  readonly texture: CanvasTexture;
  readonly cells: ReadonlyMap<string, AtlasCell>;
  readonly size: readonly [number, number];

  constructor(texts: readonly (readonly [text: string, kind: LabelKind])[], scale: number, ratio: number) {
    const canvas = document.createElement("canvas");
    const context = canvas.getContext("2d");
    const cells = new Map<string, AtlasCell>();
    let [left, top, row] = [0, 0, 0];
    for (const [text, kind] of texts) {
      const extent = measureText(text, kind, scale, context);
      const [width, height] = [Math.ceil(extent.width * ratio) + 2, Math.ceil(extent.height * 1.3 * ratio)];
      if (left + width > ATLAS_WIDTH) [left, top, row] = [0, top + row, 0];
      cells.set(`${kind} ${text}`, { left, top, width, height });
      left += width;
      row = Math.max(row, height);
    }
    Object.assign(canvas, { width: ATLAS_WIDTH, height: top + row });
    this.size = [ATLAS_WIDTH, top + row];
    this.cells = cells;
    if (context) {
      context.fillStyle = "#fff";
      context.textAlign = "center";
      context.textBaseline = "middle";
      for (const [text, kind] of texts) {
        const cell = cells.get(`${kind} ${text}`);
        if (!cell) continue;
        context.font = fontOf(kind, scale * ratio);
        context.letterSpacing = `${FONTS[kind].size * scale * ratio * LETTER_SPACING}px`;
        context.fillText(text, cell.left + cell.width / 2, cell.top + cell.height * 0.54);
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
