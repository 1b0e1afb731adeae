//! Lessons, puzzles and trainers: what is asked, solved and scored. No I/O, clock or randomness.

mod exercise;
mod passing;
mod stage;

pub use exercise::Exercise;
pub use passing::pass_turn;
pub use stage::{ExerciseSummary, Stage, StageSummary, stages};
