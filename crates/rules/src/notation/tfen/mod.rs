//! T-FEN: positions as text.

mod read;

use std::fmt;

use crate::{
    Column, Level, Position, PositionError, RuleBook, Setup, Square,
    position::COUNTER_MAX,
    text::{counted, sentences},
};

/// A parsed T-FEN: an unvalidated setup, and the rule book if there is a tenth field.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tfen {
    /// The setup of the first nine fields.
    pub setup: Setup,
    /// The rule book of the tenth field.
    pub book: Option<RuleBook>,
}

impl Tfen {
    /// The position, under its own rule book if it has one, else under `book`.
    ///
    /// # Errors
    /// [`PositionError`] with everything that is wrong.
    pub fn position(&self, book: RuleBook) -> Result<Position, PositionError> {
        self.setup.position(self.book.unwrap_or(book))
    }
}

/// A text that is not T-FEN.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseTfenError {
    /// The byte offset in the text.
    pub position: usize,
    /// The invalid part of the text.
    pub text: String,
    /// What is wrong.
    pub kind: ParseTfenErrorKind,
}

sentences! {
    /// What is wrong with a T-FEN.
    #[derive(Copy, Hash)]
    #[allow(missing_docs, reason = "the messages explain them")]
    ParseTfenErrorKind {
        FieldCount(count: usize) =>
            "has {}, expected nine, or ten with the rule book", counted(*count, "field");
        PlacementParts(count: usize) =>
            "has {}, expected the boards W, N, B and the attack boards, separated by |", counted(*count, "part");
        RankCount { level: Level, count: usize } =>
            "has {}, expected {} for {level}", counted(*count, "rank"), level.files().len();
        RankWidth { width: usize, expected: usize } =>
            "is {} wide, expected {expected}", counted(*width, "square");
        PieceLetter => "is not a piece (P N B R Q K, lowercase for Black) or a count of empty squares";
        BoardHead =>
            "is not an attack board, expected pin, owner w or b, ^ if turned, and : before its ranks";
        Turn => "is not a side to move, expected w or b";
        Castling => "does not say which rooks may castle, expected letters of KQkq, squares, or -";
        Square => "is not a square, expected one such as b4N or z0QL1, or -";
        Repeated => "appears twice";
        Number => "is not a number";
        NumberRange => "is out of range, expected at most {COUNTER_MAX}";
        RuleBook => "is not a rule book, expected revised or meder";
    }
}

impl fmt::Display for ParseTfenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "bad T-FEN at column {}: {:?} {}", self.position + 1, self.text, self.kind)
    }
}

impl std::error::Error for ParseTfenError {}

/// A text that is not T-FEN, or not a legal position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TfenError {
    /// It is not T-FEN.
    Parse(ParseTfenError),
    /// It is not a legal position.
    Position(PositionError),
}

impl fmt::Display for TfenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TfenError::Parse(error) => error.fmt(f),
            TfenError::Position(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for TfenError {}

impl From<ParseTfenError> for TfenError {
    fn from(error: ParseTfenError) -> TfenError {
        TfenError::Parse(error)
    }
}

impl From<PositionError> for TfenError {
    fn from(error: PositionError) -> TfenError {
        TfenError::Position(error)
    }
}

impl Position {
    /// Reads T-FEN. `book` is the rule book of a text that names none.
    ///
    /// ```
    /// use trid_rules::{Position, RuleBook};
    ///
    /// let start = Position::default();
    /// assert_eq!(Position::from_tfen(&start.to_tfen(), RuleBook::Revised)?, start);
    /// assert!(Position::from_tfen("4/4", RuleBook::Revised).is_err());
    /// # Ok::<(), trid_rules::notation::TfenError>(())
    /// ```
    ///
    /// # Errors
    /// [`TfenError`] if the text is not T-FEN or not a legal position.
    pub fn from_tfen(text: &str, book: RuleBook) -> Result<Position, TfenError> {
        Ok(text.parse::<Tfen>()?.position(book)?)
    }

    /// Canonical T-FEN, without the rule book.
    #[must_use]
    pub fn to_tfen(&self) -> String {
        Setup::from(self).to_string()
    }

    /// Canonical T-FEN with the rule book as tenth field.
    #[must_use]
    pub fn to_tfen_with_book(&self) -> String {
        format!("{} {}", self.to_tfen(), self.book())
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Setup::from(self).fmt(f)
    }
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for level in Level::MAIN {
            self.fmt_level(f, level)?;
            f.write_str("|")?;
        }
        let mut boards = self.boards.clone();
        boards.sort_unstable();
        for (index, board) in boards.iter().enumerate() {
            let comma = if index > 0 { "," } else { "" };
            let turned = if board.turned { "^" } else { "" };
            write!(f, "{comma}{}{}{turned}:", board.pin, board.owner.letter())?;
            self.fmt_level(f, Level::Attack(board.pin))?;
        }
        write!(f, " {} ", self.turn.letter())?;
        self.fmt_castling(f)?;
        for squares in [
            &self.spent[..],
            &self.carried[..],
            self.double_stepped.as_slice(),
            self.pending.as_slice(),
        ] {
            f.write_str(" ")?;
            fmt_squares(f, squares)?;
        }
        write!(f, " {} {}", self.halfmoves, self.move_number)
    }
}

impl Setup {
    fn fmt_level(&self, f: &mut fmt::Formatter<'_>, level: Level) -> fmt::Result {
        for (index, rank) in level.ranks().rev().enumerate() {
            if index > 0 {
                f.write_str("/")?;
            }
            let mut empty = 0;
            for &file in level.files() {
                let piece = Square::new(Column::new(file, rank), level)
                    .and_then(|square| self.piece(square));
                match piece {
                    None => empty += 1,
                    Some(piece) => {
                        if empty > 0 {
                            write!(f, "{empty}")?;
                            empty = 0;
                        }
                        write!(f, "{}", piece.letter())?;
                    }
                }
            }
            if empty > 0 {
                write!(f, "{empty}")?;
            }
        }
        Ok(())
    }

    fn fmt_castling(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let named = castling_letters();
        if self.castling.is_empty()
            || self.castling.iter().any(|square| named.iter().all(|(_, usual)| usual != square))
        {
            return fmt_squares(f, &self.castling);
        }
        for (letter, square) in named {
            if self.castling.contains(&square) {
                write!(f, "{letter}")?;
            }
        }
        Ok(())
    }
}

/// The letters of the castling field with the rook squares they mean.
pub(crate) fn castling_letters() -> [(char, Square); 4] {
    ["e0KL1", "z0QL1", "e9KL6", "z9QL6"]
        .map(|name| name.parse().expect("a square's name"))
        .into_iter()
        .zip(['K', 'Q', 'k', 'q'])
        .map(|(square, letter)| (letter, square))
        .collect::<Vec<_>>()
        .try_into()
        .expect("four of them")
}

fn fmt_squares(f: &mut fmt::Formatter<'_>, squares: &[Square]) -> fmt::Result {
    if squares.is_empty() {
        return f.write_str("-");
    }
    let mut sorted = squares.to_vec();
    sorted.sort_unstable();
    for (index, square) in sorted.iter().enumerate() {
        if index > 0 {
            f.write_str(",")?;
        }
        write!(f, "{square}")?;
    }
    Ok(())
}
