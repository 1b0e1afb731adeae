//! The two lines, the twelve pins for attack boards, and sets of pins.

use super::set_traits::set_traits;
use std::{fmt, str::FromStr};

use crate::{Color, Column, ColumnSet, File, Level, Rank, Square, SquareSet, names::named};

named! {
    /// One of the two lines of pins.
    #[repr(u8)]
    Line {
        /// `QL`, over files z and a.
        Queen "QL",
        /// `KL`, over files d and e.
        King "KL",
    }
}

impl Line {
    /// The other line.
    #[must_use]
    pub const fn other(self) -> Line {
        match self {
            Line::Queen => Line::King,
            Line::King => Line::Queen,
        }
    }

    /// The two files its boards cover, left to right.
    #[must_use]
    pub const fn files(self) -> [File; 2] {
        match self {
            Line::Queen => [File::Z, File::A],
            Line::King => [File::D, File::E],
        }
    }

    /// The file on which its boards overlap the main boards: a or d.
    #[must_use]
    pub const fn inner_file(self) -> File {
        match self {
            Line::Queen => File::A,
            Line::King => File::D,
        }
    }

    /// All columns of its two files.
    #[must_use]
    pub const fn columns(self) -> ColumnSet {
        const QUEEN: u64 = {
            let mut bits = 0;
            let mut rank = 0;
            while rank < 10 {
                bits |= 0b11 << (rank * 6);
                rank += 1;
            }
            bits
        };
        match self {
            Line::Queen => ColumnSet(QUEEN),
            Line::King => ColumnSet(QUEEN << 4),
        }
    }

    /// All squares of attack boards on its pins.
    #[must_use]
    pub const fn squares(self) -> SquareSet {
        const SQUARES: [SquareSet; 2] = [Line::Queen.all_squares(), Line::King.all_squares()];
        SQUARES[self as usize]
    }

    const fn all_squares(self) -> SquareSet {
        let mut squares = SquareSet::EMPTY;
        let mut index = self as usize;
        while index < Pin::COUNT {
            squares = squares.union(Pin::at(index).squares());
            index += 2;
        }
        squares
    }
}

/// One of the twelve pins, `QL1` to `KL6`; ordered by number, the queen's line first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Pin(u8);

impl Pin {
    /// The number of pins.
    pub const COUNT: usize = 12;

    /// The pin of this line and number, if the number is 1 to 6.
    #[must_use]
    pub const fn new(line: Line, number: u8) -> Option<Pin> {
        if number >= 1 && number <= 6 { Some(Pin((number - 1) * 2 + line as u8)) } else { None }
    }

    pub(crate) const fn at(index: usize) -> Pin {
        assert!(index < Pin::COUNT);
        Pin(index as u8)
    }

    /// Its index in order of number, the queen's line first.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// All twelve pins in order.
    pub fn all() -> impl Iterator<Item = Pin> {
        (0..Pin::COUNT as u8).map(Pin)
    }

    /// Its line.
    #[must_use]
    pub const fn line(self) -> Line {
        if self.0.is_multiple_of(2) { Line::Queen } else { Line::King }
    }

    /// Its number, 1 to 6.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0 / 2 + 1
    }

    /// The lower of the two ranks of its footprint.
    #[must_use]
    pub const fn low_rank(self) -> Rank {
        const LOW: [u8; 6] = [0, 4, 2, 6, 4, 8];
        match Rank::new(LOW[self.0 as usize / 2]) {
            Some(rank) => rank,
            None => unreachable!(),
        }
    }

    /// The main board above whose corner it is.
    ///
    /// ```
    /// use trid_rules::{Level, Pin};
    ///
    /// assert_eq!("QL1".parse::<Pin>()?.over(), Level::W);
    /// assert_eq!("KL6".parse::<Pin>()?.over(), Level::B);
    /// # Ok::<(), trid_rules::geometry::ParsePinError>(())
    /// ```
    #[must_use]
    pub const fn over(self) -> Level {
        match self.number() {
            1 | 2 => Level::W,
            3 | 4 => Level::N,
            _ => Level::B,
        }
    }

    /// The four columns that a board on it covers.
    ///
    /// ```
    /// use trid_rules::Pin;
    ///
    /// let pin: Pin = "QL1".parse()?;
    /// let columns: Vec<_> = pin.footprint().iter().map(|column| column.to_string()).collect();
    /// assert_eq!(columns, ["z0", "a0", "z1", "a1"]);
    /// # Ok::<(), trid_rules::geometry::ParsePinError>(())
    /// ```
    #[must_use]
    pub const fn footprint(self) -> ColumnSet {
        static FOOTPRINTS: [ColumnSet; Pin::COUNT] = {
            let mut footprints = [ColumnSet::EMPTY; Pin::COUNT];
            let mut index = 0;
            while index < Pin::COUNT {
                let pin = Pin::at(index);
                let first = pin.first_column();
                footprints[index] = ColumnSet(0b11 << first | 0b11 << (first + 6));
                index += 1;
            }
            footprints
        };
        FOOTPRINTS[self.index()]
    }

    /// The four squares of a board on it.
    #[must_use]
    pub const fn squares(self) -> SquareSet {
        static SQUARES: [SquareSet; Pin::COUNT] = {
            let mut squares = [SquareSet::EMPTY; Pin::COUNT];
            let mut index = 0;
            while index < Pin::COUNT {
                let pin = Pin::at(index);
                squares[index] = SquareSet::on_level(Level::Attack(pin));
                index += 1;
            }
            squares
        };
        SQUARES[self.index()]
    }

    /// All squares of the four columns that a board on it covers, whether or not they exist.
    #[inline]
    pub(crate) const fn shaft(self) -> SquareSet {
        static SHAFTS: [SquareSet; Pin::COUNT] = {
            let mut shafts = [SquareSet::EMPTY; Pin::COUNT];
            let mut index = 0;
            while index < Pin::COUNT {
                shafts[index] = SquareSet::through(Pin::at(index).footprint());
                index += 1;
            }
            shafts
        };
        SHAFTS[self.index()]
    }

    /// The index of the lowest column of its footprint.
    const fn first_column(self) -> u8 {
        self.low_rank().number() * 6 + self.line().files()[0] as u8
    }

    /// The square at x (0: files z, d; 1: files a, e) and y (0: lower rank; 1: higher) of a board on it.
    #[must_use]
    pub const fn square(self, x: bool, y: bool) -> Square {
        let first = self.first_column();
        let column = Column::at((first + x as u8 + 6 * y as u8) as usize);
        match Square::new(column, Level::Attack(self)) {
            Some(square) => square,
            None => unreachable!(),
        }
    }

    /// The pin mirrored: number 7 - n on the same line.
    #[must_use]
    pub const fn mirrored(self) -> Pin {
        match Pin::new(self.line(), 7 - self.number()) {
            Some(pin) => pin,
            None => unreachable!(),
        }
    }
}

