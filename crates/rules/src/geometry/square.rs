//! Squares: columns on a level.

use std::{cmp::Ordering, fmt, num::NonZeroU8, str::FromStr};

use super::level::split_level;
use crate::{Column, File, Level, Line, Pin, Rank, text::sentences};

/// One of the 96 possible squares: 48 on the main boards and four over each pin.
///
/// Ordered as in T-FEN: by level, then rank, then file. Internally, a square is its bit in a
/// [`SquareSet`](crate::SquareSet).
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Square(NonZeroU8);

impl Square {
    /// The number of possible squares.
    pub const COUNT: usize = 96;

    /// All 96 squares in order.
    pub const ALL: [Square; Square::COUNT] = {
        let mut all = [Square::of_code(0); Square::COUNT];
        let mut count = 0;
        let mut level = 0;
        while level < Level::ALL.len() {
            let mut column = 0;
            while column < Column::COUNT {
                if let Some(square) = Square::new(Column::at(column), Level::ALL[level]) {
                    all[count] = square;
                    count += 1;
                }
                column += 1;
            }
            level += 1;
        }
        assert!(count == Square::COUNT);
        all
    };

    /// The square of this column on this level, if the level covers the column.
    #[must_use]
    pub const fn new(column: Column, level: Level) -> Option<Square> {
        if level.columns().contains(column) {
            Some(Square::of_code(bit_of(column, level)))
        } else {
            None
        }
    }

    /// The square with this bit in a set.
    #[inline]
    pub(crate) const fn of_code(code: u8) -> Square {
        debug_assert!(code < 128);
        match NonZeroU8::new((code & 127) + 1) {
            Some(code) => Square(code),
            None => unreachable!(),
        }
    }

    /// Its bit in a set: an index into tables of 128.
    #[inline]
    pub(crate) const fn code(self) -> u8 {
        (self.0.get() - 1) & 127
    }

    /// Its index in [`Square::ALL`].
    #[must_use]
    pub const fn index(self) -> usize {
        static INDEX: [u8; 128] = {
            let mut table = [0; 128];
            let mut index = 0;
            while index < Square::COUNT {
                table[Square::ALL[index].code() as usize] = index as u8;
                index += 1;
            }
            table
        };
        INDEX[self.code() as usize] as usize
    }

    /// Its column.
    #[must_use]
    pub const fn column(self) -> Column {
        /// By the value inside the square, which needs no conversion and no bounds check.
        static COLUMNS: [Column; 256] = {
            let mut table = [Column::at(0); 256];
            let mut level = 0;
            while level < Level::ALL.len() {
                let mut column = 0;
                while column < Column::COUNT {
                    if Level::ALL[level].columns().contains(Column::at(column)) {
                        let code = bit_of(Column::at(column), Level::ALL[level]);
                        table[code as usize + 1] = Column::at(column);
                    }
                    column += 1;
                }
                level += 1;
            }
            table
        };
        COLUMNS[self.0.get() as usize]
    }

    /// Its file.
    #[must_use]
    pub const fn file(self) -> File {
        self.column().file()
    }

    /// Its rank.
    #[must_use]
    pub const fn rank(self) -> Rank {
        self.column().rank()
    }

