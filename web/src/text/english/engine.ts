// Texts of the engine in the analysis screen.
import type { Evaluation, ThreatError } from "../../wire/study";
import { counted } from "./format";

const THREAT_ERRORS: Readonly<Record<ThreatError, string>> = {
  check: "No threat to show: the side to move is in check.",
  promotion: "No threat to show: a pawn must promote first.",
  gameOver: "No threat to show: the game is over.",
  impossible: "No threat to show: the side to move can’t pass here.",
};

/** A score in words, for screen readers. */
function scoreInWords(score: string): string {
  if (score.startsWith("#-")) return `Black mates in ${score.slice(2)}`;
  if (score.startsWith("#")) return `White mates in ${score.slice(1)}`;
  const pawns = score.replace(/^[+-]/, "");
  if (Number(pawns) === 0) return "equal";
  return `${score.startsWith("-") ? "Black" : "White"} is ahead by ${pawns}`;
}

/** An evaluation with its sign, as the engine writes scores. */
function evaluationText(evaluation: Evaluation): string {
  if ("mate" in evaluation) return `#${evaluation.mate}`;
  return `${evaluation.centipawns < 0 ? "-" : "+"}${(Math.abs(evaluation.centipawns) / 100).toFixed(2)}`;
}

export const engine = {
  label: "Engine",
  on: "Engine",
  whitesView: "Scores are from White’s point of view",
  score: (score: string) => score.replace("-", "−"),
  scoreInWords,
  evaluationText,
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
  lineLabel: (rank: number, score: string) => `Line ${rank}: ${scoreInWords(score)}`,
  playTo: (move: string) => `Play the line up to ${move}`,
  expand: (rank: number) => `Show all moves of line ${rank}`,
  announced: (score: string, best: string) => `${scoreInWords(score)}. Best move: ${best}.`,
  bar: "Evaluation",
  keys: { on: "Engine on or off", threat: "Show the threat", best: "Play the engine’s best move" },
};
