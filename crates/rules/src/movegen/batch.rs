//! Legal moves as the generator gives them: batches, and which of them are asked for.

use crate::{Move, Promotion, Square, SquareSet};

/// Legal moves that belong together.
#[derive(Clone, Copy, Debug)]
pub enum MoveBatch {
    /// One piece to each of these squares.
    Piece {
        /// Where it stands.
        from: Square,
        /// Where it may land.
        to: SquareSet,
        /// Whether each landing is a promotion, with its four choices.
        promotes: bool,
    },
    /// A single other move.
    One(Move),
}

impl MoveBatch {
    /// How many moves it stands for.
    #[inline]
    #[must_use]
    pub const fn len(&self) -> usize {
        match self {
            MoveBatch::Piece { to, promotes, .. } => to.len() * if *promotes { 4 } else { 1 },
            MoveBatch::One(_) => 1,
        }
    }

    /// Whether it stands for no move. The generator gives no such batch.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Calls back with each move.
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
    /// Only landings on these squares.
    pub to: SquareSet,
    /// Castling and board moves too.
    pub others: bool,
}

impl Scope {
    /// All moves.
    pub const ALL: Scope = Scope { from: SquareSet([!0; 4]), to: SquareSet([!0; 4]), others: true };
}
