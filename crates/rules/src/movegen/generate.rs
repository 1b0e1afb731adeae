//! Legal move generation, with check and pin masks.

use std::ops::ControlFlow;

use crate::{
    Castling, Color, ColumnSet, Ending, Move, MoveBatch, PinSet, Position, Promotion, RuleBook,
    Rules, Scope, Square, SquareSet, attacks, movegen::attacked::other_boards,
};

impl Position {
    /// Calls `visit` with all legal moves in batches, in no particular order.
    #[inline]
    pub fn for_each_batch(&self, mut visit: impl FnMut(MoveBatch)) {
        let _ = self.visit_batches(Scope::ALL, |batch| {
            visit(batch);
            ControlFlow::Continue(())
        });
    }

    /// All legal moves, in no particular order.
    #[must_use]
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::with_capacity(64);
        self.for_each_batch(|batch| batch.for_each(|mv| moves.push(mv)));
        moves
    }

    /// The number of legal moves.
    #[must_use]
    pub fn count_moves(&self) -> usize {
        let mut count = 0;
        self.for_each_batch(|batch| count += batch.len());
        count
    }

    /// Whether there is a legal move.
    #[must_use]
    pub fn has_moves(&self) -> bool {
        self.visit_batches(Scope::ALL, |_| ControlFlow::Break(())).is_break()
    }

    /// Whether a move is legal.
    #[must_use]
    pub fn is_legal(&self, mv: Move) -> bool {
        let scope = match mv {
            Move::Piece { from, to, .. } => Scope::pieces(SquareSet::of(from), SquareSet::of(to)),
            Move::Castle(_) => Scope { castling: true, ..Scope::NONE },
            Move::Board { to: pin, .. } | Move::Turn { pin } => Scope::boards(PinSet::of(pin)),
            Move::Promote { .. } => Scope::NONE,
        };
        self.visit_batches(scope, |batch| {
            if batch.contains(mv) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })
        .is_break()
    }

    /// Checkmate or stalemate, if the side to move has no legal move. None while a promotion is pending.
    #[must_use]
    pub fn ending(&self) -> Option<Ending> {
        if self.has_moves() {
            None
        } else if self.is_check() {
            Some(Ending::Checkmate { winner: self.turn.other() })
        } else {
            Some(Ending::Stalemate)
        }
    }

    /// Calls `visit` with the legal moves of a scope in batches until it breaks. The four choices of a
    /// pending promotion belong to every scope.
    #[inline]
    pub fn visit_batches(
        &self,
        scope: Scope,
        mut visit: impl FnMut(MoveBatch) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if let Some(square) = self.pending {
            for promotion in Promotion::ALL {
                visit(MoveBatch::One(Move::Promote { square, promotion }))?;
            }
            return ControlFlow::Continue(());
        }
        match self.book {
            RuleBook::Revised => Generator::<REVISED>::new(self, scope).generate(scope, visit),
            RuleBook::Meder => Generator::<MEDER>::new(self, scope).generate(scope, visit),
        }
    }

    /// Whether a legal en passant capture exists.
    pub(crate) fn legal_en_passant_exists(&self) -> bool {
        self.double_stepped.filter(|_| self.pending.is_none()).is_some_and(|victim| {
            self.en_passant_capturers(victim).any(|from| self.is_en_passant_safe(from, victim))
        })
    }

    /// The column that a pawn passed with a double step to this square.
    pub(crate) fn passed_column(&self, victim: Square) -> Option<crate::Column> {
        victim.column().ahead(self.turn)
    }

    /// The pawns of the side to move that attack the passed column.
    fn en_passant_capturers(&self, victim: Square) -> SquareSet {
        let Some(passed) = self.passed_column(victim) else {
            return SquareSet::EMPTY;
        };
        let mut pawns = self.pawns & self.colors[self.turn as usize];
        if !self.rules().carried_en_passant {
            pawns = pawns.without(self.carried);
        }
        pawns.in_columns(attacks::pawn(self.turn.other(), passed))
    }

    fn is_en_passant_safe(&self, from: Square, victim: Square) -> bool {
        let Some(passed) = self.passed_column(victim) else {
            return false;
        };
        let Some(to) = self.existing().in_columns(ColumnSet::of(passed)).first() else {
            return false;
        };
        let mut after = self.clone();
        after.play_unchecked(Move::Piece { from, to, promotion: None });
        !after.is_attacked(self.king(self.turn), self.turn.other())
    }
}

/// A piece that must stay on the line between its king and an enemy line piece.
#[derive(Clone, Copy)]
struct Pinned {
    square: Square,
    allowed: SquareSet,
}

