//! Pruning and reductions. The margins are in `margins.rs`.

use trid_rules::{Move, Role};

use super::{
    Worker, margins,
    node::{Node, Spot},
    window::Window,
};
use crate::{
    score::{DRAW, MATE_BOUND, Value},
    see::see_at_least,
};

impl Worker<'_> {
    /// Prunes a node before its moves are searched; returns its value.
    pub(super) fn prune_node(&mut self, node: &Node<'_>, window: Window) -> Option<Value> {
        let Window { alpha, beta } = window;
        let evaluation = node.evaluation?;
        if beta.abs() >= MATE_BOUND || alpha.abs() >= MATE_BOUND {
            return None;
        }
        reverse_futility(node, evaluation, beta)
            .or_else(|| self.razoring(node, evaluation, alpha))
            .or_else(|| self.null_move(node, evaluation, beta))
    }

    /// Razoring: far below alpha, only captures could help; quiescence shows that they do not.
    fn razoring(&mut self, node: &Node<'_>, evaluation: Value, alpha: Value) -> Option<Value> {
        if node.depth > margins::RAZORING_DEPTH
            || evaluation + margins::razoring_margin(node.depth) > alpha
        {
            return None;
        }
        let value = self.search_leaf(Spot { in_check: false, ..node.spot }, Window::null(alpha));
        (value <= alpha).then_some(value)
    }

    /// Null move pruning: if passing the turn still fails high, a move will too.
    fn null_move(&mut self, node: &Node<'_>, evaluation: Value, beta: Value) -> Option<Value> {
        let Spot { position, ply, .. } = node.spot;
        let own = position.pieces_of(position.turn());
        let pawns_and_king = position.pieces(position.turn(), Role::Pawn).len() + 1;
        let after_null = ply > 0 && self.stack[ply - 1].played.is_none();
        if node.depth < 3 || evaluation < beta || own.len() <= pawns_and_king || after_null {
            return None;
        }
        let reduction = margins::null_move_reduction(node.depth, evaluation - beta);
        let mut child = position.clone();
        child.pass_unchecked();
        self.stack[ply].played = None;
        self.stack[ply].quiet = None;
        self.stack[ply + 1].turns = self.stack[ply].turns + 1;
        self.stack[ply + 1].repetition_floor = self.keys.len();
        self.keys.push(child.key());
        let depth = node.depth - reduction;
        let child = Spot { position: &child, ply: ply + 1, in_check: false };
        let value = -self.search_node(child, Window::null(-beta), depth, !node.kind.is_cut());
        self.keys.pop();
        if self.stopped {
            return Some(DRAW);
        }
        // A mate after a null move is unproven.
        (value >= beta).then_some(if value >= MATE_BOUND { beta } else { value })
    }

    /// Late move reductions: the reduction of a quiet move in plies.
    pub(super) fn reduction(
        &self,
        node: &Node<'_>,
        number: usize,
        gives_check: bool,
        history: Value,
    ) -> i32 {
        let mut reduction = margins::late_move_reduction(node.depth, number);
        if node.kind.is_pv() {
            reduction -= 1024;
        }
        if node.kind.is_cut() {
            reduction += 1024;
        }
        if !node.improving {
            reduction += 512;
        }
        if gives_check || node.spot.in_check {
            reduction -= 1024;
        }
        reduction -= history / 12;
        reduction / 1024
    }

    /// Late move pruning and futility pruning: whether to skip the remaining quiet moves.
    pub(super) fn is_futile_quiet(&self, node: &Node<'_>, number: usize, alpha: Value) -> bool {
        let depth = node.depth;
        if depth <= margins::LATE_MOVE_DEPTH
            && !node.spot.in_check
            && number >= margins::late_move_count(depth, node.improving)
        {
            return true;
        }
        depth <= margins::FUTILITY_DEPTH
            && alpha.abs() < MATE_BOUND
            && node
                .evaluation
                .is_some_and(|evaluation| evaluation + margins::futility_margin(depth) <= alpha)
    }

    /// SEE pruning: whether a move loses too much material for this depth.
    pub(super) fn loses_material(
        &self,
        node: &Node<'_>,
        mv: Move,
        is_quiet: bool,
        is_bad_capture: bool,
    ) -> bool {
        node.depth <= margins::SEE_DEPTH
            && (is_quiet || is_bad_capture)
            && !node.spot.in_check
            && !see_at_least(node.spot.position, mv, margins::see_margin(node.depth, is_quiet))
    }
}

/// Reverse futility pruning: far above beta, no reply will bring the value below it.
fn reverse_futility(node: &Node<'_>, evaluation: Value, beta: Value) -> Option<Value> {
    let margin = margins::reverse_futility_margin(node.depth, node.improving);
    (node.depth <= margins::REVERSE_FUTILITY_DEPTH && evaluation - margin >= beta)
        .then_some(evaluation)
}
