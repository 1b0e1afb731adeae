//! Tables of the squares from which a piece on an empty map attacks a column next to a king.

use crate::{
    Color, Column, ColumnSet, SquareSet,
    movegen::attacks::{self, ColumnTable, DIAGONAL, KING, ORTHOGONAL, table_index},
};

static PAWNS: [[SquareSet; 64]; 2] = {
    let mut table = [[SquareSet::EMPTY; 64]; 2];
    let mut index = 0;
    while index < 64 {
        // A pawn attacks a column if a pawn of the other color there attacks the pawn's column.
        let near = ColumnSet(KING[index]);
        table[0][index] = SquareSet::through(attacks::pawns(Color::Black, near));
        table[1][index] = SquareSet::through(attacks::pawns(Color::White, near));
        index += 1;
    }
    table
};
static BISHOPS: [SquareSet; 64] = attacks::squares(around(DIAGONAL));
static ROOKS: [SquareSet; 64] = attacks::squares(around(ORTHOGONAL));

/// The union of a table's words for the columns next to each column.
const fn around(table: ColumnTable) -> ColumnTable {
    let mut unions = [0; 64];
    let mut index = 0;
    while index < 64 * 64 {
        let (column, near) = (index / 64, index % 64);
        if KING[column] >> near & 1 != 0 {
            unions[column] |= table[near];
        }
        index += 1;
    }
    unions
}

/// The squares of pawns of this color that attack a column next to this one.
#[inline]
pub(super) fn pawns(color: Color, column: Column) -> SquareSet {
    PAWNS[color as usize][table_index(column)]
}

/// The squares of bishops that attack a column next to this one.
#[inline]
pub(super) fn bishops(column: Column) -> SquareSet {
    BISHOPS[table_index(column)]
}

/// The squares of rooks that attack a column next to this one.
#[inline]
pub(super) fn rooks(column: Column) -> SquareSet {
    ROOKS[table_index(column)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_hold_the_pieces_that_attack_next_to_a_king() {
        for king in Column::all() {
            let near = attacks::king(king);
            for from in Column::all() {
                let check = |table: SquareSet, attacked: ColumnSet| {
                    let squares = attacks::squares_in(from);
                    let expected =
                        if (attacked & near).is_empty() { SquareSet::EMPTY } else { squares };
                    assert_eq!(table & squares, expected, "king {king}, piece {from}");
                };
                check(bishops(king), attacks::diagonals(from));
                check(rooks(king), attacks::orthogonals(from));
                for color in Color::ALL {
                    check(pawns(color, king), attacks::pawn(color, from));
                }
            }
        }
    }
}
