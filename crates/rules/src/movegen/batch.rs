//! Batches of legal moves, and the scope of move generation.

use crate::{Move, Promotion, Square, SquareSet};

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
                to.for_each(|to| visit(Move::Piece { from, to, promotion: None }));
            }
            MoveBatch::Piece { from, to, promotes: true } => to.for_each(|to| {
                for promotion in Promotion::ALL {
                    visit(Move::Piece { from, to, promotion: Some(promotion) });
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
    /// Whether to include castling and board moves.
    pub others: bool,
}

impl Scope {
    /// All moves.
    pub const ALL: Scope = Scope { from: SquareSet([!0; 4]), to: SquareSet([!0; 4]), others: true };
}
