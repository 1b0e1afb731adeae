// The last scores of a trainer as bars, newest on the right.
import { trainersText } from "../../text/trainers";
import type { TrainerScore } from "../../wire/learn";

const WIDTH = 200;
const HEIGHT = 48;
const BARS = 20;
const STEP = WIDTH / BARS;

export function ScoreChart({ scores }: { scores: readonly TrainerScore[] }) {
  if (scores.length === 0) return <p class="hint-text">{trainersText.noScores}</p>;
  const best = Math.max(1, ...scores.map(({ right }) => right));
  const bestTimed = Math.max(0, ...scores.filter(({ timed }) => timed).map(({ right }) => right));
  return (
    <figure class="score-chart">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={trainersText.chartInWords(scores.map(({ right }) => right))}
      >
        <line x1="0" x2={WIDTH} y1={HEIGHT - 0.5} y2={HEIGHT - 0.5} />
        {scores.map(({ at, right, timed }, index) => {
          const height = Math.max(2, (right / best) * (HEIGHT - 4));
          return (
            <rect
              key={`${at}-${index}`}
              class={timed ? "timed" : "untimed"}
              x={(BARS - scores.length + index) * STEP + 1.5}
              y={HEIGHT - height}
              width={STEP - 3}
              height={height}
              rx="1.5"
            />
          );
        })}
      </svg>
      {bestTimed > 0 && <figcaption>{trainersText.best(bestTimed)}</figcaption>}
    </figure>
  );
}
