// Places in the guide that an address names.
import type { Block, Diagram, DiagramPosition, Guide, Inline } from "./document";

/** A diagram with a position, and the block to return to. */
export interface FoundDiagram {
  readonly diagram: Diagram & { readonly position: DiagramPosition };
  readonly block: string;
}

const PLAY = "play/";

/** The section or block that an address names: by itself, or by the code of a reason that it explains. */
export function resolveTarget(guide: Guide, value: string | null): string | null {
  if (value === null) return null;
  const byReason = guide.reasons[value];
  if (byReason !== undefined) return byReason;
  const ids = guide.pages.flatMap(({ sections }) =>
    sections.flatMap((section) => [section.id, ...section.blocks.map(({ id }) => id)]),
  );
  return ids.includes(value) ? value : null;
}

/** The diagram to play on that an address names: `play/rook`. */
export function findDiagram(guide: Guide, value: string | null): FoundDiagram | null {
  if (!value?.startsWith(PLAY)) return null;
  const name = value.slice(PLAY.length);
  for (const { sections } of guide.pages) {
    for (const block of sections.flatMap(({ blocks }) => blocks)) {
      for (const diagram of diagramsOf(block)) {
        const { position } = diagram;
        if (diagram.name === name && position) return { diagram: { ...diagram, position }, block: block.id };
      }
    }
  }
  return null;
}

function diagramsOf(block: Block): readonly Diagram[] {
  switch (block.kind) {
    case "diagram":
      return [block.diagram];
    case "paragraph":
      return inlineDiagrams(block.content);
    case "list":
      return block.items.flatMap(({ content }) => inlineDiagrams(content));
    case "table":
      return block.rows.flatMap((row) => row.flatMap(inlineDiagrams));
  }
}

function inlineDiagrams(content: readonly Inline[]): readonly Diagram[] {
  return content.flatMap((inline) => {
    if (typeof inline === "string") return [];
    return inline.kind === "diagram" ? [inline.diagram] : inlineDiagrams(inline.content);
  });
}
