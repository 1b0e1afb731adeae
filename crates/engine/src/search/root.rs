//! The root: iterative deepening with aspiration windows, several lines, and when to stop.

use core::{sync::atomic::Ordering, time::Duration};

use trid_rules::{Move, Position};

use super::{FULL_WINDOW, MAX_PLY, Worker};
use crate::{
    limits::Limits,
    score::{INFINITE, MATE, MATE_BOUND, Value, is_mate},
};

/// A line and what it is worth.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Line {
    pub(crate) value: Value,
    pub(crate) moves: Vec<Move>,
}

/// What an iteration has found for one line.
pub(crate) struct Iteration<'a> {
    pub(crate) depth: u32,
    pub(crate) selective_depth: u32,
    /// 0 for the best line.
    pub(crate) index: usize,
    pub(crate) line: &'a Line,
    pub(crate) nodes: u64,
}

impl Worker<'_> {
    /// Searches deeper and deeper until a limit is reached. The lines are the best first; there is one at
    /// least if there is a legal move.
    pub(crate) fn iterate(
        &mut self,
        position: &Position,
        limits: &Limits,
        wanted_lines: usize,
        report: &mut dyn FnMut(Iteration<'_>),
    ) -> (u32, Vec<Line>) {
        self.set_salt(position.book());
        self.keys.push(position.key());
        let mut candidates = position.legal_moves();
        candidates.retain(|&mv| self.root.allows(mv));
        let Some(&fallback) = candidates.first() else {
            return (0, Vec::new());
        };
        let wanted_lines = wanted_lines.clamp(1, candidates.len());
        let deepest = limits.depth.unwrap_or(MAX_PLY as u32 - 8).min(MAX_PLY as u32 - 8);
        let mut lines: Vec<Line> = Vec::new();
        let mut reached = 0;
        let mut stable = 0;
        for depth in 1..=deepest {
            if self.index % 2 == 1 && depth % 2 == 0 && depth < deepest {
                // Helping threads go different ways.
                continue;
            }
            self.root_depth = depth as i32;
            self.selective_depth = 0;
            let mut found = Vec::new();
            self.root.excluded.clear();
            for index in 0..wanted_lines {
                let guess = lines.get(index).map(|line| line.value);
                self.root.first = lines.get(index).map(|line| line.moves[0]);
                let value = self.aspire(position, depth as i32, guess);
                let line = Line { value, moves: self.frames[0].line.clone() };
                if self.stopped {
                    // What the broken iteration has already found to be better still counts.
                    if index == 0 && !line.moves.is_empty() && value.abs() < MATE_BOUND && depth > 1
                    {
                        found.push(line);
                    }
                    break;
                }
                if line.moves.is_empty() {
                    break;
                }
                self.shared.nodes[self.index].store(self.nodes, Ordering::Relaxed);
                let nodes = self.shared.total_nodes();
                let selective_depth = self.selective_depth as u32 + 1;
                report(Iteration { depth, selective_depth, index, line: &line, nodes });
                self.root.excluded.push(line.moves[0]);
                found.push(line);
            }
            self.root.excluded.clear();
            let old_best = lines.first().and_then(|line| line.moves.first().copied());
            merge(&mut lines, found);
            if self.stopped {
                break;
            }
            reached = depth;
            let new_best = lines.first().and_then(|line| line.moves.first().copied());
            stable = if old_best == new_best { stable + 1 } else { 0 };
            if self.index == 0 && self.is_enough(limits, &lines, candidates.len(), depth, stable) {
                break;
            }
        }
        self.shared.nodes[self.index].store(self.nodes, Ordering::Relaxed);
        if lines.is_empty() {
            lines.push(Line { value: self.evaluate(position), moves: vec![fallback] });
        }
        (reached, lines)
    }

    /// Aspiration windows: a narrow window about the last value, widened on the side where it fails.
    fn aspire(&mut self, position: &Position, depth: i32, guess: Option<Value>) -> Value {
        let in_check = position.is_check();
        let Some(guess) = guess.filter(|guess| depth >= 5 && !is_mate(*guess)) else {
            return self.node((position, in_check), 0, FULL_WINDOW, depth, false);
        };
        let mut margin = 20;
        let mut alpha = guess - margin;
        let mut beta = guess + margin;
        loop {
            let value = self.node((position, in_check), 0, (alpha, beta), depth, false);
            if self.stopped {
                return value;
            }
            margin += margin;
            if value <= alpha {
                beta = (alpha + beta) / 2;
                alpha = (value - margin).max(-INFINITE);
            } else if value >= beta {
                beta = (value + margin).min(INFINITE);
            } else {
                return value;
            }
            if margin > 600 {
                (alpha, beta) = FULL_WINDOW;
            }
        }
    }

    /// Whether another iteration is not worth beginning.
    fn is_enough(
        &self,
        limits: &Limits,
        lines: &[Line],
        candidates: usize,
        depth: u32,
        stable: u32,
    ) -> bool {
        let Some(best) = lines.first() else {
            return true;
        };
        if let Some(mate) = limits.mate
            && best.value >= MATE_BOUND
            && MATE - best.value < 2 * mate as i32
        {
            return true;
        }
        let Some((elapsed, budget)) = self.shared.counted_time() else {
            return false;
        };
        if limits.clock.is_some() && limits.depth.is_none() {
            // The only move, or a mate that a deeper search will not shorten.
            if candidates == 1
                || is_mate(best.value) && depth as i32 > 2 * (MATE - best.value.abs()) + 4
            {
                return true;
            }
        }
        let soft = if limits.move_time.is_some() && limits.clock.is_none() {
            budget.soft
        } else {
            // A best move that stays the same needs less thought.
            budget.soft.mul_f64(f64::from(12 - stable.min(6)) / 9.0)
        };
        elapsed >= soft.min(budget.hard).max(Duration::from_micros(1))
    }
}

/// Puts the lines of an iteration in place of the old ones, the best first.
fn merge(lines: &mut Vec<Line>, mut found: Vec<Line>) {
    if found.len() < lines.len() {
        let heads: Vec<Move> = found.iter().map(|line| line.moves[0]).collect();
        let kept = lines.iter().filter(|line| !heads.contains(&line.moves[0])).cloned();
        let missing = lines.len() - found.len();
        found.extend(kept.take(missing).collect::<Vec<_>>());
        *lines = found;
    } else {
        found.sort_by_key(|line| -line.value);
        *lines = found;
    }
}