const REVISED: u8 = RuleBook::Revised as u8;
const MEDER: u8 = RuleBook::Meder as u8;

/// The state of move generation for one position. The rule book is a constant, so that the compiler
/// removes what the book does not need.
pub(super) struct Generator<'a, const BOOK: u8> {
    pub(super) position: &'a Position,
    pub(super) us: Color,
    pub(super) movers: SquareSet,
    pub(super) targets: SquareSet,
    pub(super) occupied: SquareSet,
    /// The occupied columns.
    occupied_columns: ColumnSet,
    /// The columns without a square, in a book where they stop line pieces.
    pub(super) gaps: ColumnSet,
    /// Existing squares without our pieces and the enemy king.
    pub(super) free: SquareSet,
    /// `free`, restricted to squares that resolve every check.
    landing: SquareSet,
    pub(super) in_check: bool,
    pinned: [Option<Pinned>; 8],
    pub(super) all_pinned: SquareSet,
    /// The gaps between our king and aligned enemy line pieces. A board that fills one may open a line.
    pub(super) closing_gaps: ColumnSet,
}

impl<'a, const BOOK: u8> Generator<'a, BOOK> {
    pub(super) const RULES: &'static Rules = RuleBook::ALL[BOOK as usize].rules();

    /// Starts without check and pin masks.
    #[inline]
    fn new(position: &'a Position, scope: Scope) -> Self {
        let us = position.turn;
        let existing = position.existing();
        let occupied = position.occupied();
        let own = position.colors[us as usize];
        let free = existing.without(own).without(SquareSet::of(position.king(us.other())));
        Generator {
            position,
            us,
            movers: own & scope.from,
            targets: scope.to,
            occupied,
            occupied_columns: occupied.columns(),
            gaps: if Self::RULES.gaps_stop { !existing.columns() } else { ColumnSet::EMPTY },
            free,
            landing: free & scope.to,
            in_check: false,
            pinned: [None; 8],
            all_pinned: SquareSet::EMPTY,
            closing_gaps: ColumnSet::EMPTY,
        }
    }

    #[inline]
    fn generate(
        mut self,
        scope: Scope,
        mut visit: impl FnMut(MoveBatch) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.find_checks_and_pins();
        self.pieces(&mut visit)?;
        self.pawns(&mut visit)?;
        self.en_passant(&mut visit)?;
        self.king(&mut visit)?;
        if scope.castling && !self.in_check && self.position.castling != 0 {
            for castling in Castling::ALL {
                if self.position.may_castle(castling) {
                    visit(MoveBatch::One(Move::Castle(castling)))?;
                }
            }
        }
        self.boards(scope.boards, &mut visit)
    }

    /// The squares that a line piece cannot reach from `square`, or attack it from.
    #[inline]
    fn beyond_reach(square: Square) -> SquareSet {
        if Self::RULES.crossing { SquareSet::EMPTY } else { other_boards(square) }
    }

    /// Restricts `landing` to squares that resolve each check, and finds the pinned pieces.
    #[inline]
    fn find_checks_and_pins(&mut self) {
        let position = self.position;
        let king = position.king(self.us);
        let column = king.column();
        let enemy = position.colors[self.us.other() as usize];
        let leapers = (position.knights & enemy).in_columns(attacks::knight(column))
            | (position.pawns & enemy).in_columns(attacks::pawn(self.us, column));
        for checker in leapers {
            self.in_check = true;
            self.landing = self.landing & SquareSet::of(checker);
        }
        let lines = (position.orthogonal & enemy).in_columns(attacks::orthogonals(column))
            | (position.diagonal & enemy).in_columns(attacks::diagonals(column));
        for slider in lines.without(Self::beyond_reach(king)) {
            let between = attacks::between(column, slider.column());
            let gaps = between & self.gaps;
            if !gaps.is_empty() {
                self.closing_gaps |= gaps;
                continue;
            }
            let answer = SquareSet::through(between) | SquareSet::of(slider);
            let blocked = between & self.occupied_columns;
            if blocked.is_empty() {
                self.in_check = true;
                self.landing = self.landing & answer;
            } else if let Some(square) = self.occupied.in_columns(blocked).single()
                && position.colors[self.us as usize].contains(square)
            {
                self.pin(square, answer);
            }
        }
    }

    /// Records that `square` is pinned. Two line pieces in one column pin it twice.
    fn pin(&mut self, square: Square, answer: SquareSet) {
        self.all_pinned |= SquareSet::of(square);
        for entry in &mut self.pinned {
            match entry {
                Some(pinned) if pinned.square == square => {
                    pinned.allowed = pinned.allowed & answer;
                    return;
                }
                Some(_) => {}
                None => {
                    *entry = Some(Pinned { square, allowed: answer });
                    return;
                }
            }
        }
    }

