// Searches the guide: which headings and paragraphs contain every word of a query, and where.
import type { Block, Guide, Inline, Section } from "./document";

/** A heading or a paragraph that can be found. */
export interface Passage {
  /** The section or block to show. */
  readonly id: string;
  readonly section: Section;
  /** Whether it is the section's heading. */
  readonly heading: boolean;
  readonly text: string;
}

export interface Part {
  readonly text: string;
  readonly marked: boolean;
}

/** Letters of the passage shown before the first match. */
const CONTEXT = 40;
const SNIPPET = 150;
const MAX_HITS = 20;
/** Shorter words would mark half of the guide. */
const MIN_WORD_LENGTH = 2;

export function passagesOf(guide: Guide): readonly Passage[] {
  return guide.pages.flatMap(({ sections }) =>
    sections.flatMap((section) => [
      { id: section.id, section, heading: true, text: section.title },
      ...section.blocks.flatMap((block) =>
        blockTexts(block).map((text) => ({ id: block.id, section, heading: false, text })),
      ),
    ]),
  );
}

/** The words to look for. */
export function queryWords(query: string): readonly string[] {
  return query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word.length >= MIN_WORD_LENGTH);
}

/** The passages that contain every word, headings first. */
export function search(passages: readonly Passage[], words: readonly string[]): readonly Passage[] {
  if (words.length === 0) return [];
  const hits = passages.filter(({ text }) => {
    const lower = text.toLowerCase();
    return words.every((word) => lower.includes(word));
  });
  const headings = hits.filter(({ heading }) => heading);
  return [...headings, ...hits.filter(({ heading }) => !heading)].slice(0, MAX_HITS);
}

/** The text in parts, with the words marked. */
export function markWords(text: string, words: readonly string[]): readonly Part[] {
  if (words.length === 0) return [{ text, marked: false }];
  const pattern = new RegExp(`(${words.map(escapePattern).join("|")})`, "i");
  return text
    .split(pattern)
    .map((part, index) => ({ text: part, marked: index % 2 === 1 }))
    .filter((part) => part.text !== "");
}

function escapePattern(word: string): string {
  return word.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
}

/** The text around the first match. */
export function snippet(text: string, words: readonly string[]): string {
  const lower = text.toLowerCase();
  const first = Math.min(...words.map((word) => lower.indexOf(word)).filter((index) => index >= 0));
  const from = Number.isFinite(first) && first > CONTEXT ? text.lastIndexOf(" ", first - CONTEXT) + 1 : 0;
  const cut = text.slice(from, from + SNIPPET);
  return `${from > 0 ? "… " : ""}${cut}${from + SNIPPET < text.length ? " …" : ""}`;
}

/** The texts of a block: one for a paragraph, one for each item or row. Pictures have none. */
function blockTexts(block: Block): readonly string[] {
  switch (block.kind) {
    case "paragraph":
      return [plainText(block.content)];
    case "list":
      return block.items.map(({ content }) => plainText(content));
    case "table":
      return block.rows.map((row) => row.map(plainText).filter(Boolean).join(" · ")).filter(Boolean);
    case "diagram":
      return [];
  }
}

export function plainText(content: readonly Inline[]): string {
  return content
    .map((inline) => (typeof inline === "string" ? inline : inline.kind === "diagram" ? "" : plainText(inline.content)))
    .join("");
}
