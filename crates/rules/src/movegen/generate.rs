//! Legal move generation, with check and pin masks.

use std::ops::ControlFlow;

use crate::{
    Castling, Color, ColumnSet, Ending, Move, MoveBatch, Position, Promotion, Scope, Square,
    SquareSet, attacks,
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
            Move::Piece { from, to, .. } => {
                Scope { from: SquareSet::of(from), to: SquareSet::of(to), others: false }
            }
            Move::Castle(_) | Move::Board { .. } | Move::Turn { .. } => {
                Scope { from: SquareSet::EMPTY, ..Scope::ALL }
            }
            Move::Promote { .. } => Scope::ALL,
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

    /// Calls `visit` with the legal moves of a scope in batches until it breaks.
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
        let mut generator = Generator::new(self, scope);
        generator.find_checks_and_pins();
        generator.pieces(&mut visit)?;
        generator.pawns(&mut visit)?;
        generator.en_passant(&mut visit)?;
        generator.king(&mut visit)?;
        if scope.others {
            if !generator.in_check && self.castling != 0 {
                for castling in Castling::ALL {
                    if self.may_castle(castling) {
                        visit(MoveBatch::One(Move::Castle(castling)))?;
                    }
                }
            }
            let mut flow = ControlFlow::Continue(());
            self.for_each_board_move(|mv| {
                if flow.is_continue() {
                    flow = visit(MoveBatch::One(mv));
                }
            });
            flow?;
        }
        ControlFlow::Continue(())
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

/// The state of move generation for one position.
struct Generator<'a> {
    position: &'a Position,
    us: Color,
    movers: SquareSet,
    targets: SquareSet,
    existing: SquareSet,
    occupied: SquareSet,
    stops: ColumnSet,
    /// Existing squares without our pieces and the enemy king.
    free: SquareSet,
    /// `free`, restricted to squares that resolve every check.
    landing: SquareSet,
    in_check: bool,
    pinned: [Option<Pinned>; 8],
    all_pinned: SquareSet,
}

impl<'a> Generator<'a> {
    /// Starts without check and pin masks.
    #[inline]
    fn new(position: &'a Position, scope: Scope) -> Generator<'a> {
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
            existing,
            occupied,
            stops: position.stops(occupied.columns()),
            free,
            landing: free & scope.to,
            in_check: false,
            pinned: [None; 8],
            all_pinned: SquareSet::EMPTY,
        }
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
        let gaps = position.stops(ColumnSet::EMPTY);
        for slider in lines.without(position.beyond_reach(king)) {
            let between = attacks::between(column, slider.column());
            if !(between & gaps).is_empty() {
                continue;
            }
            let answer = SquareSet::through(between) | SquareSet::of(slider);
            let blocked = between & self.occupied.columns();
            if blocked.is_empty() {
                self.in_check = true;
                self.landing = self.landing & answer;
            } else if blocked.len() == 1
                && let Some(square) = self.occupied.in_columns(blocked).single()
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
        let diagonal = self.position.diagonal & self.movers;
        let orthogonal = self.position.orthogonal & self.movers;
        (diagonal | orthogonal).visit(|from| {
            let column = from.column();
            let mut columns = ColumnSet::EMPTY;
            if diagonal.contains(from) {
                columns |= attacks::bishop(column, self.stops);
            }
            if orthogonal.contains(from) {
                columns |= attacks::rook(column, self.stops);
            }
            let landing = self.landing_from(from).without(self.position.beyond_reach(from));
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
                    && !self.occupied.columns().contains(ahead)
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
        let Some(victim) = position.double_stepped else {
            return ControlFlow::Continue(());
        };
        let Some(passed) = position.passed_column(victim) else {
            return ControlFlow::Continue(());
        };
        for from in position.en_passant_capturers(victim) & self.movers {
            if position.is_en_passant_safe(from, victim) {
                emit(
                    from,
                    (self.existing & self.targets).in_columns(ColumnSet::of(passed)),
                    visit,
                )?;
            }
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn king(&self, visit: &mut impl FnMut(MoveBatch) -> ControlFlow<()>) -> ControlFlow<()> {
        let position = self.position;
        let from = position.king(self.us);
        if !self.movers.contains(from) {
            return ControlFlow::Continue(());
        }
        let to = (self.free & self.targets).in_columns(attacks::king(from.column()));
        let stops = position.stops(self.occupied.without(SquareSet::of(from)).columns());
        let safe = to.filter(|&square| {
            position.attackers_through(square, self.us.other(), stops).is_empty()
        });
        emit(from, safe.collect(), visit)
    }
}

#[inline]
fn emit(
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
