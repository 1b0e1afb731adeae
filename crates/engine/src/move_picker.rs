//! The staged move picker: yields the legal moves of a position one by one, most promising first, and
//! generates them lazily.

use std::ops::ControlFlow;

use trid_rules::{
    ColumnSet, Move, Position, Promotion, Role, SquareSet,
    movegen::{MoveBatch, Scope, attacks},
};

use crate::{
    history::{Histories, QuietContext},
    score::Value,
    see::{captured_square, is_quiet, piece_value, see_at_least},
};

/// A move with its ordering score.
#[derive(Clone, Copy)]
pub(crate) struct ScoredMove {
    mv: Move,
    score: Value,
}

/// Reuses the move lists of finished pickers, so that nodes do not allocate.
#[derive(Default)]
pub(crate) struct MoveListPool(Vec<Vec<ScoredMove>>);

impl MoveListPool {
    fn take(&mut self) -> Vec<ScoredMove> {
        self.0.pop().unwrap_or_else(|| Vec::with_capacity(64))
    }

    fn put_back(&mut self, mut list: Vec<ScoredMove>) {
        list.clear();
        self.0.push(list);
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Stage {
    TableMove,
    GenerateCaptures,
    GoodCaptures,
    Refutations(usize),
    GenerateQuiets,
    Quiets,
    BadCaptures,
    Done,
}

/// Which moves a picker yields.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PickerMode {
    /// All legal moves.
    AllMoves,
    /// Captures that do not lose material, and queen promotions.
    GoodCaptures,
}

/// Yields the legal moves of one position, each once.
pub(crate) struct MovePicker {
    stage: Stage,
    mode: PickerMode,
    table_move: Option<Move>,
    /// Two killer moves and the counter move.
    refutations: [Option<Move>; 3],
    captures: Vec<ScoredMove>,
    bad_captures: Vec<ScoredMove>,
    quiets: Vec<ScoredMove>,
    skip_quiets: bool,
}

impl MovePicker {
    /// `table_move` and `refutations` may be illegal in this position.
    pub(crate) fn new(
        position: &Position,
        mode: PickerMode,
        table_move: Option<Move>,
        refutations: [Option<Move>; 3],
        pool: &mut MoveListPool,
    ) -> MovePicker {
        MovePicker {
            stage: Stage::TableMove,
            mode,
            table_move: table_move.filter(|&mv| position.is_legal(mv)),
            refutations,
            captures: pool.take(),
            bad_captures: pool.take(),
            quiets: pool.take(),
            skip_quiets: false,
        }
    }

    /// Returns the move lists to the pool.
    pub(crate) fn finish(self, pool: &mut MoveListPool) {
        pool.put_back(self.captures);
        pool.put_back(self.bad_captures);
        pool.put_back(self.quiets);
    }

    /// Skips all remaining quiet moves.
    pub(crate) fn skip_quiets(&mut self) {
        self.skip_quiets = true;
    }

    pub(crate) fn next(
        &mut self,
        position: &Position,
        histories: &Histories,
        context: &QuietContext,
    ) -> Option<Move> {
        loop {
            match self.stage {
                Stage::TableMove => {
                    self.stage = Stage::GenerateCaptures;
                    if self.table_move.is_some() {
                        return self.table_move;
                    }
                }
                Stage::GenerateCaptures => {
                    self.generate_captures(position, histories);
                    self.stage = Stage::GoodCaptures;
                }
                Stage::GoodCaptures => {
                    if let Some(mv) = self.next_good_capture(position) {
                        return Some(mv);
                    }
                    self.stage = match self.mode {
                        PickerMode::AllMoves => Stage::Refutations(0),
                        PickerMode::GoodCaptures => Stage::Done,
                    };
                }
                Stage::Refutations(index) => {
                    if self.skip_quiets || index == self.refutations.len() {
                        self.stage = Stage::GenerateQuiets;
                        continue;
                    }
                    self.stage = Stage::Refutations(index + 1);
                    if let Some(mv) = self.refutation(position, index) {
                        return Some(mv);
                    }
                }
                Stage::GenerateQuiets => {
                    if !self.skip_quiets {
                        self.generate_quiets(position, histories, context);
                    }
                    self.stage = Stage::Quiets;
                }
                Stage::Quiets => {
                    if let Some(mv) = take_best(&mut self.quiets).filter(|_| !self.skip_quiets) {
                        if self.refutations.contains(&Some(mv)) {
                            continue;
                        }
                        return Some(mv);
                    }
                    self.stage = Stage::BadCaptures;
                }
                Stage::BadCaptures => match take_best(&mut self.bad_captures) {
                    Some(mv) => return Some(mv),
                    None => self.stage = Stage::Done,
                },
                Stage::Done => return None,
            }
        }
    }

    /// Whether the last move yielded is a capture that loses material.
    pub(crate) fn in_bad_captures(&self) -> bool {
        self.stage == Stage::BadCaptures
    }

    #[inline(never)]
    fn next_good_capture(&mut self, position: &Position) -> Option<Move> {
        while let Some(index) = best_index(&self.captures) {
            let scored = self.captures.swap_remove(index);
            let is_underpromotion = matches!(
                scored.mv,
                Move::Piece {
                    promotion: Some(Promotion::Rook | Promotion::Bishop | Promotion::Knight),
                    ..
                }
            );
            if !is_underpromotion && see_at_least(position, scored.mv, 0) {
                return Some(scored.mv);
            }
            if self.mode == PickerMode::AllMoves {
                self.bad_captures.push(scored);
            }
        }
        None
    }

