// A Vite plugin for the module `virtual:guide`: the guide as HTML, rendered from Markdown at build time. Comments in the
// Markdown say what cannot be seen; `crates/diagram/tests/rules_page` checks them.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { lexer, Parser, Renderer, type Token, type Tokens } from "marked";
import type { Plugin } from "vite";
import type { DiagramPosition, Guide, GuideSection } from "../src/learn/guide/places.ts";
import { guide as words } from "../src/text/english/guide.ts";
import type { RuleBook } from "../src/wire/world.ts";
import { ICON_PATHS } from "../src/ui/iconPaths.ts";

const DOCS = join(import.meta.dirname, "../../docs/play");
const PAGES = ["rules.md", "other-rules.md"];
const POSITIONS = "diagrams/positions.json";

const NAME = "virtual:guide";
const RESOLVED = `\0${NAME}`;

export interface GuideSource {
  /** The file's name in `docs`, which links from other pages use. */
  readonly name: string;
  readonly markdown: string;
}

/** The diagrams of the guide: positions by name, and the size of a picture. */
export interface Diagrams {
  readonly positions: Readonly<Record<string, DiagramPosition>>;
  size(name: string): { readonly width: number; readonly height: number };
}

/** The guide of this repository. A picture's address is `image:NAME`. */
export function repositoryGuide(): Guide {
  const positions = JSON.parse(readFileSync(join(DOCS, POSITIONS), "utf8")) as Diagrams["positions"];
  const sources = PAGES.map((name) => ({ name, markdown: readFileSync(join(DOCS, name), "utf8") }));
  return renderGuide(sources, { positions, size: sizeOf });
}

/** The size that an SVG states, so that the page does not move when it loads. */
function sizeOf(name: string): { width: number; height: number } {
  const svg = readFileSync(join(DOCS, `diagrams/${name}.svg`), "utf8");
  const [, width, height] = / width="([\d.]+)" height="([\d.]+)"/.exec(svg) ?? [];
  return { width: Math.round(Number(width)), height: Math.round(Number(height)) };
}

export function guide(): Plugin {
  return {
    name: "guide",
    resolveId: (id) => (id === NAME ? RESOLVED : null),
    load(id) {
      if (id !== RESOLVED) return null;
      for (const file of [...PAGES, POSITIONS]) this.addWatchFile(join(DOCS, file));
      return renderModule(repositoryGuide());
    },
  };
}

/** A module that exports the guide and imports each picture, so that the build gives it a file. */
function renderModule(guide: Guide): string {
  const names = [...new Set([...guide.html.matchAll(/"image:([\w-]+)"/g)].map(([, name = ""]) => name))];
  const imports = names.map(
    (name, at) => `import image${at} from ${JSON.stringify(join(DOCS, `diagrams/${name}.svg`))};`,
  );
  const json = JSON.stringify(guide).replaceAll(
    /image:([\w-]+)/g,
    (_, name: string) => `" + image${names.indexOf(name)} + "`,
  );
  return `${imports.join("\n")}\nexport const guide = ${json};\n`;
}

export function renderGuide(sources: readonly GuideSource[], diagrams: Diagrams): Guide {
  const renderer = new GuideRenderer(sources, diagrams);
  const html = sources.map(({ markdown }) => renderer.page(lexer(markdown))).join("\n");
  const { sections, reasons, found } = renderer;
  if (new Set(sections.map(({ id }) => id)).size !== sections.length) {
    throw new Error("two sections of the guide have the same name");
  }
  return { html, sections, reasons, diagrams: found };
}

/** The address of a heading, as GitHub makes it. */
export function headingId(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} -]/gu, "")
    .replaceAll(" ", "-");
}

class GuideRenderer extends Renderer {
  readonly sections: GuideSection[] = [];
  readonly reasons: Record<string, string> = {};
  readonly found: Record<string, Guide["diagrams"][string]> = {};
  /** The first section of each page, by file name. */
  readonly #pages: ReadonlyMap<string, string>;
  readonly #diagrams: Diagrams;
  readonly #parser: Parser;
  /** The reasons that the next block explains. */
  #pending: readonly string[] = [];
  #block = "";

