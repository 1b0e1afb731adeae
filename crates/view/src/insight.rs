//! What helps to understand a position, for a view: attacks, hanging and pinned pieces, checks and mate.

use serde::Serialize;
use trid_rules::{
    Color, Position,
    explain::{AttackedColumn, CheckPath, HangingPiece, MateExplanation, PinnedPiece},
};

/// What helps to understand a position.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Insight {
    /// The columns that White attacks.
    #[serde(with = "crate::json")]
    #[cfg_attr(feature = "typescript", ts(as = "crate::json::TypeOf<_>"))]
    pub white: Vec<AttackedColumn>,
    /// The columns that Black attacks.
    #[serde(with = "crate::json")]
    #[cfg_attr(feature = "typescript", ts(as = "crate::json::TypeOf<_>"))]
    pub black: Vec<AttackedColumn>,
    /// The pieces that could be captured for free.
    #[serde(with = "crate::json")]
    #[cfg_attr(feature = "typescript", ts(as = "crate::json::TypeOf<_>"))]
    pub hanging: Vec<HangingPiece>,
    /// The pieces pinned to their king.
    #[serde(with = "crate::json")]
    #[cfg_attr(feature = "typescript", ts(as = "crate::json::TypeOf<_>"))]
    pub pinned: Vec<PinnedPiece>,
    /// The checks to the side to move.
    #[serde(with = "crate::json")]
    #[cfg_attr(feature = "typescript", ts(as = "crate::json::TypeOf<_>"))]
    pub checks: Vec<CheckPath>,
    /// Why the side to move is mated.
    #[serde(with = "crate::json")]
    #[cfg_attr(feature = "typescript", ts(as = "crate::json::TypeOf<_>"))]
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
