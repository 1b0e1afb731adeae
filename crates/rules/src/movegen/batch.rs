//! Batches of legal moves, and the scope of move generation.

use crate::{Move, Pin, PinSet, Promotion, Square, SquareSet};

/// A batch of legal moves.
#[derive(Clone, Copy, Debug)]
pub enum MoveBatch {
    /// The moves of one piece to each of these squares.
    Piece {
        /// The square it leaves.
        from: Square,
        /// The squares it may reach.
        to: SquareSet,
        /// Whether each of them is a promotion, which gives four moves.
        promotes: bool,
    },
    /// The moves of one board to each of these pins.
    Board {
        /// The pin it leaves.
        from: Pin,
        /// The pins it may reach.
        to: PinSet,
        /// Whether each of them has a second move, which turns the board.
        turns: bool,
    },
    /// A single other move.
    One(Move),
}

impl MoveBatch {
    /// The number of moves in the batch.
    #[inline]
    #[must_use]
    pub const fn len(&self) -> usize {
        match self {
            MoveBatch::Piece { to, promotes, .. } => to.len() * if *promotes { 4 } else { 1 },
            MoveBatch::Board { to, turns, .. } => to.len() << *turns as u32,
            MoveBatch::One(_) => 1,
        }
    }

    /// Whether the batch is empty. The generator makes no empty batch.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Calls `visit` with each move.
    #[inline]
    pub fn for_each(self, mut visit: impl FnMut(Move)) {
        match self {
            MoveBatch::Piece { from, to, promotes: false } => {
                to.iter().for_each(|to| visit(Move::Piece { from, to, promotion: None }));
            }
            MoveBatch::Piece { from, to, promotes: true } => to.iter().for_each(|to| {
                for promotion in Promotion::ALL {
                    visit(Move::Piece { from, to, promotion: Some(promotion) });
                }
            }),
            MoveBatch::Board { from, to, turns } => to.iter().for_each(|to| {
                visit(Move::Board { from, to, turned: false, promotion: None });
                if turns {
                    visit(Move::Board { from, to, turned: true, promotion: None });
                }
            }),
            MoveBatch::One(mv) => visit(mv),
        }
    }

    pub(crate) fn contains(&self, mv: Move) -> bool {
        match (*self, mv) {
            (
                MoveBatch::Piece { from, to, promotes },
                Move::Piece { from: start, to: end, promotion },
            ) => from == start && to.contains(end) && promotes == promotion.is_some(),
            (
                MoveBatch::Board { from, to, turns },
                Move::Board { from: start, to: end, turned, promotion: None },
            ) => from == start && to.contains(end) && (turns || !turned),
            (MoveBatch::One(one), mv) => one == mv,
            _ => false,
        }
    }
}

/// Which moves to generate.
#[derive(Clone, Copy, Debug)]
pub struct Scope {
    /// Only pieces on these squares.
    pub from: SquareSet,
    /// Only moves to these squares.
    pub to: SquareSet,
    /// Whether to include castling.
    pub castling: bool,
    /// Only board moves to these pins. A turn ends on its own pin.
    pub boards: PinSet,
}

impl Scope {
    /// All moves.
    pub const ALL: Scope = Scope {
        from: SquareSet::EVERY_BIT,
        to: SquareSet::EVERY_BIT,
        castling: true,
        boards: PinSet::ALL,
    };

    /// No moves.
    pub const NONE: Scope = Scope {
        from: SquareSet::EMPTY,
        to: SquareSet::EMPTY,
        castling: false,
        boards: PinSet::EMPTY,
    };

    /// The moves of the pieces on `from` to `to`, without castling.
    #[must_use]
    pub const fn pieces(from: SquareSet, to: SquareSet) -> Scope {
        Scope { from, to, ..Scope::NONE }
    }

    /// The board moves to these pins.
    #[must_use]
    pub const fn boards(boards: PinSet) -> Scope {
        Scope { boards, ..Scope::NONE }
    }
}
