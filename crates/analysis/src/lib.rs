//! Grades games: how much win chance each move lost, which moves were mistakes, how accurate each side was.
//!
//! It does not search. The caller evaluates the positions of a game, with the engine on any machine and within any
//! limits, and gets a [`GameReport`], which [`annotate()`] writes into the game. A [`Study`] is a game that is being
//! analysed: every change to its tree is made here.

mod accuracy;
mod annotate;
mod evaluated;
mod judgement;
mod report;
mod stored;
mod study;
mod threat;
mod time_used;

pub use annotate::annotate;
pub use evaluated::{EvaluatedPosition, PositionScore};
pub use judgement::{Judgement, is_good_enough};
pub use report::{GameReport, PlyReport, SideReport};
pub use stored::{next_to_evaluate, remove_evaluations, store_evaluation, stored_scores};
pub use study::{NodePath, Study, StudyChanges, StudyNode, StudyReport, TryVerdict};
pub use threat::{Threat, ThreatError, threat_position};
