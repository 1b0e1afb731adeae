// The score of a streak or storm, with the time left, and its end.
import { useLayoutEffect, useRef } from "preact/hooks";
import { puzzleText as words } from "../../text/puzzles";
import { ShareButton } from "../../ui/ShareButton";
import type { PuzzleGame } from "./puzzleGame";
import { sharedRun } from "./sharedText";

export function RunBar({ game }: { game: PuzzleGame }) {
  const run = game.run.value;
  if (run === null) return null;
  return (
    <dl class="puzzle-run">
      <div>
        <dt>{words.score}</dt>
        <dd>{run.solved}</dd>
      </div>
      {run.remaining !== null && (
        <div role="timer">
          <dt>{words.timeLeft}</dt>
          <dd>{words.time(Math.ceil(run.remaining / 1000))}</dd>
        </div>
      )}
    </dl>
  );
}

export function RunOver({ game }: { game: PuzzleGame }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const run = game.run.value;
  return (
    <div class="puzzle-over" role="status">
      <h2 ref={heading} tabIndex={-1}>
        {words.runOver(run?.solved ?? 0)}
      </h2>
      {game.isBest.value && <p>{words.newBest}</p>}
      <button type="button" class="primary" onClick={() => void game.start()}>
        {words.again}
      </button>
      {run && <ShareButton shared={sharedRun(run, location.origin + location.pathname)} label={words.shareResult} />}
    </div>
  );
}

/** The seconds until a storm starts, so that nobody loses time to loading. */
export function Countdown({ seconds }: { seconds: number }) {
  return (
    <div class="puzzle-countdown" role="status">
      <p>{words.getReady}</p>
      <b key={seconds}>{seconds}</b>
    </div>
  );
}
