//! What helps to understand a position, for a view: attacks, hanging and pinned pieces, checks and mate.

use serde::Serialize;

use crate::{
    AttackedColumn, CheckPath, Color, HangingPiece, MateExplanation, PinnedPiece, Position,
};

/// What helps to understand a position.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Insight {
    /// The columns that White attacks.
    pub white: Vec<AttackedColumn>,
    /// The columns that Black attacks.
    pub black: Vec<AttackedColumn>,
    /// The pieces that could be captured for free.
    pub hanging: Vec<HangingPiece>,
    /// The pieces pinned to their king.
    pub pinned: Vec<PinnedPiece>,
    /// The checks to the side to move.
    pub checks: Vec<CheckPath>,
    /// Why the side to move is mated.
    pub mate: Option<MateExplanation>,
}

impl From<&Position> for Insight {
    fn from(position: &Position) -> Insight {
        Insight {
            white: position.attacked_columns(Color::White),
            black: position.attacked_columns(Color::Black),
            hanging: position.hanging(),
            pinned: position.pinned(),
            checks: position.check_paths(),
            mate: position.explain_mate(),
        }
    }
}
