//! Where an arrow that shows a move starts and ends.

use serde::Serialize;
use trid_rules::{Move, Place, Position};

/// An arrow for a move. Both ends are the same for a turn in place and a forced promotion.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct MoveArrow {
    /// The start.
    #[serde(with = "crate::json")]
    #[cfg_attr(feature = "typescript", ts(as = "crate::json::TypeOf<_>"))]
    pub from: Place,
    /// The end.
    #[serde(with = "crate::json")]
    #[cfg_attr(feature = "typescript", ts(as = "crate::json::TypeOf<_>"))]
    pub to: Place,
}

impl MoveArrow {
    /// The arrow for a legal move: for castling the king's way, for a board from pin to pin.
    #[must_use]
    pub fn new(position: &Position, mv: Move) -> MoveArrow {
        let (from, to) = match mv {
            Move::Piece { from, to, .. } => (Place::Square(from), Place::Square(to)),
            Move::Castle(_) => {
                let king = position.king(position.turn());
                let to = position.effects(mv).moved.first().map_or(king, |king| king.to);
                (Place::Square(king), Place::Square(to))
            }
            Move::Board { from, to, .. } => (Place::Pin(from), Place::Pin(to)),
            Move::Turn { pin } => (Place::Pin(pin), Place::Pin(pin)),
            Move::Promote { square, .. } => (Place::Square(square), Place::Square(square)),
        };
        MoveArrow { from, to }
    }
}
