// A diagram of the guide as a board to play on: both sides move, by either rule book, and nothing is saved.
import { useSignal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import { analyse } from "../../ui/analyse";
import { Notice } from "../../ui/Notice";
import type { Page } from "../../ui/page";
import { Segmented } from "../../ui/Segmented";
import { StepBar } from "../../ui/StepBar";
import { loadLearnModule, type LearnModule } from "../../core/learnModule";
import { LocalMode } from "../../board/localMode";
import { RULE_BOOKS } from "../../core/ruleBooks";
import { errorMessage } from "../../core/message";
import type { Store } from "../../board/store";
import { text } from "../../text";
import { guideText } from "../../text/guide";
import type { RuleBook } from "../../wire/world";
import { useActivity } from "../../ui/activity";
import type { DiagramPosition, GuideDiagram } from "./places";
import { Button } from "../../ui/Button";
import { FocusedHeading } from "../../ui/FocusedHeading";
import { useLoaded } from "../../ui/loading";

export function DiagramBoard({ page, diagram, book }: { page: Page; diagram: GuideDiagram; book: RuleBook | null }) {
  const { position, description, block } = diagram;
  const words = guideText.board;
  const module = useLoaded(page, loadLearnModule);
  const rules = useSignal<RuleBook>(book ?? position.rules);
  const [source, setSource] = useState<LocalMode | null>(null);
  useActivity(page, source);
  const open = (next: RuleBook): void => {
    const game = module && startGame(module, next, position.tfen);
    if (module && !game) page.session.showMessage(errorMessage(words.notInBook));
    if (!game) return;
    rules.value = next;
    setSource(new LocalMode(game));
  };
  const reset = (): void => {
    page.session.store.goTo(0);
    select(page.session.store, position);
  };
  const study = async (): Promise<void> => {
    if (!source) return;
    const path = String(source.board.history.peek().ply);
    await analyse(page, { name: words.label, record: source.board.record("json"), path });
  };
  useEffect(() => open(rules.value), [module]);
  useEffect(() => {
    if (source) select(page.session.store, position);
  }, [source]);
  return (
    <aside class="panel learn learn-panel guide-board" aria-label={words.label}>
      <FocusedHeading>{words.title}</FocusedHeading>
      <p>{`${description}.`}</p>
      <Segmented
        label={guideText.books}
        segments={RULE_BOOKS.map((value) => ({ value, label: guideText.book[value] }))}
        value={rules.value}
        choose={open}
      />
      <Notice page={page} />
      <div class="controls">
        <StepBar store={page.session.store} />
        <div class="guide-board-actions">
          <Button label={words.reset} onClick={reset} />
          <Button label={text.games.analyse} onClick={() => void study()} />
          <a class="button" href={`#guide=${block}`}>
            {words.back}
          </a>
        </div>
      </div>
      <p class="hint-text">{words.note}</p>
    </aside>
  );
}

/** A game from a position; null if the rule book does not allow it. */
function startGame(module: LearnModule, rules: RuleBook, tfen: string) {
  try {
    return new module.WasmGame(rules, tfen);
  } catch {
    return null;
  }
}

/** Shows the moves that the diagram shows. */
export function select(store: Store, { select: name }: DiagramPosition): void {
  const pin = store.world.pins.find(({ id }) => id === name);
  if (pin) store.pickBoard(pin.id);
  else if (name !== undefined) store.pickSquare(name);
}
