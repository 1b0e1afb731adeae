//! The leaves: captures and promotions are played out, and checks answered, before a position is evaluated.

use trid_rules::{Move, Position};

use super::{MAX_PLY, Worker, best::Best, margins, node::cuts};
use crate::{
    exchange::{captured_square, worth},
    history::MoveSlot,
    picker::{Picker, Wanted, is_quiet},
    score::{DRAW, INFINITE, MATE_BOUND, Value, mated_in},
};

impl Worker<'_> {
    /// The value of a position that is not searched further in full.
    pub(super) fn leaf(
        &mut self,
        position: &Position,
        ply: usize,
        window: (Value, Value),
        in_check: bool,
    ) -> Value {
        if self.shared.steps.quiescence {
            return self.quiescence(position, ply, window, in_check);
        }
        self.count_node();
        self.frames[ply].line.clear();
        if self.is_draw(position, ply, in_check) {
            DRAW
        } else if position.has_moves() {
            self.evaluate(position)
        } else if in_check {
            mated_in(self.frames[ply].turns)
        } else {
            DRAW
        }
    }

    fn quiescence(
        &mut self,
        position: &Position,
        ply: usize,
        (alpha, beta): (Value, Value),
        in_check: bool,
    ) -> Value {
        self.count_node();
        self.frames[ply].line.clear();
        self.selective_depth = self.selective_depth.max(ply);
        if self.stopped || self.is_draw(position, ply, in_check) {
            return DRAW;
        }
        if ply >= MAX_PLY {
            return self.evaluate(position);
        }
        let turns = self.frames[ply].turns;
        let key = self.table_key(position);
        let entry = self.shared.table.probe(key, turns);
        if let Some(entry) = entry
            && beta - alpha == 1
            && cuts(entry, alpha, beta)
        {
            return entry.value;
        }
        let mut best = Best::new((alpha, beta));
        let mut evaluation = None;
        if !in_check {
            let value =
                entry.and_then(|entry| entry.evaluation).unwrap_or_else(|| self.evaluate(position));
            evaluation = Some(value);
            best.stand_pat(value);
            if best.cuts() {
                if entry.is_none() {
                    self.remember(key, ply, &best, evaluation, 0);
                }
                return value;
            }
        }
        let table_move =
            entry.and_then(|entry| entry.mv).filter(|&mv| in_check || !is_quiet(position, mv));
        let answers = self.captures_and_evasions(position, ply, &mut best, evaluation, table_move);
        if self.stopped {
            return DRAW;
        }
        if in_check && best.value == -INFINITE {
            // Either mate, or every answer was overlooked by a level that misses things.
            return if answers == 0 { mated_in(turns) } else { self.evaluate(position) };
        }
        self.remember(key, ply, &best, evaluation, 0);
        best.value
    }

    /// Tries the captures that lose nothing, in check (where there is no evaluation) the answers to it; how
    /// many it came to.
    fn captures_and_evasions(
        &mut self,
        position: &Position,
        ply: usize,
        best: &mut Best,
        evaluation: Option<Value>,
        table_move: Option<Move>,
    ) -> usize {
        let in_check = evaluation.is_none();
        let wanted = if in_check { Wanted::All } else { Wanted::GoodCaptures };
        let before = self.before(ply);
        let mut picker = Picker::new(position, wanted, table_move, [None; 3], &mut self.lists);
        let mut number = 0;
        while let Some(mv) = picker.next(position, self.histories, before) {
            number += 1;
            if self.overlooks(position, mv, ply) {
                continue;
            }
            if in_check && best.value > -MATE_BOUND && number > 3 && is_quiet(position, mv) {
                // One quiet answer to a check that is not lost is enough to know.
                break;
            }
            if let Some(hoped) = self.futile_capture(position, mv, evaluation, best.alpha) {
                best.value = best.value.max(hoped);
                continue;
            }
            self.frames[ply].slot = Some(MoveSlot::new(position, mv));
            let mut child = position.clone();
            child.play_unchecked(mv);
            self.shared.table.touch(self.table_key(&child));
            let next = (position, mv, &child, child.is_check());
            let value = self.descend(next, ply, (best.alpha, best.beta), 0, false);
            if self.stopped {
                break;
            }
            if best.take(mv, value) {
                self.note_line(ply, mv);
                if best.cuts() {
                    break;
                }
            }
        }
        picker.finish(&mut self.lists);
        number
    }

    /// Futility: what a capture may be hoped to bring, where that does not come near alpha.
    fn futile_capture(
        &self,
        position: &Position,
        mv: Move,
        evaluation: Option<Value>,
        alpha: Value,
    ) -> Option<Value> {
        if !self.shared.steps.pruning || mv.promotion().is_some() {
            return None;
        }
        let captured = captured_square(position, mv)?;
        let gain = worth(position.role_at(captured)) + margins::QUIESCENCE_MARGIN;
        evaluation.map(|evaluation| evaluation + gain).filter(|&hoped| hoped <= alpha)
    }
}
