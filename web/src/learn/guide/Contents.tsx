// Beside the guide: its search, the choice of the rule book and the table of contents.
import type { Signal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { Segmented, type Segment } from "../../ui/Segmented";
import { guideText } from "../../text/guide";
import type { RuleBook } from "../../wire/world";
import type { GuideSection } from "./places";
import { markWords, search, snippet, type Passage } from "./search";

export interface ContentsProps {
  readonly sections: readonly GuideSection[];
  readonly passages: readonly Passage[];
  readonly query: Signal<string>;
  readonly words: readonly string[];
  readonly book: Signal<RuleBook | null>;
}

const BOOKS: readonly Segment<RuleBook | null>[] = [
  { value: null, label: guideText.book.both },
  { value: "revised", label: guideText.book.revised },
  { value: "meder", label: guideText.book.meder },
];

export function Contents({ sections, passages, query, words, book }: ContentsProps) {
  return (
    <div class="guide-contents">
      <SearchBox passages={passages} query={query} words={words} />
      <div class="guide-books">
        <Segmented label={guideText.books} segments={BOOKS} value={book.value} choose={(next) => (book.value = next)} />
        <p class="hint-text">{guideText.booksNote}</p>
      </div>
      <details class="guide-toc" open={matchMedia("(width > 860px), (width > 700px) and (height >= 600px)").matches}>
        <summary>{guideText.contents}</summary>
        <nav aria-label={guideText.contents}>
          <ul>
            {sections.map(({ id, title, level }) => (
              <li key={id} class={`level-${level}`}>
                <a href={`#guide=${id}`}>{title}</a>
              </li>
            ))}
          </ul>
        </nav>
      </details>
    </div>
  );
}

function SearchBox({ passages, query, words }: Pick<ContentsProps, "passages" | "query" | "words">) {
  const box = useRef<HTMLDivElement>(null);
  const hits = search(passages, words);
  const onKeyDown = (event: KeyboardEvent): void => {
    const stops = [...(box.current?.querySelectorAll<HTMLElement>("input, .guide-hits a") ?? [])];
    const at = stops.findIndex((stop) => stop === document.activeElement);
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (event.key === "Escape" && query.peek() !== "") {
      query.value = "";
      stops[0]?.focus();
    } else if (event.key === "Enter" && at === 0) {
      stops[1]?.click();
    } else if (step !== 0) {
      stops[Math.min(Math.max(at + step, 0), stops.length - 1)]?.focus();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div class="guide-search" role="search" ref={box} onKeyDown={onKeyDown}>
      <input
        type="text"
        inputMode="search"
        enterkeyhint="search"
        autocomplete="off"
        spellcheck={false}
        aria-label={guideText.search}
        placeholder={guideText.search}
        title={guideText.searchHint}
        value={query.value}
        onInput={(event) => (query.value = event.currentTarget.value)}
      />
      <p class="hint-text" role="status">
        {words.length > 0 && guideText.results(hits.length)}
      </p>
      {hits.length > 0 && (
        <ol class="guide-hits">
          {hits.map((hit, index) => (
            <li key={index}>
              <a href={`#guide=${hit.id}`}>
                <b>{hit.section.title}</b>
                {!hit.heading && (
                  <span>
                    {markWords(snippet(hit.text, words), words).map((part, at) =>
                      part.marked ? <mark key={at}>{part.text}</mark> : part.text,
                    )}
                  </span>
                )}
              </a>
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}