    /// The squares that checks and pins allow the piece on `from`.
    #[inline(always)]
    fn landing_from(&self, from: Square) -> SquareSet {
        if self.all_pinned.contains(from) { self.landing_of_pinned(from) } else { self.landing }
    }

    /// The squares allowed to a pinned piece. Rare, so kept out of the loops over pieces.
    #[cold]
    #[inline(never)]
    fn landing_of_pinned(&self, from: Square) -> SquareSet {
        self.pinned
            .iter()
            .flatten()
            .filter(|pinned| pinned.square == from)
            .fold(self.landing, |landing, pinned| landing & pinned.allowed)
    }

    #[inline]
    fn pieces(&self, visit: &mut impl FnMut(MoveBatch) -> ControlFlow<()>) -> ControlFlow<()> {
        if self.landing.is_empty() {
            return ControlFlow::Continue(());
        }
        (self.position.knights & self.movers).visit(|from| {
            let to = self.landing_from(from).in_columns(attacks::knight(from.column()));
            emit(from, to, visit)
        })?;
        let stops = self.occupied_columns | self.gaps;
        let diagonal = self.position.diagonal & self.movers;
        let orthogonal = self.position.orthogonal & self.movers;
        (diagonal | orthogonal).visit(|from| {
            let column = from.column();
            let mut columns = ColumnSet::EMPTY;
            if diagonal.contains(from) {
                columns |= attacks::bishop(column, stops);
            }
            if orthogonal.contains(from) {
                columns |= attacks::rook(column, stops);
            }
            let landing = self.landing_from(from).without(Self::beyond_reach(from));
            emit(from, landing.in_columns(columns), visit)
        })
    }

    #[inline]
    fn pawns(&self, visit: &mut impl FnMut(MoveBatch) -> ControlFlow<()>) -> ControlFlow<()> {
        let position = self.position;
        let pawns = position.pawns & self.movers;
        if pawns.is_empty() || self.landing.is_empty() {
            return ControlFlow::Continue(());
        }
        let enemy = position.colors[self.us.other() as usize];
        let last = position.promoting_columns(self.us);
        // Only pawns whose columns lead to an allowed square.
        let them = self.us.other();
        let steps = self.landing.without(self.occupied).columns();
        let sources = attacks::pawns(them, (self.landing & enemy).columns())
            | attacks::pawn_steps(them, steps | attacks::pawn_steps(them, steps));
        pawns.in_columns(sources).visit(|from| {
            let column = from.column();
            let landing = self.landing_from(from);
            let quiet = landing.without(self.occupied);
            let mut to = (landing & enemy).in_columns(attacks::pawn(self.us, column));
            if let Some(ahead) = column.ahead(self.us) {
                to |= quiet.in_columns(ColumnSet::of(ahead));
                if position.may_double_step(self.us, from)
                    && !self.occupied_columns.contains(ahead)
                    && let Some(beyond) = ahead.ahead(self.us)
                {
                    to |= quiet.in_columns(ColumnSet::of(beyond));
                }
            }
            let promoting = to.in_columns(last);
            if !promoting.is_empty() {
                visit(MoveBatch::Piece { from, to: promoting, promotes: true })?;
            }
            emit(from, to.without(promoting), visit)
        })
    }

    #[inline]
    fn en_passant(&self, visit: &mut impl FnMut(MoveBatch) -> ControlFlow<()>) -> ControlFlow<()> {
        let position = self.position;
        let Some(victim) = position.double_stepped.filter(|_| position.has_en_passant()) else {
            return ControlFlow::Continue(());
        };
        let Some(passed) = position.passed_column(victim) else {
            return ControlFlow::Continue(());
        };
        for from in position.en_passant_capturers(victim) & self.movers {
            if position.is_en_passant_safe(from, victim) {
                emit(
                    from,
                    (position.existing() & self.targets).in_columns(ColumnSet::of(passed)),
                    visit,
                )?;
            }
        }
        ControlFlow::Continue(())
    }
}

#[inline]
pub(super) fn emit(
    from: Square,
    to: SquareSet,
    visit: &mut impl FnMut(MoveBatch) -> ControlFlow<()>,
) -> ControlFlow<()> {
    if to.is_empty() {
        ControlFlow::Continue(())
    } else {
        visit(MoveBatch::Piece { from, to, promotes: false })
    }
}
