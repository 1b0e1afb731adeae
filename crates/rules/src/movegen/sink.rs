//! Receivers of generated moves: a callback, or a counter.

use std::ops::ControlFlow;

use crate::{MoveBatch, Square, SquareSet, movegen::pawn_moves::PawnMoves};

/// Receives legal moves until it breaks.
pub(super) trait Sink {
    /// The moves of one piece to these squares. There may be none.
    fn piece(&mut self, from: Square, to: SquareSet) -> ControlFlow<()>;

    /// The moves of a set of pawns.
    fn pawns(&mut self, moves: PawnMoves<'_>) -> ControlFlow<()>;

    /// Other moves.
    fn batch(&mut self, batch: MoveBatch) -> ControlFlow<()>;
}

impl<F: FnMut(MoveBatch) -> ControlFlow<()>> Sink for F {
    #[inline]
    fn piece(&mut self, from: Square, to: SquareSet) -> ControlFlow<()> {
        if to.is_empty() {
            ControlFlow::Continue(())
        } else {
            self(MoveBatch::Piece { from, to, promotes: false })
        }
    }

    #[inline]
    fn pawns(&mut self, moves: PawnMoves<'_>) -> ControlFlow<()> {
        moves.visit(self)
    }

    #[inline]
    fn batch(&mut self, batch: MoveBatch) -> ControlFlow<()> {
        self(batch)
    }
}

/// Counts moves without building them.
#[derive(Default)]
pub(super) struct Counter {
    /// The moves of pieces, by word of the target set. The compiler counts both words at once.
    words: [u64; 2],
    others: usize,
}

impl Counter {
    pub(super) fn count(&self) -> usize {
        (self.words[0] + self.words[1]) as usize + self.others
    }

    /// Adds this number of moves.
    #[inline]
    pub(super) fn add_moves(&mut self, count: usize) {
        self.others += count;
    }

    /// Adds one move for each square.
    #[inline]
    pub(super) fn add(&mut self, to: SquareSet) {
        for (count, bits) in self.words.iter_mut().zip(to.0) {
            *count += u64::from(bits.count_ones());
        }
    }
}

impl Sink for Counter {
    #[inline]
    fn piece(&mut self, _: Square, to: SquareSet) -> ControlFlow<()> {
        self.add(to);
        ControlFlow::Continue(())
    }

    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    fn pawns(&mut self, moves: PawnMoves<'_>) -> ControlFlow<()> {
        moves.count(self);
        ControlFlow::Continue(())
    }

    #[inline]
    fn batch(&mut self, batch: MoveBatch) -> ControlFlow<()> {
        self.others += batch.len();
        ControlFlow::Continue(())
    }
}
