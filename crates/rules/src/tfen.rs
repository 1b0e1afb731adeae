//! T-FEN: a position in one line of text.

use core::{fmt, str::FromStr};

use crate::{
    AttackBoard, Color, Column, ImpossiblePosition, Level, Piece, Position, RuleBook, Setup,
    Square, square::split_pin,
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
    /// [`ImpossiblePosition`] with every reason.
    pub fn position(&self, book: RuleBook) -> Result<Position, ImpossiblePosition> {
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
    pub problem: TfenProblem,
}

/// What is wrong with a part of a T-FEN.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "the texts below say it")]
pub enum TfenProblem {
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
    RuleBook,
}

impl fmt::Display for ParseTfenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "bad T-FEN at column {}: {:?} ", self.position + 1, self.text)?;
        match self.problem {
            TfenProblem::FieldCount(count) => {
                write!(f, "has {count} fields, expected nine, or ten with the rule book")
            }
            TfenProblem::PlacementParts(count) => write!(
                f,
                "has {count} parts, expected the boards W, N, B and the attack boards, separated by |"
            ),
            TfenProblem::RankCount { level, count } => {
                write!(f, "has {count} ranks, expected {} for {level}", level.files().len())
            }
            TfenProblem::RankWidth { width, expected } => {
                write!(f, "is {width} squares wide, expected {expected}")
            }
            TfenProblem::PieceLetter => f.write_str("is no piece (P N B R Q K, small for Black) nor a count of empty squares"),
            TfenProblem::BoardHead => f.write_str("is no attack board, expected pin, owner w or b, ^ if turned, and : before its ranks"),
            TfenProblem::Turn => f.write_str("is no side to move, expected w or b"),
            TfenProblem::Castling => f.write_str("does not say which rooks may castle, expected letters of KQkq, squares, or -"),
            TfenProblem::Square => f.write_str("is no square, expected one such as b4N or z0QL1, or -"),
            TfenProblem::Repeated => f.write_str("stands twice"),
            TfenProblem::Number => f.write_str("is no number"),
            TfenProblem::RuleBook => f.write_str("is no rule book, expected revised or meder"),
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
    Impossible(ImpossiblePosition),
}