/// The pin at the far end of a line for this color's pawns: 6 for White, 1 for Black.
pub(crate) const fn end_pin(line: Line, color: Color) -> Pin {
    match color {
        Color::White => Pin::at(10 + line as usize),
        Color::Black => Pin::at(line as usize),
    }
}

impl fmt::Display for Pin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.line().name(), self.number())
    }
}

/// A text that is not the name of a pin.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParsePinError(pub(crate) String);

impl fmt::Display for ParsePinError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} is not a pin, expected QL1 to QL6 or KL1 to KL6", self.0)
    }
}

impl std::error::Error for ParsePinError {}

impl FromStr for Pin {
    type Err = ParsePinError;

    fn from_str(text: &str) -> Result<Pin, ParsePinError> {
        match split_pin(text) {
            Some((pin, "")) => Ok(pin),
            _ => Err(ParsePinError(crate::text::excerpt(text))),
        }
    }
}

/// Splits the name of a pin off the front of a text.
pub(crate) fn split_pin(text: &str) -> Option<(Pin, &str)> {
    let [line, b'L', digit, ..] = *text.as_bytes() else {
        return None;
    };
    let line = match line {
        b'Q' => Line::Queen,
        b'K' => Line::King,
        _ => return None,
    };
    Some((Pin::new(line, digit.wrapping_sub(b'0'))?, &text[3..]))
}

/// A set of pins: bit i is the pin with index i.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct PinSet(pub(crate) u16);

impl PinSet {
    /// The empty set.
    pub const EMPTY: PinSet = PinSet(0);
    /// All twelve pins.
    pub const ALL: PinSet = PinSet((1 << Pin::COUNT) - 1);

    /// The set with one pin.
    #[must_use]
    pub const fn of(pin: Pin) -> PinSet {
        // As 32 bits: the compiler vectorises shifts of 16 bits into four times as many instructions.
        PinSet((1_u32 << pin.0) as u16)
    }

    /// The set with this pin added.
    #[must_use]
    pub const fn with(self, pin: Pin) -> PinSet {
        PinSet(self.0 | PinSet::of(pin).0)
    }

    /// The pins whose boards cover any of these columns.
    ///
    /// ```
    /// use trid_rules::{Pin, PinSet};
    ///
    /// let pin: Pin = "QL2".parse()?;
    /// assert!(PinSet::covering(pin.footprint()).contains(pin));
    /// # Ok::<(), trid_rules::geometry::ParsePinError>(())
    /// ```
    #[inline]
    #[must_use]
    pub const fn covering(columns: ColumnSet) -> PinSet {
        const FILES: u64 = ColumnSet::on_file(File::Z).0 | ColumnSet::on_file(File::D).0;
        // Fold the four columns of each footprint into the first of them, on file z or d, then put the
        // two lines side by side.
        let rows = columns.0 | columns.0 >> 1;
        let firsts = (rows | rows >> 6) & FILES;
        let lines = firsts | firsts >> 3;
        let mut pins = 0;
        let mut index = 0;
        while index < Pin::COUNT {
            pins |= (lines >> Pin::at(index).first_column() & 0b11) << index;
            index += 2;
        }
        PinSet(pins as u16)
    }

    /// Whether the set contains this pin.
    #[must_use]
    pub const fn contains(self, pin: Pin) -> bool {
        self.0 >> pin.0 & 1 != 0
    }
}

set_traits! { PinSet of Pin by Pins in word }

/// The pins of a set. See [`PinSet::iter`].
#[derive(Clone, Debug)]
pub struct Pins(PinSet);

impl Iterator for Pins {
    type Item = Pin;

    fn next(&mut self) -> Option<Pin> {
        if self.0.is_empty() {
            return None;
        }
        let pin = Pin(self.0.0.trailing_zeros() as u8);
        self.0.0 &= self.0.0 - 1;
        Some(pin)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.len(), Some(self.0.len()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn covering_pins_are_those_whose_footprints_meet_the_columns() {
        let mut random = fastrand::Rng::with_seed(1);
        for _ in 0..500 {
            let columns = ColumnSet::from_bits(random.u64(..) & random.u64(..) & random.u64(..));
            let expected = Pin::all().filter(|pin| !(pin.footprint() & columns).is_empty());
            assert_eq!(
                PinSet::covering(columns),
                expected.fold(PinSet::EMPTY, PinSet::with),
                "{columns:?}"
            );
        }
    }
}
