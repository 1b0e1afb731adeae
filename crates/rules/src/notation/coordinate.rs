//! Coordinate notation.

use std::{fmt, str::FromStr};

use crate::{
    Castling, Move, Pin, Promotion, Square, geometry::pin::split_pin,
    geometry::square::split_square, text::sentences,
};

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Piece { from, to, .. } => write!(f, "{from}{to}")?,
            Move::Castle(castling) => write!(f, "{castling}")?,
            Move::Board { from, to, turned, .. } => {
                write!(f, "{from}-{to}{}", if *turned { "^180" } else { "" })?;
            }
            Move::Turn { pin } => write!(f, "{pin}^180")?,
            Move::Promote { square, .. } => write!(f, "{square}")?,
        }
        match self.promotion() {
            Some(promotion) => write!(f, "={}", promotion.letter()),
            None => Ok(()),
        }
    }
}

/// A text that is not a move in coordinate notation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseMoveError {
    /// The byte offset in the text.
    pub position: usize,
    /// The invalid part of the text.
    pub text: String,
    /// What is wrong.
    pub kind: ParseMoveErrorKind,
}

sentences! {
    /// What is wrong with the text of a move.
    #[allow(missing_docs, reason = "the names of the arguments are self-explanatory")]
    #[derive(Copy, Hash)]
    ParseMoveErrorKind {
        /// Not a move.
        Syntax =>
            "is not a move, expected one such as b2Wb4N, d8Bd9KL6=Q, O-O, QL1-QL2, QL1-QL2^180, QL3^180 or a8B=Q";
        /// Text after the end of a move.
        Leftover => "comes after the end of the move";
        /// The promotion is not one of Q R B N.
        Promotion => "is not a promotion, expected =Q, =R, =B or =N";
        /// The level of the departure square does not cover its column.
        NoSuchDeparture => "is not a square: that level does not cover that column";
        /// The level of the arrival square does not cover its column.
        NoSuchArrival => "is not a square: that level does not cover that column";
        /// Several actions joined by `;`.
        SeveralActions => "joins several actions: a turn is one action";
        /// A board captures a board: `QL1xQL2`.
        BoardCapture { from: Pin, to: Pin } => "has a board capture: nothing is captured by a board move";
        /// A rotation other than 0 or 180.
        Rotation { from: Pin, to: Pin } => "is not a rotation, expected ^180";
    }
}

impl fmt::Display for ParseMoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "bad move at column {}: {:?} {}", self.position + 1, self.text, self.kind)
    }
}

impl std::error::Error for ParseMoveError {}

impl FromStr for Move {
    type Err = ParseMoveError;

    fn from_str(text: &str) -> Result<Move, ParseMoveError> {
        let reader = Reader { whole: text };
        if text.contains(';') {
            return Err(reader.error(text, ParseMoveErrorKind::SeveralActions));
        }
        match text {
            "O-O" => return Ok(Move::Castle(Castling::Short)),
            "O-O-O" => return Ok(Move::Castle(Castling::Long)),
            _ => {}
        }
        if let Some((pin, rest)) = split_pin(text) {
            return reader.board(pin, rest);
        }
        let (from, rest) =
            split_square(text).ok_or_else(|| reader.error(text, ParseMoveErrorKind::Syntax))?;
        let from =
            from.ok_or_else(|| reader.error_before(rest, 0, ParseMoveErrorKind::NoSuchDeparture))?;
        reader.piece(from, rest)
    }
}

#[derive(Clone, Copy)]
struct Reader<'a> {
    whole: &'a str,
}

impl Reader<'_> {
    /// An error at `rest`, the remaining text.
    fn error(self, rest: &str, kind: ParseMoveErrorKind) -> ParseMoveError {
        ParseMoveError {
            position: self.whole.len() - rest.len(),
            text: crate::text::excerpt(rest),
            kind,
        }
    }

    /// An error in the text from `start` to `rest`.
    fn error_before(self, rest: &str, start: usize, kind: ParseMoveErrorKind) -> ParseMoveError {
        let text = &self.whole[start..self.whole.len() - rest.len()];
        ParseMoveError { position: start, text: crate::text::excerpt(text), kind }
    }

    fn piece(self, from: Square, rest: &str) -> Result<Move, ParseMoveError> {
        if rest.starts_with('=') {
            let promotion = self
                .promotion(rest)?
                .ok_or_else(|| self.error(rest, ParseMoveErrorKind::Promotion))?;
            return Ok(Move::Promote { square: from, promotion });
        }
        let start = self.whole.len() - rest.len();
        let (to, rest) =
            split_square(rest).ok_or_else(|| self.error(rest, ParseMoveErrorKind::Syntax))?;
        let to =
            to.ok_or_else(|| self.error_before(rest, start, ParseMoveErrorKind::NoSuchArrival))?;
        Ok(Move::Piece { from, to, promotion: self.promotion(rest)? })
    }

    fn board(self, from: Pin, rest: &str) -> Result<Move, ParseMoveError> {
        if let Some(turn) = rest.strip_prefix('^') {
            return match turn.strip_prefix("180") {
                Some("") => Ok(Move::Turn { pin: from }),
                Some(left) if !left.starts_with(|c: char| c.is_ascii_digit()) => {
                    Err(self.error(left, ParseMoveErrorKind::Leftover))
                }
                _ => Err(self.error(rest, ParseMoveErrorKind::Rotation { from, to: from })),
            };
        }
        if let Some((to, _)) = rest.strip_prefix(['x', '×']).and_then(split_pin) {
            return Err(self.error(rest, ParseMoveErrorKind::BoardCapture { from, to }));
        }
        let (to, rest) = rest
            .strip_prefix('-')
            .and_then(split_pin)
            .ok_or_else(|| self.error(rest, ParseMoveErrorKind::Syntax))?;
        let (turned, rest) = match rest.strip_prefix('^') {
            None => (false, rest),
            Some(turn) => match turn.strip_prefix("180") {
                Some(rest) if !rest.starts_with(|c: char| c.is_ascii_digit()) => (true, rest),
                _ => return Err(self.error(rest, ParseMoveErrorKind::Rotation { from, to })),
            },
        };
        Ok(Move::Board { from, to, turned, promotion: self.promotion(rest)? })
    }

    /// The promotion at the end of a move, if there is one.
    fn promotion(self, rest: &str) -> Result<Option<Promotion>, ParseMoveError> {
        if rest.is_empty() {
            return Ok(None);
        }
        let Some(choice) = rest.strip_prefix('=') else {
            return Err(self.error(rest, ParseMoveErrorKind::Leftover));
        };
        let mut letters = choice.chars();
        let promotion = letters
            .next()
            .and_then(Promotion::from_letter)
            .ok_or_else(|| self.error(rest, ParseMoveErrorKind::Promotion))?;
        match letters.as_str() {
            "" => Ok(Some(promotion)),
            left => Err(self.error(left, ParseMoveErrorKind::Leftover)),
        }
    }
}
