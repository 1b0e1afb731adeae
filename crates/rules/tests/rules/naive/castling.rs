//! Castling.

use trid_rules::{Castling, Color, Line, Move, RuleBook, Square};

use super::{Naive, file_of, pin, rank_of, square};

impl Naive {
    pub(super) fn castlings(&self, moves: &mut Vec<Move>) {
        for castling in [Castling::Short, Castling::Long] {
            if self.castling_squares(castling).is_some() {
                moves.push(Move::Castle(castling));
            }
        }
    }

    /// The squares of king and rook before and after this castling, if it is allowed.
    pub(super) fn castling_squares(&self, castling: Castling) -> Option<[Square; 4]> {
        let king = self.find_king(self.turn);
        let mut rooks =
            self.castling.iter().copied().filter(|&rook| self.color_at(rook) == Some(self.turn));
        rooks.find_map(|rook| self.castling_with(castling, king, rook))
    }

    fn castling_with(&self, castling: Castling, king: Square, rook: Square) -> Option<[Square; 4]> {
        let (back, number) = match self.turn {
            Color::White => (0, 1),
            Color::Black => (9, 6),
        };
        let enemy = self.turn.other();
        let (king_pin, rook_pin) = (king.level().pin()?, rook.level().pin()?);
        let on_the_back_rank = rank_of(king) == back && rank_of(rook) == back;
        let right_boards = match castling {
            Castling::Short => king_pin == rook_pin,
            Castling::Long => king_pin != rook_pin,
        };
        if !on_the_back_rank || !right_boards || self.check() {
            return None;
        }
        let (low, high) = (file_of(king).min(file_of(rook)), file_of(king).max(file_of(rook)));
        if (low + 1..high).any(|file| !self.column_is_empty(file, back)) {
            return None;
        }

        let king_to = if self.book == RuleBook::Meder && castling == Castling::Long {
            if king_pin != pin(Line::King, number) {
                return None;
            }
            let beside = square(1 - file_of(rook), back, rook.level());
            if self.pieces.contains_key(&beside) {
                return None;
            }
            beside
        } else {
            rook
        };

        let mut lifted = self.clone();
        lifted.pieces.remove(&king);
        lifted.pieces.remove(&rook);
        if lifted.attacked(king_to, enemy) {
            return None;
        }
        match self.book {
            RuleBook::Revised => {
                let between = (low + 1..high).flat_map(|file| self.squares_at(file, back));
                let used = self.riders(king_pin).into_iter().chain(self.riders(rook_pin));
                let unsafe_path = between.into_iter().any(|square| lifted.attacked(square, enemy));
                let guest = used.into_iter().any(|square| self.color_at(square) == Some(enemy));
                if unsafe_path || guest {
                    return None;
                }
            }
            RuleBook::Meder if self.move_number == 1 => return None,
            RuleBook::Meder => {}
        }
        Some([king, rook, king_to, king])
    }
}
