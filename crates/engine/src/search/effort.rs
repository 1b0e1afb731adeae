//! How hard the last iteration found the position, which decides how long to think about a move.

use trid_rules::Move;

use super::RootVariation;
use crate::score::Value;

/// What the iterations so far say about the best move.
#[derive(Default)]
pub(super) struct Effort {
    /// Nodes below the best root move in the current iteration.
    pub(super) best_move_nodes: u64,
    /// Share of the best root move in the nodes of the last iteration.
    share: f64,
    best_move: Option<Move>,
    /// Iterations in a row with the same best move.
    stability: u32,
    value: Value,
    /// By how much the last iteration lowered the value.
    drop: Value,
}

impl Effort {
    /// Updates the effort after an iteration with its best variation and its nodes.
    pub(super) fn end_iteration(&mut self, best: &RootVariation, nodes: u64) {
        let best_move = best.pv.first().copied();
        let is_same = self.best_move.is_some() && self.best_move == best_move;
        self.share = (self.best_move_nodes as f64 / nodes.max(1) as f64).min(1.0);
        self.drop = if self.best_move.is_some() { self.value - best.value } else { 0 };
        self.stability = if is_same { self.stability + 1 } else { 0 };
        self.best_move = best_move;
        self.value = best.value;
    }

    /// Multiplies the time for a move: less if the best move is stable and took most of the nodes, more if
    /// the value falls.
    pub(super) fn time_factor(&self) -> f64 {
        let by_share = 2.0 - 1.5 * self.share;
        let by_value = 1.0 + f64::from(self.drop.clamp(-20, 60)) / 100.0;
        let by_stability = f64::from(12 - self.stability.min(6)) / 9.0;
        by_share * by_value * by_stability
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The time factor after iterations, each given as best move, value and nodes of the best move out of 100.
    fn factor(iterations: &[(&str, Value, u64)]) -> f64 {
        let mut effort = Effort::default();
        for &(mv, value, nodes) in iterations {
            effort.best_move_nodes = nodes;
            effort.end_iteration(&RootVariation { value, pv: vec![mv.parse().unwrap()] }, 100);
        }
        effort.time_factor()
    }

    #[test]
    fn hard_decisions_take_more_time() {
        let settled = factor(&[("b2Wb4N", 10, 90), ("b2Wb4N", 10, 90), ("b2Wb4N", 10, 90)]);
        let changing = factor(&[("b2Wb4N", 10, 90), ("c2Wc4N", 10, 90), ("b2Wb4N", 10, 90)]);
        let contested = factor(&[("b2Wb4N", 10, 30), ("b2Wb4N", 10, 30), ("b2Wb4N", 10, 30)]);
        let falling = factor(&[("b2Wb4N", 10, 90), ("b2Wb4N", 10, 90), ("b2Wb4N", -40, 90)]);
        assert!(settled < changing && settled < contested && settled < falling);
    }

    /// The budget's hard limit is five times the soft one.
    #[test]
    fn the_factor_is_bounded() {
        assert!(factor(&[("b2Wb4N", 500, 0), ("c2Wc4N", -500, 0)]) < 5.0);
        let settled = [("b2Wb4N", 0, 100); 20];
        assert!(factor(&settled) > 0.2);
    }
}
