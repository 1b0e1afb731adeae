//! Where an arrow that shows a move starts and ends.

use serde::Serialize;

use crate::{Move, Position, ShapePlace};

/// An arrow for a move. Both ends are the same for a turn in place and a forced promotion.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct MoveArrow {
    /// The start.
    pub from: ShapePlace,
    /// The end.
    pub to: ShapePlace,
}

impl MoveArrow {
    /// The arrow for a legal move: for castling the king's way, for a board from pin to pin.
    #[must_use]
    pub fn new(position: &Position, mv: Move) -> MoveArrow {
        let (from, to) = match mv {
            Move::Piece { from, to, .. } => (ShapePlace::Square(from), ShapePlace::Square(to)),
            Move::Castle(_) => {
                let king = position.king(position.turn());
                let to = position.effects(mv).moved.first().map_or(king, |king| king.to);
                (ShapePlace::Square(king), ShapePlace::Square(to))
            }
            Move::Board { from, to, .. } => (ShapePlace::Pin(from), ShapePlace::Pin(to)),
            Move::Turn { pin } => (ShapePlace::Pin(pin), ShapePlace::Pin(pin)),
            Move::Promote { square, .. } => {
                (ShapePlace::Square(square), ShapePlace::Square(square))
            }
        };
        MoveArrow { from, to }
    }
}
