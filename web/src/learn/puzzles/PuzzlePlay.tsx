// A puzzle on the boards, with its task, feedback and actions beside them.
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { analyse } from "../../ui/analyse";
import { copyText } from "../../ui/copyText";
import { MoveEntry } from "../../ui/MoveEntry";
import type { Page } from "../../ui/page";
import { text } from "../../text";
import { puzzleText as words } from "../../text/puzzles";
import type { PuzzleView } from "../../wire/learn";
import { useActivity } from "../../ui/activity";
import { IllegalMove } from "../IllegalMove";
import { LearnPanel } from "../LearnPanel";
import { PUZZLES, type PuzzleTask } from "../../place/place";
import type { PuzzleBook } from "./puzzleBook";
import { PuzzleGame } from "./puzzleGame";
import { LoadFailed, ProgressError } from "./PuzzleMenu";
import type { PuzzleMode } from "./puzzleMode";
import { RunBar, RunOver } from "./RunBar";
import { usePuzzleBook } from "./usePuzzleBook";

export function PuzzlePlay({ page, task }: { page: Page; task: PuzzleTask }) {
  const { book, failed, load } = usePuzzleBook();
  const game = useSignal<PuzzleGame | null>(null);
  const opened = book.value;
  useEffect(() => {
    if (opened === null) return;
    const started = new PuzzleGame(opened, task, page.session.store);
    game.value = started;
    return () => {
      game.value = null;
      started.dispose();
    };
  }, [opened]);
  useActivity(page, game.value?.source.value ?? null);
  return (
    <LearnPanel page={page} label={words.title}>
      <div class="puzzle-panel">
        <button type="button" class="quiet small puzzle-back" onClick={() => page.go(PUZZLES)}>
          {words.back}
        </button>
        {failed.value ? (
          <LoadFailed retry={load} />
        ) : game.value && opened ? (
          <GamePanel page={page} book={opened} game={game.value} task={task} />
        ) : (
          <p class="empty">{words.loading}</p>
        )}
      </div>
    </LearnPanel>
  );
}

interface PanelProps {
  readonly page: Page;
  readonly book: PuzzleBook;
  readonly game: PuzzleGame;
  readonly task: PuzzleTask;
}

function GamePanel({ page, book, game, task }: PanelProps) {
  const source = game.source.value;
  switch (game.status.value) {
    case "loading":
      return <p class="empty">{words.loading}</p>;
    case "notLoaded":
      return <LoadFailed retry={() => void game.next()} />;
    case "unknown":
      return <Heading>{words.unknown(task.kind === "one" ? task.number : "")}</Heading>;
    case "none":
      return <Heading>{words.nothingDue}</Heading>;
    case "runOver":
      return <RunOver game={game} />;
    case "solving":
      return (
        source && <Solving key={source.view.number} page={page} book={book} game={game} source={source} task={task} />
      );
  }
}

/** A title that takes the focus, so that a screen reader starts there. */
function Heading({ children }: { children: ComponentChildren }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <h2 ref={heading} tabIndex={-1}>
      {children}
    </h2>
  );
}

interface SolvingProps {
  readonly page: Page;
  readonly book: PuzzleBook;
  readonly game: PuzzleGame;
  readonly source: PuzzleMode;
  readonly task: PuzzleTask;
}

function Solving({ page, book, game, source, task }: SolvingProps) {
  const { view } = source;
  const inRun = task.kind === "run";
  return (
    <>
      <div class="puzzle-task">
        <RunBar game={game} />
        <p class="hint-text">
          {words.number(view.number)} · {words.rating(view.rating)} · {words.books[view.book]}
        </p>
        <Heading>{words.task(view.color, view.mateIn)}</Heading>
        <HiddenState view={view} />
      </div>
      <div class="puzzle-work">
        <ProgressError book={book} />
        <Feedback game={game} source={source} />
        <IllegalMove page={page} />
        {inRun ? (
          <button type="button" onClick={() => game.endRun()}>
            {words.end}
          </button>
        ) : (
          <Buttons page={page} game={game} source={source} task={task} />
        )}
        <MoveEntry store={page.session.store} />
      </div>
    </>
  );
}

