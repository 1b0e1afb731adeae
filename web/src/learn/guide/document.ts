// The guide as data. The build reads it from the Markdown files in `docs`; the page only draws it.
import type { RuleBook } from "../../wire/world";

export interface Guide {
  readonly pages: readonly GuidePage[];
  /** The block that explains a reason of an illegal move, by the reason's code. */
  readonly reasons: Readonly<Record<string, string>>;
}

/** One Markdown file. */
export interface GuidePage {
  readonly sections: readonly Section[];
}

/** A heading and what follows it. The first section of a page has level 1. */
export interface Section {
  readonly id: string;
  readonly title: string;
  readonly level: 1 | 2 | 3;
  readonly blocks: readonly Block[];
}

export type Block =
  | (BlockPlace & { readonly kind: "paragraph"; readonly book: RuleBook | null; readonly content: readonly Inline[] })
  | (BlockPlace & { readonly kind: "list"; readonly ordered: boolean; readonly items: readonly ListItem[] })
  | (BlockPlace & { readonly kind: "table"; readonly columns: readonly Column[]; readonly rows: readonly Row[] })
  | (BlockPlace & { readonly kind: "diagram"; readonly diagram: Diagram });

interface BlockPlace {
  /** Unique in the guide: the section's name and a number. */
  readonly id: string;
}

export interface ListItem {
  /** The rule book that the item is about; null for both. */
  readonly book: RuleBook | null;
  readonly content: readonly Inline[];
}

export interface Column {
  readonly book: RuleBook | null;
  readonly content: readonly Inline[];
}

export type Row = readonly (readonly Inline[])[];

export type Inline =
  | string
  | { readonly kind: "strong" | "em" | "code"; readonly content: readonly Inline[] }
  /** A link to a section of the guide. */
  | { readonly kind: "link"; readonly section: string; readonly content: readonly Inline[] }
  | { readonly kind: "diagram"; readonly diagram: Diagram };

export interface Diagram {
  readonly name: string;
  readonly description: string;
  /** The address of the picture. */
  readonly image: string;
  /** The picture's size in pixels, so that the page does not move when it loads. */
  readonly size: { readonly width: number; readonly height: number };
  /** The position to play on; null for a picture without pieces. */
  readonly position: DiagramPosition | null;
}

export interface DiagramPosition {
  readonly rules: RuleBook;
  readonly tfen: string;
  /** The square or pin whose moves the picture shows. */
  readonly select?: string;
}
