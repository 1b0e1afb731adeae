//! Moves: one action of a player.

use crate::{Pin, Promotion, Square, names::named};

named! {
    /// The two kinds of castling.
    Castling {
        /// King and rook on the same board.
        Short "O-O",
        /// King and rook on the two boards of the back rank.
        Long "O-O-O",
    }
}

/// A move, as coordinate notation writes it. Its effects, such as a capture, depend on the position:
/// see [`crate::MoveEffects`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Move {
    /// A piece goes from one square to another: `b2Wb4N`, `d8Bd9KL6=Q`.
    Piece {
        /// The square it leaves.
        from: Square,
        /// The square it reaches.
        to: Square,
        /// The promotion of a pawn that reaches its furthest rank.
        promotion: Option<Promotion>,
    },
    /// King and rook castle: `O-O`, `O-O-O`.
    Castle(Castling),
    /// A board goes to another pin: `QL1-QL2`, `QL6-KL6^180=Q`.
    Board {
        /// The pin it is on.
        from: Pin,
        /// The pin it goes to.
        to: Pin,
        /// Whether the board turns, which takes the rider to the opposite corner.
        turned: bool,
        /// The promotion of the mover's own pawn that it frees or carries.
        promotion: Option<Promotion>,
    },
    /// A board turns in place: `QL3^180`.
    Turn {
        /// The pin it is on.
        pin: Pin,
    },
    /// A pawn freed by the opponent's board move promotes: `a8B=Q`. It does not end the turn.
    Promote {
        /// The square of the pawn.
        square: Square,
        /// The promotion.
        promotion: Promotion,
    },
}

impl Move {
    /// The promotion, if the move has one.
    #[must_use]
    pub const fn promotion(self) -> Option<Promotion> {
        match self {
            Move::Piece { promotion, .. } | Move::Board { promotion, .. } => promotion,
            Move::Promote { promotion, .. } => Some(promotion),
            Move::Castle(_) | Move::Turn { .. } => None,
        }
    }

    /// The move mirrored: ranks 9 - r, pins 7 - n.
    #[must_use]
    pub const fn mirrored(self) -> Move {
        match self {
            Move::Piece { from, to, promotion } => {
                Move::Piece { from: from.mirrored(), to: to.mirrored(), promotion }
            }
            Move::Castle(castling) => Move::Castle(castling),
            Move::Board { from, to, turned, promotion } => {
                Move::Board { from: from.mirrored(), to: to.mirrored(), turned, promotion }
            }
            Move::Turn { pin } => Move::Turn { pin: pin.mirrored() },
            Move::Promote { square, promotion } => {
                Move::Promote { square: square.mirrored(), promotion }
            }
        }
    }
}
