//! From a setup to a position: one check for each thing that can be wrong.

use crate::{
    Color, ImpossiblePosition, Pin, Position, Rank, Role, RuleBook, Setup, SetupReason, Square,
    movegen::pawns::{FIRST_SQUARES, deferring_pin, furthest_rank},
    position::{COUNTER_MAX, castling_right},
};

impl Setup {
    /// The position, if it is possible under this rule book.
    ///
    /// # Errors
    /// [`ImpossiblePosition`] with every reason.
    pub fn position(&self, book: RuleBook) -> Result<Position, ImpossiblePosition> {
        let mut reasons = Vec::new();
        self.check_boards(&mut reasons);
        self.check_kings(&mut reasons);
        self.check_marks(&mut reasons);
        self.check_pawns(book, &mut reasons);
        self.check_counters(&mut reasons);
        let position = self.build(book);
        if let Some(position) = &position {
            let waiting = position.turn.other();
            if let Some(attacker) =
                position.attackers(position.king(waiting), position.turn).first()
            {
                reasons.push(SetupReason::WaitingSideInCheck {
                    king: position.king(waiting),
                    attacker,
                });
            }
        }
        match position {
            Some(position) if reasons.is_empty() => Ok(position),
            _ => Err(ImpossiblePosition { reasons }),
        }
    }

    fn check_boards(&self, reasons: &mut Vec<SetupReason>) {
        if self.boards.len() != 4 {
            reasons.push(SetupReason::BoardCount(self.boards.len()));
        }
        for owner in Color::ALL {
            let count = self.boards.iter().filter(|board| board.owner == owner).count();
            if count != 2 {
                reasons.push(SetupReason::OwnerCount { owner, count });
            }
        }
        for pin in Pin::all() {
            if self.boards.iter().filter(|board| board.pin == pin).count() > 1 {
                reasons.push(SetupReason::SharedPin(pin));
            }
        }
        for (square, _) in self.pieces() {
            if square.pin().is_some_and(|pin| !self.pins().contains(pin)) {
                reasons.push(SetupReason::NoBoardUnder(square));
            }
        }
    }

    fn check_kings(&self, reasons: &mut Vec<SetupReason>) {
        for color in Color::ALL {
            let count = self.kings(color).count();
            if count != 1 {
                reasons.push(SetupReason::KingCount { color, count });
            }
        }
    }

    fn check_marks(&self, reasons: &mut Vec<SetupReason>) {
        for &square in &self.castling {
            let color = if square.rank() == Rank::MIN { Color::White } else { Color::Black };
            let stands = |square: Square| {
                castling_right(square).is_some() && square.rank() == color.back_rank()
            };
            if !stands(square) || !self.is(square, color, Role::Rook) {
                reasons.push(SetupReason::CastlingRook(square));
            } else if !self.kings(color).any(stands) {
                reasons.push(SetupReason::CastlingKing { rook: square });
            }
        }
        for &square in &self.spent {
            let fits = |color: Color| {
                FIRST_SQUARES[color as usize].contains(square) && self.is(square, color, Role::Pawn)
            };
            if !Color::ALL.into_iter().any(fits) {
                reasons.push(SetupReason::SpentMark(square));
            }
        }
        for &square in &self.carried {
            if !Color::ALL.into_iter().any(|color| self.is(square, color, Role::Pawn)) {
                reasons.push(SetupReason::CarriedMark(square));
            }
        }
        if let Some(square) = self.double_stepped {
            let mover = self.turn.other();
            let passed = square.column().ahead(self.turn);
            let start = passed.and_then(|column| column.ahead(self.turn));
            let from_first = start
                .is_some_and(|column| FIRST_SQUARES[mover as usize].columns().contains(column));
            if !self.is(square, mover, Role::Pawn) || !from_first {
                reasons.push(SetupReason::DoubleStep(square));
            }
            for (other, _) in self.pieces().filter(|(other, _)| Some(other.column()) == passed) {
                reasons.push(SetupReason::DoubleStepOver { pawn: square, piece: other });
            }
        }
        if let Some(square) = self.pending {
            match deferring_pin(self.turn, square) {
                Some(pin) if self.is(square, self.turn, Role::Pawn) => {
                    if self.pins().contains(pin) {
                        reasons.push(SetupReason::PendingUnderBoard { pawn: square, pin });
                    }
                }
                _ => reasons.push(SetupReason::Pending(square)),
            }
        }
    }

    fn check_pawns(&self, book: RuleBook, reasons: &mut Vec<SetupReason>) {
        for (square, piece) in self.pieces().filter(|(_, piece)| piece.role == Role::Pawn) {
            if self.pending == Some(square) {
                continue;
            }
            let waits = self.carried.contains(&square) && !book.rules().carried_promotes;
            if deferring_pin(piece.color, square).is_some_and(|pin| !self.pins().contains(pin)) {
                reasons.push(SetupReason::FreedPawn(square));
            } else if square.rank() == furthest_rank(piece.color, square.file(), self.pins())
                && !waits
            {
                reasons.push(SetupReason::PawnOnFurthestRank(square));
            }
        }
    }

    fn check_counters(&self, reasons: &mut Vec<SetupReason>) {
        let max = i32::from(COUNTER_MAX);
        if !(0..=max).contains(&self.halfmoves) {
            reasons.push(SetupReason::Halfmoves(self.halfmoves));
        }
        if !(1..=max).contains(&self.move_number) {
            reasons.push(SetupReason::MoveNumber(self.move_number));
        }
    }
}
