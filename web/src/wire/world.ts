// The geometry of the game as the rules hand it out: computed once, never worked out here.

/** "QL1" to "KL6": where an attack board can stand. */
export type PinName = string;
/** File, rank and level: "b4N", "z0QL1". */
export type SquareName = string;
/** File and rank: "b4". */
export type ColumnName = string;
/** "W", "N", "B", or a pin with a rotation: "QL1:0", "KL6:180". */
export type InstanceName = string;

export type Point = readonly [number, number, number];
export type RuleBook = "revised" | "meder";

export interface WorldBoard {
  readonly id: InstanceName;
  readonly kind: "main" | "attack";
  /** The line and pin number of an attack board; null on a main board. */
  readonly line: "QL" | "KL" | null;
  readonly pin: number | null;
  readonly rotation: 0 | 180;
  /** The main board an attack board stands over; null on a main board. */
  readonly over: "W" | "N" | "B" | null;
  readonly files: readonly string[];
  readonly ranks: readonly number[];
  readonly center: Point;
  /** Squares along the files and along the ranks. */
  readonly size: readonly [number, number];
  readonly explodedZ: number;
}

export interface WorldSquare {
  /** Unique over all instances: "z1QL1:0", "b4N". */
  readonly id: string;
  readonly square: SquareName;
  readonly board: InstanceName;
  readonly column: ColumnName;
  readonly file: string;
  readonly rank: number;
  readonly position: Point;
  readonly dark: boolean;
  /** The cell in the flat map: track from the left, track from White's side. */
  readonly map: readonly [number, number];
}

export interface WorldPin {
  readonly id: PinName;
  readonly position: Point;
  readonly footprint: readonly ColumnName[];
}

export type PinGraph = Readonly<Record<PinName, readonly PinName[]>>;

export interface World {
  readonly boards: readonly WorldBoard[];
  readonly squares: readonly WorldSquare[];
  readonly pins: readonly WorldPin[];
  /** Every square that can exist in a column, lowest first. */
  readonly columns: Readonly<Record<ColumnName, readonly SquareName[]>>;
  readonly graphs: Readonly<Record<RuleBook, PinGraph>>;
  readonly spacing: number;
  readonly squareSize: number;
}
