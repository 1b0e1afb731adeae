// The guide as the build renders it, and places in it that an address names.
import type { BoardPlace } from "../../board/overlay";
import type { RuleBook } from "../../wire/world";

export interface Guide {
  /** Every section, list, paragraph, table and diagram has an id, `guide-` and its name. */
  readonly html: string;
  readonly sections: readonly GuideSection[];
  /** The block that explains a reason of an illegal move, by the reason's code. */
  readonly reasons: Readonly<Record<string, string>>;
  /** The diagrams with a position to play on, by name. */
  readonly diagrams: Readonly<Record<string, GuideDiagram>>;
}

export interface GuideSection {
  readonly id: string;
  readonly title: string;
  /** 1 for the first section of a page, 2 or 3. */
  readonly level: number;
}

export interface GuideDiagram {
  readonly description: string;
  /** The block to return to. */
  readonly block: string;
  readonly position: DiagramPosition;
}

export interface DiagramPosition {
  readonly rules: RuleBook;
  readonly tfen: string;
  /** The square or pin whose moves the picture shows. */
  readonly select?: string;
  /** What is drawn, if the diagram is a map. */
  readonly map?: DiagramMap;
}

export interface DiagramMap {
  /** The main boards to show, with the pins over them. */
  readonly levels: readonly string[];
  readonly marks: readonly { readonly at: BoardPlace; readonly kind: MarkKind }[];
  readonly arrows: readonly { readonly from: BoardPlace; readonly to: BoardPlace }[];
}

/** What moves, where it may go or take, where it may not, what to look at, and what to look at with its name. */
export type MarkKind = "from" | "go" | "capture" | "stop" | "focus" | "name";

const PLAY = "play/";

/** The id of an element of the guide. The page has ids of its own. */
export function elementId(name: string): string {
  return `guide-${name}`;
}

/** The section or block that an address names: by itself, or by the code of a reason that it explains. */
export function resolveTarget({ html, reasons }: Guide, value: string | null): string | null {
  if (value === null) return null;
  return reasons[value] ?? (html.includes(`id="${elementId(value)}"`) ? value : null);
}

/** The diagram to play on that an address names: `play/rook`. */
export function findDiagram({ diagrams }: Guide, value: string | null): GuideDiagram | null {
  return value?.startsWith(PLAY) ? (diagrams[value.slice(PLAY.length)] ?? null) : null;
}
