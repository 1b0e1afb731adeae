//! The squares a piece could move to if it were its turn, to show what an opponent's piece threatens.

use crate::{Move, Position, Square, SquareSet};

impl Position {
    /// The squares that the piece on `square` could legally move to if it were its color's turn, including
    /// the king's castling squares. While a promotion is pending, the squares it attacks.
    #[must_use]
    pub fn reach(&self, square: Square) -> SquareSet {
        let Some(piece) = self.piece_at(square) else {
            return SquareSet::EMPTY;
        };
        if self.pending().is_some() {
            return self.attacks_from(square).without(self.pieces_of(piece.color));
        }
        let mut position = self.clone();
        if piece.color != position.turn() {
            position.pass_unchecked();
        }
        let landing = |mv: Move| match mv {
            Move::Piece { from, to, .. } => (from == square).then_some(to),
            Move::Castle(castling) => position
                .castling_plan(castling)
                .filter(|plan| plan.king_from == square)
                .map(|plan| plan.king_to),
            Move::Board { .. } | Move::Turn { .. } | Move::Promote { .. } => None,
        };
        let landings = position.legal_moves().into_iter().filter_map(landing);
        landings.fold(SquareSet::EMPTY, |set, to| set | SquareSet::of(to))
    }
}

#[cfg(test)]
mod tests {
    use crate::{Position, RuleBook, Square};

    #[track_caller]
    fn check(position: &Position, square: &str, expected: &[&str]) {
        let mut squares: Vec<Square> = position.reach(square.parse().unwrap()).iter().collect();
        squares.sort_unstable();
        let names: Vec<String> = squares.iter().map(ToString::to_string).collect();
        assert_eq!(names, expected, "{square}");
    }

    #[test]
    fn reach_works_for_both_colors() {
        let start = Position::start(RuleBook::Revised);
        check(&start, "a1W", &["b3W", "b3N"]);
        check(&start, "a8B", &["b6N", "b6B"]);
        check(&start, "b7B", &["b5N", "b6N", "b5B", "b6B"]);
        check(&start, "b4N", &[]);
    }

    #[test]
    fn reach_includes_castling() {
        check(&Position::start(RuleBook::Revised), "d9KL6", &["e9KL6"]);
    }

    #[test]
    fn reach_is_the_attacks_while_a_promotion_is_pending() {
        let text =
            "4/4/4/4|4/4/4/4|P3/4/4/4|QL2w:2/R1,KL1w:2/K1,QL5b:2/2,KL6b:1k/2 w - - - - a8B 0 41";
        let position = Position::from_tfen(text, RuleBook::Revised).unwrap();
        check(&position, "d0KL1", &["c1W", "d1W", "e0KL1", "d1KL1", "e1KL1"]);
    }
}
