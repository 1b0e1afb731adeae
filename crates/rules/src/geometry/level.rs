//! Levels: main boards, and attack boards on their pins.

use std::{cmp::Ordering, fmt};

use super::pin::split_pin;
use crate::{Column, ColumnSet, File, Line, Pin, Rank, Square};

/// A level: a main board, or the attack board on a pin. Ordered from lowest to highest as in T-FEN.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Level {
    /// White's main board, the lowest.
    W,
    /// The neutral main board.
    N,
    /// Black's main board, the highest.
    B,
    /// The attack board on this pin.
    Attack(Pin),
}

impl Level {
    /// All fifteen levels, lowest first: `W QL1 KL1 QL2 KL2 N QL3 KL3 QL4 KL4 B QL5 KL5 QL6 KL6`.
    pub const ALL: [Level; 15] = {
        let mut all = [Level::W; 15];
        let mut index = 0;
        while index < 12 {
            all[index + 1 + index / 4] = Level::Attack(Pin::at(index));
            index += 1;
        }
        all[5] = Level::N;
        all[10] = Level::B;
        all
    };

    /// The three main boards, lowest first.
    pub const MAIN: [Level; 3] = [Level::W, Level::N, Level::B];

    /// Its index in [`Level::ALL`].
    #[must_use]
    pub const fn index(self) -> usize {
        match self {
            Level::W => 0,
            Level::N => 5,
            Level::B => 10,
            Level::Attack(pin) => pin.index() + 1 + pin.index() / 4,
        }
    }

    /// The pin of an attack board's level.
    #[must_use]
    pub const fn pin(self) -> Option<Pin> {
        match self {
            Level::Attack(pin) => Some(pin),
            Level::W | Level::N | Level::B => None,
        }
    }

    /// The lowest of its ranks.
    #[must_use]
    pub const fn low_rank(self) -> Rank {
        let number = match self {
            Level::W => 1,
            Level::N => 3,
            Level::B => 5,
            Level::Attack(pin) => return pin.low_rank(),
        };
        match Rank::new(number) {
            Some(rank) => rank,
            None => unreachable!(),
        }
    }

    /// The columns it covers.
    #[must_use]
    pub const fn columns(self) -> ColumnSet {
        /// Files a to d of ranks 0 to 3.
        const SIXTEEN: u64 = 0b01_1110 | 0b01_1110 << 6 | 0b01_1110 << 12 | 0b01_1110 << 18;
        match self {
            Level::W => ColumnSet(SIXTEEN << 6),
            Level::N => ColumnSet(SIXTEEN << 18),
            Level::B => ColumnSet(SIXTEEN << 30),
            Level::Attack(pin) => pin.footprint(),
        }
    }

    /// The level mirrored: W and B change places, and so do the pins n and 7 - n.
    pub(super) const fn mirrored(self) -> Level {
        match self {
            Level::W => Level::B,
            Level::N => Level::N,
            Level::B => Level::W,
            Level::Attack(pin) => Level::Attack(pin.mirrored()),
        }
    }

    /// Its files, left to right.
    #[must_use]
    pub const fn files(self) -> &'static [File] {
        match self {
            Level::Attack(pin) => match pin.line() {
                Line::Queen => &[File::Z, File::A],
                Line::King => &[File::D, File::E],
            },
            Level::W | Level::N | Level::B => &[File::A, File::B, File::C, File::D],
        }
    }

    /// Its ranks, lowest first: four on a main board, two on an attack board.
    pub fn ranks(self) -> impl DoubleEndedIterator<Item = Rank> {
        let low = self.low_rank().number();
        (low..low + self.files().len() as u8).filter_map(Rank::new)
    }

    /// Its squares, rank by rank from the lowest.
    pub fn squares(self) -> impl Iterator<Item = Square> {
        self.ranks().flat_map(move |rank| {
            self.files().iter().filter_map(move |&file| Square::new(Column::new(file, rank), self))
        })
    }
}

impl PartialOrd for Level {
    fn partial_cmp(&self, other: &Level) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Level {
    fn cmp(&self, other: &Level) -> Ordering {
        self.index().cmp(&other.index())
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Level::W => f.write_str("W"),
            Level::N => f.write_str("N"),
            Level::B => f.write_str("B"),
            Level::Attack(pin) => pin.fmt(f),
        }
    }
}

/// Splits the name of a level off the front of a text.
pub(crate) fn split_level(text: &str) -> Option<(Level, &str)> {
    let level = match text.bytes().next()? {
        b'W' => Level::W,
        b'N' => Level::N,
        b'B' => Level::B,
        _ => {
            let (pin, rest) = split_pin(text)?;
            return Some((Level::Attack(pin), rest));
        }
    };
    Some((level, &text[1..]))
}
