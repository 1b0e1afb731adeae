// Texts of the puzzles.
import type { Outcome, Theme } from "../../wire/learn";
import type { Color } from "../../wire/snapshot";
import { counted } from "./format";
import { home } from "./home.ts";

const DATE = new Intl.DateTimeFormat("en-GB", { dateStyle: "long" });

const SIDES: Readonly<Record<Color, string>> = { white: "White", black: "Black" };

const THEMES: Readonly<Record<Theme, string>> = {
  mateIn1: "Mate in 1",
  mateIn2: "Mate in 2",
  mateIn3: "Mate in 3",
  mateIn4: "Mate in 4",
  mateIn5: "Mate in 5",
  fork: "Fork",
  pin: "Pin",
  discoveredColumn: "Discovered column",
  boardMove: "Board move",
  ride: "Ride",
  levelChange: "Choice of level",
  promotion: "Promotion",
  quietMove: "Quiet move",
  defence: "Defence",
};

const MATE_LINE = "Every reply was answered, and the last move is mate: no piece and no board can save the king.";

const LESSONS: Readonly<Record<Theme, string>> = {
  mateIn1: "Mate: the king is attacked, and no move of a piece or a board can save it.",
  mateIn2: MATE_LINE,
  mateIn3: MATE_LINE,
  mateIn4: MATE_LINE,
  mateIn5: MATE_LINE,
  fork: "A fork: one piece attacked two targets, and only one of them could be saved.",
  pin: "A pin: the piece in between could not move, because its king would have been in check.",
  discoveredColumn: "Leaving a column opened it on every level, and the piece behind attacked through it.",
  boardMove: "A board moved: that is a whole turn, and it changes which squares exist.",
  ride: "A piece rode on its board to another pin.",
  levelChange: "The level decided: no other square of that column would do.",
  promotion: "A pawn reached the furthest rank of its file and became another piece.",
  quietMove: "The key was a quiet move: no check, no capture, and still nothing helped against it.",
  defence: "There was a threat to meet first, and the right defence was also the way to win.",
};

export const puzzles = {
  title: "Puzzles",
  loading: "Loading puzzles…",
  notLoaded: "Couldn’t load the puzzles. Check your connection and try again.",
  tryAgain: "Try again",
  damaged: "Your puzzle progress couldn’t be read, so it starts again. Everything else is safe.",
  notSaved: "Your puzzle progress couldn’t be saved in this browser.",
  unknown: (number: string) => `There is no puzzle ${number}. The link may be wrong or come from another version.`,
  book: "Rules",
  books: { revised: "Revised", meder: "Meder" } as Readonly<Record<string, string>>,
  yourRating: "Your rating",
  unsettled: "Settling",
  progress: (solved: number, tried: number) =>
    tried === 0 ? "No puzzles tried yet" : `${solved} solved of ${tried} tried`,
  chart: (first: number, last: number) => `Rating by day, from ${first} to ${last}`,
  daily: "Puzzle of the day",
  dailyDone: home.dailyDone,
  dailyText: "The same for everyone today.",
  mix: "Solve puzzles",
  mixText: "A mix near your rating. Ones you missed come back.",
  review: "Missed puzzles",
  reviewText: (due: number) => (due === 1 ? "1 is due today" : `${due} are due today`),
  nothingDue: "Nothing is due today. Well done!",
  streak: "Streak",
  streakText: "They get harder. One mistake ends it.",
  storm: "Storm",
  stormText: "As many as you can in three minutes. A mistake costs ten seconds.",
  best: (score: number) => `Best: ${score}`,
  byTheme: "By theme",
  byRating: "By difficulty",
  ratings: { 800: "Easy", 1200: "Medium", 1600: "Hard", 2000: "Very hard" } as Readonly<Record<number, string>>,
  theme: (theme: Theme) => THEMES[theme],
  themeCount: (solved: number, all: number) => `${solved} of ${all} solved`,
  number: (number: number) => `Puzzle ${number}`,
  rating: (rating: number) => `Rated ${rating}`,
  task: home.puzzleTask,
  canCastle: (side: Color) => `${SIDES[side]} can still castle.`,
  cannotCastle: (side: Color) => `${SIDES[side]} can’t castle any more.`,
  enPassant: (square: string) => `The pawn on ${square} has just moved two squares.`,
  noDoubleStep: (squares: readonly string[]) =>
    squares.length === 1
      ? `The pawn on ${squares.join()} can’t move two squares any more.`
      : `The pawns on ${squares.join(", ")} can’t move two squares any more.`,
  watch: "Watch the last move.",
  yourTurn: "Your move.",
  right: "That’s right. Keep going.",
  /** A sentence on each theme, said when the puzzle is over. */
  lesson: LESSONS,
  line: "The line",
  wrong: (move: string) => `${move} isn’t it.`,
  refuted: (move: string, reply: string) => `${move} isn’t it: ${reply} answers it.`,
  finished: {
    solved: "Solved!",
    helped: "Done, with help.",
    missed: "That was the solution.",
  } satisfies Record<Outcome, string>,
  settling: "Your rating is still settling.",
  notRated: "With help it doesn’t count: your rating stays as it is.",
  ratingChange: (rating: number, change: number) =>
    `Your rating: ${rating} (${change > 0 ? "+" : change < 0 ? "−" : "±"}${Math.abs(change)})`,
  returns: "It will come back tomorrow.",
  hint: "Hint",
  hintCost: "puzzle won’t count",
  solution: "Show solution",
  solutionCost: "counts as missed",
  retry: "Try again",
  next: "Next puzzle",
  copyLink: "Copy link",
  shareResult: "Share the result",
  /** `marks` are a square for each move or puzzle. */
  sharedDaily: (date: Date, marks: string) => `Tri-D puzzle of the day, ${DATE.format(date)}\n${marks}`,
  sharedRun: (run: "streak" | "storm", score: number, marks: string) =>
    `Tri-D ${run}: ${counted(score, "puzzle")}\n${marks}`,
  copied: "Link copied.",
  back: "All puzzles",
  analysisName: (number: number) => `Puzzle ${number}`,
  themes: "Themes",
  getReady: "Get ready…",
  time: (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`,
  timeLeft: "Time left",
  score: "Solved",
  runOver: (score: number) => (score === 1 ? "You solved 1 puzzle." : `You solved ${score} puzzles.`),
  newBest: "That’s your best yet!",
  again: "Play again",
  end: "End",
};