    /// Its level.
    ///
    /// ```
    /// use trid_rules::{Level, Square};
    ///
    /// let square: Square = "b4N".parse()?;
    /// assert_eq!(square.level(), Level::N);
    /// let corner: Square = "z0QL1".parse()?;
    /// assert_eq!(corner.level(), Level::Attack("QL1".parse()?));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn level(self) -> Level {
        static LEVELS: [Level; 128] = {
            let mut table = [Level::W; 128];
            let mut level = 0;
            while level < Level::ALL.len() {
                let mut column = 0;
                while column < Column::COUNT {
                    if let Some(square) = Square::new(Column::at(column), Level::ALL[level]) {
                        table[square.code() as usize] = Level::ALL[level];
                    }
                    column += 1;
                }
                level += 1;
            }
            table
        };
        LEVELS[self.code() as usize]
    }

    /// The pin of its board, if it is a square of an attack board.
    #[must_use]
    pub const fn pin(self) -> Option<Pin> {
        self.level().pin()
    }

    /// Whether it is a square of an attack board.
    ///
    /// ```
    /// use trid_rules::Square;
    ///
    /// assert_eq!(Square::ALL.iter().filter(|square| square.is_on_attack_board()).count(), 48);
    /// ```
    #[must_use]
    pub const fn is_on_attack_board(self) -> bool {
        self.code() >= 64
    }

    /// Its coordinates (x, y) on its attack board: x is 1 on files a and e, y is 1 on the higher rank.
    #[must_use]
    pub const fn local(self) -> Option<(bool, bool)> {
        match self.pin() {
            Some(pin) => Some((
                self.file() as u8 != pin.line().files()[0] as u8,
                self.rank().number() != pin.low_rank().number(),
            )),
            None => None,
        }
    }

    /// Whether it is dark.
    #[must_use]
    pub const fn is_dark(self) -> bool {
        self.column().is_dark()
    }

    /// The square mirrored: rank 9 - r on the mirrored level (W and B, pin n and 7 - n).
    #[must_use]
    pub const fn mirrored(self) -> Square {
        match Square::new(self.column().mirrored(), self.level().mirrored()) {
            Some(square) => square,
            None => unreachable!(),
        }
    }
}

/// The bit of a square in a set. All 96 squares fit 128 bits without collision: the first word holds W and B
/// in the order of columns and N in bits that those leave free, the second word the attack boards likewise,
/// with pin 5, which shares its columns with pin 2, in free bits.
const fn bit_of(column: Column, level: Level) -> u8 {
    let bit = column.index() as u8;
    match level {
        Level::W | Level::B => bit,
        Level::N if matches!(column.file(), File::A | File::B) => bit + N_LEFT_SHIFT,
        Level::N => (bit + N_RIGHT_SHIFT) % 64,
        Level::Attack(pin) if pin.number() != 5 => 64 + bit,
        Level::Attack(pin) if matches!(pin.line(), Line::Queen) => 64 + bit + QL5_SHIFT,
        Level::Attack(_) => 64 + bit + KL5_SHIFT,
    }
}

/// How far the bits of files a and b of N are shifted.
pub(super) const N_LEFT_SHIFT: u8 = 4;
/// How far the bits of files c and d of N are rotated.
pub(super) const N_RIGHT_SHIFT: u8 = 26;
/// How far the bits of QL5 are shifted.
pub(super) const QL5_SHIFT: u8 = 2;
/// How far the bits of KL5 are shifted.
pub(super) const KL5_SHIFT: u8 = 10;

impl PartialOrd for Square {
    fn partial_cmp(&self, other: &Square) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Square {
    fn cmp(&self, other: &Square) -> Ordering {
        self.index().cmp(&other.index())
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.column(), self.level())
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

sentences! {
    /// A text that is not the name of a square.
    ParseSquareError {
        /// It is not a file, a rank and a level.
        Syntax(text: String) =>
            "{text:?} is not a square, expected file (z a b c d e), rank (0-9) and level (W N B QL1-QL6 KL1-KL6)";
        /// The level does not cover the column (`c9B`, `z1W`).
        OffLevel(text: String) => "there is no square {text:?}: that level does not cover that column";
    }
}

impl std::error::Error for ParseSquareError {}

impl FromStr for Square {
    type Err = ParseSquareError;

    fn from_str(text: &str) -> Result<Square, ParseSquareError> {
        match split_square(text) {
            Some((square, "")) => {
                square.ok_or_else(|| ParseSquareError::OffLevel(crate::text::excerpt(text)))
            }
            _ => Err(ParseSquareError::Syntax(crate::text::excerpt(text))),
        }
    }
}

/// Splits the name of a square off the front of a text: the square (`None` where its level does not
/// cover its column) and the rest. `None` if the text does not begin with a file, a rank and a level.
pub(crate) fn split_square(text: &str) -> Option<(Option<Square>, &str)> {
    let mut chars = text.chars();
    let file = File::from_letter(chars.next()?)?;
    let rank = Rank::new(u8::try_from(chars.next()?.to_digit(10)?).ok()?)?;
    let (level, rest) = split_level(chars.as_str())?;
    Some((Square::new(Column::new(file, rank), level), rest))
}
