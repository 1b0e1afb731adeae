// Searches the guide: which headings and paragraphs contain every word of a query, and where.
import { elementId, type Guide, type GuideSection } from "./places";

/** A heading or a paragraph that can be found. */
export interface Passage {
  /** The section or block to show. */
  readonly id: string;
  readonly section: GuideSection;
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

/** Headings, paragraphs, items and rows. Pictures are none. */
export function passagesOf({ html, sections }: Guide): readonly Passage[] {
  const page = document.createElement("template");
  page.innerHTML = html;
  for (const picture of page.content.querySelectorAll("figure")) picture.remove();
  return sections.flatMap((section) => {
    const place = page.content.getElementById(elementId(section.id))?.parentElement;
    const found = [...(place?.querySelectorAll("p, li, tbody tr") ?? [])].map((element) => ({
      id: element.closest("[id]")?.id.slice(elementId("").length) ?? section.id,
      section,
      heading: false,
      text: element.matches("tr")
        ? [...element.children]
            .map((cell) => cell.textContent)
            .filter(Boolean)
            .join(" · ")
        : element.textContent,
    }));
    return [
      { id: section.id, section, heading: true, text: section.title },
      ...found.filter(({ text }) => text !== ""),
    ];
  });
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

/** Marks the words in an element, except in links to boards. Returns what removes the marks. */
export function markIn(root: Element, words: readonly string[]): () => void {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  for (const text of texts.filter((each) => !each.parentElement?.closest("figure"))) {
    const parts = markWords(text.data, words);
    if (!parts.some(({ marked }) => marked)) continue;
    text.replaceWith(
      ...parts.map((part) =>
        part.marked ? Object.assign(document.createElement("mark"), { textContent: part.text }) : part.text,
      ),
    );
  }
  return () => {
    for (const mark of root.querySelectorAll("mark")) {
      const parent = mark.parentNode;
      mark.replaceWith(mark.textContent);
      parent?.normalize();
    }
  };
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
