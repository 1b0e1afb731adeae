//! Roles, pieces and promotions.

use std::fmt;

use crate::{Color, names::named};

named! {
    /// The kind of a piece, from pawn to king.
    #[repr(u8)]
    #[allow(missing_docs, reason = "the names are self-explanatory")]
    Role {
        Pawn "pawn",
        Knight "knight",
        Bishop "bishop",
        Rook "rook",
        Queen "queen",
        King "king",
    }
}

impl Role {
    /// The uppercase letter: `P N B R Q K`.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Role::Pawn => 'P',
            Role::Knight => 'N',
            Role::Bishop => 'B',
            Role::Rook => 'R',
            Role::Queen => 'Q',
            Role::King => 'K',
        }
    }

    /// The role with this uppercase letter.
    #[must_use]
    pub const fn from_letter(letter: char) -> Option<Role> {
        Some(match letter {
            'P' => Role::Pawn,
            'N' => Role::Knight,
            'B' => Role::Bishop,
            'R' => Role::Rook,
            'Q' => Role::Queen,
            'K' => Role::King,
            _ => return None,
        })
    }

    /// Whether this is a bishop, rook or queen.
    #[must_use]
    pub const fn is_line_piece(self) -> bool {
        matches!(self, Role::Bishop | Role::Rook | Role::Queen)
    }
}

named! {
    /// The role that a pawn promotes to, the queen first.
    #[repr(u8)]
    #[allow(missing_docs, reason = "the names are self-explanatory")]
    Promotion {
        Queen "queen",
        Rook "rook",
        Bishop "bishop",
        Knight "knight",
    }
}

impl Promotion {
    /// The role of the promoted piece.
    #[must_use]
    pub const fn role(self) -> Role {
        match self {
            Promotion::Queen => Role::Queen,
            Promotion::Rook => Role::Rook,
            Promotion::Bishop => Role::Bishop,
            Promotion::Knight => Role::Knight,
        }
    }

    /// The uppercase letter: `Q R B N`.
    #[must_use]
    pub const fn letter(self) -> char {
        self.role().letter()
    }

    /// The promotion with this uppercase letter.
    #[must_use]
    pub const fn from_letter(letter: char) -> Option<Promotion> {
        Some(match letter {
            'Q' => Promotion::Queen,
            'R' => Promotion::Rook,
            'B' => Promotion::Bishop,
            'N' => Promotion::Knight,
            _ => return None,
        })
    }
}

/// A piece: color and role.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Piece {
    /// Its color.
    pub color: Color,
    /// Its role.
    pub role: Role,
}

impl Piece {
    /// The letter in T-FEN: uppercase for White, lowercase for Black.
    #[must_use]
    pub const fn letter(self) -> char {
        match self.color {
            Color::White => self.role.letter(),
            Color::Black => self.role.letter().to_ascii_lowercase(),
        }
    }

    /// The piece with this letter in T-FEN.
    ///
    /// ```
    /// use trid_rules::{Color, Piece, Role};
    ///
    /// let knight = Piece { color: Color::Black, role: Role::Knight };
    /// assert_eq!(Piece::from_letter('n'), Some(knight));
    /// assert_eq!(knight.to_string(), "black knight");
    /// ```
    #[must_use]
    pub const fn from_letter(letter: char) -> Option<Piece> {
        let Some(role) = Role::from_letter(letter.to_ascii_uppercase()) else {
            return None;
        };
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        Some(Piece { color, role })
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.color, self.role)
    }
}
