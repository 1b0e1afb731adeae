// Draws the sections of the guide. Words of a search are marked; lines of the other rule book are left out.
import { createContext, type ComponentChildren } from "preact";
import { useContext } from "preact/hooks";
import { Icon } from "../../panels/icons";
import { guideText } from "../../text/guide";
import type { RuleBook } from "../../wire/world";
import type { Block, Diagram, Inline, Section } from "./document";
import { markWords } from "./search";

export interface Reading {
  /** The words of the search. */
  readonly words: readonly string[];
  /** The only rule book to show; null for both. */
  readonly book: RuleBook | null;
  /** The section or block that the address names. */
  readonly target: string | null;
}

const ReadingContext = createContext<Reading>({ words: [], book: null, target: null });

export function Sections({ sections, reading }: { sections: readonly Section[]; reading: Reading }) {
  return (
    <ReadingContext.Provider value={reading}>
      {sections.map((section) => (
        <GuideSection key={section.id} section={section} />
      ))}
    </ReadingContext.Provider>
  );
}

/** The id of an element of the guide. The page has ids of its own. */
export function elementId(id: string): string {
  return `guide-${id}`;
}

function GuideSection({ section }: { section: Section }) {
  // The page's title is the heading of level 2.
  const Heading = `h${section.level + 2}` as "h3" | "h4" | "h5";
  return (
    <section>
      <Heading id={elementId(section.id)} tabIndex={-1} class={useTargetClass(section.id)}>
        <Words text={section.title} />
      </Heading>
      {section.blocks.map((block) => (
        <GuideBlock key={block.id} block={block} />
      ))}
    </section>
  );
}

function GuideBlock({ block }: { block: Block }) {
  const { book } = useContext(ReadingContext);
  const place = { id: elementId(block.id), tabIndex: -1, class: useTargetClass(block.id) };
  const isShown = (each: { book: RuleBook | null }) => book === null || each.book === null || each.book === book;
  switch (block.kind) {
    case "paragraph":
      if (!isShown(block)) return null;
      return (
        <p {...place} data-book={block.book}>
          <Inlines content={block.content} />
        </p>
      );
    case "list": {
      const List = block.ordered ? "ol" : "ul";
      const items = block.items.filter(isShown);
      return (
        <List {...place}>
          {items.map(({ book: only, content }, index) => (
            <li key={index} data-book={only}>
              <Inlines content={content} />
            </li>
          ))}
        </List>
      );
    }
    case "table": {
      const shown = block.columns.map(isShown);
      return (
        // A wide table scrolls by itself, also with the keyboard.
        <div {...place} class={`guide-table ${place.class}`} tabIndex={0} role="group" aria-label={tableName(block)}>
          {/* On a phone the style sheet makes a grid of it. With their roles the elements stay a table. */}
          <table role="table">
            <thead role="rowgroup">
              <tr role="row">
                {block.columns.map(
                  ({ book: only, content }, column) =>
                    shown[column] && (
                      <th key={column} role="columnheader" scope="col" data-book={only}>
                        <Inlines content={content} />
                      </th>
                    ),
                )}
              </tr>
            </thead>
            <tbody role="rowgroup">
              {block.rows.map((row, index) => (
                <tr key={index} role="row">
                  {row.map(
                    (content, column) =>
                      shown[column] && (
                        <td key={column} role="cell">
                          <Inlines content={content} />
                        </td>
                      ),
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      );
    }
    case "diagram":
      return (
        <div {...place} class={`guide-block ${place.class}`}>
          <DiagramFigure diagram={block.diagram} />
        </div>
      );
  }
}

/** The heads of a table's columns, to name it. */
function tableName(block: Extract<Block, { kind: "table" }>): string {
  return block.columns
    .map(({ content }) => content.map((inline) => (typeof inline === "string" ? inline : "")).join(""))
    .filter((head) => head.trim() !== "")
    .join(", ");
}

function useTargetClass(id: string): string {
  return useContext(ReadingContext).target === id ? "guide-target" : "";
}

function Inlines({ content }: { content: readonly Inline[] }) {
  return <>{content.map((inline, index) => drawInline(inline, index))}</>;
}

function drawInline(inline: Inline, key: number): ComponentChildren {
  if (typeof inline === "string") return <Words key={key} text={inline} />;
  switch (inline.kind) {
    case "diagram":
      return <DiagramFigure key={key} diagram={inline.diagram} />;
    case "link":
      return (
        <a key={key} href={`#guide=${inline.section}`}>
          <Inlines content={inline.content} />
        </a>
      );
    default: {
      const Tag = inline.kind;
      return (
        <Tag key={key}>
          <Inlines content={inline.content} />
        </Tag>
      );
    }
  }
}

function Words({ text }: { text: string }) {
  const { words } = useContext(ReadingContext);
  return (
    <>{markWords(text, words).map((part, index) => (part.marked ? <mark key={index}>{part.text}</mark> : part.text))}</>
  );
}

function DiagramFigure({ diagram: { name, image, size, description, position } }: { diagram: Diagram }) {
  return (
    <figure class="guide-diagram">
      <img src={image} alt={description} width={size.width} height={size.height} loading="lazy" decoding="async" />
      {position && (
        <a class="guide-play" href={`#guide=play/${name}`} aria-label={guideText.playNamed(description)}>
          <Icon name="forward" /> {guideText.play}
        </a>
      )}
    </figure>
  );
}
