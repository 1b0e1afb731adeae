//! Sets of squares: four layers of column bitboards.

use std::{
    fmt,
    ops::{self, ControlFlow},
};

use crate::{Column, ColumnSet, Level, Square};

/// A set of squares, one word of columns for each layer (see [`Square`]).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct SquareSet(pub(crate) [u64; 4]);

impl SquareSet {
    /// The empty set.
    pub const EMPTY: SquareSet = SquareSet([0; 4]);

    /// The 48 squares of the main boards.
    pub const MAIN: SquareSet = {
        let mut layers = [0; 4];
        let mut rank = 1;
        while rank <= 8 {
            let row = 0b01_1110 << (rank * 6);
            layers[0] |= row;
            if rank >= 3 && rank <= 6 {
                layers[1] |= row;
            }
            rank += 1;
        }
        SquareSet(layers)
    };

    /// The set with one square.
    #[must_use]
    pub const fn of(square: Square) -> SquareSet {
        let mut layers = [0; 4];
        layers[square.layer()] = 1 << square.column().index();
        SquareSet(layers)
    }

    /// The squares of a level: sixteen of a main board, four of an attack board.
    #[must_use]
    pub const fn on_level(level: Level) -> SquareSet {
        let mut layers = [0; 4];
        layers[level.layer()] = level.columns().0;
        SquareSet(layers)
    }

    /// All layers of these columns, whether or not squares exist there.
    #[must_use]
    pub(crate) const fn through(columns: ColumnSet) -> SquareSet {
        SquareSet([columns.0; 4])
    }

    /// Whether the set is empty.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0[0] | self.0[1] | self.0[2] | self.0[3] == 0
    }

    /// The number of squares in the set.
    #[must_use]
    pub const fn len(self) -> usize {
        (self.0[0].count_ones()
            + self.0[1].count_ones()
            + self.0[2].count_ones()
            + self.0[3].count_ones()) as usize
    }

    /// Whether the set contains this square.
    #[must_use]
    pub const fn contains(self, square: Square) -> bool {
        self.0[square.layer()] >> square.column().index() & 1 != 0
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
    #[must_use]
    pub const fn columns(self) -> ColumnSet {
        ColumnSet(self.0[0] | self.0[1] | self.0[2] | self.0[3])
    }

    /// The number of its squares in each column.
    #[inline]
    #[must_use]
    pub const fn heights(self) -> Heights {
        let [a, b, c, d] = self.0;
        let three = a ^ b ^ c;
        let carry = a & b | (a ^ b) & c;
        let other = three & d;
        Heights { ones: three ^ d, twos: carry ^ other, fours: carry & other }
    }

    /// Its squares in these columns.
    #[must_use]
    pub fn in_columns(self, columns: ColumnSet) -> SquareSet {
        SquareSet(self.0.map(|layer| layer & columns.0))
    }

    /// The squares that are not in `other`.
    #[must_use]
    pub fn without(self, other: SquareSet) -> SquareSet {
        SquareSet(std::array::from_fn(|layer| self.0[layer] & !other.0[layer]))
    }

    /// The first square, by layer and column, not in T-FEN's order.
    #[must_use]
    pub const fn first(self) -> Option<Square> {
        let mut layer = 0;
        while layer < 4 {
            if self.0[layer] != 0 {
                return Some(Square::on_layer(layer, Column::lowest(self.0[layer])));
            }
            layer += 1;
        }
        None
    }

    /// The only square, if there is exactly one.
    #[must_use]
    pub const fn single(self) -> Option<Square> {
        let Some(first) = self.first() else { return None };
        let mut rest = self;
        rest.toggle(first);
        if rest.is_empty() { Some(first) } else { None }
    }

    /// Visits the squares until `visit` breaks. Faster than the iterator, which searches for the next layer at every square.
    #[inline]
    pub(crate) fn visit(self, mut visit: impl FnMut(Square) -> ControlFlow<()>) -> ControlFlow<()> {
        for layer in 0..4 {
            let mut columns = self.0[layer];
            while columns != 0 {
                visit(Square::on_layer(layer, Column::lowest(columns)))?;
                columns &= columns - 1;
            }
        }
        ControlFlow::Continue(())
    }

    pub(crate) const fn toggle(&mut self, square: Square) {
        self.0[square.layer()] ^= 1 << square.column().index();
    }
}

/// The number of squares of a set in each column, as bit planes, so that all columns are counted at once.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Heights {
    ones: u64,
    twos: u64,
    fours: u64,
}

impl Heights {
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

impl ops::BitOr for SquareSet {
    type Output = SquareSet;
    fn bitor(self, other: SquareSet) -> SquareSet {
        SquareSet(std::array::from_fn(|layer| self.0[layer] | other.0[layer]))
    }
}

impl ops::BitOrAssign for SquareSet {
    fn bitor_assign(&mut self, other: SquareSet) {
        *self = *self | other;
    }
}

impl ops::BitAnd for SquareSet {
    type Output = SquareSet;
    fn bitand(self, other: SquareSet) -> SquareSet {
        SquareSet(std::array::from_fn(|layer| self.0[layer] & other.0[layer]))
    }
}

impl FromIterator<Square> for SquareSet {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> SquareSet {
        squares.into_iter().fold(SquareSet::EMPTY, |set, square| set | SquareSet::of(square))
    }
}

impl Iterator for SquareSet {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let square = self.first()?;
        self.0[square.layer()] &= self.0[square.layer()] - 1;
        Some(square)
    }

    /// Goes layer by layer, instead of searching for the next layer at every square. `for_each` uses this.
    #[inline]
    fn fold<B, F: FnMut(B, Square) -> B>(self, start: B, mut step: F) -> B {
        let mut value = start;
        for layer in 0..4 {
            let mut columns = self.0[layer];
            while columns != 0 {
                value = step(value, Square::on_layer(layer, Column::lowest(columns)));
                columns &= columns - 1;
            }
        }
        value
    }
}

impl fmt::Debug for SquareSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
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
            let expected = set.filter(|square| columns.contains(square.column())).count();
            assert_eq!(set.heights().count(columns), expected, "{set:?}");
            assert_eq!(set.heights().count(ColumnSet::ALL), set.len());
        }
    }
}
