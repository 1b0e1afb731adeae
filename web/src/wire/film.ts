// Generated from the Rust types: UPDATE_EXPECT=1 cargo test -p trid-wasm --test contracts

/** A film of a game. */
export type FilmRequest = {
  /** The game as T-PGN. */
  readonly record: string;
  /** The width in pixels. */
  readonly width: number;
  /** Milliseconds per ply. */
  readonly delay: number;
  /** The first ply. */
  readonly from: number;
  /** The last ply, or the end of the game if that comes first. */
  readonly till: number;
  /** Whether Black's side is at the bottom. */
  readonly flipped: boolean;
  /** Whether an arrow shows each move. */
  readonly arrows: boolean;
  /** What the players are called if the record does not name them, White first. */
  readonly names: readonly [string, string];
};
