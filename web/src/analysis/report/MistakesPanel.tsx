// Learn from your mistakes: the task, what the last try was worth, and the buttons.
import { useEffect, useRef } from "preact/hooks";
import { MoveEntry } from "../../ui/MoveEntry";
import { Notice } from "../../ui/Notice";
import type { Page } from "../../ui/page";
import { reportText } from "../../text/report";
import type { Engines } from "../engine/useEngines";
import { currentMistake, isOpen, type MistakesRun, type MistakesState } from "./mistakes";
import { Button } from "../../ui/Button";

const words = reportText.learn;

interface MistakesProps {
  readonly page: Page;
  readonly engines: Engines;
  readonly run: MistakesRun;
}

export function MistakesPanel({ page, engines, run }: MistakesProps) {
  const state = run.state.value;
  const mistake = currentMistake(state);
  const heading = useRef<HTMLHeadingElement>(null);
  // The button that was pressed is gone; the heading says what is asked now.
  useEffect(() => heading.current?.focus(), [state.index]);
  const finish = (): void => {
    run.dispose();
    engines.mistakes.value = null;
  };
  const { total, solved } = { total: state.mistakes.length, solved: state.solved };
  return (
    <section class="mistakes" aria-label={words.title}>
      <h2 ref={heading} tabIndex={-1}>
        {mistake ? words.place(state.index + 1, total) : words.title}
      </h2>
      {mistake?.ply.judgement ? (
        <>
          <p>{words.task(mistake.ply.color, mistake.ply.text, mistake.ply.judgement)}</p>
          <Verdict state={state} />
          <Notice page={page} />
          <MoveEntry store={page.session.store} />
          <div class="mistakes-actions">
            {isOpen(state) ? (
              <>
                <Button label={words.hint} onClick={() => void showHint(page, run)} />
                <Button label={words.solution} onClick={() => void run.showSolution()} />
                <Button class="quiet" label={words.next} onClick={() => run.next()} />
              </>
            ) : (
              <Button
                class="primary"
                disabled={state.phase === "judging"}
                label={words.next}
                onClick={() => run.next()}
              />
            )}
          </div>
        </>
      ) : (
        <p>{words.over(solved, total)}</p>
      )}
      <Button class={mistake ? "quiet" : "primary"} label={words.finish} onClick={finish} />
    </section>
  );
}

function Verdict({ state: { phase, tried } }: { state: MistakesState }) {
  return (
    <p class={`said mistakes-verdict said-${tone(phase)}`} role="status" data-phase={phase}>
      {verdictText(phase, tried ?? "")}
    </p>
  );
}

function tone(phase: MistakesState["phase"]): "note" | "error" | "success" {
  if (phase === "solved") return "success";
  return phase === "wrong" || phase === "failed" ? "error" : "note";
}

function verdictText(phase: MistakesState["phase"], tried: string): string {
  switch (phase) {
    case "find":
      return "";
    case "failed":
      return words.failed;
    default:
      return words[phase](tried);
  }
}

/** Marks what the better move moves. */
async function showHint(page: Page, run: MistakesRun): Promise<void> {
  const { store } = page.session;
  const before = store.snapshot.peek();
  const move = await run.solution();
  if (move === null || store.snapshot.peek() !== before) return;
  const { squares, pins } = store.mode.peek().board.touched(move);
  if (store.snapshot.peek() !== before) return;
  store.showHint({ squares: squares.slice(0, 1), pins: pins.slice(0, 1) });
  page.session.showMessage({ tone: "note", text: words.hintText });
}
