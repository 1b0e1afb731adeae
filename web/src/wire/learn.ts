// Generated from the Rust types: UPDATE_EXPECT=1 cargo test -p trid-wasm --test contracts
import type { History, Touched } from "./game";
import type { Color, Snapshot } from "./snapshot";
import type { ShapePlace } from "./study";
import type { ColumnName, RuleBook, SquareName } from "./world";

/** Why an attempt failed, and what to say. */
export type AttemptFailure = {
  /** Why. */
  readonly kind: FailureKind;
  /** The exercise's own text for this mistake. */
  readonly text: string | null;
  /** The player's last move and the opponent's reply to it, in algebraic notation, as far as they are made. */
  readonly moves: ReadonlyArray<string>;
};

/** An attempt as the page shows it. */
export type AttemptState = {
  /** The position on the boards. */
  readonly snapshot: Snapshot;
  /** The moves played in the attempt, and the ply on the boards. */
  readonly history: History;
  /** The player's side. */
  readonly player: Color;
  /** Where the attempt is. */
  readonly phase: Phase;
  /** The squares marked with a star. */
  readonly goals: ReadonlyArray<SquareName>;
  /** How many moves the player has made; in a puzzle the correct ones. */
  readonly used: number;
  /** How many stars it earned: 1 to 3 when solved, 0 otherwise. */
  readonly stars: number;
  /** What it counts as; none while that is open. */
  readonly outcome: Outcome | null;
  /** Why it failed, or fails with the next reply. */
  readonly failure: AttemptFailure | null;
};

/** An exercise for the menu of the course. */
export type ExerciseSummary = {
  /** Its name in the progress: unique in the course. */
  readonly id: string;
  /** Its title. */
  readonly title: string;
};

/** An exercise for the page. */
export type ExerciseView = {
  /** A few words. */
  readonly title: string;
  /** What is new here. */
  readonly intro: IntroView | null;
  /** What to do. */
  readonly task: string;
  /** What was learned. */
  readonly learned: string;
  /** The rule book. */
  readonly rules: RuleBook;
  /** How many moves the player may make. */
  readonly moves: number;
  /** How many moves earn all stars. */
  readonly par: number;
  /** Whether squares are picked as answers. */
  readonly picks: boolean;
  /** The moves to choose from, where the illegal one is asked for. */
  readonly choices: ReadonlyArray<MoveChoice>;
};

/** Why an attempt failed. */
export type FailureKind = "mistake" | "captured" | "mated" | "escapes" | "noCheck" | "outOfMoves" | "noMoves" | "legal" | "wrongSquare";

/** A hint: a text, or what to mark. */
export type Hint = {
  /** What to look for. */
  readonly text: string | null;
  /** The next step of the solution: a move in coordinate notation, a square or a claim; none in a hint that says less, and where the player has left the solution. */
  readonly move: string | null;
  /** What to mark on the boards. */
  readonly touched: Touched;
};

/** What is new in an exercise. */
export type IntroView = {
  /** The new idea. */
  readonly text: string;
  /** Arrows that show it. Both ends of a mark on one place are the same. */
  readonly arrows: ReadonlyArray<MoveArrow>;
};

/** An arrow for a move. Both ends are the same for a turn in place and a forced promotion. */
export type MoveArrow = {
  /** The start. */
  readonly from: ShapePlace;
  /** The end. */
  readonly to: ShapePlace;
};

/** A move to choose, legal or not. */
export type MoveChoice = {
  /** The move in coordinate notation. */
  readonly move: string;
  /** The same with an arrow between its two places: `b2W → b4N`. */
  readonly text: string;
  /** The squares and pins that its text names, to be marked. */
  readonly touched: Touched;
};

/** What an attempt counts as. */
export type Outcome = "solved" | "helped" | "missed";

/** Where an attempt is. */
export type Phase = "playing" | "replying" | "solved" | "failed";

/** The stars of each exercise and the place where the person stopped. What this version does not know is kept. */
export type Progress = {
  /** Stars by the id of the exercise, 1 to 3. */
  readonly stars: Readonly<Record<string, number>>;
  /** The exercise that was open last, as its address names it: `rook/2`. */
  readonly last: string | null;
};

/** Which puzzles the person solves. */
export type PuzzleFilter =
  | { readonly kind: "mix" }
  | {
    readonly kind: "theme";
    /** The theme. */
    readonly theme: Theme;
  }
  | {
    readonly kind: "rating";
    /** Puzzles near this rating. */
    readonly rating: number;
  }
  | { readonly kind: "review" };

/** The puzzle menu of a rule book. */
export type PuzzleMenu = {
  /** The person's rating; none until it has settled. */
  readonly rating: number | null;
  /** The rating by day, oldest first; empty until it has settled. */
  readonly points: ReadonlyArray<RatingPoint>;
  /** Puzzles tried in this rule book. */
  readonly tried: number;
  /** Puzzles solved. */
  readonly solved: number;
  /** All puzzles of the rule book. */
  readonly puzzles: number;
  /** Failed puzzles that are due today. */
  readonly due: number;
  /** The puzzle of the day. */
  readonly daily: number | null;
  /** Whether the puzzle of the day was tried today. */
  readonly isDailyDone: boolean;
  /** The themes that have puzzles. */
  readonly themes: ReadonlyArray<ThemeCount>;
  /** The best streak. */
  readonly bestStreak: number;
  /** The best storm. */
  readonly bestStorm: number;
};

