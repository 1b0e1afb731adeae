//! The leaves: captures and promotions are played out, and checks answered, before a position is evaluated.

use trid_rules::Position;

use super::{MAX_PLY, Worker, node::cuts, pruning};
use crate::{
    exchange::{captured_square, worth},
    history::MoveSlot,
    picker::{Picker, Wanted, is_quiet},
    score::{DRAW, INFINITE, MATE_BOUND, Value, mated_in},
    transposition::{Bound, Entry},
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
        (mut alpha, beta): (Value, Value),
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
        let is_principal = beta - alpha > 1;
        if let Some(entry) = entry
            && !is_principal
            && cuts(entry, alpha, beta)
        {
            return entry.value;
        }
        let original_alpha = alpha;
        let mut best = -INFINITE;
        let mut evaluation = None;
        if !in_check {
            // Standing pat: the side to move need not capture.
            let value =
                entry.and_then(|entry| entry.evaluation).unwrap_or_else(|| self.evaluate(position));
            evaluation = Some(value);
            best = value;
            if best >= beta {
                if entry.is_none() {
                    let entry =
                        Entry { mv: None, value: best, evaluation, depth: 0, bound: Bound::Lower };
                    self.shared.table.store(key, turns, entry);
                }
                return best;
            }
            alpha = alpha.max(best);
        }
        let table_move =
            entry.and_then(|entry| entry.mv).filter(|&mv| in_check || !is_quiet(position, mv));
        let wanted = if in_check { Wanted::All } else { Wanted::GoodCaptures };
        let before = self.before(ply);
        let mut picker = Picker::new(position, wanted, table_move, [None; 3], &mut self.lists);
        let mut best_move = None;
        let mut tried = 0;
        while let Some(mv) = picker.next(position, self.histories, before) {
            tried += 1;
            if self.shared.blindness.is_some_and(|blindness| blindness.misses(position, mv, ply)) {
                continue;
            }
            if in_check && best > -MATE_BOUND && tried > 3 && is_quiet(position, mv) {
                // One quiet answer to a check that is not lost is enough to know.
                break;
            }
            // Futility: a capture that cannot bring the value near alpha.
            if let Some(evaluation) = evaluation
                && self.shared.steps.pruning
                && mv.promotion().is_none()
                && let Some(captured) = captured_square(position, mv)
            {
                let hoped =
                    evaluation + worth(position.role_at(captured)) + pruning::QUIESCENCE_MARGIN;
                if hoped <= alpha {
                    best = best.max(hoped);
                    continue;
                }
            }
            self.frames[ply].slot = Some(MoveSlot::new(position, mv));
            let mut child = position.clone();
            child.play_unchecked(mv);
            self.shared.table.touch(self.table_key(&child));
            let next = (position, mv, &child, child.is_check());
            let value = self.descend(next, ply, (alpha, beta), 0, false);
            if self.stopped {
                break;
            }
            if value > best {
                best = value;
                if value > alpha {
                    best_move = Some(mv);
                    alpha = value;
                    self.note_line(ply, mv);
                    if value >= beta {
                        break;
                    }
                }
            }
        }
        picker.finish(&mut self.lists);
        if self.stopped {
            return DRAW;
        }
        if in_check && best == -INFINITE {
            // Either mate, or every answer was overlooked by a level that misses things.
            return if tried == 0 { mated_in(turns) } else { self.evaluate(position) };
        }
        let bound = if best >= beta {
            Bound::Lower
        } else if best > original_alpha && is_principal {
            Bound::Exact
        } else {
            Bound::Upper
        };
        self.shared.table.store(
            key,
            turns,
            Entry { mv: best_move, value: best, evaluation, depth: 0, bound },
        );
        best
    }
}
