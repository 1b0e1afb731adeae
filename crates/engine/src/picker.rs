//! The staged move picker: the moves of a position one by one, the most promising first, generating no
//! more than is needed.

use core::ops::ControlFlow;

use trid_rules::{
    ColumnSet, Move, MoveBatch, Position, Promotion, Role, Scope, SquareSet, attacks,
};

use crate::{
    exchange::{captured_square, gains, worth},
    history::{Before, Histories},
    score::Value,
};

/// A move with the order it was given.
#[derive(Clone, Copy)]
pub(crate) struct Ordered {
    mv: Move,
    order: Value,
}

/// Lists of moves that pickers hand back when they are done, so that no node allocates.
#[derive(Default)]
pub(crate) struct MoveLists(Vec<Vec<Ordered>>);

impl MoveLists {
    fn take(&mut self) -> Vec<Ordered> {
        self.0.pop().unwrap_or_else(|| Vec::with_capacity(64))
    }

    fn put_back(&mut self, mut list: Vec<Ordered>) {
        list.clear();
        self.0.push(list);
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Stage {
    Table,
    FindCaptures,
    GoodCaptures,
    Refutations(usize),
    FindQuiets,
    Quiets,
    BadCaptures,
    Done,
}

/// Which moves a picker gives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Wanted {
    /// All.
    All,
    /// Captures that lose nothing, and promotions to a queen.
    GoodCaptures,
}

/// Gives the legal moves of one position, each once.
pub(crate) struct Picker {
    stage: Stage,
    wanted: Wanted,
    table_move: Option<Move>,
    /// Killers and the counter move: quiet moves that refuted a sibling or answered the last move.
    refutations: [Option<Move>; 3],
    captures: Vec<Ordered>,
    bad_captures: Vec<Ordered>,
    quiets: Vec<Ordered>,
    skip_quiets: bool,
}

impl Picker {
    /// `table_move` and the refutations need not be legal here.
    pub(crate) fn new(
        position: &Position,
        wanted: Wanted,
        table_move: Option<Move>,
        refutations: [Option<Move>; 3],
        lists: &mut MoveLists,
    ) -> Picker {
        Picker {
            stage: Stage::Table,
            wanted,
            table_move: table_move.filter(|&mv| position.is_legal(mv)),
            refutations,
            captures: lists.take(),
            bad_captures: lists.take(),
            quiets: lists.take(),
            skip_quiets: false,
        }
    }

    /// Hands the lists back.
    pub(crate) fn finish(self, lists: &mut MoveLists) {
        lists.put_back(self.captures);
        lists.put_back(self.bad_captures);
        lists.put_back(self.quiets);
    }

    /// From now on gives no more quiet moves.
    pub(crate) fn skip_quiets(&mut self) {
        self.skip_quiets = true;
    }

