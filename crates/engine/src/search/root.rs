//! The root of the search: iterative deepening, aspiration windows, MultiPV, and when to stop.

use std::{sync::atomic::Ordering, time::Duration};

use trid_rules::{Move, Position};

use super::{MAX_PLY, Worker, node::Spot, window::Window};
use crate::{
    limits::Limits,
    score::{INFINITE, MATE, MATE_BOUND, Value, is_mate},
};

/// A principal variation with its value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct RootVariation {
    pub(crate) value: Value,
    pub(crate) pv: Vec<Move>,
}

/// What one thread has found.
#[derive(Clone, Debug)]
pub(crate) struct ThreadResult {
    /// The last completed depth.
    pub(crate) depth: u32,
    pub(crate) selective_depth: u32,
    /// Best first; there is at least one if there is a legal move.
    pub(crate) variations: Vec<RootVariation>,
}

/// One variation of a completed iteration.
pub(crate) struct Iteration<'a> {
    pub(crate) depth: u32,
    pub(crate) selective_depth: u32,
    /// Rank of the variation; 0 is the best.
    pub(crate) index: usize,
    pub(crate) variation: &'a RootVariation,
    pub(crate) nodes: u64,
}

impl Worker<'_> {
    /// Iterative deepening.
    pub(crate) fn iterate(
        &mut self,
        position: &Position,
        limits: &Limits,
        multi_pv: usize,
        report: &mut dyn FnMut(Iteration<'_>),
    ) -> ThreadResult {
        self.set_salt(position.book());
        self.is_alert =
            self.shared.oversights.is_some_and(|oversights| oversights.is_alert(position));
        self.keys.push(position.key());
        let mut root_moves = position.legal_moves();
        root_moves.retain(|&mv| self.root.allows(mv));
        let Some(&fallback) = root_moves.first() else {
            return ThreadResult { depth: 0, selective_depth: 0, variations: Vec::new() };
        };
        let multi_pv = multi_pv.clamp(1, root_moves.len());
        let max_depth = limits.depth.unwrap_or(MAX_PLY as u32 - 8).min(MAX_PLY as u32 - 8);
        let mut variations: Vec<RootVariation> = Vec::new();
        let mut completed = 0;
        for depth in 1..=max_depth {
            // Every second helper thread skips even depths, so that threads diverge.
            if self.index % 2 == 1 && depth % 2 == 0 && depth < max_depth {
                continue;
            }
            let found = self.search_variations(position, depth, multi_pv, &variations, report);
            merge(&mut variations, found);
            if self.stopped {
                break;
            }
            completed = depth;
            if self.index == 0 && self.should_stop(limits, &variations, root_moves.len(), depth) {
                break;
            }
        }
        self.shared.nodes[self.index].store(self.nodes, Ordering::Relaxed);
        if variations.is_empty() {
            let value = self.evaluate(position, 0);
            variations.push(RootVariation { value, pv: vec![fallback] });
        }
        let selective_depth = self.selective_depth as u32 + 1;
        ThreadResult { depth: completed, selective_depth, variations }
    }

    /// One iteration: MultiPV searches the root once per variation, without the moves already found. Returns
    /// and reports the variations best first: a later one can have a higher value than those before it.
    fn search_variations(
        &mut self,
        position: &Position,
        depth: u32,
        multi_pv: usize,
        previous: &[RootVariation],
        report: &mut dyn FnMut(Iteration<'_>),
    ) -> Vec<RootVariation> {
        self.root_depth = depth as i32;
        self.selective_depth = 0;
        let mut found = Vec::new();
        self.root.excluded.clear();
        for index in 0..multi_pv {
            let guess = previous.get(index).map(|variation| variation.value);
            self.root.first = previous.get(index).map(|variation| variation.pv[0]);
            let nodes = self.nodes;
            let value = self.aspiration_search(position, depth as i32, guess);
            let variation = RootVariation { value, pv: self.stack[0].pv.clone() };
            if self.stopped {
                // The aborted iteration may already have found a better move.
                if index == 0 && !variation.pv.is_empty() && value.abs() < MATE_BOUND && depth > 1 {
                    found.push(variation);
                }
                break;
            }
            if variation.pv.is_empty() {
                break;
            }
            if index == 0 {
                self.effort.end_iteration(&variation, self.nodes - nodes);
            }
            self.root.excluded.push(variation.pv[0]);
            found.push(variation);
        }
        // An aborted search of the first variation is not reported.
        let completed = self.root.excluded.len();
        self.root.excluded.clear();
        found.sort_by_key(|variation| -variation.value);
        self.shared.nodes[self.index].store(self.nodes, Ordering::Relaxed);
        let nodes = self.shared.total_nodes();
        let selective_depth = self.selective_depth as u32 + 1;
        for (index, variation) in found[..completed].iter().enumerate() {
            report(Iteration { depth, selective_depth, index, variation, nodes });
        }
        found
    }

    /// Aspiration windows: a narrow window around the last value, widened on the side where it fails.
    fn aspiration_search(
        &mut self,
        position: &Position,
        depth: i32,
        guess: Option<Value>,
    ) -> Value {
        let root = Spot { position, ply: 0, in_check: position.is_check() };
        let Some(guess) = guess.filter(|guess| depth >= 5 && !is_mate(*guess)) else {
            return self.search_node(root, Window::FULL, depth, false);
        };
        let mut margin = 12;
        let mut reduction = 0;
        let mut failed_high: Option<RootVariation> = None;
        let mut window = Window { alpha: guess - margin, beta: guess + margin };
        loop {
            let value = self.search_node(root, window, depth - reduction, false);
            if self.stopped {
                // Aborted before it searched a move: the one that failed high is still the best known.
                if let Some(best) = failed_high.filter(|_| self.stack[0].pv.is_empty()) {
                    self.stack[0].pv = best.pv;
                    return best.value;
                }
                return value;
            }
            margin += margin;
            if value <= window.alpha {
                window.beta = (window.alpha + window.beta) / 2;
                window.alpha = (value - margin).max(-INFINITE);
                reduction = 0;
            } else if value >= window.beta {
                failed_high = Some(RootVariation { value, pv: self.stack[0].pv.clone() });
                // The best move is known; a shallower search is enough to find its value.
                window.beta = (value + margin).min(INFINITE);
                if self.shared.features.pruning {
                    reduction = (reduction + 1).min(3);
                }
            } else {
                return value;
            }
            if margin > 600 {
                window = Window::FULL;
            }
        }
    }

    /// Whether to stop instead of starting another iteration.
    fn should_stop(
        &self,
        limits: &Limits,
        variations: &[RootVariation],
        root_moves: usize,
        depth: u32,
    ) -> bool {
        let Some(best) = variations.first() else {
            return true;
        };
        if let Some(mate) = limits.mate
            && best.value >= MATE_BOUND
            && MATE - best.value < 2 * mate as i32
        {
            return true;
        }
        let Some((elapsed, budget)) = self.shared.time_used() else {
            return false;
        };
        if limits.clock.is_some() && limits.depth.is_none() {
            // A single legal move, or a mate that a deeper search cannot shorten.
            if root_moves == 1
                || is_mate(best.value) && depth as i32 > 2 * (MATE - best.value.abs()) + 4
            {
                return true;
            }
        }
        let soft = if limits.move_time.is_some() && limits.clock.is_none() {
            budget.soft
        } else {
            budget.soft.mul_f64(self.effort.time_factor())
        };
        elapsed >= soft.min(budget.hard).max(Duration::from_micros(1))
    }
}

/// Replaces the variations with those of a new iteration. An aborted iteration keeps the old variations that
/// it did not reach.
fn merge(variations: &mut Vec<RootVariation>, mut found: Vec<RootVariation>) {
    if found.len() < variations.len() {
        let heads: Vec<Move> = found.iter().map(|variation| variation.pv[0]).collect();
        let kept = variations.iter().filter(|variation| !heads.contains(&variation.pv[0])).cloned();
        let missing = variations.len() - found.len();
        found.extend(kept.take(missing).collect::<Vec<_>>());
    }
    *variations = found;
}
