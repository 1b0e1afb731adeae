//! Lessons, puzzles and trainers: what is asked, solved and scored. No I/O, clock or randomness.

mod attempt;
mod exercise;
mod goal;
mod progress;
pub mod puzzle;
mod reply;
mod stage;
mod trainer;
mod view;

pub use attempt::{
    Attempt, AttemptError, AttemptFailure, AttemptState, ExerciseError, FailureKind, Hint, Outcome,
    Phase,
};
pub use exercise::{Exercise, Intro, Mistake, Opponent};
pub use goal::{CastlingKind, Goal};
pub use progress::{Progress, ProgressError};
pub use stage::{ExerciseSummary, Stage, StageSummary, find_exercise, stages};
pub use trainer::{
    ScoresError, StoredScores, TIME_LIMIT, TrainerKind, TrainerQuestion, TrainerScore,
    TrainerScores, TrainerSolution, TrainerTask, TrainerVerdict, Training, TrainingState,
};
pub use view::{ExerciseView, IntroView, MoveChoice};
