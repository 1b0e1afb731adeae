//! Files, ranks, columns, and sets of columns as 60-bit bitboards.

use super::set_traits::set_traits;
use std::fmt;

use crate::Color;

/// A file, `z a b c d e` from the queen's line to the king's line.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[allow(missing_docs, reason = "the names are self-explanatory")]
pub enum File {
    Z = 0,
    A = 1,
    B = 2,
    C = 3,
    D = 4,
    E = 5,
}

impl File {
    /// All six files, `z` first.
    pub const ALL: [File; 6] = [File::Z, File::A, File::B, File::C, File::D, File::E];

    /// The letter in notation.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            File::Z => 'z',
            File::A => 'a',
            File::B => 'b',
            File::C => 'c',
            File::D => 'd',
            File::E => 'e',
        }
    }

    /// The file with this lowercase letter.
    #[must_use]
    pub const fn from_letter(letter: char) -> Option<File> {
        Some(match letter {
            'z' => File::Z,
            'a' => File::A,
            'b' => File::B,
            'c' => File::C,
            'd' => File::D,
            'e' => File::E,
            _ => return None,
        })
    }
}

impl fmt::Display for File {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// A rank, 0 (White's end) to 9 (Black's end).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Rank(u8);

impl Rank {
    /// Rank 0, White's back rank.
    pub const MIN: Rank = Rank(0);
    /// Rank 9, Black's back rank.
    pub const MAX: Rank = Rank(9);

    /// The rank with this number, if it is 0 to 9.
    #[must_use]
    pub const fn new(number: u8) -> Option<Rank> {
        if number <= 9 { Some(Rank(number)) } else { None }
    }

    /// The number, 0 to 9.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The rank mirrored: 9 - r.
    #[must_use]
    pub const fn mirrored(self) -> Rank {
        Rank(9 - self.0)
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// One of the 60 columns: a file and a rank, without a level.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Column(u8);

impl Column {
    /// The number of columns.
    pub const COUNT: usize = 60;

    /// The column of this file and rank.
    #[must_use]
    pub const fn new(file: File, rank: Rank) -> Column {
        Column(rank.0 * 6 + file as u8)
    }

    /// The column with this index, rank by rank from `z0`, if it is below 60.
    #[must_use]
    pub const fn from_index(index: u8) -> Option<Column> {
        if index < Column::COUNT as u8 { Some(Column(index)) } else { None }
    }

    pub(crate) const fn at(index: usize) -> Column {
        assert!(index < Column::COUNT);
        Column(index as u8)
    }

    /// Its index, rank by rank from `z0`.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Its file.
    #[must_use]
    pub const fn file(self) -> File {
        File::ALL[self.0 as usize % 6]
    }

    /// Its rank.
    #[must_use]
    pub const fn rank(self) -> Rank {
        Rank(self.0 / 6)
    }

    /// All 60 columns, rank by rank.
    pub fn all() -> impl Iterator<Item = Column> {
        (0..Column::COUNT as u8).map(Column)
    }

    /// The column `files` to the right and `ranks` up, if it is on the map.
    ///
    /// ```
    /// use trid_rules::{Column, File, Rank};
    ///
    /// let b4 = Column::new(File::B, Rank::new(4).unwrap());
    /// assert_eq!(b4.offset(1, 2).unwrap().to_string(), "c6");
    /// assert_eq!(b4.offset(-3, 0), None);
    /// ```
    #[must_use]
    pub const fn offset(self, files: i8, ranks: i8) -> Option<Column> {
        let file = (self.0 % 6) as i8 + files;
        let rank = (self.0 / 6) as i8 + ranks;
        if file >= 0 && file < 6 && rank >= 0 && rank < 10 {
            Some(Column((rank * 6 + file) as u8))
        } else {
            None
        }
    }

    /// The next column in front of a pawn of this side, if it is on the map.
    #[must_use]
    pub const fn ahead(self, color: Color) -> Option<Column> {
        match color {
            Color::White => Column::from_index(self.0 + 6),
            Color::Black if self.0 < 6 => None,
            Color::Black => Some(Column(self.0 - 6)),
        }
    }

    /// Whether its squares are dark: file + rank is even.
    #[must_use]
    pub const fn is_dark(self) -> bool {
        (self.0 % 6 + self.0 / 6).is_multiple_of(2)
    }

    /// The column mirrored: rank 9 - r.
    #[must_use]
    pub const fn mirrored(self) -> Column {
        Column::new(self.file(), self.rank().mirrored())
    }
}

impl fmt::Display for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file(), self.rank())
    }
}

/// A set of columns: bit i is the column with index i.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct ColumnSet(pub(crate) u64);

impl ColumnSet {
    /// The empty set.
    pub const EMPTY: ColumnSet = ColumnSet(0);
    /// All 60 columns.
    pub const ALL: ColumnSet = ColumnSet((1 << Column::COUNT) - 1);

    /// The set with one column.
    #[must_use]
    pub const fn of(column: Column) -> ColumnSet {
        ColumnSet(1 << column.0)
    }

    /// The set with these bits. Bits 60 to 63 are ignored.
    #[must_use]
    pub const fn from_bits(bits: u64) -> ColumnSet {
        ColumnSet(bits & ColumnSet::ALL.0)
    }

    /// The ten columns of a file.
    ///
    /// ```
    /// use trid_rules::{ColumnSet, File, Rank};
    ///
    /// let cross = ColumnSet::on_file(File::B) | ColumnSet::on_rank(Rank::MIN);
    /// assert_eq!(cross.len(), 10 + 6 - 1);
    /// assert_eq!((!cross).len(), 60 - 15);
    /// ```
    #[must_use]
    pub const fn on_file(file: File) -> ColumnSet {
        const FIRST: u64 = {
            let mut bits = 0;
            let mut rank = 0;
            while rank < 10 {
                bits |= 1 << (rank * 6);
                rank += 1;
            }
            bits
        };
        ColumnSet(FIRST << file as u64)
    }

    /// The six columns of a rank.
    #[must_use]
    pub const fn on_rank(rank: Rank) -> ColumnSet {
        ColumnSet(0b11_1111 << (rank.0 * 6))
    }

    /// The bits, column by column from `z0`.
    #[must_use]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// Whether the set contains this column.
    #[must_use]
    pub const fn contains(self, column: Column) -> bool {
        self.0 >> column.0 & 1 != 0
    }

    /// The only column, if there is exactly one.
    #[inline]
    #[must_use]
    pub const fn single(self) -> Option<Column> {
        if self.0 & self.0.wrapping_sub(1) == 0 { self.first() } else { None }
    }

    /// The column with the lowest index.
    #[must_use]
    pub const fn first(self) -> Option<Column> {
        if self.0 == 0 { None } else { Some(Column(self.0.trailing_zeros() as u8)) }
    }
}

set_traits! { ColumnSet of Column by Columns in word }

/// The columns of a set. See [`ColumnSet::iter`].
#[derive(Clone, Debug)]
pub struct Columns(ColumnSet);

impl Iterator for Columns {
    type Item = Column;

    fn next(&mut self) -> Option<Column> {
        let column = self.0.first()?;
        self.0.0 &= self.0.0 - 1;
        Some(column)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.len(), Some(self.0.len()))
    }
}
