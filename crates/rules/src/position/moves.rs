//! What a player can do in one action.

use crate::{Pin, Promotion, Square};

/// The two kinds of castling.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Castling {
    /// `O-O`: king and rook on the same board.
    Short,
    /// `O-O-O`: king and rook on the two boards of the back rank.
    Long,
}

impl Castling {
    /// Both kinds.
    pub const ALL: [Castling; 2] = [Castling::Short, Castling::Long];
}

/// One action, as coordinate notation writes it. What it does (a capture, a double step, en passant)
/// follows from the position it is played in.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Move {
    /// A piece goes from one square to another: `b2Wb4N`, `d8Bd9KL6=Q`.
    Piece {
        /// Where it stands.
        from: Square,
        /// Where it lands.
        to: Square,
        /// What a pawn that reaches its furthest rank becomes.
        promotion: Option<Promotion>,
    },
    /// King and rook castle: `O-O`, `O-O-O`.
    Castle(Castling),
    /// A board goes to another pin: `QL1-QL2`, `QL6-KL6^180=Q`.
    Board {
        /// The pin it stands on.
        from: Pin,
        /// The pin it goes to.
        to: Pin,
        /// Whether the rider takes the opposite corner.
        turned: bool,
        /// What the mover's own pawn that promotes by it becomes.
        promotion: Option<Promotion>,
    },
    /// A board turns on the spot: `QL3^180`.
    Turn {
        /// The pin it stands on.
        pin: Pin,
    },
    /// A pawn freed by the opponent's board move promotes: `a8B=Q`. It ends no turn.
    Promote {
        /// Where the pawn stands.
        square: Square,
        /// What it becomes.
        promotion: Promotion,
    },
}

impl Move {
    /// The promotion choice it carries.
    #[must_use]
    pub const fn promotion(self) -> Option<Promotion> {
        match self {
            Move::Piece { promotion, .. } | Move::Board { promotion, .. } => promotion,
            Move::Promote { promotion, .. } => Some(promotion),
            Move::Castle(_) | Move::Turn { .. } => None,
        }
    }

    /// The move seen from the other side: ranks 9 - r, pins 7 - n.
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
