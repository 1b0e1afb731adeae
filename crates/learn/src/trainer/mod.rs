//! Trainers: questions made from a seed and the rules, runs with or without a time limit, and their scores.

mod positions;
mod question;
mod scores;
mod training;

pub use question::{TrainerKind, TrainerQuestion, TrainerSolution, TrainerTask};
pub use scores::{ScoresError, StoredScores, TrainerScore, TrainerScores};
pub use training::{TIME_LIMIT, TrainerVerdict, Training, TrainingState};
