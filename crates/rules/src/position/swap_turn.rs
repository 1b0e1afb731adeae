//! The same position with the other side to move.

use crate::{Position, PositionError, Setup};

impl Position {
    /// The same position with the other side to move. A double step can no longer be captured en passant.
    ///
    /// # Errors
    /// If the side to move is in check or has to promote a pawn: it cannot pass then.
    pub fn swap_turn(&self) -> Result<Position, PositionError> {
        let mut setup = Setup::from(self);
        setup.turn = self.turn().other();
        setup.double_stepped = None;
        setup.position(self.book())
    }
}

#[cfg(test)]
mod tests {
    use crate::{Color, Position, RuleBook};

    fn position(tfen: &str) -> Position {
        Position::from_tfen(tfen, RuleBook::Revised).unwrap()
    }

    #[test]
    fn the_other_side_is_to_move_and_en_passant_is_over() {
        let before = position(
            "4/4/4/4|4/1pP1/4/4|4/4/4/4|QL1w:2/2,KL1w:2/K1,QL6b:2/2,KL6b:k1/2 w - - - b5N - 0 2",
        );
        let after = before.swap_turn().unwrap();
        assert_eq!(after.turn(), Color::Black);
        assert_eq!(
            after.to_tfen(),
            "4/4/4/4|4/1pP1/4/4|4/4/4/4|QL1w:2/2,KL1w:2/K1,QL6b:2/2,KL6b:k1/2 b - - - - - 0 2"
        );
    }

    #[test]
    fn a_king_in_check_cannot_pass() {
        let check = position(
            "4/4/4/4|4/4/4/4|4/4/4/4|QL1w:2/2,KL1w:2/K1,QL6b:2/2,KL6b:k1/R1 b - - - - - 0 2",
        );
        assert!(check.swap_turn().is_err());
    }

    #[test]
    fn a_pending_promotion_cannot_be_passed_over() {
        let pending = position(
            "4/4/4/1K2|4/4/4/4|P3/4/4/4|QL1w:2/2,KL1w:2/2,QL5b:2/2,KL6b:k1/2 w - - - - a8B 0 30",
        );
        assert!(pending.swap_turn().is_err());
    }
}
