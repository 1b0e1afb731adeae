// Texts of the engine in the analysis screen.
import type { Evaluation, ThreatError } from "../../wire/study";
import { counted } from "./format";

const THREAT_ERRORS: Readonly<Record<ThreatError, string>> = {
  check: "No threat to show: the side to move is in check.",
  promotion: "No threat to show: a pawn must promote first.",
  gameOver: "No threat to show: the game is over.",
  impossible: "No threat to show: the side to move can’t pass here.",
};

/** A score with its sign: `+0.35`, `#−3`. */
function score(evaluation: Evaluation): string {
  if ("mate" in evaluation) return `#${evaluation.mate}`.replace("-", "−");
  return `${evaluation.centipawns < 0 ? "−" : "+"}${pawns(evaluation.centipawns)}`;
}

/** A score in words, for screen readers. */
function scoreInWords(evaluation: Evaluation): string {
  const side = ("mate" in evaluation ? evaluation.mate : evaluation.centipawns) < 0 ? "Black" : "White";
  if ("mate" in evaluation) return `${side} mates in ${Math.abs(evaluation.mate)}`;
  return evaluation.centipawns === 0 ? "equal" : `${side} is ahead by ${pawns(evaluation.centipawns)}`;
}

function pawns(centipawns: number): string {
  return (Math.abs(centipawns) / 100).toFixed(2);
}

export const engine = {
  label: "Engine",
  on: "Engine",
  whitesView: "Scores are from White’s point of view",
  score,
  scoreInWords,
  status: {
    off: "Off",
    over: "The game is over here",
    hidden: "Paused while the page is hidden",
    elsewhere: "The engine is running in another tab",
    searching: "Thinking…",
    done: "Done",
    failed: "The engine stopped working. Your analysis is safe.",
  },
  depth: (depth: number) => `Depth ${depth}`,
  speed: (nodesPerSecond: number) =>
    nodesPerSecond >= 1_000_000
      ? `${(nodesPerSecond / 1_000_000).toFixed(1)} Mn/s`
      : `${Math.round(nodesPerSecond / 1000)} kn/s`,
  speedTitle: (nodesPerSecond: number) => `${counted(nodesPerSecond, "position")} per second`,
  lines: "Lines",
  lineCount: (count: number) => counted(count, "line"),
  deeper: "Go deeper",
  deeperTitle: "Keep thinking about this position",
  unlimited: "Unlimited",
  unlimitedTitle: "Think about every position until you move on",
  arrows: "Arrows",
  arrowsTitle: "Show the lines and the threat as arrows on the boards",
  threat: "Threat",
  threatTitle: "What would the other side play now?",
  threatIs: (move: string) => `Threat: ${move}`,
  threatErrors: THREAT_ERRORS,
  searchingThreat: "Looking for the threat…",
  takeOver: "Use it here",
  restart: "Restart the engine",
  lineLabel: (rank: number, evaluation: Evaluation) => `Line ${rank}: ${scoreInWords(evaluation)}`,
  playTo: (move: string) => `Play the line up to ${move}`,
  expand: (rank: number) => `Show all moves of line ${rank}`,
  announced: (evaluation: Evaluation, best: string) => `${scoreInWords(evaluation)}. Best move: ${best}.`,
  bar: "Evaluation",
  keys: { on: "Engine on or off", threat: "Show the threat", best: "Play the engine’s best move" },
};
