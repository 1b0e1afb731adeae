//! The best move of a node so far and its alpha-beta window, for the main search and quiescence.

use trid_rules::Move;

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
    pub(super) alpha: Value,
    pub(super) beta: Value,
    original_alpha: Value,
}

impl BestMove {
    pub(super) const fn new((alpha, beta): (Value, Value)) -> BestMove {
        BestMove { value: -INFINITE, mv: None, alpha, beta, original_alpha: alpha }
    }

    /// Stand pat: the side to move need not capture.
    pub(super) fn stand_pat(&mut self, value: Value) {
        self.value = value;
        self.alpha = self.alpha.max(value);
    }

    /// Adds the value of a move; returns whether it raises alpha.
    pub(super) fn update(&mut self, mv: Move, value: Value) -> bool {
        self.value = self.value.max(value);
        let raises = value > self.alpha;
        if raises {
            self.mv = Some(mv);
            self.alpha = value;
        }
        raises
    }

    /// Beta cutoff: the remaining moves need not be searched.
    pub(super) const fn is_cutoff(&self) -> bool {
        self.value >= self.beta
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
