//! Sets of squares as 128-bit bitboards.

use super::set_traits::set_traits;
use std::ops::ControlFlow;

use super::square::{KL5_SHIFT, N_LEFT_SHIFT, N_RIGHT_SHIFT, QL5_SHIFT};
use crate::{Column, ColumnSet, Level, Line, Pin, Square};

/// A set of squares: main boards in the first word, attack boards in the second.
///
/// Aligned, so that SSE instructions read it from memory as an operand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
#[repr(align(16))]
pub struct SquareSet(pub(crate) [u64; 2]);

/// The columns of W and B, which share no rank.
const WHITE_AND_BLACK: u64 = Level::W.columns().0 | Level::B.columns().0;
/// The columns of files a and b of N.
const N_LEFT: u64 = Level::N.columns().0 & (0b110 * FILE_Z);
/// The columns of files c and d of N.
const N_RIGHT: u64 = Level::N.columns().0 & (0b1_1000 * FILE_Z);
/// The columns of all attack boards.
const BOARDS: u64 = Line::Queen.columns().0 | Line::King.columns().0;
const QL5: u64 = Pin::at(8).footprint().0;
const KL5: u64 = Pin::at(9).footprint().0;
const FILE_Z: u64 = ColumnSet::on_file(crate::File::Z).0;

impl SquareSet {
    /// The empty set.
    pub const EMPTY: SquareSet = SquareSet([0; 2]);

    /// All 96 squares.
    pub const ALL: SquareSet = {
        let mut set = SquareSet::EMPTY;
        let mut index = 0;
        while index < Square::COUNT {
            set.toggle(Square::ALL[index]);
            index += 1;
        }
        set
    };

    /// All bits, also those of no square.
    pub(crate) const EVERY_BIT: SquareSet = SquareSet([!0; 2]);

    /// The 48 squares of the main boards.
    pub const MAIN: SquareSet = SquareSet::on_level(Level::W)
        .union(SquareSet::on_level(Level::N))
        .union(SquareSet::on_level(Level::B));

    /// The set with one square.
    #[inline]
    #[must_use]
    pub const fn of(square: Square) -> SquareSet {
        static SINGLES: [SquareSet; 128] = {
            let mut table = [SquareSet::EMPTY; 128];
            let mut code = 0;
            while code < 128 {
                table[code].0[code / 64] = 1 << (code % 64);
                code += 1;
            }
            table
        };
        SINGLES[square.code() as usize]
    }

    /// The squares of a level: sixteen of a main board, four of an attack board.
    ///
    /// ```
    /// use trid_rules::{Level, SquareSet};
    ///
    /// assert_eq!(SquareSet::on_level(Level::N).len(), 16);
    /// assert_eq!((SquareSet::MAIN & SquareSet::on_level(Level::N)).len(), 16);
    /// ```
    #[must_use]
    pub const fn on_level(level: Level) -> SquareSet {
        let mut set = SquareSet::EMPTY;
        let mut column = 0;
        while column < Column::COUNT {
            if let Some(square) = Square::new(Column::at(column), level) {
                set.toggle(square);
            }
            column += 1;
        }
        set
    }

    /// All squares of these columns, whether or not they exist now.
    ///
    /// ```
    /// use trid_rules::{ColumnSet, Square, SquareSet};
    ///
    /// let square: Square = "a4N".parse()?;
    /// let names: Vec<_> = SquareSet::through(ColumnSet::of(square.column()))
    ///     .iter()
    ///     .map(|square| square.to_string())
    ///     .collect();
    /// assert_eq!(names, ["a4W", "a4N", "a4QL2", "a4QL5"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    #[must_use]
    pub const fn through(columns: ColumnSet) -> SquareSet {
        let columns = columns.0;
        SquareSet([
            columns & WHITE_AND_BLACK
                | (columns & N_LEFT) << N_LEFT_SHIFT
                | (columns & N_RIGHT).rotate_left(N_RIGHT_SHIFT as u32),
            columns & BOARDS | (columns & QL5) << QL5_SHIFT | (columns & KL5) << KL5_SHIFT,
        ])
    }

    /// The columns of its squares by layer: W and B, N, all boards but those on pins 5, those on pins 5. No
    /// layer has two squares in a column.
    #[inline]
    const fn layers(self) -> [u64; 4] {
        let [main, boards] = self.0;
        [
            main & WHITE_AND_BLACK,
            main >> N_LEFT_SHIFT & N_LEFT | main.rotate_right(N_RIGHT_SHIFT as u32) & N_RIGHT,
            boards & BOARDS,
            boards >> QL5_SHIFT & QL5 | boards >> KL5_SHIFT & KL5,
        ]
    }

    /// Whether the set contains this square.
    #[inline]
    #[must_use]
    pub const fn contains(self, square: Square) -> bool {
        let word = if square.is_on_attack_board() { self.0[1] } else { self.0[0] };
        word >> (square.code() % 64) & 1 != 0
    }

