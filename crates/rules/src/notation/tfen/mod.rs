//! T-FEN: a position in one line of text.

mod read;

use core::fmt;

use crate::{
    Column, Level, Position, PositionError, RuleBook, Setup, Square, position::COUNTER_MAX,
    sort::sort_few, text::counted,
};

/// A T-FEN as read: a setup, not yet checked, and the rule book if a tenth field names one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tfen {
    /// The nine fields.
    pub setup: Setup,
    /// The tenth.
    pub book: Option<RuleBook>,
}

impl Tfen {
    /// The position, under the rule book it names, else under `book`.
    ///
    /// # Errors
    /// [`PositionError`] with every reason.
    pub fn position(&self, book: RuleBook) -> Result<Position, PositionError> {
        self.setup.position(self.book.unwrap_or(book))
    }
}

/// A text that is not written as T-FEN.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseTfenError {
    /// Where in the text, in bytes from 0.
    pub position: usize,
    /// The offending part.
    pub text: String,
    /// What is wrong with it.
    pub kind: ParseTfenErrorKind,
}

/// What is wrong with a part of a T-FEN.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "the texts below say it")]
pub enum ParseTfenErrorKind {
    FieldCount(usize),
    PlacementParts(usize),
    RankCount { level: Level, count: usize },
    RankWidth { width: usize, expected: usize },
    PieceLetter,
    BoardHead,
    Turn,
    Castling,
    Square,
    Repeated,
    Number,
    NumberRange,
    RuleBook,
}

impl fmt::Display for ParseTfenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "bad T-FEN at column {}: {:?} ", self.position + 1, self.text)?;
        match self.kind {
            ParseTfenErrorKind::FieldCount(count) => {
                write!(f, "has {}, expected nine, or ten with the rule book", counted(count, "field"))
            }
            ParseTfenErrorKind::PlacementParts(count) => write!(
                f,
                "has {}, expected the boards W, N, B and the attack boards, separated by |",
                counted(count, "part")
            ),
            ParseTfenErrorKind::RankCount { level, count } => {
                write!(f, "has {}, expected {} for {level}", counted(count, "rank"), level.files().len())
            }
            ParseTfenErrorKind::RankWidth { width, expected } => {
                write!(f, "is {} wide, expected {expected}", counted(width, "square"))
            }
            ParseTfenErrorKind::PieceLetter => f.write_str("is no piece (P N B R Q K, small for Black) nor a count of empty squares"),
            ParseTfenErrorKind::BoardHead => f.write_str("is no attack board, expected pin, owner w or b, ^ if turned, and : before its ranks"),
            ParseTfenErrorKind::Turn => f.write_str("is no side to move, expected w or b"),
            ParseTfenErrorKind::Castling => f.write_str("does not say which rooks may castle, expected letters of KQkq, squares, or -"),
            ParseTfenErrorKind::Square => f.write_str("is no square, expected one such as b4N or z0QL1, or -"),
            ParseTfenErrorKind::Repeated => f.write_str("stands twice"),
            ParseTfenErrorKind::Number => f.write_str("is no number"),
            ParseTfenErrorKind::NumberRange => write!(f, "is out of range, expected at most {COUNTER_MAX}"),
            ParseTfenErrorKind::RuleBook => f.write_str("is no rule book, expected revised or meder"),
        }
    }
}

impl core::error::Error for ParseTfenError {}

/// A text that gives no position: badly written, or impossible.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TfenError {
    /// It is not written as T-FEN.
    Parse(ParseTfenError),
    /// It is no legal position.
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

impl core::error::Error for TfenError {}

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
    /// Reads T-FEN. `book` counts where the text names no rule book itself.
    ///
    /// # Errors
    /// [`TfenError`] if it is badly written, or no legal position.
    pub fn from_tfen(text: &str, book: RuleBook) -> Result<Position, TfenError> {
        Ok(text.parse::<Tfen>()?.position(book)?)
    }

    /// T-FEN in its one exact form, without the rule book.
    #[must_use]
    pub fn to_tfen(&self) -> String {
        Setup::from(self).to_string()
    }

    /// T-FEN with the rule book as tenth field.
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
        sort_few(&mut boards);
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

/// The letters of the third field with the squares of the rooks they stand for.
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
    sort_few(&mut sorted);
    for (index, square) in sorted.iter().enumerate() {
        if index > 0 {
            f.write_str(",")?;
        }
        write!(f, "{square}")?;
    }
    Ok(())
}
