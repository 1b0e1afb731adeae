// The guide: the rules for players with search, contents and diagrams to play on. The address names a section, a block,
// or a reason of an illegal move.
import "../../styles/guide.css";
import { guide as built } from "virtual:guide";
import { signal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import type { Page } from "../../panels/page";
import { guideText } from "../../text/guide";
import type { RuleBook } from "../../wire/world";
import { LearnPage } from "../LearnPage";
import { elementId, Sections } from "./Blocks";
import { Contents } from "./Contents";
import { DiagramBoard } from "./DiagramBoard";
import type { Guide } from "./document";
import { findDiagram, resolveTarget } from "./places";
import { passagesOf, queryWords } from "./search";

const guide = built as Guide;
const PASSAGES = passagesOf(guide);

/** They stay while the reader plays on a diagram. */
const query = signal("");
const book = signal<RuleBook | null>(null);

export function GuidePage({ page, value }: { page: Page; value: string | null }) {
  const found = findDiagram(guide, value);
  return found ? (
    <DiagramBoard key={found.diagram.name} page={page} found={found} book={book.value} />
  ) : (
    <GuideText page={page} value={value} />
  );
}

function GuideText({ page, value }: { page: Page; value: string | null }) {
  const target = resolveTarget(guide, value);
  useEffect(() => {
    const element = target === null ? null : document.getElementById(elementId(target));
    element?.focus({ preventScroll: true });
    element?.scrollIntoView({ block: "start" });
  }, [target, value]);
  useEffect(() => {
    window.addEventListener("keydown", focusSearch);
    return () => window.removeEventListener("keydown", focusSearch);
  }, []);
  const words = useMemo(() => queryWords(query.value), [query.value]);
  const reading = { words, book: book.value, target };
  return (
    <LearnPage page={page} title={guideText.title}>
      <div class="guide">
        <Contents guide={guide} passages={PASSAGES} query={query} words={words} book={book} />
        <div class="guide-text">
          {guide.pages.map(({ sections }) => (
            <article key={sections[0]?.id} aria-labelledby={elementId(sections[0]?.id ?? "")}>
              <Sections sections={sections} reading={reading} />
            </article>
          ))}
        </div>
      </div>
    </LearnPage>
  );
}

function focusSearch(event: KeyboardEvent): void {
  const typing = event.target instanceof Element && event.target.closest("input, textarea, select") !== null;
  if (event.key !== "/" || typing || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  document.querySelector<HTMLInputElement>(".guide-search input")?.focus();
}
