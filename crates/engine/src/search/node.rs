//! One node of the main search: draws, transposition table, static evaluation, pruning, then its moves.

use trid_rules::Position;

use super::{MAX_PLY, Worker, margins};
use crate::{
    correction_history::CorrectionIndices,
    history::QuietContext,
    score::{DRAW, MATE_BOUND, Value, mate_in, mated_in},
    transposition::{Bound, Entry},
};

/// The node as pruning, reductions and the move loop see it.
pub(super) struct Node<'p> {
    pub(super) position: &'p Position,
    pub(super) ply: usize,
    pub(super) depth: i32,
    pub(super) is_pv: bool,
    pub(super) in_check: bool,
    /// The static evaluation is better than two plies ago.
    pub(super) improving: bool,
    /// The static evaluation, or a tighter value from the transposition table. `None` in check and before
    /// a forced promotion.
    pub(super) evaluation: Option<Value>,
    /// A beta cutoff is expected.
    pub(super) cut_node: bool,
    pub(super) context: QuietContext,
    pub(super) corrections: CorrectionIndices,
    /// The entry of the transposition table.
    pub(super) entry: Option<Entry>,
}

impl Worker<'_> {
    /// Alpha-beta search of a position. Returns the value for the side to move; `cut_node` says that a beta
    /// cutoff is expected.
    pub(super) fn search_node(
        &mut self,
        (position, in_check): (&Position, bool),
        ply: usize,
        (mut alpha, mut beta): (Value, Value),
        depth: i32,
        cut_node: bool,
    ) -> Value {
        if depth <= 0 && position.pending().is_none() {
            return self.search_leaf(position, ply, (alpha, beta), in_check);
        }
        self.count_node();
        self.stack[ply].pv.clear();
        self.selective_depth = self.selective_depth.max(ply);
        if self.stopped {
            return DRAW;
        }
        let is_root = ply == 0;
        let is_pv = beta - alpha > 1;
        let turns = self.stack[ply].turns;
        if !is_root {
            if self.is_draw(position, ply, in_check) {
                return DRAW;
            }
            if ply >= MAX_PLY {
                return self.evaluate(position, ply);
            }
            // Mate distance pruning.
            alpha = alpha.max(mated_in(turns));
            beta = beta.min(mate_in(turns + 1));
            if alpha >= beta {
                return alpha;
            }
        }
        self.stack[ply + 1].killers = [None; 2];
        // Transposition table cutoff.
        let key = self.table_key(position);
        let entry = self.shared.table.probe(key, turns);
        if let Some(entry) = entry
            && !is_pv
            && self.stack[ply].excluded.is_none()
            && entry.depth >= depth
            && position.halfmoves() < 90
            && allows_cutoff(entry, alpha, beta)
        {
            return entry.value;
        }
        let kind = (is_pv, cut_node);
        self.expand_node((position, in_check), ply, (alpha, beta), depth, kind, (key, entry))
    }

    /// Prunes the node by its static evaluation, or searches its moves.
    #[inline]
    fn expand_node(
        &mut self,
        (position, in_check): (&Position, bool),
        ply: usize,
        (alpha, beta): (Value, Value),
        depth: i32,
        (is_pv, cut_node): (bool, bool),
        (key, entry): (u64, Option<Entry>),
    ) -> Value {
        let corrections = CorrectionIndices::new(position);
        let evaluation = self.static_evaluation((position, in_check), ply, entry, corrections);
        self.reward_evaluation_gain(position, ply);
        let mut node = Node {
            position,
            ply,
            depth,
            is_pv,
            in_check,
            improving: self.is_improving(ply),
            evaluation,
            cut_node,
            context: QuietContext::new(self.previous_moves(ply)),
            corrections,
            entry,
        };
        // A singular search compares the moves of a node that is not pruned. Nor is the root's turn, which goes
        // on after a forced promotion.
        let may_prune = self.shared.features.pruning
            && self.stack[ply].excluded.is_none()
            && self.stack[ply].turns > 0;
        let table_move = self.root.first.filter(|_| ply == 0).or(entry.and_then(|entry| entry.mv));
        if may_prune
            && !is_pv
            && let Some(value) = self.prune_node(&node, (alpha, beta))
        {
            return value;
        }
        // Internal iterative reduction.
        if may_prune && depth >= 4 && table_move.is_none() && (is_pv || cut_node) {
            node.depth -= 1;
        }
        self.search_moves(&node, (alpha, beta), table_move, key)
    }

    /// The static evaluation, also stored in the stack, or a tighter value from the transposition table.
    fn static_evaluation(
        &mut self,
        (position, in_check): (&Position, bool),
        ply: usize,
        entry: Option<Entry>,
        corrections: CorrectionIndices,
    ) -> Option<Value> {
        if in_check || position.pending().is_some() {
            self.stack[ply].raw_evaluation = None;
            self.stack[ply].evaluation = None;
            return None;
        }
        let raw = entry
            .and_then(|entry| entry.evaluation)
            .unwrap_or_else(|| self.evaluate(position, ply));
        let evaluation = self.corrected(raw, corrections);
        self.stack[ply].raw_evaluation = Some(raw);
        self.stack[ply].evaluation = Some(evaluation);
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

    /// Updates the history of the quiet move that led to this node by how much it improved the evaluation.
    fn reward_evaluation_gain(&mut self, position: &Position, ply: usize) {
        let Some(last) = ply.checked_sub(1).map(|ply| &self.stack[ply]) else {
            return;
        };
        let mover = position.turn().other();
        if let (Some(mv), Some(before), Some(after)) =
            (last.quiet, last.evaluation, self.stack[ply].evaluation)
            && self.stack[ply].turns > last.turns
        {
            // Both values are from the point of view of the side to move.
            let bonus = margins::evaluation_gain_bonus(-(before + after));
            self.histories.update_squares(mover, mv, bonus);
        }
    }

    fn is_improving(&self, ply: usize) -> bool {
        ply >= 2
            && match (self.stack[ply].evaluation, self.stack[ply - 2].evaluation) {
                (Some(now), Some(before)) => now > before,
                _ => false,
            }
    }
}

/// Whether a transposition table entry proves that the value is outside the window, or exact.
pub(super) fn allows_cutoff(entry: Entry, alpha: Value, beta: Value) -> bool {
    match entry.bound {
        Bound::Exact => true,
        Bound::Lower => entry.value >= beta,
        Bound::Upper => entry.value <= alpha,
    }
}