    /// A killer or counter move, if it is a legal quiet move that was not yielded yet. Otherwise it is
    /// cleared, because a capture must still come in its own stage.
    #[inline(never)]
    fn refutation(&mut self, position: &Position, index: usize) -> Option<Move> {
        let mv = self.refutations[index].take()?;
        let is_new = Some(mv) != self.table_move && !self.refutations[..index].contains(&Some(mv));
        if is_new && is_quiet(position, mv) && position.is_legal(mv) {
            self.refutations[index] = Some(mv);
            return Some(mv);
        }
        None
    }

    #[inline(never)]
    fn generate_captures(&mut self, position: &Position, histories: &Histories) {
        let us = position.turn();
        let enemy = position.pieces_of(us.other());
        if position.pending().is_some() {
            self.generate_promotions(position);
            return;
        }
        let scope = Scope::pieces(position.pieces_of(us), enemy);
        let table_move = self.table_move;
        let list = &mut self.captures;
        for_each(position, scope, |mv| {
            if Some(mv) != table_move {
                list.push(ScoredMove { mv, score: capture_score(position, histories, mv) });
            }
        });
        let pawns = position.pieces(us, Role::Pawn);
        let mut columns = position.promoting_columns(us);
        columns &= attacks::pawn_steps(us, pawns.columns());
        if position.has_en_passant()
            && let Some(passed) =
                position.double_stepped().and_then(|victim| victim.column().ahead(us))
        {
            columns |= ColumnSet::of(passed);
        }
        if columns.is_empty() {
            return;
        }
        let empty = position.existing().without(position.occupied()).in_columns(columns);
        let scope = Scope::pieces(pawns, empty);
        for_each(position, scope, |mv| {
            if Some(mv) != table_move && !is_quiet(position, mv) {
                list.push(ScoredMove { mv, score: capture_score(position, histories, mv) });
            }
        });
    }

    /// The four choices of a forced promotion.
    fn generate_promotions(&mut self, position: &Position) {
        for (index, promotion) in Promotion::ALL.into_iter().enumerate() {
            if let Some(square) = position.pending() {
                let mv = Move::Promote { square, promotion };
                if Some(mv) != self.table_move {
                    self.captures.push(ScoredMove { mv, score: -(index as Value) });
                }
            }
        }
    }

    #[inline(never)]
    fn generate_quiets(
        &mut self,
        position: &Position,
        histories: &Histories,
        context: &QuietContext,
    ) {
        if position.pending().is_some() {
            return;
        }
        let empty = position.existing().without(position.occupied());
        let scope = Scope { to: empty, ..Scope::ALL };
        let table_move = self.table_move;
        let list = &mut self.quiets;
        let _ = position.visit_batches(scope, |batch: MoveBatch| {
            match batch {
                MoveBatch::Piece { from, mut to, promotes: false }
                    if !is_noisy(position, &batch) =>
                {
                    if let Some(Move::Piece { from: start, to: end, .. }) = table_move
                        && start == from
                    {
                        to = to.without(SquareSet::of(end));
                    }
                    let scores = histories.quiet_scores(position, context, from);
                    to.iter().for_each(|to| {
                        let mv = Move::Piece { from, to, promotion: None };
                        list.push(ScoredMove { mv, score: scores.score(to) });
                    });
                }
                MoveBatch::Board { .. } | MoveBatch::One(_) => batch.for_each(|mv| {
                    if Some(mv) == table_move {
                        return;
                    }
                    let mut score = histories.quiet(position, context, mv);
                    match mv.promotion() {
                        Some(Promotion::Queen) => score += 100_000,
                        Some(_) => score -= 100_000,
                        None => {}
                    }
                    list.push(ScoredMove { mv, score });
                }),
                MoveBatch::Piece { .. } => {}
            }
            ControlFlow::Continue(())
        });
    }
}

/// Whether a batch of moves to empty squares is a promotion or an en passant capture.
fn is_noisy(position: &Position, batch: &MoveBatch) -> bool {
    match batch {
        MoveBatch::Piece { promotes: true, .. } => true,
        MoveBatch::Piece { from, to, promotes: false } => {
            position.has_en_passant()
                && position.role_at(*from) == Role::Pawn
                && to.first().is_some_and(|to| to.file() != from.file())
        }
        MoveBatch::Board { .. } | MoveBatch::One(_) => false,
    }
}

fn for_each(position: &Position, scope: Scope, mut visit: impl FnMut(Move)) {
    let _ = position.visit_batches(scope, |batch: MoveBatch| {
        batch.for_each(&mut visit);
        ControlFlow::Continue(())
    });
}

/// MVV (most valuable victim), then capture history, then least valuable attacker. A promotion counts
/// like a capture of the new piece.
fn capture_score(position: &Position, histories: &Histories, mv: Move) -> Value {
    let Move::Piece { from, to, promotion } = mv else {
        return 0;
    };
    let mover = position.role_at(from);
    let captured = captured_square(position, mv).map(|square| position.role_at(square));
    let gain = promotion.map_or(0, |choice| piece_value(choice.role()));
    let victim = captured.map_or(0, piece_value);
    let history = captured.map_or(0, |captured| histories.capture(mover, to, captured));
    (victim + gain) * 64 + history - piece_value(mover).min(1000) / 10
}

fn best_index(list: &[ScoredMove]) -> Option<usize> {
    let mut best: Option<(usize, Value)> = None;
    for (index, scored) in list.iter().enumerate() {
        if best.is_none_or(|(_, score)| scored.score > score) {
            best = Some((index, scored.score));
        }
    }
    best.map(|(index, _)| index)
}

fn take_best(list: &mut Vec<ScoredMove>) -> Option<Move> {
    best_index(list).map(|index| list.swap_remove(index).mv)
}
