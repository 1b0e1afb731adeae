//! Validation of setups.

use crate::{
    Color, Column, Pin, Position, PositionError, PositionErrorKind, Rank, Role, RuleBook, Setup,
    Square,
    movegen::pawns::{FIRST_SQUARES, deferring_pin, furthest_rank},
    position::{COUNTER_MAX, castling_right},
};

impl Setup {
    /// The position, if it is legal under this rule book.
    ///
    /// ```
    /// use trid_rules::position::PositionErrorKind;
    /// use trid_rules::{RuleBook, Setup};
    ///
    /// assert!(Setup::start().position(RuleBook::Revised).is_ok());
    /// let error = Setup::empty().position(RuleBook::Revised).unwrap_err();
    /// assert!(error.kinds.contains(&PositionErrorKind::BoardCount(0)));
    /// ```
    ///
    /// # Errors
    /// [`PositionError`] with everything that is wrong.
    pub fn position(&self, book: RuleBook) -> Result<Position, PositionError> {
        let mut errors = Vec::new();
        self.check_boards(&mut errors);
        self.check_kings(&mut errors);
        self.check_marks(&mut errors);
        self.check_pawns(book, &mut errors);
        self.check_counters(&mut errors);
        let position = self.build(book);
        if let Some(position) = &position {
            let waiting = position.turn.other();
            if let Some(attacker) =
                position.attackers(position.king(waiting), position.turn).first()
            {
                errors.push(PositionErrorKind::WaitingSideInCheck {
                    king: position.king(waiting),
                    attacker,
                });
            }
        }
        match position {
            Some(position) if errors.is_empty() => Ok(position),
            _ => Err(PositionError { kinds: errors }),
        }
    }

    fn check_boards(&self, errors: &mut Vec<PositionErrorKind>) {
        if self.boards.len() != 4 {
            errors.push(PositionErrorKind::BoardCount(self.boards.len()));
        }
        for owner in Color::ALL {
            let count = self.boards.iter().filter(|board| board.owner == owner).count();
            if count != 2 {
                errors.push(PositionErrorKind::OwnerCount { owner, count });
            }
        }
        for pin in Pin::all() {
            if self.boards.iter().filter(|board| board.pin == pin).count() > 1 {
                errors.push(PositionErrorKind::SharedPin(pin));
            }
        }
        for (square, _) in self.pieces() {
            if square.pin().is_some_and(|pin| !self.pins().contains(pin)) {
                errors.push(PositionErrorKind::NoBoardUnder(square));
            }
        }
    }

    fn check_kings(&self, errors: &mut Vec<PositionErrorKind>) {
        for color in Color::ALL {
            let count = self.kings(color).count();
            if count != 1 {
                errors.push(PositionErrorKind::KingCount { color, count });
            }
        }
    }

    fn check_marks(&self, errors: &mut Vec<PositionErrorKind>) {
        for &square in &self.castling {
            let color = if square.rank() == Rank::MIN { Color::White } else { Color::Black };
            let may_castle = |square| is_castling_square(color, square);
            if !may_castle(square) || !self.is(square, color, Role::Rook) {
                errors.push(PositionErrorKind::CastlingRook(square));
            } else if !self.kings(color).any(may_castle) {
                errors.push(PositionErrorKind::CastlingKing { rook: square });
            }
        }
        for &square in &self.spent {
            let fits = |color: Color| {
                FIRST_SQUARES[color as usize].contains(square) && self.is(square, color, Role::Pawn)
            };
            if !Color::ALL.into_iter().any(fits) {
                errors.push(PositionErrorKind::SpentMark(square));
            }
        }
        for &square in &self.carried {
            if !Color::ALL.into_iter().any(|color| self.is(square, color, Role::Pawn)) {
                errors.push(PositionErrorKind::CarriedMark(square));
            }
        }
        if let Some(square) = self.double_stepped {
            match self.passed_by_double_step(square) {
                Some(passed) if self.is(square, self.turn.other(), Role::Pawn) => {
                    let in_the_way = self.pieces().filter(|(other, _)| other.column() == passed);
                    errors.extend(in_the_way.map(|(piece, _)| PositionErrorKind::DoubleStepOver {
                        pawn: square,
                        piece,
                    }));
                }
                _ => errors.push(PositionErrorKind::DoubleStep(square)),
            }
        }
        if let Some(square) = self.pending {
            match deferring_pin(self.turn, square) {
                Some(pin) if self.is(square, self.turn, Role::Pawn) => {
                    if self.pins().contains(pin) {
                        errors.push(PositionErrorKind::PendingUnderBoard { pawn: square, pin });
                    }
                }
                _ => errors.push(PositionErrorKind::Pending(square)),
            }
        }
    }

    /// The column that a pawn of the side not to move passed if it has just reached this square by a double
    /// step; `None` if no double step ends there.
    pub(super) fn passed_by_double_step(&self, square: Square) -> Option<Column> {
        let first = FIRST_SQUARES[self.turn.other() as usize].columns();
        let passed = square.column().ahead(self.turn)?;
        passed.ahead(self.turn).filter(|&start| first.contains(start)).map(|_| passed)
    }

    fn check_pawns(&self, book: RuleBook, errors: &mut Vec<PositionErrorKind>) {
        for (square, piece) in self.pieces().filter(|(_, piece)| piece.role == Role::Pawn) {
            if self.pending == Some(square) {
                continue;
            }
            let waits = self.carried.contains(&square) && !book.rules().carried_promotes;
            if deferring_pin(piece.color, square).is_some_and(|pin| !self.pins().contains(pin)) {
                errors.push(PositionErrorKind::FreedPawn(square));
            } else if square.rank() == furthest_rank(piece.color, square.file(), self.pins())
                && !waits
            {
                errors.push(PositionErrorKind::PawnOnFurthestRank(square));
            }
        }
    }

    fn check_counters(&self, errors: &mut Vec<PositionErrorKind>) {
        let max = i32::from(COUNTER_MAX);
        if !(0..=max).contains(&self.halfmoves) {
            errors.push(PositionErrorKind::Halfmoves(self.halfmoves));
        }
        if !(1..=max).contains(&self.move_number) {
            errors.push(PositionErrorKind::MoveNumber(self.move_number));
        }
    }
}

/// Whether a king or rook of this color castles from this square: on an attack board on its back rank.
pub(super) fn is_castling_square(color: Color, square: Square) -> bool {
    castling_right(square).is_some() && square.rank() == color.back_rank()
}
