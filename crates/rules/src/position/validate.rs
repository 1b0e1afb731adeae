//! Validation of setups.

use crate::{
    Color, Pin, Position, PositionError, PositionErrorKind, Rank, Role, RuleBook, Setup, Square,
    movegen::pawns::{FIRST_SQUARES, deferring_pin, furthest_rank},
    position::{COUNTER_MAX, castling_right},
};

impl Setup {
    /// The position, if it is legal under this rule book.
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
            let stands = |square: Square| {
                castling_right(square).is_some() && square.rank() == color.back_rank()
            };
            if !stands(square) || !self.is(square, color, Role::Rook) {
                errors.push(PositionErrorKind::CastlingRook(square));
            } else if !self.kings(color).any(stands) {
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
            let mover = self.turn.other();
            let passed = square.column().ahead(self.turn);
            let start = passed.and_then(|column| column.ahead(self.turn));
            let from_first = start
                .is_some_and(|column| FIRST_SQUARES[mover as usize].columns().contains(column));
            if !self.is(square, mover, Role::Pawn) || !from_first {
                errors.push(PositionErrorKind::DoubleStep(square));
            } else {
                let passed = self.pieces().filter(|(other, _)| Some(other.column()) == passed);
                for (piece, _) in passed {
                    errors.push(PositionErrorKind::DoubleStepOver { pawn: square, piece });
                }
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
