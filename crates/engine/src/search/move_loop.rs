//! The move loop of a node: move ordering, principal variation search, late move reductions, history
//! updates.

use trid_rules::{Move, Position};

use super::{Worker, best_move::BestMove, margins, node::Node, singular::Singularity};
use crate::{
    history::ContinuationIndex,
    move_picker::{MovePicker, PickerMode},
    score::{DRAW, MATE_BOUND, Value, is_mate, mated_in},
    see::{captured_square, is_quiet, see_at_least},
    transposition::Bound,
};

/// Moves searched without a cutoff; they get a malus when a later move causes one. Further moves are not
/// recorded.
#[derive(Default)]
struct SearchedMoves {
    moves: [Option<(Move, bool)>; 24],
    count: usize,
}

impl SearchedMoves {
    fn push(&mut self, mv: Move, is_quiet: bool) {
        if let Some(entry) = self.moves.get_mut(self.count) {
            *entry = Some((mv, is_quiet));
            self.count += 1;
        }
    }
}

impl Worker<'_> {
    /// Searches the moves of a node in order.
    pub(super) fn search_moves(
        &mut self,
        node: &Node<'_>,
        window: (Value, Value),
        table_move: Option<Move>,
        key: u64,
    ) -> Value {
        let Node { position, ply, .. } = *node;
        let is_root = ply == 0;
        let [first, second] = self.stack[ply].killers;
        let refutations = [first, second, self.histories.counter_move(node.context.previous[0])];
        let mode = PickerMode::AllMoves;
        let mut picker =
            MovePicker::new(position, mode, table_move, refutations, &mut self.move_lists);
        let mut best = BestMove::new(window);
        let mut number = 0;
        let mut legal = 0;
        let mut searched = SearchedMoves::default();
        let excluded = self.stack[ply].excluded;
        while let Some(mv) = picker.next(position, self.histories, &node.context) {
            legal += 1;
            if Some(mv) == excluded {
                continue;
            }
            if is_root && !self.root.allows(mv) || self.overlooks(position, mv, ply) {
                continue;
            }
            let quiet = is_quiet(position, mv);
            if best.value > -MATE_BOUND
                && self.is_pruned(node, mv, quiet, number, best.alpha, &mut picker)
            {
                continue;
            }
            let mut extension = 0;
            if Some(mv) == table_move && excluded.is_none() {
                match self.singularity(node, mv, best.beta) {
                    Singularity::Extension(plies) => extension = plies,
                    Singularity::Cutoff(value) => {
                        picker.finish(&mut self.move_lists);
                        return value;
                    }
                }
            }
            if self.stopped {
                break;
            }
            number += 1;
            let window = (best.alpha, best.beta);
            let nodes = self.nodes;
            let value = self.search_move(node, mv, quiet, (number, extension), window);
            if is_root && (number == 1 || value > best.alpha) {
                self.effort.best_move_nodes = self.nodes - nodes;
            }
            if self.stopped {
                break;
            }
            if best.update(mv, value) {
                self.update_pv(ply, mv);
                if best.is_cutoff() {
                    self.update_histories(node, mv, quiet, &searched);
                    break;
                }
            }
            searched.push(mv, quiet);
        }
        picker.finish(&mut self.move_lists);
        self.node_value(node, window, key, &best, [legal, number])
    }

    /// The value of a node after its move loop, which is stored unless the search was restricted or stopped.
    /// Takes the numbers of legal and of searched moves.
    fn node_value(
        &mut self,
        node: &Node<'_>,
        window: (Value, Value),
        key: u64,
        best: &BestMove,
        [legal, searched]: [usize; 2],
    ) -> Value {
        let Node { position, ply, depth, .. } = *node;
        if self.stopped {
            return if best.mv.is_some() { best.value } else { DRAW };
        }
        if self.stack[ply].excluded.is_some() {
            // Other moves than the excluded one are not the value of the position.
            return if searched == 0 { window.0 } else { best.value };
        }
        if legal == 0 {
            return if node.in_check { mated_in(self.stack[ply].turns) } else { DRAW };
        }
        if searched == 0 {
            // A reduced strength overlooks every move.
            return self.evaluate(position, ply).clamp(window.0, window.1);
        }
        if ply > 0 || self.root.excluded.is_empty() {
            let evaluation = self.stack[ply].raw_evaluation;
            self.update_corrections(node, best);
            self.store(key, ply, best, evaluation, depth);
        }
        best.value
    }

    /// Late move, futility and SEE pruning: whether to skip a move.
    #[inline]
    fn is_pruned(
        &self,
        node: &Node<'_>,
        mv: Move,
        quiet: bool,
        number: usize,
        alpha: Value,
        picker: &mut MovePicker,
    ) -> bool {
        // The moves of the root's turn are all searched, also after a forced promotion.
        if !self.shared.features.pruning || self.stack[node.ply].turns == 0 {
            return false;
        }
        if quiet && self.is_futile_quiet(node, number, alpha) {
            picker.skip_quiets();
        }
        self.loses_material(node, mv, quiet, picker.in_bad_captures())
    }

    /// Principal variation search of one move: the first with the full window, later ones with a null
    /// window first, at reduced depth if late.
    fn search_move(
        &mut self,
        node: &Node<'_>,
        mv: Move,
        quiet: bool,
        (number, extension): (usize, i32),
        (alpha, beta): (Value, Value),
    ) -> Value {
        let Node { position, ply, .. } = *node;
        self.stack[ply].played = Some(ContinuationIndex::new(position, mv));
        self.stack[ply].quiet = quiet.then_some(mv);
        let history = if quiet { self.histories.quiet(position, &node.context, mv) } else { 0 };
        let mut child = position.clone();
        child.play_unchecked(mv);
        self.shared.table.prefetch(self.table_key(&child));
        // A forced promotion does not pass the turn and costs no depth.
        let same_side = child.turn() == position.turn();
        let mut depth = node.depth - i32::from(!same_side);
        let in_check = child.is_check();
        let gives_check = !same_side && in_check;
        // Check extension.
        if self.shared.features.extensions
            && gives_check
            && (ply as i32) < 2 * self.root_depth
            && (node.is_pv || see_at_least(position, mv, 0))
        {
            depth += 1;
        } else {
            depth += extension;
        }
        let next = (position, mv, &child, in_check);
        if number == 1 {
            let cut_node = !node.is_pv && !node.cut_node;
            return self.search_child(next, ply, (alpha, beta), depth, cut_node);
        }
        let null_window = (alpha, alpha + 1);
        // Late move reductions.
        if self.shared.features.pruning && node.depth >= 3 && number > 2 && quiet && !same_side {
            let reduction =
                self.reduction(node, number, gives_check, history).min(depth - 1).max(0);
            if reduction > 0 {
                let value = self.search_child(next, ply, null_window, depth - reduction, true);
                if value <= alpha || self.stopped {
                    return value;
                }
            }
        }
        let value = self.search_child(next, ply, null_window, depth, !node.cut_node);
        // The move is better than expected: search it with the full window.
        if value > alpha && value < beta && node.is_pv && !self.stopped {
            return self.search_child(next, ply, (alpha, beta), depth, false);
        }
        value
    }

    /// Learns the difference between the value of a node and its static evaluation, unless a capture makes
    /// the difference or the value is a bound on the other side of the evaluation.
    fn update_corrections(&mut self, node: &Node<'_>, best: &BestMove) {
        let Some(evaluation) = self.stack[node.ply].evaluation else {
            return;
        };
        let is_informative = match best.bound() {
            Bound::Exact => true,
            Bound::Lower => best.value > evaluation,
            Bound::Upper => best.value < evaluation,
        };
        let is_tactical = best.mv.is_some_and(|mv| !is_quiet(node.position, mv));
        if is_informative && !is_tactical && !is_mate(best.value) {
            let difference = best.value - evaluation;
            self.histories.corrections.update(node.corrections, difference, node.depth);
        }
    }

    /// Updates killers, counter moves and histories after a beta cutoff.
    fn update_histories(
        &mut self,
        node: &Node<'_>,
        mv: Move,
        quiet: bool,
        searched: &SearchedMoves,
    ) {
        let Node { position, ply, ref context, .. } = *node;
        let bonus = margins::history_bonus(node.depth);
        if quiet {
            let killers = &mut self.stack[ply].killers;
            if killers[0] != Some(mv) {
                *killers = [Some(mv), killers[0]];
            }
            self.histories.set_counter_move(context.previous[0], mv);
            self.histories.update_quiet(position, context, mv, bonus);
        } else {
            self.update_capture(position, mv, bonus);
        }
        for &(other, is_quiet) in searched.moves.iter().flatten() {
            if !is_quiet {
                self.update_capture(position, other, -bonus);
            } else if quiet {
                self.histories.update_quiet(position, context, other, -bonus);
            }
        }
    }

    fn update_capture(&mut self, position: &Position, mv: Move, bonus: i32) {
        if let Move::Piece { from, to, .. } = mv
            && let Some(captured) = captured_square(position, mv)
        {
            self.histories.update_capture(
                position.role_at(from),
                to,
                position.role_at(captured),
                bonus,
            );
        }
    }
}
