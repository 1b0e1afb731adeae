// Texts of the game report and of learning from mistakes.
import type { Color } from "../../wire/snapshot";
import type { Judgement } from "../../wire/study";
import { counted } from "./format";

const SIDES: Readonly<Record<Color, string>> = { white: "White", black: "Black" };

const JUDGEMENTS: Readonly<Record<Judgement, string>> = {
  inaccuracy: "inaccuracy",
  mistake: "mistake",
  blunder: "blunder",
};

/** `4:05`, or `1:02:09`. */
function time(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  const parts = [Math.floor(seconds / 60) % 60, seconds % 60].map((part) => String(part).padStart(2, "0"));
  const hours = Math.floor(seconds / 3600);
  return `${hours > 0 ? `${hours}:` : ""}${parts.join(":").replace(hours > 0 ? /^$/ : /^0/, "")}`;
}

export const report = {
  title: "Game report",
  noMoves: "Play or import a game to get a report on it.",
  intro: "The engine checks every move, finds the mistakes and shows what was better.",
  effort: "How thorough",
  efforts: { fast: "Fast", standard: "Standard", deep: "Deep" },
  start: "Analyse the game",
  resume: "Resume",
  again: "Analyse again",
  cancel: "Stop",
  progress: (done: number, total: number) => `${done} of ${counted(total, "position")}`,
  stopped: (done: number, total: number) => `Stopped after ${done} of ${counted(total, "position")}.`,
  elsewhere: "Waiting: the engine is running in another tab.",
  failed: "The engine stopped working. What it found is kept.",
  done: "The report is ready.",
  running: "Analysing the game in the background…",

  graph: "White’s win chance, move by move",
  graphPoint: (move: string, percent: number) => `${move}: White’s win chance ${percent} %`,
  startPosition: "Start",
  summary: "Summary",
  side: SIDES,
  accuracy: "Accuracy",
  percent: (value: number) => `${Math.round(value)} %`,
  unknown: "–",
  inaccuracies: "Inaccuracies",
  mistakes: "Mistakes",
  blunders: "Blunders",
  time: "Time used",
  timeText: time,
  list: "Mistakes in this game",
  noMistakes: "No mistakes found.",
  judgement: JUDGEMENTS,
  better: (move: string) => `Better: ${move}`,
  movesTable: "Every move as a table",
  columns: { move: "Move", score: "Score", chance: "White’s win chance", verdict: "Verdict", time: "Time" },
  moveName: (number: number, color: Color, move: string) => `${number}${color === "white" ? "." : "…"} ${move}`,
  key: "Game report",

  learn: {
    title: "Learn from your mistakes",
    start: "Learn from your mistakes",
    sides: { both: "Both sides", white: "White", black: "Black" },
    side: "Whose mistakes",
    place: (index: number, total: number) => `Mistake ${index} of ${total}`,
    task: (color: Color, move: string, judgement: Judgement) =>
      `${SIDES[color]} played ${move}, ${judgement === "inaccuracy" ? "an" : "a"} ${JUDGEMENTS[judgement]}. Find a better move.`,
    judging: (move: string) => `Checking ${move}…`,
    wrong: (move: string) => `${move} loses too much. Try again.`,
    played: (move: string) => `${move} is the move from the game. Find a better one.`,
    solved: (move: string) => `${move} is good!`,
    shown: (move: string) => `${move} was better.`,
    failed: "The engine couldn’t check that move. Try again.",
    hint: "Hint",
    hintText: "Move the marked piece or board.",
    solution: "Show the solution",
    next: "Next",
    finish: "Back to the analysis",
    over: (solved: number, total: number) => `You found ${solved} of ${total}.`,
  },
};
