// Texts of the trainers.
import type { TrainerKind, TrainerTask } from "../../wire/learn";
import type { SquareName } from "../../wire/world";
import { counted } from "./format.ts";
import { game } from "./game.ts";

type Prompts = {
  readonly [Kind in TrainerTask["kind"]]: (task: Extract<TrainerTask, { readonly kind: Kind }>) => string;
};

const prompt: Prompts = {
  "name-square": () => "Which square has the star?",
  "find-square": ({ square }) => `Find ${square}.`,
  column: ({ column }) => `Find every square of column ${column}.`,
  knight: ({ square }) => `Find every square where the knight on ${square} can land.`,
  attackers: ({ square, by }) => `How many of ${game.side[by]}’s pieces attack ${square}, the square with the star?`,
  discovery: () => "Move one of White’s boards so that another piece gives check.",
};

export const trainers = {
  title: "Trainers",
  intro: "Short drills for reading the boards. Take 30 seconds, or as long as you like.",
  back: "All trainers",
  kind: {
    "name-square": { title: "Name the square", text: "A square has a star. Choose or type its name." },
    "find-square": { title: "Find the square", text: "You get a name. Pick the square on the map or the set." },
    column: { title: "Columns", text: "Pick every square of a column, on all levels." },
    knight: { title: "Knight jumps", text: "Pick every square where the knight can land." },
    attackers: { title: "Attackers", text: "Count the pieces that attack a square." },
    discovery: { title: "Uncover a check", text: "Find the board move after which another piece gives check." },
  } satisfies Record<TrainerKind, { title: string; text: string }>,

  time: "Time",
  timed: "30 seconds",
  untimed: "No limit",
  books: "Rules",
  book: { revised: "Revised", meder: "Meder" },
  start: "Start",
  again: "Again",
  stop: "Stop",
  next: "Next question",
  reveal: "Show the answer",

  prompt,
  typed: "Or type the name",
  typedHint: "e.g. b4N",
  check: "Check",
  choices: "Answers",
  left: (count: number) => `${count} left`,
  secondsLeft: (seconds: number) => `${seconds} s`,
  timeLeft: "Time left",
  score: (right: number, asked: number) => `${right} of ${asked} right`,

  verdict: {
    right: "Right!",
    found: (left: number) => `Yes. ${left} left.`,
    again: "You have that one.",
    wrong: "No. Try again.",
    wrongSquare: (square: SquareName) => `No, ${square} isn’t it. Try again.`,
    unreadable: "That isn’t a square. Type a name such as b4N or z0QL1.",
    late: "Time’s up.",
  },
  solution: {
    squares: (squares: readonly string[]) => `The answer: ${squares.join(", ")}.`,
    count: (count: number, squares: readonly string[]) =>
      count === 0 ? "No piece attacks it." : `${counted(count, "piece")}: ${squares.join(", ")}.`,
    moves: (moves: readonly string[]) => `The answer: ${moves.join(" or ")}.`,
  },
  over: (right: number, asked: number) => (asked === 0 ? "No answer this time." : `Done: ${right} of ${asked} right.`),

  chart: "Your last runs",
  chartInWords: (scores: readonly number[]) =>
    `Right answers in your last ${counted(scores.length, "run")}: ${scores.join(", ")}.`,
  best: (right: number) => `Best in 30 seconds: ${right}`,
  noScores: "No scores yet.",
  unknown: "There’s no such trainer. Here are all of them.",
  notStored: "Your browser doesn’t let this page keep your scores.",
  damaged: "Your scores can’t be read, so new runs aren’t kept. Everything else is fine.",
  newer: "Your scores come from a newer version of this page. Reload it to keep new runs.",
  startOver: "Start new scores",
};
