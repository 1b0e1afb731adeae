//! Pawn terms: structure, passed pawns, and carried, frozen, stranded and deferred pawns.
//!
//! Most terms are computed with set-wise operations on columns, for all pawns of a side at once.

use trid_rules::{Color, Column, ColumnSet, Line, Pin, Role, geometry::Heights, movegen::attacks};

use super::{
    terms,
    visitor::{EvalInfo, TermVisitor},
};

/// The columns of each file.
pub(super) const FILES: [u64; 6] = {
    let mut files = [0; 6];
    let mut index = 0;
    while index < Column::COUNT {
        files[index % 6] |= 1 << index;
        index += 1;
    }
    files
};

/// These columns and their left and right neighbours.
const fn with_neighbours(columns: u64) -> u64 {
    columns | (columns & !FILES[0]) >> 1 | (columns & !FILES[5]) << 1
}

/// The columns from which a pawn steps into these.
const fn before(color: Color, columns: u64) -> u64 {
    match color {
        Color::White => columns >> 6,
        Color::Black => columns << 6 & ColumnSet::ALL.bits(),
    }
}

/// All columns from which a pawn could advance into these.
const fn behind(color: Color, columns: u64) -> u64 {
    let mut columns = before(color, columns);
    let mut ranks = 1;
    while ranks < 10 {
        columns |= match color {
            Color::White => columns >> (6 * ranks),
            Color::Black => columns << (6 * ranks),
        };
        ranks *= 2;
    }
    columns & ColumnSet::ALL.bits()
}

/// All columns of the files that contain one of these columns.
const fn files_of(columns: u64) -> u64 {
    /// One column on each rank.
    const RANKS: u64 = FILES[0];
    let half = columns | columns >> 30;
    let fifth = half | half >> 12 | half >> 24;
    ((fifth | fifth >> 6) & 0b11_1111) * RANKS
}

#[inline(always)]
pub(super) fn visit(info: &EvalInfo<'_>, color: Color, visitor: &mut impl TermVisitor) {
    let position = info.position;
    let pawns = position.pieces(color, Role::Pawn);
    let heights = pawns.heights();
    let own = info.pawns[color as usize];
    let mut add = |term: usize, columns: u64| {
        if own & columns != 0 {
            let count = heights.count(ColumnSet::from_bits(columns));
            visitor.add(term, color, count as i32);
        }
    };
    let neighbours = files_of(own);
    let neighbours = (neighbours & !FILES[0]) >> 1 | (neighbours & !FILES[5]) << 1;
    add(terms::ISOLATED.first, !neighbours);
    add(terms::SUPPORTED.first, attacks::pawns(color, ColumnSet::from_bits(own)).bits());
    let arrived = position.promoting_columns(color).bits();
    add(terms::FROZEN.first, !before(color, info.columns) & !arrived);
    let doubled = behind(color, own) & !arrived;
    add(terms::DOUBLED.first, doubled);
    let enemy = info.pawns[color.other() as usize];
    let passed = own & !(arrived | doubled | behind(color, with_neighbours(enemy)));
    if passed != 0 {
        visit_passed(info, color, ColumnSet::from_bits(passed), heights, visitor);
    }
    let carried = position.carried();
    if !carried.is_empty() {
        visitor.add(terms::CARRIED.first, color, (carried & pawns).len() as i32);
    }
    if own & arrived != 0 {
        let squares = pawns.in_columns(ColumnSet::from_bits(arrived));
        let stranded = squares.iter().filter(|&square| position.is_stranded(square)).count();
        visitor.add(terms::STRANDED.first, color, stranded as i32);
    }
    visit_deferred(info, color, visitor);
}

/// Passed pawns by remaining ranks, and whether the next column has an empty square.
#[inline(always)]
fn visit_passed(
    info: &EvalInfo<'_>,
    color: Color,
    passed: ColumnSet,
    heights: Heights,
    visitor: &mut impl TermVisitor,
) {
    let free = before(color, info.existing.without(info.occupied).columns().bits());
    for column in passed {
        let furthest = info.position.furthest_rank(color, column.file()).number();
        let left = furthest.abs_diff(column.rank().number()) as usize;
        let pawns = heights.count(ColumnSet::of(column)) as i32;
        visitor.add(terms::PASSED.at(left - 1), color, pawns);
        if free >> column.index() & 1 != 0 {
            visitor.add(terms::PASSED_FREE.at(left - 1), color, pawns);
        }
    }
}

/// Deferred pawns by who controls the board above: own side (0), enemy (1), neither (2).
#[inline(always)]
fn visit_deferred(info: &EvalInfo<'_>, color: Color, visitor: &mut impl TermVisitor) {
    let position = info.position;
    let number = match color {
        Color::White => 6,
        Color::Black => 1,
    };
    for pin in Line::ALL.into_iter().filter_map(|line| Pin::new(line, number)) {
        if position.deferred_under(pin).is_some() && position.board_pins().contains(pin) {
            let kind = match position.controller(pin) {
                Some(controller) if controller == color => 0,
                Some(_) => 1,
                None => 2,
            };
            visitor.add(terms::DEFERRED.at(kind), color, 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn column_fills_match_their_definitions() {
        let bit = |column: Column| 1_u64 << column.index();
        for column in Column::all() {
            let file = ColumnSet::on_file(column.file());
            assert_eq!(files_of(bit(column)), file.bits(), "{column}");
            for color in Color::ALL {
                let expected = file.iter().filter(|other| match color {
                    Color::White => other.rank() < column.rank(),
                    Color::Black => other.rank() > column.rank(),
                });
                let expected = expected.fold(0, |columns, column| columns | bit(column));
                assert_eq!(behind(color, bit(column)), expected, "{color} {column}");
            }
            let neighbours = [-1, 0, 1].map(|files| column.offset(files, 0).map_or(0, bit));
            let expected = neighbours.into_iter().fold(0, |columns, one| columns | one);
            assert_eq!(with_neighbours(bit(column)), expected, "{column}");
        }
    }
}