/** A puzzle, without its solution. */
export type PuzzleView = {
  /** Its number. */
  readonly number: number;
  /** Its rating. */
  readonly rating: number;
  /** The rule book: `revised` or `meder`. */
  readonly book: string;
  /** The side of the solver. */
  readonly color: Color;
  /** Its themes. */
  readonly themes: ReadonlyArray<Theme>;
  /** The number of moves to mate, if the task is to mate. */
  readonly mateIn: number | null;
  /** How many moves the solver makes. */
  readonly moves: number;
  /** Whether White and Black may castle, where king and rook look like it. */
  readonly castling: readonly [boolean | null, boolean | null];
  /** The pawn that can be captured en passant. */
  readonly enPassant: SquareName | null;
  /** Pawns that look as if they could make a double step, but cannot. */
  readonly noDoubleStep: ReadonlyArray<SquareName>;
};

/** The rating at the end of a day. */
export type RatingPoint = {
  /** In days since 1970. */
  readonly day: number;
  /** The rating. */
  readonly rating: number;
};

/** A run as the page shows it. */
export type RunState = {
  /** Puzzles solved. */
  readonly solved: number;
  /** Puzzles failed. */
  readonly failed: number;
  /** Milliseconds left; none for a streak. */
  readonly remaining: number | null;
  /** Whether no further puzzle counts. */
  readonly isOver: boolean;
};

/** A stage for the menu of the course. */
export type StageSummary = {
  /** Its name in addresses. */
  readonly id: string;
  /** The topic. */
  readonly title: string;
  /** The topic in one sentence. */
  readonly text: string;
  /** The section of the guide on the topic. */
  readonly guide: string;
  /** The exercises in order. */
  readonly exercises: ReadonlyArray<ExerciseSummary>;
};

/** Stored scores for the page. */
export type StoredScores =
  | {
    readonly state: "read";
    /** The scores. */
    readonly scores: Readonly<Record<string, ReadonlyArray<TrainerScore>>>;
  }
  | { readonly state: "damaged" }
  | { readonly state: "newer" };

/** What a puzzle is about. */
export type Theme = "mateIn1" | "mateIn2" | "mateIn3" | "mateIn4" | "mateIn5" | "fork" | "pin" | "discoveredColumn" | "boardMove" | "ride" | "levelChange" | "promotion" | "quietMove" | "defence";

/** A theme with its number of puzzles. */
export type ThemeCount = {
  /** The theme. */
  readonly theme: Theme;
  /** How many puzzles have it. */
  readonly puzzles: number;
  /** How many of them the person has solved. */
  readonly solved: number;
};

/** What a trainer asks. */
export type TrainerKind = "name-square" | "find-square" | "column" | "knight" | "attackers" | "discovery";

/** A question without its solution. */
export type TrainerQuestion = {
  /** The rule book. */
  readonly rules: RuleBook;
  /** The position as T-FEN. */
  readonly tfen: string;
  /** What to find. */
  readonly task: TrainerTask;
};

/** The result of one run. */
export type TrainerScore = {
  /** When the run ended, in milliseconds since 1970. */
  readonly at: number;
  /** Questions answered right at the first attempt. */
  readonly right: number;
  /** All questions that were over. */
  readonly asked: number;
  /** Whether the run had a time limit. */
  readonly timed: boolean;
};

/** The solution of a question. */
export type TrainerSolution =
  | {
    readonly kind: "squares";
    /** The squares. */
    readonly squares: ReadonlyArray<SquareName>;
  }
  | {
    readonly kind: "count";
    /** The number. */
    readonly count: number;
    /** The pieces that were to be counted. */
    readonly squares: ReadonlyArray<SquareName>;
  }
  | {
    readonly kind: "moves";
    /** The moves in coordinate notation. */
    readonly moves: ReadonlyArray<string>;
  };

/** What to find in a position. */
export type TrainerTask =
  | {
    readonly kind: "name-square";
    /** The square to name. */
    readonly square: SquareName;
    /** Four names, the right one among them. */
    readonly choices: ReadonlyArray<SquareName>;
  }
  | {
    readonly kind: "find-square";
    /** The square to find. */
    readonly square: SquareName;
  }
  | {
    readonly kind: "column";
    /** The column. */
    readonly column: ColumnName;
  }
  | {
    readonly kind: "knight";
    /** The knight. */
    readonly square: SquareName;
  }
  | {
    readonly kind: "attackers";
    /** The attacked square. */
    readonly square: SquareName;
    /** The side of the attackers. */
    readonly by: Color;
    /** The numbers to choose from. */
    readonly choices: ReadonlyArray<number>;
  }
  | { readonly kind: "discovery" };

/** What an answer is worth. */
export type TrainerVerdict = "right" | "found" | "again" | "wrong" | "unreadable" | "late";

/** The state of a run for the page. */
export type TrainingState = {
  /** The question. */
  readonly question: TrainerQuestion;
  /** The squares found so far. */
  readonly found: ReadonlyArray<SquareName>;
  /** How many squares of the question are left to find; `None` if it does not ask for several. */
  readonly left: number | null;
  /** The solution, once the question is over. */
  readonly solution: TrainerSolution | null;
  /** Questions answered right at the first attempt. */
  readonly right: number;
  /** Questions that are over. */
  readonly asked: number;
};
