//! Places: what a move, an arrow or a mark can refer to.

use std::{fmt, str::FromStr};

use crate::{Pin, Square};

/// A square, or a pin with its board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Place {
    /// A square: `b4N`.
    Square(Square),
    /// A pin: `QL1`.
    Pin(Pin),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Square(square) => square.fmt(f),
            Place::Pin(pin) => pin.fmt(f),
        }
    }
}

/// A text that is neither a square nor a pin.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParsePlaceError;

impl fmt::Display for ParsePlaceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("neither a square such as b4N nor a pin such as QL1")
    }
}

impl std::error::Error for ParsePlaceError {}

impl FromStr for Place {
    type Err = ParsePlaceError;

    fn from_str(text: &str) -> Result<Place, ParsePlaceError> {
        let square = text.parse().map(Place::Square);
        square.or_else(|_| text.parse().map(Place::Pin)).map_err(|_| ParsePlaceError)
    }
}

impl TryFrom<String> for Place {
    type Error = ParsePlaceError;

    fn try_from(text: String) -> Result<Place, ParsePlaceError> {
        text.parse()
    }
}

impl From<Place> for String {
    fn from(place: Place) -> String {
        place.to_string()
    }
}
