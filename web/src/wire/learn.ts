// Generated from the Rust types: UPDATE_CONTRACTS=1 cargo test -p trid-wasm --test contracts

/** An exercise for the menu of the course. */
export type ExerciseSummary = {
  /** Its name in the progress: unique in the course. */
  readonly id: string;
  /** Its title. */
  readonly title: string;
};

/** A stage for the menu of the course. */
export type StageSummary = {
  /** Its name in addresses. */
  readonly id: string;
  /** The topic. */
  readonly title: string;
  /** The topic in one sentence. */
  readonly text: string;
  /** The exercises in order. */
  readonly exercises: ReadonlyArray<ExerciseSummary>;
};