    /// A hash of the set, the same on every machine.
    #[inline]
    #[must_use]
    pub fn fingerprint(self) -> u64 {
        self.0.into_iter().fold(0, |hash: u64, word| {
            let hash = (hash ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            hash ^ hash >> 32
        })
    }

    /// The columns with at least one square of the set.
    #[inline]
    #[must_use]
    pub const fn columns(self) -> ColumnSet {
        let [a, b, c, d] = self.layers();
        ColumnSet(a | b | c | d)
    }

    /// The columns of a set without squares on N and on pins 5. The bits of all other squares are in the
    /// order of columns.
    #[inline]
    pub(crate) fn unshifted_columns(self) -> ColumnSet {
        let columns = ColumnSet(self.0[0] | self.0[1]);
        debug_assert_eq!(columns, self.columns());
        columns
    }

    /// The number of its squares in each column.
    #[inline]
    #[must_use]
    pub const fn heights(self) -> Heights {
        let [a, b, c, d] = self.layers();
        let three = a ^ b ^ c;
        let carry = a & b | (a ^ b) & c;
        let other = three & d;
        Heights { ones: three ^ d, twos: carry ^ other, fours: carry & other }
    }

    /// Its squares in these columns.
    #[inline]
    #[must_use]
    pub const fn in_columns(self, columns: ColumnSet) -> SquareSet {
        self.intersection(SquareSet::through(columns))
    }

    /// Its squares on attack boards.
    #[inline]
    #[must_use]
    pub(crate) const fn on_boards(self) -> SquareSet {
        SquareSet([0, self.0[1]])
    }

    /// Its squares on the board of this pin.
    #[inline]
    #[must_use]
    pub(crate) const fn on_board(self, pin: Pin) -> SquareSet {
        SquareSet([0, self.0[1] & pin.squares().0[1]])
    }

    /// The square of the lowest bit; not the first in T-FEN's order.
    #[inline]
    #[must_use]
    pub const fn first(self) -> Option<Square> {
        let [main, boards] = self.0;
        if main != 0 {
            Some(lowest(0, main))
        } else if boards != 0 {
            Some(lowest(64, boards))
        } else {
            None
        }
    }

    /// The only square, if there is exactly one.
    ///
    /// ```
    /// use trid_rules::{Square, SquareSet};
    ///
    /// let square: Square = "a4N".parse()?;
    /// assert_eq!(SquareSet::of(square).single(), Some(square));
    /// assert_eq!(SquareSet::MAIN.single(), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    #[must_use]
    pub const fn single(self) -> Option<Square> {
        let [main, boards] = self.0;
        if main != 0 {
            if boards | main & (main - 1) == 0 { Some(lowest(0, main)) } else { None }
        } else if boards != 0 && boards & (boards - 1) == 0 {
            Some(lowest(64, boards))
        } else {
            None
        }
    }

    /// Visits the squares in the order of their bits until `visit` breaks. Faster than `try_for_each`.
    #[inline(always)]
    pub(crate) fn visit(self, mut visit: impl FnMut(Square) -> ControlFlow<()>) -> ControlFlow<()> {
        for word in 0..2 {
            let mut bits = self.0[word];
            while bits != 0 {
                visit(lowest(64 * word as u8, bits))?;
                bits &= bits - 1;
            }
        }
        ControlFlow::Continue(())
    }

    #[inline]
    pub(crate) const fn toggle(&mut self, square: Square) {
        let code = square.code();
        self.0[code as usize / 64] ^= 1 << (code % 64);
    }
}

/// The square of the lowest bit of a word that begins at this bit.
#[inline]
const fn lowest(start: u8, bits: u64) -> Square {
    Square::of_code(start + bits.trailing_zeros() as u8)
}

/// The number of squares of a set in each column, as bit planes, so that all columns are counted at once.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Heights {
    ones: u64,
    twos: u64,
    fours: u64,
}

impl Heights {
    /// The columns whose height has bit 0, 1 and 2 set.
    #[inline]
    pub(crate) const fn planes(self) -> [ColumnSet; 3] {
        [ColumnSet(self.ones), ColumnSet(self.twos), ColumnSet(self.fours)]
    }

    /// The number of squares of the set in these columns.
    #[inline]
    #[must_use]
    pub const fn count(self, columns: ColumnSet) -> usize {
        let mut count = (self.ones & columns.0).count_ones();
        // Most sets have no column with two squares, and hardly any has one with four.
        if self.twos & columns.0 != 0 {
            count += 2 * (self.twos & columns.0).count_ones();
        }
        if self.fours & columns.0 != 0 {
            count += 4 * (self.fours & columns.0).count_ones();
        }
        count as usize
    }
}

set_traits! { SquareSet of Square by Squares in words }

/// The squares of a set. See [`SquareSet::iter`].
#[derive(Clone, Debug)]
pub struct Squares(SquareSet);

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let SquareSet([main, boards]) = self.0;
        if main != 0 {
            self.0.0[0] = main & (main - 1);
            Some(lowest(0, main))
        } else if boards != 0 {
            self.0.0[1] = boards & (boards - 1);
            Some(lowest(64, boards))
        } else {
            None
        }
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.len(), Some(self.0.len()))
    }

    /// One loop per word. `for_each` uses this.
    #[inline(always)]
    fn fold<B, F: FnMut(B, Square) -> B>(self, start: B, mut step: F) -> B {
        let mut value = start;
        for (word, mut bits) in self.0.0.into_iter().enumerate() {
            while bits != 0 {
                value = step(value, lowest(64 * word as u8, bits));
                bits &= bits - 1;
            }
        }
        value
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heights_count_the_squares_in_columns() {
        let mut random = fastrand::Rng::with_seed(1);
        for _ in 0..500 {
            let set: SquareSet =
                Square::ALL.into_iter().filter(|_| random.usize(..4) > 0).collect();
            let columns = ColumnSet::from_bits(random.u64(..));
            let expected = set.iter().filter(|square| columns.contains(square.column())).count();
            assert_eq!(set.heights().count(columns), expected, "{set:?}");
            assert_eq!(set.heights().count(ColumnSet::ALL), set.len());
        }
    }
}