    pub(crate) fn next(
        &mut self,
        position: &Position,
        histories: &Histories,
        before: Before,
    ) -> Option<Move> {
        loop {
            match self.stage {
                Stage::Table => {
                    self.stage = Stage::FindCaptures;
                    if self.table_move.is_some() {
                        return self.table_move;
                    }
                }
                Stage::FindCaptures => {
                    self.find_captures(position, histories);
                    self.stage = Stage::GoodCaptures;
                }
                Stage::GoodCaptures => {
                    if let Some(mv) = self.next_good_capture(position) {
                        return Some(mv);
                    }
                    self.stage = match self.wanted {
                        Wanted::All => Stage::Refutations(0),
                        Wanted::GoodCaptures => Stage::Done,
                    };
                }
                Stage::Refutations(index) => {
                    if self.skip_quiets || index == self.refutations.len() {
                        self.stage = Stage::FindQuiets;
                        continue;
                    }
                    self.stage = Stage::Refutations(index + 1);
                    if let Some(mv) = self.refutation(position, index) {
                        return Some(mv);
                    }
                }
                Stage::FindQuiets => {
                    if !self.skip_quiets {
                        self.find_quiets(position, histories, before);
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

    /// Whether what comes now are captures that lose material.
    pub(crate) fn in_bad_captures(&self) -> bool {
        self.stage == Stage::BadCaptures
    }

    #[inline(never)]
    fn next_good_capture(&mut self, position: &Position) -> Option<Move> {
        while let Some(index) = best_index(&self.captures) {
            let ordered = self.captures.swap_remove(index);
            let small_promotion = matches!(
                ordered.mv,
                Move::Piece {
                    promotion: Some(Promotion::Rook | Promotion::Bishop | Promotion::Knight),
                    ..
                }
            );
            if !small_promotion && gains(position, ordered.mv, 0) {
                return Some(ordered.mv);
            }
            if self.wanted == Wanted::All {
                self.bad_captures.push(ordered);
            }
        }
        None
    }

    /// A killer or counter move, if it is a legal quiet move here that was not given yet. One that is not
    /// is forgotten, so that it is given in its turn should it be a capture.
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
    fn find_captures(&mut self, position: &Position, histories: &Histories) {
        let us = position.turn();
        let enemy = position.pieces_of(us.other());
        if position.pending().is_some() {
            self.find_promotions(position);
            return;
        }
        let scope = Scope { from: position.pieces_of(us), to: enemy, others: false };
        let table_move = self.table_move;
        let list = &mut self.captures;
        for_each(position, scope, |mv| {
            if Some(mv) != table_move {
                list.push(Ordered { mv, order: capture_order(position, histories, mv) });
            }
        });
        let pawns = position.pieces(us, Role::Pawn);
        let mut columns = position.promoting_columns(us);
        columns = columns & attacks::pawn_steps(us, pawns.columns());
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
        let scope = Scope { from: pawns, to: empty, others: false };
        for_each(position, scope, |mv| {
            if Some(mv) != table_move && !is_quiet(position, mv) {
                list.push(Ordered { mv, order: capture_order(position, histories, mv) });
            }
        });
    }

    /// A forced promotion is all there is to choose.
    fn find_promotions(&mut self, position: &Position) {
        for (index, promotion) in Promotion::ALL.into_iter().enumerate() {
            if let Some(square) = position.pending() {
                let mv = Move::Promote { square, promotion };
                if Some(mv) != self.table_move {
                    self.captures.push(Ordered { mv, order: -(index as Value) });
                }
            }
        }
    }

    #[inline(never)]
    fn find_quiets(&mut self, position: &Position, histories: &Histories, before: Before) {
        if position.pending().is_some() {
            return;
        }
        let empty = position.existing().without(position.occupied());
        let scope = Scope { from: position.pieces_of(position.turn()), to: empty, others: true };
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
                    let row = histories.quiets_from(position, before, from);
                    to.for_each(|to| {
                        let mv = Move::Piece { from, to, promotion: None };
                        list.push(Ordered { mv, order: row.order(to) });
                    });
                }
                MoveBatch::One(mv) if Some(mv) != table_move => {
                    let mut order = histories.quiet(position, before, mv);
                    match mv.promotion() {
                        Some(Promotion::Queen) => order += 100_000,
                        Some(_) => order -= 100_000,
                        None => {}
                    }
                    list.push(Ordered { mv, order });
                }
                _ => {}
            }
            ControlFlow::Continue(())
        });
    }
}

/// Whether a batch that lands on empty squares is a pawn's promotion or captures en passant.
fn is_noisy(position: &Position, batch: &MoveBatch) -> bool {
    match batch {
        MoveBatch::Piece { promotes: true, .. } => true,
        MoveBatch::Piece { from, to, promotes: false } => {
            position.has_en_passant()
                && position.role_at(*from) == Role::Pawn
                && to.first().is_some_and(|to| to.file() != from.file())
        }
        MoveBatch::One(_) => false,
    }
}

fn for_each(position: &Position, scope: Scope, mut visit: impl FnMut(Move)) {
    let _ = position.visit_batches(scope, |batch: MoveBatch| {
        batch.for_each(&mut visit);
        ControlFlow::Continue(())
    });
}

/// Whether a move is neither a capture nor a pawn's own promotion.
pub(crate) fn is_quiet(position: &Position, mv: Move) -> bool {
    match mv {
        Move::Piece { promotion: Some(_), .. } | Move::Promote { .. } => false,
        Move::Piece { .. } => captured_square(position, mv).is_none(),
        Move::Castle(_) | Move::Board { .. } | Move::Turn { .. } => true,
    }
}

/// The dearest victim first, then what has done well; a queen counts as captured by becoming one.
fn capture_order(position: &Position, histories: &Histories, mv: Move) -> Value {
    let Move::Piece { from, to, promotion } = mv else {
        return 0;
    };
    let mover = position.role_at(from);
    let captured = captured_square(position, mv).map(|square| position.role_at(square));
    let gain = promotion.map_or(0, |choice| worth(choice.role()));
    let victim = captured.map_or(0, worth);
    let history = captured.map_or(0, |captured| histories.capture(mover, to, captured));
    (victim + gain) * 64 + history - worth(mover).min(1000) / 10
}

fn best_index(list: &[Ordered]) -> Option<usize> {
    let mut best: Option<(usize, Value)> = None;
    for (index, ordered) in list.iter().enumerate() {
        if best.is_none_or(|(_, order)| ordered.order > order) {
            best = Some((index, ordered.order));
        }
    }
    best.map(|(index, _)| index)
}

fn take_best(list: &mut Vec<Ordered>) -> Option<Move> {
    best_index(list).map(|index| list.swap_remove(index).mv)
}