  constructor(sources: readonly GuideSource[], diagrams: Diagrams) {
    super();
    this.#diagrams = diagrams;
    this.#parser = new Parser({ renderer: this });
    this.#pages = new Map(
      sources.map(({ name, markdown }) => [name, headingId(/^# (.*)$/m.exec(markdown)?.[1] ?? name)]),
    );
  }

  page(tokens: readonly Token[]): string {
    const first = headingId((tokens.find(({ type }) => type === "heading") as Tokens.Heading | undefined)?.text ?? "");
    let count = 0;
    let html = "";
    for (const token of tokens as Tokens.Generic[]) {
      if (token.type === "heading") {
        html += `${html && "</section>\n"}<section>${this.#heading(token as Tokens.Heading)}\n`;
        count = 0;
        continue;
      }
      const section = this.sections.at(-1);
      if (section === undefined || html === "") throw new Error("the guide starts with a heading");
      this.#block = `${section.id}-${count + 1}`;
      const block = this.#top(token);
      if (block === "") continue;
      html += `${block}\n`;
      count++;
      for (const code of this.#pending) this.reasons[code] = this.#block;
      this.#pending = [];
    }
    return `<article aria-labelledby="guide-${first}">${html}</section></article>`;
  }

  #heading({ text, depth }: Tokens.Heading): string {
    if (depth > 3) throw new Error(`the heading "${text}" is too deep`);
    const id = headingId(text);
    const title = typographic(text);
    this.sections.push({ id, title, level: depth });
    // The page's title is the heading of level 2.
    return `<h${depth + 2} id="guide-${id}" tabindex="-1">${escape(title)}</h${depth + 2}>`;
  }

  /** Empty for comments, and for paragraphs that only make sense beside the other documents. */
  #top(token: Tokens.Generic): string {
    const place = `id="guide-${this.#block}" tabindex="-1"`;
    switch (token.type) {
      case "space":
        return "";
      case "html":
        this.#pending = [...this.#pending, ...reasonsOf(token.raw)];
        return "";
      case "paragraph": {
        const { tokens } = token as Tokens.Paragraph;
        if (tokens.some((each) => each.type === "link" && this.#section((each as Tokens.Link).href) === null))
          return "";
        if (tokens.length > 1 && tokens.some(({ type }) => type === "image")) throw unknown(token);
        const content = this.#parser.parseInline(tokens);
        if (tokens[0]?.type === "image") return `<div ${place} class="guide-block">${content}</div>`;
        return `<p ${place}${bookOf(tokens[0])}>${content}</p>`;
      }
      case "list": {
        const { ordered, items } = token as Tokens.List;
        const tag = ordered ? "ol" : "ul";
        return `<${tag} ${place}>\n${items.map((item) => this.#item(item)).join("\n")}\n</${tag}>`;
      }
      case "table":
        return this.#table(token as Tokens.Table, place);
      default:
        throw unknown(token);
    }
  }

  #item({ tokens }: Tokens.ListItem): string {
    const content = tokens.flatMap((token) => (token as Tokens.Generic).tokens ?? []);
    return `<li${bookOf(content[0])}>${this.#parser.parseInline(content)}</li>`;
  }

  /** A wide table scrolls by itself, also with the keyboard. With their roles the elements of a grid stay a table. */
  #table({ header, rows }: Tokens.Table, place: string): string {
    const books = header.map(({ text }) => columnBook(text));
    const name = header.map(({ text }) => typographic(text)).filter((text) => text.trim() !== "");
    const cell = (tag: string, attributes: string) => (each: Tokens.TableCell, at: number) =>
      `<${tag} ${attributes}${books[at] ?? ""}>${this.#parser.parseInline(each.tokens)}</${tag}>`;
    const heads = header.map(cell("th", 'role="columnheader" scope="col"')).join("");
    const body = rows.map((row) => `<tr role="row">${row.map(cell("td", 'role="cell"')).join("")}</tr>`).join("\n");
    return `<div ${place.replace("-1", "0")} class="guide-table" role="group" aria-label="${escape(name.join(", "))}">
<table role="table"><thead role="rowgroup"><tr role="row">${heads}</tr></thead>
<tbody role="rowgroup">${body}</tbody></table></div>`;
  }

  override text({ text }: Tokens.Text | Tokens.Escape): string {
    return escape(typographic(text));
  }

  override image({ href, text: description }: Tokens.Image): string {
    const name = /^diagrams\/(.*)\.svg$/.exec(href)?.[1];
    if (name === undefined) throw new Error(`${href} is not a diagram`);
    const position = this.#diagrams.positions[name];
    const picture = position?.map ? mapPlace(name, description) : this.#picture(name, description);
    if (position) this.found[name] = { description, block: this.#block, position };
    const play = position ? playLink(name, description) : "";
    return `<figure class="guide-diagram">${picture}${play}</figure>`;
  }

  #picture(name: string, description: string): string {
    const { width, height } = this.#diagrams.size(name);
    return `<img src="image:${name}" alt="${escape(description)}" width="${width}" height="${height}" loading="lazy" decoding="async">`;
  }

  override link({ href, tokens }: Tokens.Link): string {
    const section = this.#section(href);
    if (section === null) throw new Error("only a paragraph can link out of the guide");
    return `<a href="#guide=${section}">${this.#parser.parseInline(tokens)}</a>`;
  }

  override html(token: Tokens.HTML | Tokens.Tag): string {
    throw unknown(token);
  }

  /** Null if it is not in the guide. */
  #section(href: string): string | null {
    const [file = "", section] = href.split("#");
    if (file !== "" && !this.#pages.has(file)) return null;
    return section ?? this.#pages.get(file) ?? null;
  }
}

/** Where the page draws a map. */
function mapPlace(name: string, description: string): string {
  return `<div class="guide-map" role="img" aria-label="${escape(description)}" data-diagram="${name}"></div>`;
}

function playLink(name: string, description: string): string {
  const icon = `<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="${ICON_PATHS.forward}"/></svg>`;
  const label = escape(words.playNamed(description));
  return `<a class="guide-play" href="#guide=play/${name}" aria-label="${label}">${icon} ${words.play}</a>`;
}

/** The codes in a comment `reasons CODE ...`. */
function reasonsOf(comments: string): readonly string[] {
  return [...comments.matchAll(/<!-- reasons (.*?) -->/g)].flatMap(([, codes = ""]) => codes.split(" "));
}

/** The rule book of a line that starts with a bold "Revised:" or "Meder:". */
function bookOf(first: Token | undefined): string {
  const name = first?.type === "strong" ? /^(Revised|Meder):/.exec((first as Tokens.Strong).text)?.[1] : undefined;
  return name === undefined ? "" : ` data-book="${name.toLowerCase()}"`;
}

/** The rule book that the head of a column names, if it names one. */
function columnBook(head: string): string {
  const books = (["revised", "meder"] satisfies RuleBook[]).filter((book) => head.includes(book));
  return books.length === 1 ? ` data-book="${books[0]}"` : "";
}

function typographic(text: string): string {
  return text.replaceAll("\n", " ").replaceAll("'", "’");
}

function escape(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}

function unknown({ type, raw }: { readonly type: string; readonly raw: string }): Error {
  return new Error(`the guide cannot show ${type}: ${raw}`);
}
