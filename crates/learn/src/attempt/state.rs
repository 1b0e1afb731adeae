//! An attempt as the page shows it.

use serde::Serialize;
use trid_rules::Square;
use trid_view::{History, Snapshot};

/// Where an attempt is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "the names are self-explanatory")]
pub enum Phase {
    Playing,
    /// The opponent's reply is next.
    Replying,
    Solved,
    Failed,
}

/// Why an attempt failed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum FailureKind {
    /// The exercise has a text for this move.
    Mistake,
    /// The opponent captures a piece.
    Captured,
    /// The opponent checkmates.
    Mated,
    /// The opponent's king gets out of check.
    Escapes,
    /// The move was to checkmate and does not even give check.
    NoCheck,
    /// No moves are left.
    OutOfMoves,
    /// The player has no legal move.
    NoMoves,
    /// The move is legal, and the illegal one was asked for.
    Legal,
    /// The square is not one of those asked for.
    WrongSquare,
}

/// Why an attempt failed, and what to say.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct AttemptFailure {
    /// Why.
    pub kind: FailureKind,
    /// The exercise's own text for this mistake.
    pub text: Option<String>,
}

/// An attempt as the page shows it.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct AttemptState {
    /// The position on the boards.
    pub snapshot: Snapshot,
    /// The moves played in the attempt.
    pub history: History,
    /// Where the attempt is.
    pub phase: Phase,
    /// The squares marked with a star.
    #[serde(with = "trid_view::json")]
    #[cfg_attr(feature = "typescript", ts(as = "trid_view::json::TypeOf<_>"))]
    pub goals: Vec<Square>,
    /// How many moves the player has made.
    pub used: usize,
    /// How many stars it earned: 1 to 3 when solved, 0 otherwise.
    pub stars: u8,
    /// Why it failed.
    pub failure: Option<AttemptFailure>,
}

/// A hint: a text, or a move to mark.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Hint {
    /// What to look for.
    pub text: Option<String>,
    /// The next move of the solution, in coordinate notation; none if the player has left it.
    #[serde(rename = "move")]
    pub mv: Option<String>,
}
