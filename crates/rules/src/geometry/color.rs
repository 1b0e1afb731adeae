//! The two colors.

use std::ops::Not;

use crate::{Rank, names::named};

named! {
    /// The color of a player or a piece.
    #[repr(u8)]
    Color {
        /// Moves first, up the ranks.
        White "white",
        /// Moves second, down the ranks.
        Black "black",
    }
}

impl Color {
    /// The opposite color.
    ///
    /// ```
    /// use trid_rules::Color;
    ///
    /// assert_eq!(Color::White.other(), Color::Black);
    /// assert_eq!(!Color::White, Color::Black);
    /// ```
    #[must_use]
    pub const fn other(self) -> Color {
        match self {
            Color::White => Color::Black,
            Color::Black => Color::White,
        }
    }

    /// The letter in T-FEN: `w` or `b`.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Color::White => 'w',
            Color::Black => 'b',
        }
    }

    /// The rank on which this color castles: 0 for White, 9 for Black.
    #[must_use]
    pub const fn back_rank(self) -> Rank {
        match self {
            Color::White => Rank::MIN,
            Color::Black => Rank::MAX,
        }
    }
}

impl Not for Color {
    type Output = Color;

    fn not(self) -> Color {
        self.other()
    }
}
