//! Writes moves in algebraic notation.

use std::fmt;

use crate::{
    Color, ColumnSet, File, Level, Move, MoveBatch, Position, Promotion, Rank, Role, Scope, Square,
    SquareSet, attacks,
};

impl Position {
    /// A legal move in canonical algebraic notation: `Nc2W`, `bxa5N`, `KL1-KL3^180`, `d8B=Q+`.
    ///
    /// No two legal moves of a position have the same text. The text of an illegal move is unspecified.
    ///
    /// ```
    /// use trid_rules::{Position, RuleBook};
    ///
    /// let start = Position::start(RuleBook::Revised);
    /// assert_eq!(start.algebraic("b2Wb4N".parse()?), "b4N");
    /// assert_eq!(start.algebraic("a1Wb3N".parse()?), "Nb3N");
    /// # Ok::<(), trid_rules::notation::ParseMoveError>(())
    /// ```
    #[must_use]
    pub fn algebraic(&self, mv: Move) -> String {
        let mut text = String::with_capacity(8);
        self.write_algebraic(mv, &mut text).expect("writing to a string cannot fail");
        text
    }

    /// The texts of a line of legal moves.
    #[must_use]
    pub fn algebraic_line(&self, moves: &[Move]) -> Vec<String> {
        let mut position = self.clone();
        let text = |&mv: &Move| {
            let text = position.algebraic(mv);
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

    /// Writes the text of [`Position::algebraic`].
    ///
    /// # Errors
    /// Errors of the writer.
    pub fn write_algebraic(&self, mv: Move, out: &mut impl fmt::Write) -> fmt::Result {
        match mv {
            Move::Piece { from, to, promotion } => self.write_piece(from, to, promotion, out)?,
            Move::Castle(_) | Move::Board { .. } => write!(out, "{mv}")?,
            Move::Turn { pin } => write!(out, "{pin}^180")?,
            Move::Promote { square, promotion } => {
                write!(out, "{square}")?;
                return write_choice(Some(promotion), out);
            }
        }
        out.write_str(self.check_mark(mv))?;
        if self.is_en_passant(mv) { out.write_str(" e.p.") } else { Ok(()) }
    }

    fn write_piece(
        &self,
        from: Square,
        to: Square,
        promotion: Option<Promotion>,
        out: &mut impl fmt::Write,
    ) -> fmt::Result {
        let role = self.role_at(from);
        let like = self.candidates(role, from, to);
        let departure = if role == Role::Pawn {
            Departure::of_pawn(from, to, like)
        } else {
            write!(out, "{}", role.letter())?;
            Departure::of_piece(from, like)
        };
        departure.write(out)?;
        if self.captured_by(from, to).is_some() {
            out.write_char('x')?;
        }
        write!(out, "{to}")?;
        write_choice(promotion, out)
    }

    /// The squares from which a piece with this role may legally move to `to`. For pawns, only squares on the
    /// file of the moving pawn.
    fn candidates(&self, role: Role, from: Square, to: Square) -> SquareSet {
        let near = match role {
            Role::Pawn => ColumnSet::on_file(from.file()),
            _ => attacks::unhindered(role, to.column()),
        };
        let like = self.pieces(self.turn, role).in_columns(near);
        // Fast path: usually there is no other candidate.
        if like.len() == 1 {
            return like;
        }
        let scope = Scope::pieces(like, SquareSet::of(to));
        let mut departures = SquareSet::EMPTY;
        self.for_each_batch_in(scope, &mut |batch| {
            if let MoveBatch::Piece { from, .. } = batch {
                departures |= SquareSet::of(from);
            }
        });
        departures
    }

    /// `+` if a legal move gives check, `#` if it gives mate.
    fn check_mark(&self, mv: Move) -> &'static str {
        let mut after = self.clone();
        after.play_unchecked(mv);
        if !after.is_check() {
            ""
        } else if after.has_moves() {
            "+"
        } else {
            "#"
        }
    }
}

fn write_choice(promotion: Option<Promotion>, out: &mut impl fmt::Write) -> fmt::Result {
    match promotion {
        Some(promotion) => write!(out, "={}", promotion.letter()),
        None => Ok(()),
    }
}

/// The part of the departure square that disambiguates the piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Departure {
    Nothing,
    File(File),
    Rank(Rank),
    Level(Level),
    FileAndLevel(File, Level),
    Whole(Square),
}

impl Departure {
    /// The first of file, rank and level that no other candidate shares, else the whole square.
    fn of_piece(from: Square, like: SquareSet) -> Departure {
        let alone = |same: &dyn Fn(Square) -> bool| {
            like.iter().filter(|&other| same(other)).nth(1).is_none()
        };
        if like.len() <= 1 {
            Departure::Nothing
        } else if alone(&|other| other.file() == from.file()) {
            Departure::File(from.file())
        } else if alone(&|other| other.rank() == from.rank()) {
            Departure::Rank(from.rank())
        } else if alone(&|other| other.level() == from.level()) {
            Departure::Level(from.level())
        } else {
            Departure::Whole(from)
        }
    }

    /// Nothing for an advance, the file for a capture. If several pawns match, file and level, else the whole
    /// square.
    fn of_pawn(from: Square, to: Square, like: SquareSet) -> Departure {
        if like.len() <= 1 {
            if from.file() == to.file() { Departure::Nothing } else { Departure::File(from.file()) }
        } else if like.iter().all(|other| other == from || other.level() != from.level()) {
            Departure::FileAndLevel(from.file(), from.level())
        } else {
            Departure::Whole(from)
        }
    }

    fn write(self, out: &mut impl fmt::Write) -> fmt::Result {
        match self {
            Departure::Nothing => Ok(()),
            Departure::File(file) => write!(out, "{file}"),
            Departure::Rank(rank) => write!(out, "{rank}"),
            Departure::Level(level) => write!(out, "{level}"),
            Departure::FileAndLevel(file, level) => write!(out, "{file}{level}"),
            Departure::Whole(square) => write!(out, "{square}"),
        }
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
