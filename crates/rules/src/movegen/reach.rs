//! Where a piece could land if it were its side's turn: for those who ask what an opponent's piece threatens.

use crate::{Move, Position, Square, SquareSet};

impl Position {
    /// The squares on which the piece on `square` could land by a legal move if it were its side's turn,
    /// the king's when castling included. While a promotion is pending: the squares it attacks.
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
        let mut squares: Vec<Square> = position.reach(square.parse().unwrap()).collect();
        squares.sort_unstable();
        let names: Vec<String> = squares.iter().map(ToString::to_string).collect();
        assert_eq!(names, expected, "{square}");
    }

    #[test]
    fn both_sides_pieces_tell_where_they_could_go() {
        let start = Position::start(RuleBook::Revised);
        check(&start, "a1W", &["b3W", "b3N"]);
        check(&start, "a8B", &["b6N", "b6B"]);
        check(&start, "b7B", &["b5N", "b6N", "b5B", "b6B"]);
        check(&start, "b4N", &[]);
    }

    #[test]
    fn the_king_reaches_where_it_castles_to() {
        check(&Position::start(RuleBook::Revised), "d9KL6", &["e9KL6"]);
    }

    #[test]
    fn a_pending_promotion_leaves_what_is_attacked() {
        let text =
            "4/4/4/4|4/4/4/4|P3/4/4/4|QL2w:2/R1,KL1w:2/K1,QL5b:2/2,KL6b:1k/2 w - - - - a8B 0 41";
        let position = Position::from_tfen(text, RuleBook::Revised).unwrap();
        check(&position, "d0KL1", &["c1W", "d1W", "e0KL1", "d1KL1", "e1KL1"]);
    }
}
