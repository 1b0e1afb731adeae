// A puzzle on the boards, with its task, feedback and actions beside them.
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { analyse } from "../../ui/analyse";
import { copyText } from "../../ui/copyText";
import { MoveEntry } from "../../ui/MoveEntry";
import type { Page } from "../../ui/page";
import { ShareButton } from "../../ui/ShareButton";
import { text } from "../../text";
import { puzzleText as words } from "../../text/puzzles";
import type { AttemptState, PuzzleView } from "../../wire/learn";
import { useActivity } from "../../ui/activity";
import { IllegalMove } from "../IllegalMove";
import { LearnPanel } from "../LearnPanel";
import { PUZZLES, type PuzzleTask } from "../../place/place";
import type { PuzzleBook, RatingChange } from "./puzzleBook";
import { PuzzleGame, type Puzzle } from "./puzzleGame";
import { LoadFailed, ProgressError } from "./PuzzleMenu";
import { PuzzleLine } from "./PuzzleLine";
import { Countdown, RunBar, RunOver } from "./RunBar";
import { sharedDaily } from "./sharedText";
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
    case "countdown":
      return <Countdown seconds={game.countdown.value} />;
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
  readonly source: Puzzle;
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

function Feedback({ game, source }: { game: PuzzleGame; source: Puzzle }) {
  const state = source.state.value;
  const change = game.change.value;
  const solved = state.phase === "solved";
  return (
    <div class={`puzzle-feedback ${state.failure ? "failed" : state.phase}`}>
      <div role="status">
        <p class="puzzle-verdict">{feedbackText(state)}</p>
        {change && <p class="hint-text">{countedText(state, change)}</p>}
        {solved && state.outcome === "missed" && change && <p class="hint-text">{words.returns}</p>}
      </div>
      {solved && <PuzzleLine source={source} />}
    </div>
  );
}

function feedbackText({ phase, used, outcome, failure }: AttemptState): string {
  if (failure) {
    const [move = "", reply] = failure.moves;
    return reply === undefined ? words.wrong(move) : words.refuted(move, reply);
  }
  if (phase === "solved" && outcome !== null) return words.finished[outcome];
  if (used > 0) return words.right;
  return phase === "replying" ? words.watch : words.yourTurn;
}

/** What the puzzle counted, as soon as it counts. */
function countedText({ outcome }: AttemptState, { rating, change }: RatingChange): string {
  if (outcome === "helped") return words.notRated;
  return rating === null ? words.settling : words.ratingChange(rating, change ?? 0);
}

function Buttons({ page, game, source, task }: Omit<SolvingProps, "book">) {
  const { phase, outcome } = source.state.value;
  const copied = useSignal(false);
  const { view } = source;
  const copyLink = async (): Promise<void> => {
    copied.value = await copyText(new URL(`#puzzle=${view.number}`, location.href).href);
  };
  const analysePuzzle = async (): Promise<void> => {
    // The whole line, wherever the person has stepped.
    source.steps.jump(source.state.peek().history.moves.length);
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
          {task.kind === "daily" && outcome && (
            <ShareButton
              shared={sharedDaily(view, outcome, new Date(), location.origin + location.pathname)}
              label={words.shareResult}
            />
          )}
        </>
      ) : phase === "failed" ? (
        <>
          <button type="button" class="primary" onClick={() => void source.undo()}>
            {words.retry}
          </button>
          <button type="button" onClick={() => void source.showSolution()}>
            {words.solution}
          </button>
        </>
      ) : (
        <>
          <button type="button" aria-disabled={phase !== "playing"} onClick={() => game.hint()}>
            {words.hint}
            {outcome === null && <small>{words.hintCost}</small>}
          </button>
          <button type="button" onClick={() => void source.showSolution()}>
            {words.solution}
            {outcome === null && <small>{words.solutionCost}</small>}
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
