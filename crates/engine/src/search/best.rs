//! The best move of a node so far, within its window; the full search and quiescence share it.

use trid_rules::Move;

use crate::{
    score::{INFINITE, Value},
    transposition::Bound,
};

/// What the moves tried so far have come to.
pub(super) struct Best {
    /// The best value, also where it is below alpha.
    pub(super) value: Value,
    /// The move that raised alpha last.
    pub(super) mv: Option<Move>,
    pub(super) alpha: Value,
    pub(super) beta: Value,
    original_alpha: Value,
}

impl Best {
    pub(super) const fn new((alpha, beta): (Value, Value)) -> Best {
        Best { value: -INFINITE, mv: None, alpha, beta, original_alpha: alpha }
    }

    /// Takes what standing pat is worth: the side to move need not capture.
    pub(super) fn stand_pat(&mut self, value: Value) {
        self.value = value;
        self.alpha = self.alpha.max(value);
    }

    /// Takes the value of a move; whether it raises alpha.
    pub(super) fn take(&mut self, mv: Move, value: Value) -> bool {
        self.value = self.value.max(value);
        let raises = value > self.alpha;
        if raises {
            self.mv = Some(mv);
            self.alpha = value;
        }
        raises
    }

    /// Whether the opponent would not allow it: no more moves need be tried.
    pub(super) const fn cuts(&self) -> bool {
        self.value >= self.beta
    }

    /// What the value says about the true one once all moves are tried.
    pub(super) const fn bound(&self) -> Bound {
        if self.cuts() {
            Bound::Lower
        } else if self.value > self.original_alpha {
            Bound::Exact
        } else {
            Bound::Upper
        }
    }
}
