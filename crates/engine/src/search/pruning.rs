//! The steps that leave moves out or look at them less deeply. Their margins stand in `margins.rs`.

use trid_rules::{Move, Role};

use super::{Worker, margins, node::Node};
use crate::{
    exchange::gains,
    score::{DRAW, MATE_BOUND, Value},
};

impl Worker<'_> {
    /// Whether a node can be left without trying its moves, and then what it is worth.
    pub(super) fn prune_whole_node(
        &mut self,
        node: &Node<'_>,
        (alpha, beta): (Value, Value),
    ) -> Option<Value> {
        let evaluation = node.evaluation?;
        if beta.abs() >= MATE_BOUND || alpha.abs() >= MATE_BOUND {
            return None;
        }
        reverse_futility(node, evaluation, beta)
            .or_else(|| self.razoring(node, evaluation, alpha))
            .or_else(|| self.null_move(node, evaluation, beta))
    }

    /// Razoring: so far below alpha that only captures could help, and they do not.
    fn razoring(&mut self, node: &Node<'_>, evaluation: Value, alpha: Value) -> Option<Value> {
        if node.depth > margins::RAZORING_DEPTH
            || evaluation + margins::razoring_margin(node.depth) > alpha
        {
            return None;
        }
        let value = self.leaf(node.position, node.ply, (alpha, alpha + 1), false);
        (value <= alpha).then_some(value)
    }

    /// Null move pruning: where even giving the turn away reaches beta, a move surely does.
    fn null_move(&mut self, node: &Node<'_>, evaluation: Value, beta: Value) -> Option<Value> {
        let Node { position, ply, depth, .. } = *node;
        let own = position.pieces_of(position.turn());
        let pawns_and_king = position.pieces(position.turn(), Role::Pawn).len() + 1;
        let after_null = ply > 0 && self.frames[ply - 1].slot.is_none();
        if depth < 3 || evaluation < beta || own.len() <= pawns_and_king || after_null {
            return None;
        }
        let reduction = margins::null_move_reduction(depth, evaluation - beta);
        let mut child = position.clone();
        child.pass_unchecked();
        self.frames[ply].slot = None;
        self.frames[ply + 1].turns = self.frames[ply].turns + 1;
        self.frames[ply + 1].floor = self.keys.len();
        self.keys.push(child.key());
        let window = (-beta, -beta + 1);
        let value = -self.node((&child, false), ply + 1, window, depth - reduction, !node.cut);
        self.keys.pop();
        if self.stopped {
            return Some(DRAW);
        }
        // A mate found after a null move is not proved.
        (value >= beta).then_some(if value >= MATE_BOUND { beta } else { value })
    }

    /// By how many plies a late quiet move is searched less deeply.
    pub(super) fn reduction(
        &self,
        node: &Node<'_>,
        number: usize,
        gives_check: bool,
        history: Value,
    ) -> i32 {
        let mut reduction = margins::late_move_reduction(node.depth, number);
        if node.is_principal {
            reduction -= 1024;
        }
        if node.cut {
            reduction += 1024;
        }
        if !node.improving {
            reduction += 512;
        }
        if gives_check || node.in_check {
            reduction -= 1024;
        }
        reduction -= history / 12;
        reduction / 1024
    }

    /// Late move pruning and futility: whether the quiet moves still to come are hopeless.
    pub(super) fn is_quiet_futile(&self, node: &Node<'_>, number: usize, alpha: Value) -> bool {
        let depth = node.depth;
        if depth <= margins::LATE_MOVE_DEPTH
            && !node.in_check
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

    /// Exchange pruning: whether a move loses too much to be worth a look at this depth.
    pub(super) fn loses_material(
        &self,
        node: &Node<'_>,
        mv: Move,
        quiet: bool,
        is_bad_capture: bool,
    ) -> bool {
        node.depth <= margins::EXCHANGE_DEPTH
            && (quiet || is_bad_capture)
            && !node.in_check
            && !gains(node.position, mv, margins::exchange_margin(node.depth, quiet))
    }
}

/// Reverse futility pruning: so far above beta that the opponent's best hardly matters.
fn reverse_futility(node: &Node<'_>, evaluation: Value, beta: Value) -> Option<Value> {
    let margin = margins::reverse_futility_margin(node.depth, node.improving);
    (node.depth <= margins::REVERSE_FUTILITY_DEPTH && evaluation - margin >= beta)
        .then_some(evaluation)
}
