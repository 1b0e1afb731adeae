//! The moves of a node one by one: in what order, how deeply, and what is learnt from them.

use trid_rules::{Move, Position};

use super::{Worker, best::Best, margins, node::Node};
use crate::{
    exchange::{captured_square, gains},
    history::MoveSlot,
    picker::{Picker, Wanted, is_quiet},
    score::{DRAW, MATE_BOUND, Value, mated_in},
};

/// Moves tried without success, to be punished when another reaches beta; those beyond the room are spared.
#[derive(Default)]
struct Tried {
    moves: [Option<(Move, bool)>; 24],
    count: usize,
}

impl Tried {
    fn note(&mut self, mv: Move, quiet: bool) {
        if let Some(place) = self.moves.get_mut(self.count) {
            *place = Some((mv, quiet));
            self.count += 1;
        }
    }
}

impl Worker<'_> {
    /// Tries the moves of a node one by one.
    pub(super) fn moves(
        &mut self,
        node: &Node<'_>,
        window: (Value, Value),
        table_move: Option<Move>,
        key: u64,
    ) -> Value {
        let Node { position, ply, depth, before, .. } = *node;
        let is_root = ply == 0;
        let [first, second] = self.frames[ply].killers;
        let refutations = [first, second, self.histories.counter(before[0])];
        let mut picker =
            Picker::new(position, Wanted::All, table_move, refutations, &mut self.lists);
        let mut best = Best::new(window);
        let mut number = 0;
        let mut legal = 0;
        let mut tried = Tried::default();
        while let Some(mv) = picker.next(position, self.histories, before) {
            legal += 1;
            if is_root && !self.root.allows(mv) || self.overlooks(position, mv, ply) {
                continue;
            }
            let quiet = is_quiet(position, mv);
            if self.shared.steps.pruning && !is_root && best.value > -MATE_BOUND {
                if quiet && self.is_quiet_futile(node, number, best.alpha) {
                    picker.skip_quiets();
                }
                if self.loses_material(node, mv, quiet, picker.in_bad_captures()) {
                    continue;
                }
            }
            number += 1;
            let value = self.try_move(node, mv, quiet, number, (best.alpha, best.beta));
            if self.stopped {
                break;
            }
            if best.take(mv, value) {
                self.note_line(ply, mv);
                if best.cuts() {
                    self.learn(node, mv, quiet, &tried);
                    break;
                }
            }
            tried.note(mv, quiet);
        }
        picker.finish(&mut self.lists);
        if self.stopped {
            return if best.mv.is_some() { best.value } else { DRAW };
        }
        if legal == 0 {
            return if node.in_check { mated_in(self.frames[ply].turns) } else { DRAW };
        }
        if number == 0 {
            // Nothing that this level sees.
            return self.evaluate(position).clamp(window.0, window.1);
        }
        if !is_root || self.root.excluded.is_empty() {
            let evaluation = self.frames[ply].evaluation;
            self.remember(key, ply, &best, evaluation, depth);
        }
        best.value
    }

    /// Plays a move and searches what follows: late moves less deeply and with a closed window at first.
    fn try_move(
        &mut self,
        node: &Node<'_>,
        mv: Move,
        quiet: bool,
        number: usize,
        (alpha, beta): (Value, Value),
    ) -> Value {
        let Node { position, ply, .. } = *node;
        self.frames[ply].slot = Some(MoveSlot::new(position, mv));
        let history = if quiet { self.histories.quiet(position, node.before, mv) } else { 0 };
        let mut child = position.clone();
        child.play_unchecked(mv);
        self.shared.table.touch(self.table_key(&child));
        // A forced promotion is a choice, not a turn: it costs no depth.
        let same_side = child.turn() == position.turn();
        let mut depth = node.depth - i32::from(!same_side);
        let in_check = child.is_check();
        let gives_check = !same_side && in_check;
        // Check extension.
        if self.shared.steps.extensions
            && gives_check
            && (ply as i32) < 2 * self.root_depth
            && (node.is_principal || gains(position, mv, 0))
        {
            depth += 1;
        }
        if number == 1 {
            let cut = !node.is_principal && !node.cut;
            return self.descend((position, mv, &child, in_check), ply, (alpha, beta), depth, cut);
        }
        let mut value = alpha + 1;
        let mut reduced = 0;
        // Late move reductions.
        if self.shared.steps.pruning && node.depth >= 3 && number > 2 && quiet && !same_side {
            reduced = self.reduction(node, number, gives_check, history).min(depth - 1).max(0);
            if reduced > 0 {
                value = self.descend(
                    (position, mv, &child, in_check),
                    ply,
                    (alpha, alpha + 1),
                    depth - reduced,
                    true,
                );
            }
        }
        if value > alpha && !self.stopped {
            // The closed window, at full depth.
            if reduced > 0 || number > 1 {
                value = self.descend(
                    (position, mv, &child, in_check),
                    ply,
                    (alpha, alpha + 1),
                    depth,
                    !node.cut,
                );
            }
            // The open window, where it turns out better than thought.
            if value > alpha && value < beta && node.is_principal && !self.stopped {
                value = self.descend(
                    (position, mv, &child, in_check),
                    ply,
                    (alpha, beta),
                    depth,
                    false,
                );
            }
        }
        value
    }

    /// Histories, killers and counter moves learn from a move that reached beta.
    fn learn(&mut self, node: &Node<'_>, mv: Move, quiet: bool, tried: &Tried) {
        let Node { position, ply, before, .. } = *node;
        let bonus = margins::history_bonus(node.depth);
        if quiet {
            let killers = &mut self.frames[ply].killers;
            if killers[0] != Some(mv) {
                *killers = [Some(mv), killers[0]];
            }
            self.histories.set_counter(before[0], mv);
            self.histories.update_quiet(position, before, mv, bonus);
        } else {
            self.update_capture(position, mv, bonus);
        }
        for &(other, is_quiet) in tried.moves.iter().flatten() {
            if !is_quiet {
                self.update_capture(position, other, -bonus);
            } else if quiet {
                self.histories.update_quiet(position, before, other, -bonus);
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
