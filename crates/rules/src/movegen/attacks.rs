//! Where pieces reach on the flat map: tables of the 6 x 10 columns, computed at compile time.

use crate::{Color, Column, ColumnSet, File, Role};

/// A word for each column, and four zeros beyond the map, so that an index of six bits is always within.
type Table = [u64; 64];

const fn leaps(offsets: &[(i8, i8)]) -> Table {
    let mut table = [0; 64];
    let mut index = 0;
    while index < Column::COUNT {
        let mut which = 0;
        while which < offsets.len() {
            if let Some(column) = Column::at(index).offset(offsets[which].0, offsets[which].1) {
                table[index] |= 1 << column.index();
            }
            which += 1;
        }
        index += 1;
    }
    table
}

static KNIGHT: Table =
    leaps(&[(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]);
static KING: Table = leaps(&[(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)]);
static PAWN: [Table; 2] = [leaps(&[(-1, 1), (1, 1)]), leaps(&[(-1, -1), (1, -1)])];

/// The eight directions: the four in which the index of a column grows, then their opposites.
/// Even ones are a rook's, odd ones a bishop's.
const DIRECTIONS: [(i8, i8); 8] =
    [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];

const fn rays() -> [Table; 8] {
    let mut table = [[0; 64]; 8];
    let mut direction = 0;
    while direction < 8 {
        let (files, ranks) = DIRECTIONS[direction];
        let mut index = 0;
        while index < Column::COUNT {
            let mut column = Column::at(index);
            while let Some(next) = column.offset(files, ranks) {
                table[direction][index] |= 1 << next.index();
                column = next;
            }
            index += 1;
        }
        direction += 1;
    }
    table
}

static RAYS: [Table; 8] = rays();

const fn unions(first: usize) -> Table {
    let rays = rays();
    let mut table = [0; 64];
    let mut index = 0;
    while index < Column::COUNT {
        let mut direction = first;
        while direction < 8 {
            table[index] |= rays[direction][index];
            direction += 2;
        }
        index += 1;
    }
    table
}

static ORTHOGONAL: Table = unions(0);
static DIAGONAL: Table = unions(1);

const fn betweens() -> [Table; 64] {
    let rays = rays();
    let mut table = [[0; 64]; 64];
    let mut direction = 0;
    while direction < 8 {
        let mut from = 0;
        while from < Column::COUNT {
            let mut to = 0;
            while to < Column::COUNT {
                if rays[direction][from] >> to & 1 != 0 {
                    table[from][to] = rays[direction][from] & rays[(direction + 4) % 8][to];
                }
                to += 1;
            }
            from += 1;
        }
        direction += 1;
    }
    table
}

static BETWEEN: [Table; 64] = betweens();

/// The columns a knight's jump away.
#[inline]
#[must_use]
pub fn knight(column: Column) -> ColumnSet {
    ColumnSet(KNIGHT[place(column)])
}

/// The neighbouring columns.
#[inline]
#[must_use]
pub fn king(column: Column) -> ColumnSet {
    ColumnSet(KING[place(column)])
}

/// The columns a pawn of this side attacks.
#[inline]
#[must_use]
pub fn pawn(color: Color, column: Column) -> ColumnSet {
    ColumnSet(PAWN[color as usize][place(column)])
}

/// The columns that pawns of this side in these columns attack.
#[inline]
#[must_use]
pub const fn pawns(color: Color, columns: ColumnSet) -> ColumnSet {
    let left = columns.0 & !ColumnSet::on_file(File::Z).0;
    let right = columns.0 & !ColumnSet::on_file(File::E).0;
    ColumnSet::from_bits(match color {
        Color::White => left << 5 | right << 7,
        Color::Black => left >> 7 | right >> 5,
    })
}

/// The columns into which pawns of this side in these columns step.
#[inline]
#[must_use]
pub const fn pawn_steps(color: Color, columns: ColumnSet) -> ColumnSet {
    ColumnSet::from_bits(match color {
        Color::White => columns.0 << 6,
        Color::Black => columns.0 >> 6,
    })
}

/// The columns on the same file or rank.
#[inline]
#[must_use]
pub fn orthogonals(column: Column) -> ColumnSet {
    ColumnSet(ORTHOGONAL[place(column)])
}

/// The columns on the same diagonals.
#[inline]
#[must_use]
pub fn diagonals(column: Column) -> ColumnSet {
    ColumnSet(DIAGONAL[place(column)])
}

/// The columns from which a piece of this kind attacks a column, or which it attacks from there, where nothing
/// stands in the way; of pawns, which look one way only, those of both sides.
#[must_use]
pub fn unhindered(role: Role, column: Column) -> ColumnSet {
    match role {
        Role::Pawn => pawn(Color::White, column) | pawn(Color::Black, column),
        Role::Knight => knight(column),
        Role::Bishop => diagonals(column),
        Role::Rook => orthogonals(column),
        Role::Queen => diagonals(column) | orthogonals(column),
        Role::King => king(column),
    }
}

/// The columns strictly between two on one file, rank or diagonal; none if they are not on one.
#[inline]
#[must_use]
pub fn between(from: Column, to: Column) -> ColumnSet {
    ColumnSet(BETWEEN[place(from)][place(to)])
}

/// The columns a rook reaches, the first that stops it on each ray included.
#[inline]
#[must_use]
pub fn rook(column: Column, stops: ColumnSet) -> ColumnSet {
    ColumnSet(
        up(0, column, stops)
            | up(2, column, stops)
            | down(4, column, stops)
            | down(6, column, stops),
    )
}

/// The columns a bishop reaches, the first that stops it on each ray included.
#[inline]
#[must_use]
pub fn bishop(column: Column, stops: ColumnSet) -> ColumnSet {
    ColumnSet(
        up(1, column, stops)
            | up(3, column, stops)
            | down(5, column, stops)
            | down(7, column, stops),
    )
}

/// A ray along which indices grow: all of it, less what lies behind its lowest stop. Behind the last bit,
/// where the map has no column, lies nothing.
#[inline]
fn up(direction: usize, column: Column, stops: ColumnSet) -> u64 {
    let ray = RAYS[direction][place(column)];
    let stop = (ray & stops.0 | 1 << 63).trailing_zeros() as usize;
    ray ^ RAYS[direction][stop]
}

/// A ray along which indices fall: all of it, less what lies behind its highest stop. Behind `z0`, the
/// lowest column, lies nothing.
#[inline]
fn down(direction: usize, column: Column, stops: ColumnSet) -> u64 {
    let ray = RAYS[direction][place(column)];
    let stop = 63 ^ (ray & stops.0 | 1).leading_zeros() as usize;
    ray ^ RAYS[direction][stop & 63]
}

/// The index of a column, of which the compiler knows that it is below 64.
#[inline]
const fn place(column: Column) -> usize {
    column.index() & 63
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_pawns_attack_and_step_as_one_does() {
        for color in Color::ALL {
            for column in Column::all() {
                let one = ColumnSet::of(column);
                assert_eq!(pawns(color, one), pawn(color, column), "{color} {column}");
                let ahead = column.ahead(color).map_or(ColumnSet::EMPTY, ColumnSet::of);
                assert_eq!(pawn_steps(color, one), ahead, "{color} {column}");
            }
        }
    }
}
