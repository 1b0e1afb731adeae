// Reads the guide from Markdown: sections, the rule book that a line is about, diagrams with their positions, and the
// paragraph of each reason. Comments in the Markdown say what cannot be seen; `crates/diagram/tests/rules_page` checks them.
import { lexer, type Token, type Tokens } from "marked";
import type {
  Block,
  Diagram,
  DiagramPosition,
  Guide,
  GuidePage,
  Inline,
  ListItem,
  Section,
} from "../src/learn/guide/document.ts";
import type { RuleBook } from "../src/wire/world.ts";

export interface GuideSource {
  /** The file's name in `docs`, which links from other pages use. */
  readonly name: string;
  readonly markdown: string;
}

/** The diagrams of the guide: positions by name, and the address and size of a picture. */
export interface Diagrams {
  readonly positions: Readonly<Record<string, DiagramPosition>>;
  image(name: string): string;
  size(name: string): Diagram["size"];
}

export function readGuide(sources: readonly GuideSource[], diagrams: Diagrams): Guide {
  const reader = new GuideReader(sources, diagrams);
  const pages = sources.map((source) => reader.page(source));
  const ids = pages.flatMap(({ sections }) => sections.map(({ id }) => id));
  if (new Set(ids).size !== ids.length) throw new Error("two sections of the guide have the same name");
  return { pages, reasons: reader.reasons };
}

/** The address of a heading, as GitHub makes it. */
export function headingId(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} -]/gu, "")
    .replaceAll(" ", "-");
}

interface OpenSection extends Section {
  readonly blocks: Block[];
}

class GuideReader {
  readonly reasons: Record<string, string> = {};
  /** The first section of each page, by file name. */
  readonly #pages: ReadonlyMap<string, string>;
  readonly #diagrams: Diagrams;
  /** The reasons that the next block explains. */
  #pending: readonly string[] = [];

  constructor(sources: readonly GuideSource[], diagrams: Diagrams) {
    this.#diagrams = diagrams;
    this.#pages = new Map(
      sources.map(({ name, markdown }) => [name, headingId(/^# (.*)$/m.exec(markdown)?.[1] ?? name)]),
    );
  }

  page({ markdown }: GuideSource): GuidePage {
    const sections: OpenSection[] = [];
    for (const token of lexer(markdown) as Tokens.Generic[]) {
      if (token.type === "heading") {
        const { text, depth } = token as Tokens.Heading;
        if (depth > 3) throw new Error(`the heading "${text}" is too deep`);
        sections.push({
          id: headingId(text),
          title: text.replaceAll("'", "’"),
          level: depth as Section["level"],
          blocks: [],
        });
        continue;
      }
      const section = sections.at(-1);
      if (section === undefined) throw new Error("the guide starts with a heading");
      const block = this.#block(token, `${section.id}-${section.blocks.length + 1}`);
      if (block === null) continue;
      section.blocks.push(block);
      for (const code of this.#pending) this.reasons[code] = block.id;
      this.#pending = [];
    }
    return { sections };
  }

  /** Null for comments, and for paragraphs that only make sense beside the other documents. */
  #block(token: Tokens.Generic, id: string): Block | null {
    switch (token.type) {
      case "space":
        return null;
      case "html":
        this.#pending = [...this.#pending, ...reasonsOf((token as Tokens.HTML).text)];
        return null;
      case "paragraph": {
        const content = this.#inline(token.tokens);
        if (content === null) return null;
        const [only] = content;
        if (content.length === 1 && typeof only === "object" && only.kind === "diagram") {
          return { id, kind: "diagram", diagram: only.diagram };
        }
        return { id, kind: "paragraph", book: bookOf(content), content };
      }
      case "list": {
        const { ordered, items } = token as Tokens.List;
        return { id, kind: "list", ordered, items: items.map((item) => this.#item(item)) };
      }
      case "table": {
        const { header, rows } = token as Tokens.Table;
        return {
          id,
          kind: "table",
          columns: header.map((cell) => ({ book: columnBook(cell.text), content: this.#content(cell.tokens) })),
          rows: rows.map((row) => row.map((cell) => this.#content(cell.tokens))),
        };
      }
      default:
        throw new Error(`the guide cannot show ${token.type}: ${token.raw}`);
    }
  }

  #item({ tokens }: Tokens.ListItem): ListItem {
    const content = tokens.flatMap((token) => this.#content((token as Tokens.Generic).tokens));
    return { book: bookOf(content), content };
  }

  #content(tokens: Token[] | undefined): readonly Inline[] {
    const content = this.#inline(tokens);
    if (content === null) throw new Error("only a paragraph can link out of the guide");
    return content;
  }

  /** Null if it links to a document that is not part of the guide. */
  #inline(tokens: Token[] = []): readonly Inline[] | null {
    const content: Inline[] = [];
    for (const token of tokens as Tokens.Generic[]) {
      const inline = this.#one(token);
      if (inline === null) return null;
      content.push(inline);
    }
    return content;
  }

  #one(token: Tokens.Generic): Inline | null {
    switch (token.type) {
      case "text":
      case "escape":
        return (token as Tokens.Text).text.replaceAll("\n", " ").replaceAll("'", "’");
      case "codespan":
        return { kind: "code", content: [(token as Tokens.Codespan).text] };
      case "strong":
      case "em": {
        const content = this.#inline(token.tokens);
        return content && { kind: token.type, content };
      }
      case "image": {
        const { href, text } = token as Tokens.Image;
        return { kind: "diagram", diagram: this.#diagram(href, text) };
      }
      case "link": {
        const section = this.#section((token as Tokens.Link).href);
        const content = this.#inline(token.tokens);
        return section === null || content === null ? null : { kind: "link", section, content };
      }
      default:
        throw new Error(`the guide cannot show ${token.type}: ${token.raw}`);
    }
  }

  #section(href: string): string | null {
    const [file = "", section] = href.split("#");
    if (file !== "" && !this.#pages.has(file)) return null;
    return section ?? this.#pages.get(file) ?? null;
  }

  #diagram(href: string, description: string): Diagram {
    const name = /^diagrams\/(.*)\.svg$/.exec(href)?.[1];
    if (name === undefined) throw new Error(`${href} is not a diagram`);
    const position = this.#diagrams.positions[name] ?? null;
    return { name, description, image: this.#diagrams.image(name), size: this.#diagrams.size(name), position };
  }
}

/** The codes in a comment `reasons CODE ...`. */
function reasonsOf(comments: string): readonly string[] {
  return [...comments.matchAll(/<!-- reasons (.*?) -->/g)].flatMap(([, codes = ""]) => codes.split(" "));
}

/** The rule book of a line that starts with a bold "Revised:" or "Meder:". */
function bookOf([first]: readonly Inline[]): RuleBook | null {
  if (typeof first !== "object" || first.kind !== "strong") return null;
  const [words] = first.content;
  if (typeof words !== "string") return null;
  if (words.startsWith("Revised:")) return "revised";
  return words.startsWith("Meder:") ? "meder" : null;
}

/** The rule book that the head of a column names, if it names one. */
function columnBook(head: string): RuleBook | null {
  const books = (["revised", "meder"] as const).filter((book) => head.includes(book));
  return books.length === 1 ? (books[0] ?? null) : null;
}
