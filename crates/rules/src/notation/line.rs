//! Writes lines of moves in algebraic notation.

use crate::{Color, Move, Position};

impl Position {
    /// The texts of a line of legal moves.
    #[must_use]
    pub fn algebraic_line(&self, moves: &[Move]) -> Vec<String> {
        let mut position = self.clone();
        let text = |&mv: &Move| {
            let text = position.algebraic(mv).to_string();
            position.play_unchecked(mv);
            text
        };
        moves.iter().map(text).collect()
    }

    /// The moves of a line that get a move number, the first one and those that begin a turn of
    /// White's: how many full moves each comes after the first.
    #[must_use]
    pub fn line_numbers(&self, moves: &[Move]) -> Vec<Option<u16>> {
        let mut position = self.clone();
        let mut begins_turn = true;
        let mut numbers = Vec::with_capacity(moves.len());
        for &mv in moves {
            let has_number = numbers.is_empty() || (begins_turn && position.turn() == Color::White);
            numbers.push(has_number.then(|| position.move_number() - self.move_number()));
            begins_turn = !matches!(mv, Move::Promote { .. });
            position.play_unchecked(mv);
        }
        numbers
    }

    /// A line of legal moves with move numbers: `12. Nb3N c5N`, or `12... c5N` if Black begins.
    ///
    /// ```
    /// use trid_rules::{Position, RuleBook};
    ///
    /// let start = Position::start(RuleBook::Revised);
    /// let moves = ["b2Wb4N".parse()?, "a8Bb6N".parse()?, "a2Wa3W".parse()?];
    /// assert_eq!(start.numbered_line(&moves), "1. b4N Nb6N 2. a3W");
    /// let after = start.play(moves[0])?;
    /// assert_eq!(after.numbered_line(&moves[1..]), "1... Nb6N 2. a3W");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn numbered_line(&self, moves: &[Move]) -> String {
        let mut words = Vec::with_capacity(2 * moves.len());
        for (text, number) in self.algebraic_line(moves).into_iter().zip(self.line_numbers(moves)) {
            if let Some(number) = number {
                let is_black = words.is_empty() && self.turn() == Color::Black;
                let dots = if is_black { "..." } else { "." };
                words.push(format!("{}{dots}", self.move_number() + number));
            }
            words.push(text);
        }
        words.join(" ")
    }
}

#[cfg(test)]
mod tests {
    use crate::{Move, Position, RuleBook};

    #[track_caller]
    fn numbers(position: &Position, line: &[&str]) -> Vec<Option<u16>> {
        let mut next = position.clone();
        let moves: Vec<Move> = line
            .iter()
            .map(|text| {
                let mv = next.read_move(text).unwrap();
                next = next.play(mv).unwrap();
                mv
            })
            .collect();
        position.line_numbers(&moves)
    }

    #[test]
    fn the_first_move_and_whites_turns_are_numbered() {
        let start = Position::start(RuleBook::Revised);
        let line = ["b4N", "Nb6N", "a3W", "d5N"];
        assert_eq!(numbers(&start, &line), [Some(0), None, Some(1), None]);
        let black = start.play(start.read_move("b4N").unwrap()).unwrap();
        assert_eq!(numbers(&black, &line[1..]), [Some(0), Some(1), None]);
    }

    #[test]
    fn a_forced_promotion_and_the_move_after_it_share_a_number() {
        let pending =
            "4/4/4/4|4/4/4/4|P3/4/4/4|QL2w:2/R1,KL1w:2/K1,QL5b:2/2,KL6b:1k/2 w - - - - a8B 0 41";
        let position = Position::from_tfen(pending, RuleBook::Revised).unwrap();
        let line = ["a8B=R", "d0KL1d1KL1", "e9KL6d9KL6", "d1KL1d0KL1"];
        assert_eq!(numbers(&position, &line), [Some(0), None, None, Some(1)]);
    }
}
