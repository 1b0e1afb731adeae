//! Where pieces reach on the flat map: tables of the 6 x 10 columns, computed at compile time.

use crate::{Color, Column, ColumnSet, Role};

type Table = [u64; Column::COUNT];

const fn leaps(offsets: &[(i8, i8)]) -> Table {
    let mut table = [0; Column::COUNT];
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
    let mut table = [[0; Column::COUNT]; 8];
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
    let mut table = [0; Column::COUNT];
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

const fn betweens() -> [Table; Column::COUNT] {
    let rays = rays();
    let mut table = [[0; Column::COUNT]; Column::COUNT];
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

static BETWEEN: [Table; Column::COUNT] = betweens();

/// The columns a knight's jump away.
#[inline]
#[must_use]
pub fn knight(column: Column) -> ColumnSet {
    ColumnSet(KNIGHT[column.index()])
}

/// The neighbouring columns.
#[inline]
#[must_use]
pub fn king(column: Column) -> ColumnSet {
    ColumnSet(KING[column.index()])
}

/// The columns a pawn of this side attacks.
#[inline]
#[must_use]
pub fn pawn(color: Color, column: Column) -> ColumnSet {
    ColumnSet(PAWN[color as usize][column.index()])
}

/// The columns on the same file or rank.
#[inline]
#[must_use]
pub fn orthogonals(column: Column) -> ColumnSet {
    ColumnSet(ORTHOGONAL[column.index()])
}

/// The columns on the same diagonals.
#[inline]
#[must_use]
pub fn diagonals(column: Column) -> ColumnSet {
    ColumnSet(DIAGONAL[column.index()])
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
    ColumnSet(BETWEEN[from.index()][to.index()])
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

/// A ray along which indices grow: all of it, less what lies behind its lowest stop.
#[inline]
fn up(direction: usize, column: Column, stops: ColumnSet) -> u64 {
    let ray = RAYS[direction][column.index()];
    let hit = ray & stops.0;
    if hit == 0 { ray } else { ray ^ RAYS[direction][hit.trailing_zeros() as usize] }
}

/// A ray along which indices fall: all of it, less what lies behind its highest stop.
#[inline]
fn down(direction: usize, column: Column, stops: ColumnSet) -> u64 {
    let ray = RAYS[direction][column.index()];
    let hit = ray & stops.0;
    if hit == 0 { ray } else { ray ^ RAYS[direction][63 - hit.leading_zeros() as usize] }
}
