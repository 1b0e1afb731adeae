//! Legal move generation, with check and pin masks.

use std::ops::ControlFlow;

use crate::{
    Castling, Color, ColumnSet, Ending, Move, MoveBatch, PinSet, Position, Promotion, RuleBook,
    Rules, Scope, Square, SquareSet, attacks,
    movegen::{
        attacked::uncrossed,
        pawn_moves::PawnMoves,
        sink::{Counter, Sink},
    },
};

impl Position {
    /// Calls `visit` with all legal moves in batches, in no particular order.
    ///
    /// ```
    /// use trid_rules::Position;
    ///
    /// let mut count = 0;
    /// Position::default().for_each_batch(|batch| count += batch.len());
    /// assert_eq!(count, 21);
    /// ```
    #[inline]
    pub fn for_each_batch(&self, mut visit: impl FnMut(MoveBatch)) {
        let _ = self.visit_batches(Scope::ALL, |batch| {
            visit(batch);
            ControlFlow::Continue(())
        });
    }

    /// All legal moves, in no particular order.
    ///
    /// ```
    /// use trid_rules::Position;
    ///
    /// assert_eq!(Position::default().legal_moves().len(), 21);
    /// ```
    #[must_use]
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::with_capacity(64);
        self.for_each_batch(|batch| batch.for_each(|mv| moves.push(mv)));
        moves
    }

    /// The number of legal moves.
    #[must_use]
    pub fn count_moves(&self) -> usize {
        let mut counter = Counter::default();
        let _ = self.visit_moves(Scope::ALL, &mut counter);
        counter.count()
    }

    /// Whether there is a legal move.
    #[must_use]
    pub fn has_moves(&self) -> bool {
        self.visit_batches(Scope::ALL, |_| ControlFlow::Break(())).is_break()
    }

    /// Whether a move is legal.
    ///
    /// ```
    /// use trid_rules::Position;
    ///
    /// let start = Position::default();
    /// assert!(start.is_legal("b2Wb4N".parse()?));
    /// assert!(!start.is_legal("b2Wb5N".parse()?));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
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
        self.visit_moves(scope, &mut visit)
    }

    #[inline]
    fn visit_moves(&self, scope: Scope, sink: &mut impl Sink) -> ControlFlow<()> {
        if let Some(square) = self.pending {
            for promotion in Promotion::ALL {
                sink.batch(MoveBatch::One(Move::Promote { square, promotion }))?;
            }
            return ControlFlow::Continue(());
        }
        match self.book {
            RuleBook::Revised => Generator::<REVISED>::new(self, scope).generate(scope, sink),
            RuleBook::Meder => Generator::<MEDER>::new(self, scope).generate(scope, sink),
        }
    }

    /// Whether a legal en passant capture exists.
    pub(crate) fn legal_en_passant_exists(&self) -> bool {
        self.double_stepped.filter(|_| self.pending.is_none()).is_some_and(|victim| {
            self.en_passant_capturers(victim)
                .iter()
                .any(|from| self.is_en_passant_safe(from, victim))
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

const REVISED: u8 = RuleBook::Revised as u8;
const MEDER: u8 = RuleBook::Meder as u8;

/// The state of move generation for one position. The rule book is a constant, so that the compiler
/// removes what the book does not need. Methods that are not inlined take a copy, so that the state stays in
/// registers elsewhere.
#[derive(Clone, Copy)]
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
    /// Our pieces that must stay on the line between our king and an enemy line piece.
    pub(super) pinned: SquareSet,
    /// The enemy line pieces that pin them.
    pinners: SquareSet,
    /// The gaps between our king and aligned enemy line pieces. A board that fills one may open a line.
    pub(super) closing_gaps: ColumnSet,
}

impl<'a, const BOOK: u8> Generator<'a, BOOK> {
    pub(super) const RULES: &'static Rules = RuleBook::ALL[BOOK as usize].rules();

    /// Starts without check and pin masks.
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
            gaps: if Self::RULES.gaps_stop { position.gaps() } else { ColumnSet::EMPTY },
            free,
            landing: free & scope.to,
            in_check: false,
            pinned: SquareSet::EMPTY,
            pinners: SquareSet::EMPTY,
            closing_gaps: ColumnSet::EMPTY,
        }
    }

    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    fn generate(&mut self, scope: Scope, sink: &mut impl Sink) -> ControlFlow<()> {
        self.find_checks_and_pins();
        let free = self.movers.without(self.pinned);
        self.pieces(free, self.landing, sink)?;
        let pawns = self.position.pawns & free;
        if !pawns.is_empty() && !self.landing.is_empty() {
            sink.pawns(self.pawn_moves(pawns, self.landing))?;
        }
        if !self.pinned.is_empty() {
            self.pinned_pieces(sink)?;
        }
        if self.position.has_en_passant() {
            self.en_passant(sink)?;
        }
        if scope.from.contains(self.position.king(self.us)) {
            self.king(sink)?;
        }
        if scope.castling && !self.in_check && self.position.may_still_castle(self.us) {
            let legal = self.position.legal_castling(self.occupied_columns, self.stops());
            for (castling, is_legal) in Castling::ALL.into_iter().zip(legal) {
                if is_legal {
                    sink.batch(MoveBatch::One(Move::Castle(castling)))?;
                }
            }
        }
        self.boards(scope.boards, sink)
    }

    /// The columns that stop line pieces.
    #[inline]
    pub(super) fn stops(&self) -> ColumnSet {
        self.occupied_columns | self.gaps
    }

    /// The squares that a line piece may reach from `square`, or attack it from, regardless of other pieces.
    #[inline]
    pub(super) fn in_reach(square: Square) -> SquareSet {
        if Self::RULES.crossing { SquareSet::EVERY_BIT } else { uncrossed(square) }
    }

    /// Restricts `landing` to squares that resolve each check, and finds the pinned pieces.
    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    fn find_checks_and_pins(&mut self) {
        let position = self.position;
        let king = position.king(self.us);
        let column = king.column();
        let own = position.colors[self.us as usize];
        let enemy = position.colors[self.us.other() as usize];
        let leapers = enemy
            & (position.knights & attacks::knight_squares(column)
                | position.pawns & attacks::pawn_squares(self.us, column));
        if !leapers.is_empty() {
            self.in_check = true;
            let only = leapers.single().map_or(SquareSet::EMPTY, SquareSet::of);
            self.landing &= only;
        }
        let lines = enemy
            & (position.orthogonal & attacks::orthogonal_squares(column)
                | position.diagonal & attacks::diagonal_squares(column));
        let lines = lines & Self::in_reach(king);
        lines.iter().for_each(|slider| {
            let between = attacks::between(column, slider.column());
            let gaps = between & self.gaps;
            if !gaps.is_empty() {
                self.closing_gaps |= gaps;
                return;
            }
            let blocked = between & self.occupied_columns;
            if blocked.is_empty() {
                self.in_check = true;
                self.landing &= SquareSet::through(between) | SquareSet::of(slider);
            } else if let Some(only) = blocked.single() {
                let blockers = self.occupied & attacks::squares_in(only);
                if blockers.single().is_some_and(|square| own.contains(square)) {
                    self.pinned |= blockers;
                    self.pinners |= SquareSet::of(slider);
                }
            }
        });
    }

    /// The moves of pinned pieces.
    #[cold]
    fn pinned_pieces(self, sink: &mut impl Sink) -> ControlFlow<()> {
        let king = self.position.king(self.us).column();
        self.pinners.visit(|pinner| {
            // Two line pieces in one column pin the same piece, which then cannot capture either.
            let pinners = self.pinners & attacks::squares_in(pinner.column());
            if pinners.first() != Some(pinner) {
                return ControlFlow::Continue(());
            }
            let captured = if pinners.single().is_some() { pinners } else { SquareSet::EMPTY };
            let line = SquareSet::through(attacks::between(king, pinner.column()));
            let mover = self.movers & self.pinned & line;
            let landing = self.landing & (line | captured);
            self.pieces(mover, landing, sink)?;
            self.pawn_moves(self.position.pawns & mover, landing).visit(sink)
        })
    }

    /// The moves of knights, bishops, rooks and queens among these pieces.
    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    fn pieces(
        &self,
        movers: SquareSet,
        landing: SquareSet,
        sink: &mut impl Sink,
    ) -> ControlFlow<()> {
        if landing.is_empty() {
            return ControlFlow::Continue(());
        }
        (self.position.knights & movers)
            .visit(|from| sink.piece(from, landing & attacks::knight_squares(from.column())))?;
        let stops = self.stops();
        (self.position.diagonal & movers).visit(|from| {
            let mut reached = attacks::bishop_squares(from.column(), stops);
            if self.position.orthogonal.contains(from) {
                reached |= attacks::rook_squares(from.column(), stops);
            }
            sink.piece(from, landing & reached & Self::in_reach(from))
        })?;
        let rooks = self.position.orthogonal.without(self.position.diagonal) & movers;
        rooks.visit(|from| {
            let reached = attacks::rook_squares(from.column(), stops);
            sink.piece(from, landing & reached & Self::in_reach(from))
        })
    }

    /// The moves of these pawns, without en passant.
    #[inline]
    fn pawn_moves(&self, pawns: SquareSet, landing: SquareSet) -> PawnMoves<'_> {
        PawnMoves {
            position: self.position,
            color: self.us,
            pawns,
            captures: landing & self.position.colors[self.us.other() as usize],
            steps: landing.without(self.occupied),
            occupied: self.occupied_columns,
        }
    }

    #[cold]
    fn en_passant(self, sink: &mut impl Sink) -> ControlFlow<()> {
        let position = self.position;
        let Some(victim) = position.double_stepped else {
            return ControlFlow::Continue(());
        };
        let Some(passed) = position.passed_column(victim) else {
            return ControlFlow::Continue(());
        };
        for from in position.en_passant_capturers(victim) & self.movers {
            if position.is_en_passant_safe(from, victim) {
                sink.piece(
                    from,
                    (position.existing() & self.targets).in_columns(ColumnSet::of(passed)),
                )?;
            }
        }
        ControlFlow::Continue(())
    }
}
