//! Positions and moves as text: T-FEN, coordinate and algebraic notation.

mod algebraic;
pub(crate) mod coordinate;
mod line;
pub(crate) mod read_move;
pub(crate) mod tfen;
mod write_algebraic;

pub use algebraic::{Algebraic, ParseAlgebraicError, ParseAlgebraicErrorKind};
pub use coordinate::{ParseMoveError, ParseMoveErrorKind};
pub use read_move::ReadMoveError;
pub use tfen::{ParseTfenError, ParseTfenErrorKind, Tfen, TfenError};

pub use crate::text::excerpt;

use std::ops::ControlFlow;

use crate::{MoveBatch, Position, Scope};

impl Position {
    /// Calls `visit` with the legal moves of a scope in batches. Not generic: the move generator is a large function,
    /// and the browser downloads every copy of it.
    fn for_each_batch_in(&self, scope: Scope, visit: &mut dyn FnMut(MoveBatch)) {
        let _ = self.visit_batches(scope, |batch| {
            visit(batch);
            ControlFlow::Continue(())
        });
    }
}
