// Generated from the Rust types: UPDATE_EXPECT=1 cargo test -p trid-wasm --test contracts

/** The kind of a board. */
export type BoardKind = "main" | "attack";

/** A column: file and rank, `b4`. */
export type ColumnName = string;

/** Coordinates: x along the files, y along the ranks towards Black, z up. */
export type Coordinates = readonly [number, number, number];

/** A file of the map, from the left. */
export type File = "z" | "a" | "b" | "c" | "d" | "e";

/** A board in the World: `W`, `N`, `B`, or a pin with a rotation, `QL1:0` or `KL6:180`. */
export type InstanceName = string;

/** The height of a square: a main board, or the pin of an attack board. */
export type Level = "W" | "QL1" | "KL1" | "QL2" | "KL2" | "N" | "QL3" | "KL3" | "QL4" | "KL4" | "B" | "QL5" | "KL5" | "QL6" | "KL6";

/** A line of pins. */
export type Line = "QL" | "KL";

/** A main board: White's, the neutral one, Black's. */
export type MainLevel = "W" | "N" | "B";

/** A place where an attack board can stand. */
export type PinName = "QL1" | "KL1" | "QL2" | "KL2" | "QL3" | "KL3" | "QL4" | "KL4" | "QL5" | "KL5" | "QL6" | "KL6";

/** A rank of the map, 0 to 9. */
export type Rank = number;

/** One of the two rule books. */
export type RuleBook = "revised" | "meder";

/** A square: file, rank and level, `b4N` or `z0QL1`. */
export type SquareName = string;

/** All boards, squares and pins with their coordinates. */
export type World = {
  /** The three main boards and the 24 instances of attack boards. */
  readonly boards: ReadonlyArray<WorldBoard>;
  /** The 144 squares of all boards. */
  readonly squares: ReadonlyArray<WorldSquare>;
  /** The twelve pins. */
  readonly pins: ReadonlyArray<WorldPin>;
  /** The squares of each column that can have any, from the lowest level up, by name. */
  readonly columns: Readonly<Record<ColumnName, ReadonlyArray<SquareName>>>;
  /** The adjacent pins of each pin, by name, for each rule book. */
  readonly graphs: Readonly<Record<RuleBook, Readonly<Record<PinName, ReadonlyArray<PinName>>>>>;
  /** The distance between the centers of neighbouring columns. */
  readonly spacing: number;
  /** The width of a square. */
  readonly squareSize: number;
};

/** A board: a main board, or an attack board on one pin at one rotation. */
export type WorldBoard = {
  /** `W`, `N`, `B`, or the instance: `QL1:0`, `KL6:180`. */
  readonly id: InstanceName;
  /** Main board or attack board. */
  readonly kind: BoardKind;
  /** The line of an attack board. */
  readonly line: Line | null;
  /** The pin's number of an attack board. */
  readonly pin: 1 | 2 | 3 | 4 | 5 | 6 | null;
  /** 0 or 180. */
  readonly rotation: 0 | 180;
  /** The main board below an attack board. */
  readonly over: MainLevel | null;
  /** Its files, left to right. */
  readonly files: ReadonlyArray<File>;
  /** Its ranks, lowest first. */
  readonly ranks: ReadonlyArray<Rank>;
  /** The coordinates of its center. */
  readonly center: Coordinates;
  /** The number of files and ranks. */
  readonly size: readonly [number, number];
  /** The height of its center in the exploded view. */
  readonly explodedZ: number;
};

/** A pin. */
export type WorldPin = {
  /** `QL1` to `KL6`. */
  readonly id: PinName;
  /** The coordinates of the center of a board on it. */
  readonly position: Coordinates;
  /** The four columns it covers. */
  readonly footprint: ReadonlyArray<ColumnName>;
};

/** A square of one board. */
export type WorldSquare = {
  /** File, rank and board: `z1QL1:0`, `b4N`. */
  readonly id: string;
  /** The square: `z1QL1`. */
  readonly square: SquareName;
  /** The board it is part of. */
  readonly board: InstanceName;
  /** Its column. */
  readonly column: ColumnName;
  /** Its file. */
  readonly file: File;
  /** Its rank. */
  readonly rank: Rank;
  /** The coordinates of its center. */
  readonly position: Coordinates;
  /** Whether it is dark. */
  readonly dark: boolean;
  /** Its cell in the flat map: track from the left, rank. */
  readonly map: readonly [number, number];
};
