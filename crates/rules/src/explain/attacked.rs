//! Attacked columns of a side, and how a move would change the attacked squares.

use crate::{Color, Column, Move, Position, Square, SquareSet};

/// A column that a side attacks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AttackedColumn {
    /// The column.
    pub column: Column,
    /// How many pieces attack a square of it.
    pub attackers: usize,
    /// Its squares that are attacked.
    pub squares: Vec<Square>,
}

/// How a move changes the squares that a side attacks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AttackChange {
    /// The side.
    pub color: Color,
    /// Squares that are attacked only after the move. Some may not exist before it.
    pub gained: Vec<Square>,
    /// Squares that are attacked only before the move. Some may not exist after it.
    pub lost: Vec<Square>,
}

impl Position {
    /// The columns that a side attacks, in order.
    #[must_use]
    pub fn attacked_columns(&self, by: Color) -> Vec<AttackedColumn> {
        let attacks: Vec<SquareSet> =
            self.pieces_of(by).iter().map(|square| self.attacks_from(square)).collect();
        let all = attacks.iter().fold(SquareSet::EMPTY, |all, &squares| all | squares);
        let attacked = |column: Column| AttackedColumn {
            column,
            attackers: attacks.iter().filter(|squares| squares.columns().contains(column)).count(),
            squares: sorted(all.in_columns(crate::ColumnSet::of(column))),
        };
        all.columns().iter().map(attacked).collect()
    }

    /// How a legal move changes the squares that each side attacks: White, then Black.
    #[must_use]
    pub fn attack_changes(&self, mv: Move) -> [AttackChange; 2] {
        let mut after = self.clone();
        after.play_unchecked(mv);
        Color::ALL.map(|color| {
            let (old, new) = (self.attacked_by(color), after.attacked_by(color));
            AttackChange { color, gained: sorted(new.without(old)), lost: sorted(old.without(new)) }
        })
    }
}

pub(super) fn sorted(squares: SquareSet) -> Vec<Square> {
    let mut squares: Vec<Square> = squares.iter().collect();
    squares.sort_unstable();
    squares
}
