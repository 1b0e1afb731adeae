//! Quiescence search: resolves captures, promotions and checks before evaluating a position.

use trid_rules::{Move, Position};

use super::{
    MAX_PLY, Worker, best_move::BestMove, margins, move_loop::Step, node::Spot, window::Window,
};
use crate::{
    correction_history::CorrectionIndices,
    history::{ContinuationIndex, QuietContext},
    move_picker::{MovePicker, PickerMode},
    score::{DRAW, INFINITE, MATE_BOUND, Value, mated_in},
    see::{captured_square, is_quiet, piece_value},
};

impl Worker<'_> {
    /// The value of a leaf of the main search.
    pub(super) fn search_leaf(&mut self, spot: Spot<'_>, window: Window) -> Value {
        let Spot { position, ply, in_check } = spot;
        if self.shared.features.quiescence {
            return self.quiescence(spot, window);
        }
        self.count_node();
        self.stack[ply].pv.clear();
        if self.is_draw(position, ply, in_check) {
            DRAW
        } else if position.has_moves() {
            self.evaluate(position, ply)
        } else if in_check {
            mated_in(self.stack[ply].turns)
        } else {
            DRAW
        }
    }

    fn quiescence(&mut self, spot: Spot<'_>, window: Window) -> Value {
        let Spot { position, ply, in_check } = spot;
        self.count_node();
        self.stack[ply].pv.clear();
        self.selective_depth = self.selective_depth.max(ply);
        if self.stopped || self.is_draw(position, ply, in_check) {
            return DRAW;
        }
        if ply >= MAX_PLY {
            return self.evaluate(position, ply);
        }
        let turns = self.stack[ply].turns;
        let key = self.table_key(position);
        let entry = self.shared.table.probe(key, turns);
        if let Some(entry) = entry
            && window.is_null()
            && window.is_decided_by(entry)
        {
            return entry.value;
        }
        let mut best = BestMove::new(window);
        let (mut raw_evaluation, mut evaluation) = (None, None);
        if !in_check {
            let raw = entry
                .and_then(|entry| entry.evaluation)
                .unwrap_or_else(|| self.evaluate(position, ply));
            let value = self.corrected(raw, CorrectionIndices::new(position));
            (raw_evaluation, evaluation) = (Some(raw), Some(value));
            best.stand_pat(value);
            if best.is_cutoff() {
                if entry.is_none() {
                    self.store(key, ply, &best, raw_evaluation, 0);
                }
                return value;
            }
        }
        let table_move =
            entry.and_then(|entry| entry.mv).filter(|&mv| in_check || !is_quiet(position, mv));
        let moves = self.captures_and_evasions(position, ply, &mut best, evaluation, table_move);
        if self.stopped {
            return DRAW;
        }
        if in_check && best.value == -INFINITE {
            // Checkmate, or a reduced strength overlooks every evasion.
            return if moves == 0 { mated_in(turns) } else { self.evaluate(position, ply) };
        }
        self.store(key, ply, &best, raw_evaluation, 0);
        best.value
    }

    /// Searches captures that do not lose material or, in check (`evaluation` is `None`), evasions. Returns
    /// the number of moves seen.
    fn captures_and_evasions(
        &mut self,
        position: &Position,
        ply: usize,
        best: &mut BestMove,
        evaluation: Option<Value>,
        table_move: Option<Move>,
    ) -> usize {
        let in_check = evaluation.is_none();
        let mode = if in_check { PickerMode::AllMoves } else { PickerMode::GoodCaptures };
        let context = QuietContext::without_threats(self.previous_moves(ply));
        let mut picker =
            MovePicker::new(position, mode, table_move, [None; 3], &mut self.move_lists);
        let mut number = 0;
        while let Some(mv) = picker.next(position, self.histories, &context) {
            number += 1;
            if self.overlooks(position, mv, ply) {
                continue;
            }
            if in_check && best.value > -MATE_BOUND && number > 3 && is_quiet(position, mv) {
                // An evasion that is not mated is enough; skip the remaining quiet evasions.
                break;
            }
            if let Some(optimistic) =
                self.delta_pruning(position, mv, evaluation, best.window.alpha)
            {
                best.value = best.value.max(optimistic);
                continue;
            }
            self.stack[ply].played = Some(ContinuationIndex::new(position, mv));
            self.stack[ply].quiet = None;
            let mut child = position.clone();
            child.play_unchecked(mv);
            self.shared.table.prefetch(self.table_key(&child));
            let in_check = child.is_check();
            let child = Spot { position: &child, ply: ply + 1, in_check };
            let step = Step { before: position, mv, child };
            let value = self.search_child(&step, best.window, 0, false);
            if self.stopped {
                break;
            }
            if best.update(mv, value) {
                self.update_pv(ply, mv);
                if best.is_cutoff() {
                    break;
                }
            }
        }
        picker.finish(&mut self.move_lists);
        number
    }

    /// Delta pruning: the most optimistic value of a capture, if even that does not reach alpha.
    fn delta_pruning(
        &self,
        position: &Position,
        mv: Move,
        evaluation: Option<Value>,
        alpha: Value,
    ) -> Option<Value> {
        if !self.shared.features.pruning || mv.promotion().is_some() {
            return None;
        }
        let captured = captured_square(position, mv)?;
        let gain = piece_value(position.role_at(captured)) + margins::QUIESCENCE_MARGIN;
        evaluation.map(|evaluation| evaluation + gain).filter(|&optimistic| optimistic <= alpha)
    }
}
