//! Parses T-FEN. Lenient about spaces, counts of empty squares and order.

use std::str::FromStr;

use crate::{
    AttackBoard, Color, Column, Level, ParseTfenError, ParseTfenErrorKind, Piece, Setup, Square,
    Tfen, geometry::pin::split_pin, notation::tfen::castling_letters,
};

/// A part of the text with its offset.
#[derive(Clone, Copy)]
struct Part<'a> {
    text: &'a str,
    position: usize,
}

impl<'a> Part<'a> {
    fn error(self, kind: ParseTfenErrorKind) -> ParseTfenError {
        ParseTfenError { position: self.position, text: crate::text::excerpt(self.text), kind }
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
            return Err(whole.error(ParseTfenErrorKind::FieldCount(count)));
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
            _ => return Err(turn.error(ParseTfenErrorKind::Turn)),
        };
        setup.castling = read_castling(castling)?;
        setup.spent = read_squares(spent)?;
        setup.carried = read_squares(carried)?;
        setup.double_stepped = read_square_or_none(double_stepped)?;
        setup.pending = read_square_or_none(pending)?;
        setup.halfmoves = read_number(halfmoves)?;
        setup.move_number = read_number(number)?;
        let book = match count {
            10 => Some(book.text.parse().map_err(|_| book.error(ParseTfenErrorKind::RuleBook))?),
            _ => None,
        };
        Ok(Tfen { setup, book })
    }
}

fn read_placement(field: Part<'_>, setup: &mut Setup) -> Result<(), ParseTfenError> {
    let count = field.text.matches('|').count() + 1;
    if count != 4 {
        return Err(field.error(ParseTfenErrorKind::PlacementParts(count)));
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
    let error = || part.error(ParseTfenErrorKind::BoardHead);
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
        return Err(part.error(ParseTfenErrorKind::RankCount { level, count }));
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
                return Err(Part { text, position: row.position + index }
                    .error(ParseTfenErrorKind::PieceLetter));
            };
            if let Some(square) =
                files.get(width).and_then(|&file| Square::new(Column::new(file, rank), level))
            {
                setup.set_piece(square, Some(piece));
            }
            width += 1;
        }
        if width != files.len() {
            return Err(row.error(ParseTfenErrorKind::RankWidth { width, expected: files.len() }));
        }
    }
    Ok(())
}

fn read_castling(field: Part<'_>) -> Result<Vec<Square>, ParseTfenError> {
    let named = castling_letters();
    if field.is_dash()
        || !field.text.chars().all(|letter| named.iter().any(|(name, _)| *name == letter))
    {
        return read_squares(field).map_err(|error| match error.kind {
            ParseTfenErrorKind::Square => {
                ParseTfenError { kind: ParseTfenErrorKind::Castling, ..error }
            }
            _ => error,
        });
    }
    let mut squares = Vec::new();
    for (index, letter) in field.text.char_indices() {
        let square = named.iter().find(|(name, _)| *name == letter).map(|(_, square)| *square);
        if square.is_some_and(|square| squares.contains(&square)) {
            let part = Part { text: &field.text[index..=index], position: field.position + index };
            return Err(part.error(ParseTfenErrorKind::Repeated));
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
            return Err(part.error(ParseTfenErrorKind::Repeated));
        }
        squares.push(square);
    }
    Ok(squares)
}

fn read_square(part: Part<'_>) -> Result<Square, ParseTfenError> {
    part.text.parse().map_err(|_| part.error(ParseTfenErrorKind::Square))
}

fn read_square_or_none(field: Part<'_>) -> Result<Option<Square>, ParseTfenError> {
    if field.is_dash() { Ok(None) } else { read_square(field).map(Some) }
}

/// Reads an integer. Validation checks its range.
fn read_number(field: Part<'_>) -> Result<i32, ParseTfenError> {
    let digits = field.text.strip_prefix('-').unwrap_or(field.text);
    let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    if !plain {
        return Err(field.error(ParseTfenErrorKind::Number));
    }
    field.text.parse().map_err(|_| field.error(ParseTfenErrorKind::NumberRange))
}
