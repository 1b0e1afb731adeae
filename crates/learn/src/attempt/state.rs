//! An attempt as the page shows it.

use serde::Serialize;
use trid_rules::{Color, Square};
use trid_view::{History, Snapshot, Touched};

/// Where an attempt is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "the names are self-explanatory")]
pub enum Phase {
    Playing,
    /// The opponent's move is next: the one before a puzzle, a reply, or what refutes the player's move.
    Replying,
    Solved,
    Failed,
}

/// What an attempt counts as.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum Outcome {
    /// Solved without a mistake or help.
    Solved,
    /// A hint was shown before the first mistake.
    Helped,
    /// A mistake was made, or the solution was shown.
    Missed,
}

impl Outcome {
    /// All outcomes.
    pub const ALL: [Outcome; 3] = [Outcome::Solved, Outcome::Helped, Outcome::Missed];

    /// Its name in JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Outcome::Solved => "solved",
            Outcome::Helped => "helped",
            Outcome::Missed => "missed",
        }
    }
}

/// Why an attempt failed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum FailureKind {
    /// The exercise has a text for this move, or it is not the puzzle's solution.
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
    /// The player's last move and the opponent's reply to it, in algebraic notation, as far as they are made.
    pub moves: Vec<String>,
}

/// An attempt as the page shows it.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct AttemptState {
    /// The position on the boards.
    pub snapshot: Snapshot,
    /// The moves played in the attempt, and the ply on the boards.
    pub history: History,
    /// The player's side.
    #[serde(with = "trid_view::json")]
    #[cfg_attr(feature = "typescript", ts(as = "trid_view::json::TypeOf<_>"))]
    pub player: Color,
    /// Where the attempt is.
    pub phase: Phase,
    /// The squares marked with a star.
    #[serde(with = "trid_view::json")]
    #[cfg_attr(feature = "typescript", ts(as = "trid_view::json::TypeOf<_>"))]
    pub goals: Vec<Square>,
    /// How many moves the player has made; in a puzzle the correct ones.
    pub used: usize,
    /// How many stars it earned: 1 to 3 when solved, 0 otherwise.
    pub stars: u8,
    /// What it counts as; none while that is open.
    pub outcome: Option<Outcome>,
    /// Why it failed, or fails with the next reply.
    pub failure: Option<AttemptFailure>,
}

/// A hint: a text, or what to mark.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Hint {
    /// What to look for.
    pub text: Option<String>,
    /// The next step of the solution: a move in coordinate notation, a square or a claim; none in a hint that says less,
    /// and where the player has left the solution.
    #[serde(rename = "move")]
    pub mv: Option<String>,
    /// What to mark on the boards.
    pub touched: Touched,
}
