//! One node of the main search: draws, transposition table, static evaluation, pruning, then its moves.

use trid_rules::Position;

use super::{
    MAX_PLY, Worker, margins,
    window::{NodeType, Window},
};
use crate::{
    correction_history::CorrectionIndices,
    history::QuietContext,
    score::{DRAW, MATE_BOUND, Value, mate_in, mated_in},
    transposition::{Bound, Entry},
};

/// A position and where it is in the tree.
#[derive(Clone, Copy)]
pub(super) struct Spot<'p> {
    pub(super) position: &'p Position,
    pub(super) ply: usize,
    pub(super) in_check: bool,
}

/// The node as pruning, reductions and the move loop see it.
pub(super) struct Node<'p> {
    pub(super) spot: Spot<'p>,
    pub(super) depth: i32,
    pub(super) kind: NodeType,
    /// The static evaluation is better than two plies ago.
    pub(super) improving: bool,
    /// The static evaluation, or a tighter value from the transposition table. `None` in check and before
    /// a forced promotion.
    pub(super) evaluation: Option<Value>,
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
        spot: Spot<'_>,
        mut window: Window,
        depth: i32,
        cut_node: bool,
    ) -> Value {
        let Spot { position, ply, in_check } = spot;
        if depth <= 0 && position.pending().is_none() {
            return self.search_leaf(spot, window);
        }
        self.count_node();
        self.stack[ply].pv.clear();
        self.selective_depth = self.selective_depth.max(ply);
        if self.stopped {
            return DRAW;
        }
        let is_root = ply == 0;
        let kind = NodeType::new(window, cut_node);
        let turns = self.stack[ply].turns;
        if !is_root {
            if self.is_draw(position, ply, in_check) {
                return DRAW;
            }
            if ply >= MAX_PLY {
                return self.evaluate(position, ply);
            }
            // Mate distance pruning.
            window.alpha = window.alpha.max(mated_in(turns));
            window.beta = window.beta.min(mate_in(turns + 1));
            if window.alpha >= window.beta {
                return window.alpha;
            }
        }
        self.stack[ply + 1].killers = [None; 2];
        // Transposition table cutoff.
        let key = self.table_key(position);
        let entry = self.shared.table.probe(key, turns);
        if let Some(entry) = entry
            && !kind.is_pv()
            && self.stack[ply].excluded.is_none()
            && entry.depth >= depth
            && position.halfmoves() < 90
            && window.is_decided_by(entry)
        {
            return entry.value;
        }
        self.expand_node(spot, window, depth, kind, key, entry)
    }

    /// Prunes the node by its static evaluation, or searches its moves.
    #[inline]
    fn expand_node(
        &mut self,
        spot: Spot<'_>,
        window: Window,
        depth: i32,
        kind: NodeType,
        key: u64,
        entry: Option<Entry>,
    ) -> Value {
        let Spot { position, ply, .. } = spot;
        let corrections = CorrectionIndices::new(position);
        let evaluation = self.static_evaluation(spot, entry, corrections);
        self.reward_evaluation_gain(position, ply);
        let mut node = Node {
            spot,
            depth,
            kind,
            improving: self.is_improving(ply),
            evaluation,
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
            && !kind.is_pv()
            && let Some(value) = self.prune_node(&node, window)
        {
            return value;
        }
        // Internal iterative reduction.
        if may_prune && depth >= 4 && table_move.is_none() && kind != NodeType::All {
            node.depth -= 1;
        }
        self.search_moves(&node, window, table_move, key)
    }

    /// The static evaluation, also stored in the stack, or a tighter value from the transposition table.
    fn static_evaluation(
        &mut self,
        Spot { position, ply, in_check }: Spot<'_>,
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
