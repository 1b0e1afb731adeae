// The guide: the rules for players with search, contents and diagrams to play on. The address names a section, a block,
// or a reason of an illegal move.
import "../../styles/guide.css";
import { guide } from "virtual:guide";
import { signal } from "@preact/signals";
import { useEffect, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { loadLearnModule } from "../../core/learnModule";
import type { Page } from "../../ui/page";
import { guideText } from "../../text/guide";
import type { RuleBook } from "../../wire/world";
import { LearnPage } from "../LearnPage";
import { Contents } from "./Contents";
import { DiagramBoard } from "./DiagramBoard";
import { drawMaps } from "./DiagramMap";
import { elementId, findDiagram, resolveTarget } from "./places";
import { markIn, passagesOf, queryWords } from "./search";
import { useLoaded } from "../../ui/loading";

const PASSAGES = passagesOf(guide);
const HTML = { __html: guide.html };

/** They stay while the reader plays on a diagram. */
const query = signal("");
const book = signal<RuleBook | null>(null);

export function GuidePage({ page, value }: { page: Page; value: string | null }) {
  const found = findDiagram(guide, value);
  return found ? (
    <DiagramBoard key={value} page={page} diagram={found} book={book.value} />
  ) : (
    <GuideText page={page} value={value} />
  );
}

function GuideText({ page, value }: { page: Page; value: string | null }) {
  const body = useRef<HTMLDivElement>(null);
  const target = resolveTarget(guide, value);
  useEffect(() => {
    const element = target === null ? null : document.getElementById(elementId(target));
    element?.classList.add("guide-target");
    element?.focus({ preventScroll: true });
    element?.scrollIntoView({ block: "start" });
    return () => element?.classList.remove("guide-target");
  }, [target, value]);
  useEffect(() => {
    window.addEventListener("keydown", focusSearch);
    return () => window.removeEventListener("keydown", focusSearch);
  }, []);
  const module = useLoaded(page, loadLearnModule);
  useLayoutEffect(
    () => (body.current ? drawMaps(body.current, guide, page.session.store.world, module) : undefined),
    [module, book.value],
  );
  const words = useMemo(() => queryWords(query.value), [query.value]);
  useLayoutEffect(() => (body.current ? markIn(body.current, words) : undefined), [words]);
  return (
    <LearnPage page={page} title={guideText.title}>
      <div class="guide">
        <Contents sections={guide.sections} passages={PASSAGES} query={query} words={words} book={book} />
        <div ref={body} class="guide-text" data-only={book.value} dangerouslySetInnerHTML={HTML} />
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
