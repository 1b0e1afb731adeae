//! The alpha-beta window of a search, and what is expected of the node.

use crate::{
    score::{INFINITE, Value},
    transposition::{Bound, Entry},
};

/// The values that matter: below alpha another move is better, from beta on the opponent avoids the node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Window {
    pub(super) alpha: Value,
    pub(super) beta: Value,
}

impl Window {
    pub(super) const FULL: Window = Window { alpha: -INFINITE, beta: INFINITE };

    /// The window that only tells whether a value is above alpha.
    pub(super) const fn null(alpha: Value) -> Window {
        Window { alpha, beta: alpha + 1 }
    }

    /// Whether no value lies inside.
    pub(super) const fn is_null(self) -> bool {
        self.beta - self.alpha <= 1
    }

    /// The same window from the opponent's point of view.
    pub(super) const fn flipped(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }

    pub(super) fn clamp(self, value: Value) -> Value {
        value.clamp(self.alpha, self.beta)
    }

    /// Whether a table entry proves that the value is outside the window, or exact.
    pub(super) const fn is_decided_by(self, entry: Entry) -> bool {
        match entry.bound {
            Bound::Exact => true,
            Bound::Lower => entry.value >= self.beta,
            Bound::Upper => entry.value <= self.alpha,
        }
    }
}

/// What a node is expected to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum NodeType {
    /// Of the principal variation: its value is wanted, not only a bound.
    Pv,
    /// A beta cutoff is expected.
    Cut,
    /// No move is expected to raise alpha.
    All,
}

impl NodeType {
    pub(super) const fn new(window: Window, cut_node: bool) -> NodeType {
        match (window.is_null(), cut_node) {
            (false, _) => NodeType::Pv,
            (true, true) => NodeType::Cut,
            (true, false) => NodeType::All,
        }
    }

    pub(super) const fn is_pv(self) -> bool {
        matches!(self, NodeType::Pv)
    }

    pub(super) const fn is_cut(self) -> bool {
        matches!(self, NodeType::Cut)
    }
}