impl fmt::Display for TfenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TfenError::Parse(error) => error.fmt(f),
            TfenError::Impossible(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for TfenError {}

impl From<ParseTfenError> for TfenError {
    fn from(error: ParseTfenError) -> TfenError {
        TfenError::Parse(error)
    }
}

impl From<ImpossiblePosition> for TfenError {
    fn from(error: ImpossiblePosition) -> TfenError {
        TfenError::Impossible(error)
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

/// The letters of the third field with the squares of the rooks they stand for.
fn castling_letters() -> [(char, Square); 4] {
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

/// A part of the text with its place in the whole.
#[derive(Clone, Copy)]
struct Part<'a> {
    text: &'a str,
    position: usize,
}

impl<'a> Part<'a> {
    fn error(self, problem: TfenProblem) -> ParseTfenError {
        ParseTfenError { position: self.position, text: crate::excerpt(self.text), problem }
    }

    fn split(self, separator: char) -> impl Iterator<Item = Part<'a>> {
        let mut position = self.position;
        self.text.split(separator).map(move |text| {
            let part = Part { text, position };
            position += text.len() + separator.len_utf8();
            part
        })
    }

    fn is_dash(self) -> bool {
        self.text == "-"
    }
}

impl FromStr for Tfen {
    type Err = ParseTfenError;

    fn from_str(text: &str) -> Result<Tfen, ParseTfenError> {
        let whole = Part { text, position: 0 };
        let mut fields = [whole; 10];
        let mut count = 0;
        for field in whole.split(' ').filter(|field| !field.text.is_empty()) {
            if let Some(place) = fields.get_mut(count) {
                *place = field;
            }
            count += 1;
        }
        if !(9..=10).contains(&count) {
            return Err(whole.error(TfenProblem::FieldCount(count)));
        }
        let [
            placement,
            turn,
            castling,
            spent,
            carried,
            double_stepped,
            pending,
            halfmoves,
            number,
            book,
        ] = fields;
        let mut setup = Setup::empty();
        read_placement(placement, &mut setup)?;
        setup.turn = match turn.text {
            "w" => Color::White,
            "b" => Color::Black,
            _ => return Err(turn.error(TfenProblem::Turn)),
        };
        setup.castling = read_castling(castling)?;
        setup.spent = read_squares(spent)?;
        setup.carried = read_squares(carried)?;
        setup.double_stepped = read_square_or_none(double_stepped)?;
        setup.pending = read_square_or_none(pending)?;
        setup.halfmoves = read_number(halfmoves)?;
        setup.move_number = read_number(number)?;
        let book = match count {
            10 => Some(book.text.parse().map_err(|_| book.error(TfenProblem::RuleBook))?),
            _ => None,
        };
        Ok(Tfen { setup, book })
    }
}

fn read_placement(field: Part<'_>, setup: &mut Setup) -> Result<(), ParseTfenError> {
    let count = field.text.matches('|').count() + 1;
    if count != 4 {
        return Err(field.error(TfenProblem::PlacementParts(count)));
    }
    for (index, part) in field.split('|').enumerate() {
        match Level::MAIN.get(index) {
            Some(&level) => read_level(part, level, setup)?,
            None if part.text.is_empty() => {}
            None => {
                for board in part.split(',') {
                    read_board(board, setup)?;
                }
            }
        }
    }
    Ok(())
}

fn read_board(part: Part<'_>, setup: &mut Setup) -> Result<(), ParseTfenError> {
    let error = || part.error(TfenProblem::BoardHead);
    let (pin, rest) = split_pin(part.text).ok_or_else(error)?;
    let (owner, rest) = match rest.split_at_checked(1) {
        Some(("w", rest)) => (Color::White, rest),
        Some(("b", rest)) => (Color::Black, rest),
        _ => return Err(error()),
    };
    let (turned, rest) = match rest.strip_prefix('^') {
        Some(rest) => (true, rest),
        None => (false, rest),
    };
    let ranks = rest.strip_prefix(':').ok_or_else(error)?;
    setup.boards.push(AttackBoard { pin, owner, turned });
    let position = part.position + part.text.len() - ranks.len();
    read_level(Part { text: ranks, position }, Level::Attack(pin), setup)
}

fn read_level(part: Part<'_>, level: Level, setup: &mut Setup) -> Result<(), ParseTfenError> {
    let files = level.files();
    let count = part.text.matches('/').count() + 1;
    if count != files.len() {
        return Err(part.error(TfenProblem::RankCount { level, count }));
    }
    for (row, rank) in part.split('/').zip(level.ranks().rev()) {
        let mut width = 0_usize;
        for (index, letter) in row.text.char_indices() {
            if let Some(empty @ 1..=4) = letter.to_digit(10) {
                width += empty as usize;
                continue;
            }
            let Some(piece) = Piece::from_letter(letter) else {
                let text = &row.text[index..index + letter.len_utf8()];
                return Err(
                    Part { text, position: row.position + index }.error(TfenProblem::PieceLetter)
                );
            };
            if let Some(square) =
                files.get(width).and_then(|&file| Square::new(Column::new(file, rank), level))
            {
                setup.set_piece(square, Some(piece));
            }
            width += 1;
        }
        if width != files.len() {
            return Err(row.error(TfenProblem::RankWidth { width, expected: files.len() }));
        }
    }
    Ok(())
}

fn read_castling(field: Part<'_>) -> Result<Vec<Square>, ParseTfenError> {
    let named = castling_letters();
    if field.is_dash()
        || !field.text.chars().all(|letter| named.iter().any(|(name, _)| *name == letter))
    {
        return read_squares(field).map_err(|error| match error.problem {
            TfenProblem::Square => ParseTfenError { problem: TfenProblem::Castling, ..error },
            _ => error,
        });
    }
    let mut squares = Vec::new();
    for (index, letter) in field.text.char_indices() {
        let square = named.iter().find(|(name, _)| *name == letter).map(|(_, square)| *square);
        if square.is_some_and(|square| squares.contains(&square)) {
            let part = Part { text: &field.text[index..=index], position: field.position + index };
            return Err(part.error(TfenProblem::Repeated));
        }
        squares.extend(square);
    }
    Ok(squares)
}

fn read_squares(field: Part<'_>) -> Result<Vec<Square>, ParseTfenError> {
    let mut squares = Vec::new();
    if field.is_dash() {
        return Ok(squares);
    }
    for part in field.split(',') {
        let square = read_square(part)?;
        if squares.contains(&square) {
            return Err(part.error(TfenProblem::Repeated));
        }
        squares.push(square);
    }
    Ok(squares)
}

fn read_square(part: Part<'_>) -> Result<Square, ParseTfenError> {
    part.text.parse().map_err(|_| part.error(TfenProblem::Square))
}

fn read_square_or_none(field: Part<'_>) -> Result<Option<Square>, ParseTfenError> {
    if field.is_dash() { Ok(None) } else { read_square(field).map(Some) }
}

/// A whole number; what is out of range for the position is judged there.
fn read_number(field: Part<'_>) -> Result<i32, ParseTfenError> {
    let digits = field.text.strip_prefix('-').unwrap_or(field.text);
    let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    match field.text.parse::<i32>() {
        Ok(number) if plain => Ok(number),
        Err(_) if plain && field.text.starts_with('-') => Ok(i32::MIN),
        Err(_) if plain => Ok(i32::MAX),
        _ => Err(field.error(TfenProblem::Number)),
    }
}
