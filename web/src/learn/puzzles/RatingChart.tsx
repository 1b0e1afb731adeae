// A small chart of the rating by day.
import { puzzleText } from "../../text/puzzles";
import type { RatingPoint } from "../../wire/learn";

const WIDTH = 240;
const HEIGHT = 56;
/** The smallest span of ratings shown, so that small changes look small. */
const MIN_SPAN = 100;

export function RatingChart({ points }: { points: readonly RatingPoint[] }) {
  const [first] = points;
  const last = points.at(-1);
  if (!first || !last || points.length < 2) return null;
  const ratings = points.map(({ rating }) => rating);
  const middle = (Math.max(...ratings) + Math.min(...ratings)) / 2;
  const span = Math.max(MIN_SPAN, Math.max(...ratings) - Math.min(...ratings));
  const x = (day: number) => ((day - first.day) / (last.day - first.day)) * (WIDTH - 8) + 4;
  const y = (rating: number) => HEIGHT / 2 - ((rating - middle) / span) * (HEIGHT - 12);
  const path = points.map(({ day, rating }) => `${x(day).toFixed(1)},${y(rating).toFixed(1)}`).join(" ");
  return (
    <svg
      class="rating-chart"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={puzzleText.chart(first.rating, last.rating)}
    >
      <polyline points={path} />
      <circle cx={x(last.day)} cy={y(last.rating)} r="3.5" />
    </svg>
  );
}
