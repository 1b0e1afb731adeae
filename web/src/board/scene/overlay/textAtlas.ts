// A texture atlas with every label text, rasterised at the exact device pixel size.
import { CanvasTexture, LinearFilter } from "three";

export type LabelKind = "coordinate" | "board" | "square" | "badge";

/** Sizes in CSS pixels; nothing is smaller than 11. */
const FONTS: Readonly<Record<LabelKind, { readonly weight: number; readonly size: number }>> = {
  coordinate: { weight: 600, size: 11.5 },
  board: { weight: 700, size: 12 },
  square: { weight: 600, size: 11 },
  badge: { weight: 700, size: 17 },
};
const FAMILY = "system-ui, sans-serif";
/** Letter spacing in em. */
const LETTER_SPACING = 0.03;
/** Width of the contour around a text, in CSS pixels. */
const HALO = 2;
const ATLAS_WIDTH = 1024;

/** The states of a pawn that have a badge. */
export const BADGES = ["frozen", "deferred", "carried", "stranded"] as const;
type Badge = (typeof BADGES)[number];

/** Six arms, each with two twigs. */
const SNOWFLAKE = Array.from({ length: 6 }, (_, arm) => {
  const at = (radius: number, turn: number) => {
    const angle = (arm * Math.PI) / 3 + turn;
    return `${(Math.sin(angle) * radius).toFixed(2)} ${(-Math.cos(angle) * radius).toFixed(2)}`;
  };
  return `M0 0L${at(0.72, 0)}M${at(0.62, 0.42)}L${at(0.4, 0)}L${at(0.62, -0.42)}`;
}).join("");

/** Strokes of a badge's icon, in a view box from -1 to 1. */
const BADGE_STROKES: Readonly<Record<Badge, string>> = {
  frozen: SNOWFLAKE,
  deferred: "M-.5 0h.01M0 0h.01M.5 0h.01",
  carried: "M0 .55V-.5M-.42-.1 0-.52.42-.1",
  stranded: "M-.4-.4.4.4M-.4.4.4-.4",
};

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

/** The size of a text in CSS pixels; without a canvas context, an upper estimate. */
export function measureText(text: string, kind: LabelKind, context: CanvasRenderingContext2D | null): TextSize {
  const { size } = FONTS[kind];
  if (kind === "badge") return { width: size, height: size };
  if (!context) return { width: text.length * size * 0.78 + 2, height: size };
  context.font = fontOf(kind, 1);
  return { width: context.measureText(text).width + text.length * size * LETTER_SPACING + 2, height: size };
}

function fontOf(kind: LabelKind, scale: number): string {
  const { weight, size } = FONTS[kind];
  return `${weight} ${size * scale}px ${FAMILY}`;
}

/** Ink is black, and paper (halos, and icons on a badge) white; the label shader replaces both by colors of the theme. */
export class TextAtlas {
  readonly texture: CanvasTexture;
  readonly cells: ReadonlyMap<string, AtlasCell>;
  readonly size: readonly [number, number];

  constructor(texts: readonly (readonly [text: string, kind: LabelKind])[], ratio: number) {
    const canvas = document.createElement("canvas");
    const context = canvas.getContext("2d");
    const cells = new Map<string, AtlasCell>();
    let [left, top, row] = [0, 0, 0];
    for (const [text, kind] of texts) {
      const extent = measureText(text, kind, context);
      const [width, height] = [extent.width, extent.height * 1.3].map((side) => Math.ceil((side + 2 * HALO) * ratio));
      if (width === undefined || height === undefined) continue;
      if (left + width > ATLAS_WIDTH) [left, top, row] = [0, top + row, 0];
      cells.set(`${kind} ${text}`, { left, top, width, height });
      left += width;
      row = Math.max(row, height);
    }
    Object.assign(canvas, { width: ATLAS_WIDTH, height: top + row });
    this.size = [ATLAS_WIDTH, top + row];
    this.cells = cells;
    if (context) {
      for (const [text, kind] of texts) {
        const cell = cells.get(`${kind} ${text}`);
        if (!cell) continue;
        if (kind === "badge") drawBadge(context, text as Badge, cell, ratio);
        else drawText(context, text, kind, cell, ratio);
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

function drawText(
  context: CanvasRenderingContext2D,
  text: string,
  kind: LabelKind,
  { left, top, width, height }: AtlasCell,
  ratio: number,
): void {
  const place = [left + width / 2, top + height * 0.54] as const;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.lineJoin = "round";
  context.font = fontOf(kind, ratio);
  context.letterSpacing = `${FONTS[kind].size * ratio * LETTER_SPACING}px`;
  context.strokeStyle = "#fff";
  context.lineWidth = 2 * HALO * ratio;
  context.strokeText(text, ...place);
  context.fillStyle = "#000";
  context.fillText(text, ...place);
}

/** A disc with the icon of a pawn's state. */
function drawBadge(context: CanvasRenderingContext2D, badge: Badge, cell: AtlasCell, ratio: number): void {
  const radius = (FONTS.badge.size / 2) * ratio;
  context.save();
  context.translate(cell.left + cell.width / 2, cell.top + cell.height / 2);
  context.beginPath();
  context.arc(0, 0, radius, 0, Math.PI * 2);
  context.strokeStyle = "#fff";
  context.lineWidth = 2 * ratio;
  context.stroke();
  context.fillStyle = "#000";
  context.fill();
  context.scale(radius, radius);
  context.lineCap = context.lineJoin = "round";
  context.lineWidth = badge === "deferred" ? 0.34 : badge === "frozen" ? 0.13 : 0.22;
  context.stroke(new Path2D(BADGE_STROKES[badge]));
  context.restore();
}
