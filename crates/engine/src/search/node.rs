//! One node of the principal variation search: draws, the table, the evaluation, then its moves.

use trid_rules::Position;

use super::{MAX_PLY, Worker};
use crate::{
    history::Before,
    score::{DRAW, MATE_BOUND, Value, mate_in, mated_in},
    transposition::{Bound, Entry},
};

/// What the steps at one node need to know of it.
pub(super) struct Node<'p> {
    pub(super) position: &'p Position,
    pub(super) ply: usize,
    pub(super) depth: i32,
    pub(super) is_principal: bool,
    pub(super) in_check: bool,
    /// The side to move stands better than two plies ago.
    pub(super) improving: bool,
    /// The static evaluation, or a better guess from the table; none in check or before a forced promotion.
    pub(super) evaluation: Option<Value>,
    pub(super) cut: bool,
    pub(super) before: Before,
}

impl Worker<'_> {
    /// The value of a position, as the side to move sees it, within a window. `cut` says that a cutoff is
    /// expected here.
    pub(super) fn node(
        &mut self,
        (position, in_check): (&Position, bool),
        ply: usize,
        (mut alpha, mut beta): (Value, Value),
        depth: i32,
        cut: bool,
    ) -> Value {
        if depth <= 0 && position.pending().is_none() {
            return self.leaf(position, ply, (alpha, beta), in_check);
        }
        self.count_node();
        self.frames[ply].line.clear();
        self.selective_depth = self.selective_depth.max(ply);
        if self.stopped {
            return DRAW;
        }
        let is_root = ply == 0;
        let is_principal = beta - alpha > 1;
        let turns = self.frames[ply].turns;
        if !is_root {
            if self.is_draw(position, ply, in_check) {
                return DRAW;
            }
            if ply >= MAX_PLY {
                return self.evaluate(position);
            }
            // Mate distance pruning.
            alpha = alpha.max(mated_in(turns));
            beta = beta.min(mate_in(turns + 1));
            if alpha >= beta {
                return alpha;
            }
        }
        self.frames[ply + 1].killers = [None; 2];
        let key = self.table_key(position);
        let entry = self.shared.table.probe(key, turns);
        if let Some(entry) = entry
            && !is_principal
            && entry.depth >= depth
            && position.halfmoves() < 90
            && cuts(entry, alpha, beta)
        {
            return entry.value;
        }
        let evaluation = self.static_evaluation(position, ply, in_check, entry);
        let mut node = Node {
            position,
            ply,
            depth,
            is_principal,
            in_check,
            improving: self.is_improving(ply),
            evaluation,
            cut,
            before: self.before(ply),
        };
        let table_move = self.root.first.filter(|_| is_root).or(entry.and_then(|entry| entry.mv));
        if self.shared.steps.pruning
            && !is_principal
            && let Some(value) = self.prune_whole_node(&node, (alpha, beta))
        {
            return value;
        }
        // Internal iterative reduction: without a move to begin with, a shallower search finds one.
        if self.shared.steps.pruning && depth >= 4 && table_move.is_none() && (is_principal || cut)
        {
            node.depth -= 1;
        }
        self.moves(&node, (alpha, beta), table_move, key)
    }

    /// The static evaluation, kept in the frame; the table may know better.
    fn static_evaluation(
        &mut self,
        position: &Position,
        ply: usize,
        in_check: bool,
        entry: Option<Entry>,
    ) -> Option<Value> {
        if in_check || position.pending().is_some() {
            self.frames[ply].evaluation = None;
            return None;
        }
        let evaluation =
            entry.and_then(|entry| entry.evaluation).unwrap_or_else(|| self.evaluate(position));
        self.frames[ply].evaluation = Some(evaluation);
        match entry {
            Some(Entry { value, bound, .. })
                if value.abs() < MATE_BOUND
                    && match bound {
                        Bound::Exact => true,
                        Bound::Lower => value > evaluation,
                        Bound::Upper => value < evaluation,
                    } =>
            {
                Some(value)
            }
            _ => Some(evaluation),
        }
    }

    fn is_improving(&self, ply: usize) -> bool {
        ply >= 2
            && match (self.frames[ply].evaluation, self.frames[ply - 2].evaluation) {
                (Some(now), Some(before)) => now > before,
                _ => false,
            }
    }
}

/// Whether what the table says settles a node.
pub(super) fn cuts(entry: Entry, alpha: Value, beta: Value) -> bool {
    match entry.bound {
        Bound::Exact => true,
        Bound::Lower => entry.value >= beta,
        Bound::Upper => entry.value <= alpha,
    }
}