/** What the boards do not show. */
function HiddenState({ view }: { view: PuzzleView }) {
  const castling = (["white", "black"] as const).flatMap((side, index) => {
    const may = view.castling[index];
    return may === null || may === undefined ? [] : [may ? words.canCastle(side) : words.cannotCastle(side)];
  });
  const notes = [
    ...castling,
    ...(view.enPassant === null ? [] : [words.enPassant(view.enPassant)]),
    ...(view.noDoubleStep.length === 0 ? [] : [words.noDoubleStep(view.noDoubleStep)]),
  ];
  if (notes.length === 0) return null;
  return (
    <ul class="puzzle-notes">
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  );
}

function Feedback({ game, source }: { game: PuzzleGame; source: PuzzleMode }) {
  const state = source.state.value;
  const change = game.change.value;
  const solved = state.phase === "solved";
  return (
    <div class={`puzzle-feedback ${state.phase}`} role="status">
      <p>{feedbackText(source)}</p>
      {change && <p class="hint-text">{words.ratingChange(change.rating, change.change)}</p>}
      {solved && state.isFailed && change && <p class="hint-text">{words.returns}</p>}
      {solved && (
        <ul class="puzzle-tags" aria-label={words.themes}>
          {source.view.themes.map((theme) => (
            <li key={theme}>{words.theme(theme)}</li>
          ))}
        </ul>
      )}
    </div>
  );
}

function feedbackText(source: PuzzleMode): string {
  const { phase, step, isFailed, wrong, refutation } = source.state.value;
  switch (phase) {
    case "replying":
      return step === 0 ? words.watch : words.right;
    case "playing":
      return step === 0 ? words.yourTurn : words.right;
    case "refuting":
      return words.wrong(wrong ?? "");
    case "wrong":
      return refutation === null ? words.wrong(wrong ?? "") : words.refuted(wrong ?? "", refutation);
    case "solved":
      return isFailed ? words.solvedWithHelp : words.solved;
  }
}

function Buttons({ page, game, source, task }: Omit<SolvingProps, "book">) {
  const { phase } = source.state.value;
  const copied = useSignal(false);
  const { view } = source;
  const copyLink = async (): Promise<void> => {
    copied.value = await copyText(new URL(`#puzzle=${view.number}`, location.href).href);
  };
  const analysePuzzle = async (): Promise<void> => {
    const record = source.board.record("tpgn");
    await analyse(page, { name: words.analysisName(view.number), record, origin: `puzzle ${view.number}` });
  };
  return (
    <div class="puzzle-buttons">
      {phase === "solved" ? (
        <>
          {task.kind === "filter" && (
            <button type="button" class="primary" onClick={() => void game.next()}>
              {words.next}
            </button>
          )}
          <button type="button" onClick={() => void analysePuzzle()}>
            {text.games.analyse}
          </button>
        </>
      ) : phase === "wrong" ? (
        <>
          <button type="button" class="primary" onClick={() => game.retry()}>
            {words.retry}
          </button>
          <button type="button" onClick={() => game.giveUp()}>
            {words.solution}
          </button>
        </>
      ) : (
        <>
          <button type="button" aria-disabled={phase !== "playing"} onClick={() => game.hint()}>
            {words.hint}
          </button>
          <button type="button" onClick={() => game.giveUp()}>
            {words.solution}
          </button>
        </>
      )}
      <button type="button" class="quiet" onClick={() => void copyLink()}>
        {words.copyLink}
      </button>
      <span class="visually-hidden" role="status">
        {copied.value ? words.copied : ""}
      </span>
      {copied.value && <span aria-hidden="true">{words.copied}</span>}
    </div>
  );
}
