//! The best move of a node so far and its alpha-beta window, for the main search and quiescence.

use trid_rules::Move;

use super::window::Window;
use crate::{
    score::{INFINITE, Value},
    transposition::Bound,
};

/// The best of the moves searched so far.
pub(super) struct BestMove {
    /// The best value, even if below alpha (fail-soft).
    pub(super) value: Value,
    /// The move that raised alpha last.
    pub(super) mv: Option<Move>,
    /// The window that is left for further moves.
    pub(super) window: Window,
    original_alpha: Value,
}

impl BestMove {
    pub(super) const fn new(window: Window) -> BestMove {
        BestMove { value: -INFINITE, mv: None, window, original_alpha: window.alpha }
    }

    /// Stand pat: the side to move need not capture.
    pub(super) fn stand_pat(&mut self, value: Value) {
        self.value = value;
        self.window.alpha = self.window.alpha.max(value);
    }

    /// Adds the value of a move; returns whether it raises alpha.
    pub(super) fn update(&mut self, mv: Move, value: Value) -> bool {
        self.value = self.value.max(value);
        let raises = value > self.window.alpha;
        if raises {
            self.mv = Some(mv);
            self.window.alpha = value;
        }
        raises
    }

    /// Beta cutoff: the remaining moves need not be searched.
    pub(super) const fn is_cutoff(&self) -> bool {
        self.value >= self.window.beta
    }

    /// How the value bounds the true value once all moves are searched.
    pub(super) const fn bound(&self) -> Bound {
        if self.is_cutoff() {
            Bound::Lower
        } else if self.value > self.original_alpha {
            Bound::Exact
        } else {
            Bound::Upper
        }
    }
}
