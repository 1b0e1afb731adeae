//! Attack tables over the 60 columns, computed at compile time.

#[cfg(not(target_arch = "wasm32"))]
use crate::movegen::line_tables;
use crate::{Color, Column, ColumnSet, File, Role, SquareSet};

/// A word for each column, padded to 64 so that a six-bit index needs no bounds check.
pub(super) type ColumnTable = [u64; 64];

const fn leaps(offsets: &[(i8, i8)]) -> ColumnTable {
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

static KNIGHT: ColumnTable =
    leaps(&[(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]);
pub(super) static KING: ColumnTable =
    leaps(&[(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)]);
static PAWN: [ColumnTable; 2] = [leaps(&[(-1, 1), (1, 1)]), leaps(&[(-1, -1), (1, -1)])];

/// The eight directions: the four with increasing column index, then their opposites.
/// Even directions are a rook's, odd ones a bishop's.
const DIRECTIONS: [(i8, i8); 8] =
    [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];

const fn rays() -> [ColumnTable; 8] {
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

static RAYS: [ColumnTable; 8] = rays();

const fn unions(first: usize) -> ColumnTable {
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

pub(super) static ORTHOGONAL: ColumnTable = unions(0);
pub(super) static DIAGONAL: ColumnTable = unions(1);

const fn betweens() -> [ColumnTable; 64] {
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

static BETWEEN: [ColumnTable; 64] = betweens();

/// The columns a knight attacks.
#[inline]
#[must_use]
pub fn knight(column: Column) -> ColumnSet {
    ColumnSet(KNIGHT[table_index(column)])
}

/// The columns a king attacks.
#[inline]
#[must_use]
pub fn king(column: Column) -> ColumnSet {
    ColumnSet(KING[table_index(column)])
}

/// The columns a pawn of this color attacks.
#[inline]
#[must_use]
pub fn pawn(color: Color, column: Column) -> ColumnSet {
    ColumnSet(PAWN[color as usize][table_index(column)])
}

/// The columns that pawns of this color in these columns attack.
#[inline]
#[must_use]
pub const fn pawns(color: Color, columns: ColumnSet) -> ColumnSet {
    let [left, right] = pawn_sides(color, columns);
    ColumnSet(left.0 | right.0)
}

/// The columns that pawns of this color in these columns attack to the left and to the right.
#[inline]
pub(crate) const fn pawn_sides(color: Color, columns: ColumnSet) -> [ColumnSet; 2] {
    let left = columns.0 & !ColumnSet::on_file(File::Z).0;
    let right = columns.0 & !ColumnSet::on_file(File::E).0;
    match color {
        Color::White => [ColumnSet::from_bits(left << 5), ColumnSet::from_bits(right << 7)],
        Color::Black => [ColumnSet(left >> 7), ColumnSet(right >> 5)],
    }
}

/// The columns that pawns of this color in these columns step to.
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
    ColumnSet(ORTHOGONAL[table_index(column)])
}

/// The columns on the same diagonals.
#[inline]
#[must_use]
pub fn diagonals(column: Column) -> ColumnSet {
    ColumnSet(DIAGONAL[table_index(column)])
}

/// The columns that a piece of this role attacks on an empty map, and those that attack it. For pawns,
/// those of both colors.
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

/// The columns strictly between two columns on one file, rank or diagonal; otherwise empty.
#[inline]
#[must_use]
pub const fn between(from: Column, to: Column) -> ColumnSet {
    ColumnSet(BETWEEN[table_index(from)][table_index(to)])
}

/// The columns a rook reaches, including the first stop on each ray.
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

/// The columns a bishop reaches, including the first stop on each ray.
#[inline]
#[must_use]
pub const fn bishop(column: Column, stops: ColumnSet) -> ColumnSet {
    ColumnSet(
        up(1, column, stops)
            | up(3, column, stops)
            | down(5, column, stops)
            | down(7, column, stops),
    )
}

/// The columns a rook reaches on its rank, including the first stop on each side.
#[cfg(not(target_arch = "wasm32"))]
pub(super) const fn along_rank(column: Column, stops: ColumnSet) -> ColumnSet {
    ColumnSet(up(0, column, stops) | down(4, column, stops))
}

/// The columns on the same diagonals without the ends: a stop on the others shortens a bishop's reach.
#[cfg(not(target_arch = "wasm32"))]
pub(super) const fn inner_diagonals(column: Column) -> ColumnSet {
    let mut inner = 0;
    let mut direction = 1;
    while direction < 8 {
        let ray = RAYS[direction][table_index(column)];
        let end = if direction < 4 { 63 - (ray | 1).leading_zeros() } else { ray.trailing_zeros() };
        if ray != 0 {
            inner |= ray & !(1 << end);
        }
        direction += 2;
    }
    ColumnSet(inner)
}

/// A ray with increasing indices, cut behind its lowest stop.
#[inline]
const fn up(direction: usize, column: Column, stops: ColumnSet) -> u64 {
    let ray = RAYS[direction][table_index(column)];
    ray ^ RAYS[direction][lowest_stop(ray & stops.0)]
}

/// A ray with decreasing indices, cut behind its highest stop.
#[inline]
const fn down(direction: usize, column: Column, stops: ColumnSet) -> u64 {
    let ray = RAYS[direction][table_index(column)];
    ray ^ RAYS[direction][highest_stop(ray & stops.0)]
}

/// The index of the lowest stop, or 63, whose rays are empty.
#[inline]
const fn lowest_stop(stops: u64) -> usize {
    (stops | 1 << 63).trailing_zeros() as usize
}

/// The index of the highest stop, or 0 (`z0`), whose rays with decreasing indices are empty.
#[inline]
const fn highest_stop(stops: u64) -> usize {
    (63 ^ (stops | 1).leading_zeros() as usize) & 63
}

/// The squares of a table of columns.
pub(super) const fn squares(table: ColumnTable) -> [SquareSet; 64] {
    let mut squares = [SquareSet::EMPTY; 64];
    let mut index = 0;
    while index < 64 {
        squares[index] = SquareSet::through(ColumnSet(table[index]));
        index += 1;
    }
    squares
}

static SQUARES_IN: [SquareSet; 64] = squares(leaps(&[(0, 0)]));
static KNIGHT_SQUARES: [SquareSet; 64] = squares(KNIGHT);
static KING_SQUARES: [SquareSet; 64] = squares(KING);
static PAWN_SQUARES: [[SquareSet; 64]; 2] = [squares(PAWN[0]), squares(PAWN[1])];
static STEP_SQUARES: [[SquareSet; 64]; 2] = [squares(leaps(&[(0, 1)])), squares(leaps(&[(0, -1)]))];
static ORTHOGONAL_SQUARES: [SquareSet; 64] = squares(ORTHOGONAL);
static DIAGONAL_SQUARES: [SquareSet; 64] = squares(DIAGONAL);
static RAY_SQUARES: [[SquareSet; 64]; 8] = {
    let mut table = [[SquareSet::EMPTY; 64]; 8];
    let mut direction = 0;
    while direction < 8 {
        table[direction] = squares(RAYS[direction]);
        direction += 1;
    }
    table
};

/// The squares of a column, whether or not they exist.
#[inline]
pub(crate) fn squares_in(column: Column) -> SquareSet {
    SQUARES_IN[table_index(column)]
}

/// The squares a knight attacks, whether or not they exist.
#[inline]
#[must_use]
pub fn knight_squares(column: Column) -> SquareSet {
    KNIGHT_SQUARES[table_index(column)]
}

/// The squares a king attacks, whether or not they exist.
#[inline]
#[must_use]
pub fn king_squares(column: Column) -> SquareSet {
    KING_SQUARES[table_index(column)]
}

/// The squares a pawn of this color attacks, whether or not they exist.
#[inline]
pub(crate) fn pawn_squares(color: Color, column: Column) -> SquareSet {
    PAWN_SQUARES[color as usize][table_index(column)]
}

/// The squares a pawn of this color steps to, whether or not they exist.
#[inline]
pub(crate) fn step_squares(color: Color, column: Column) -> SquareSet {
    STEP_SQUARES[color as usize][table_index(column)]
}

/// The squares on the same file or rank.
#[inline]
#[must_use]
pub fn orthogonal_squares(column: Column) -> SquareSet {
    ORTHOGONAL_SQUARES[table_index(column)]
}

/// The squares on the same diagonals.
#[inline]
#[must_use]
pub fn diagonal_squares(column: Column) -> SquareSet {
    DIAGONAL_SQUARES[table_index(column)]
}

/// The squares a rook reaches, in the columns of [`rook`].
#[inline]
#[must_use]
pub fn rook_squares(column: Column, stops: ColumnSet) -> SquareSet {
    #[cfg(not(target_arch = "wasm32"))]
    let on_rank = line_tables::rank_squares(column, stops);
    #[cfg(target_arch = "wasm32")]
    let on_rank = ray_squares(0, column, stops).union(ray_squares(4, column, stops));
    on_rank.union(ray_squares(2, column, stops)).union(ray_squares(6, column, stops))
}

/// The squares a bishop reaches, in the columns of [`bishop`].
#[inline]
#[must_use]
pub fn bishop_squares(column: Column, stops: ColumnSet) -> SquareSet {
    #[cfg(not(target_arch = "wasm32"))]
    return line_tables::bishop_squares(column, stops);
    #[cfg(target_arch = "wasm32")]
    ray_squares(1, column, stops)
        .union(ray_squares(3, column, stops))
        .union(ray_squares(5, column, stops))
        .union(ray_squares(7, column, stops))
}

#[inline]
fn ray_squares(direction: usize, column: Column, stops: ColumnSet) -> SquareSet {
    let ray = RAYS[direction][table_index(column)] & stops.0;
    let stop = if direction < 4 { lowest_stop(ray) } else { highest_stop(ray) };
    // The ray behind the stop is part of the ray.
    RAY_SQUARES[direction][table_index(column)].without(RAY_SQUARES[direction][stop])
}

/// The index of a column, masked so that the compiler knows it is below 64.
#[inline]
pub(super) const fn table_index(column: Column) -> usize {
    column.index() & 63
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_of_pawns_attack_and_step_as_single_pawns_do() {
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
