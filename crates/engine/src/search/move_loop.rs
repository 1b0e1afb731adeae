//! The move loop of a node: move ordering, principal variation search, late move reductions, history
//! updates.

use trid_rules::{Move, Position};

use super::{
    Worker,
    best_move::BestMove,
    margins,
    node::{Node, Spot},
    singular::Singularity,
    window::{NodeType, Window},
};
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

/// A move of the loop.
#[derive(Clone, Copy)]
struct Candidate {
    mv: Move,
    is_quiet: bool,
    /// Which of the searched moves it is, from 1.
    number: usize,
    /// The plies by which it is searched deeper.
    extension: i32,
}

/// A move on its way down the tree.
pub(super) struct Step<'p> {
    pub(super) before: &'p Position,
    pub(super) mv: Move,
    pub(super) child: Spot<'p>,
}

impl Worker<'_> {
    /// Searches the moves of a node in order.
    pub(super) fn search_moves(
        &mut self,
        node: &Node<'_>,
        window: Window,
        table_move: Option<Move>,
        key: u64,
    ) -> Value {
        let Spot { position, ply, .. } = node.spot;
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
            let is_quiet = is_quiet(position, mv);
            if best.value > -MATE_BOUND
                && self.is_pruned(node, mv, is_quiet, number, best.window.alpha, &mut picker)
            {
                continue;
            }
            let mut extension = 0;
            if Some(mv) == table_move && excluded.is_none() {
                match self.singularity(node, mv, window.beta) {
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
            let nodes = self.nodes;
            let candidate = Candidate { mv, is_quiet, number, extension };
            let value = self.search_move(node, candidate, best.window);
            if is_root && (number == 1 || value > best.window.alpha) {
                self.effort.best_move_nodes = self.nodes - nodes;
            }
            if self.stopped {
                break;
            }
            if best.update(mv, value) {
                self.update_pv(ply, mv);
                if best.is_cutoff() {
                    self.update_histories(node, mv, is_quiet, &searched);
                    break;
                }
            }
            searched.push(mv, is_quiet);
        }
        picker.finish(&mut self.move_lists);
        self.node_value(node, window, key, &best, legal, number)
    }

    /// The value of a node after its move loop, which is stored unless the search was restricted or stopped.
    fn node_value(
        &mut self,
        node: &Node<'_>,
        window: Window,
        key: u64,
        best: &BestMove,
        legal: usize,
        searched: usize,
    ) -> Value {
        let Spot { position, ply, in_check } = node.spot;
        if self.stopped {
            return if best.mv.is_some() { best.value } else { DRAW };
        }
        if self.stack[ply].excluded.is_some() {
            // Other moves than the excluded one are not the value of the position.
            return if searched == 0 { window.alpha } else { best.value };
        }
        if legal == 0 {
            return if in_check { mated_in(self.stack[ply].turns) } else { DRAW };
        }
        if searched == 0 {
            // A reduced strength overlooks every move.
            return window.clamp(self.evaluate(position, ply));
        }
        if ply > 0 || self.root.excluded.is_empty() {
            let evaluation = self.stack[ply].raw_evaluation;
            self.update_corrections(node, best);
            self.store(key, ply, best, evaluation, node.depth);
        }
        best.value
    }

    /// Late move, futility and SEE pruning: whether to skip a move.
    #[inline]
    fn is_pruned(
        &self,
        node: &Node<'_>,
        mv: Move,
        is_quiet: bool,
        number: usize,
        alpha: Value,
        picker: &mut MovePicker,
    ) -> bool {
        // The moves of the root's turn are all searched, also after a forced promotion.
        if !self.shared.features.pruning || self.stack[node.spot.ply].turns == 0 {
            return false;
        }
        if is_quiet && self.is_futile_quiet(node, number, alpha) {
            picker.skip_quiets();
        }
        self.loses_material(node, mv, is_quiet, picker.in_bad_captures())
    }

    /// Principal variation search of one move: the first with the full window, later ones with a null
    /// window first, at reduced depth if late.
    fn search_move(&mut self, node: &Node<'_>, candidate: Candidate, window: Window) -> Value {
        let Candidate { mv, is_quiet, number, extension } = candidate;
        let Spot { position, ply, .. } = node.spot;
        self.stack[ply].played = Some(ContinuationIndex::new(position, mv));
        self.stack[ply].quiet = is_quiet.then_some(mv);
        let history = if is_quiet { self.histories.quiet(position, &node.context, mv) } else { 0 };
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
            && (node.kind.is_pv() || see_at_least(position, mv, 0))
        {
            depth += 1;
        } else {
            depth += extension;
        }
        let child = Spot { position: &child, ply: ply + 1, in_check };
        let step = Step { before: position, mv, child };
        if number == 1 {
            return self.search_child(&step, window, depth, node.kind == NodeType::All);
        }
        let null_window = Window::null(window.alpha);
        // Late move reductions.
        if self.shared.features.pruning && node.depth >= 3 && number > 2 && is_quiet && !same_side {
            let reduction =
                self.reduction(node, number, gives_check, history).min(depth - 1).max(0);
            if reduction > 0 {
                let value = self.search_child(&step, null_window, depth - reduction, true);
                if value <= window.alpha || self.stopped {
                    return value;
                }
            }
        }
        let value = self.search_child(&step, null_window, depth, !node.kind.is_cut());
        // The move is better than expected: search it with the full window.
        if value > window.alpha && value < window.beta && node.kind.is_pv() && !self.stopped {
            return self.search_child(&step, window, depth, false);
        }
        value
    }

    /// Learns the difference between the value of a node and its static evaluation, unless a capture makes
    /// the difference or the value is a bound on the other side of the evaluation.
    fn update_corrections(&mut self, node: &Node<'_>, best: &BestMove) {
        let Some(evaluation) = self.stack[node.spot.ply].evaluation else {
            return;
        };
        let is_informative = match best.bound() {
            Bound::Exact => true,
            Bound::Lower => best.value > evaluation,
            Bound::Upper => best.value < evaluation,
        };
        let is_tactical = best.mv.is_some_and(|mv| !is_quiet(node.spot.position, mv));
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
        is_quiet: bool,
        searched: &SearchedMoves,
    ) {
        let Spot { position, ply, .. } = node.spot;
        let context = &node.context;
        let bonus = margins::history_bonus(node.depth);
        if is_quiet {
            let killers = &mut self.stack[ply].killers;
            if killers[0] != Some(mv) {
                *killers = [Some(mv), killers[0]];
            }
            self.histories.set_counter_move(context.previous[0], mv);
            self.histories.update_quiet(position, context, mv, bonus);
        } else {
            self.update_capture(position, mv, bonus);
        }
        for &(other, other_is_quiet) in searched.moves.iter().flatten() {
            if !other_is_quiet {
                self.update_capture(position, other, -bonus);
            } else if is_quiet {
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
