//! Kings: what bears on the neighbouring columns over all levels, what shelters them, and hunting a bare one.

use trid_rules::{Color, Role, attacks};

use super::{
    attacks::Attacks,
    terms,
    visitor::{EvalInfo, TermVisitor},
};

/// Tells the terms of `color`'s king: those against it count for the other side.
pub(super) fn walk(
    info: &EvalInfo<'_>,
    found: &Attacks,
    color: Color,
    visitor: &mut impl TermVisitor,
) {
    let position = info.position;
    let hunter = color.other();
    let danger = found.danger[hunter as usize];
    if danger > 0 {
        visitor.add(terms::KING_DANGER.at(danger / 3), hunter, 1);
    }
    let shelter = info.pawns[color as usize] & info.king_zone[color as usize].bits();
    visitor.add(terms::KING_SHELTER.at(shelter.count_ones() as usize), color, 1);
    lines(info, color, visitor);
    if position.is_bare_king(color) && !position.is_bare_king(hunter) {
        let bare = position.king(color).column();
        let king = position.king(hunter).column();
        let distance = (bare.file() as i32 - king.file() as i32)
            .abs()
            .max((i32::from(bare.rank().number()) - i32::from(king.rank().number())).abs());
        visitor.add(terms::BARE_KING.at(0), hunter, 9 - distance);
        let exits = (attacks::king(bare).bits() & info.columns).count_ones() as i32;
        visitor.add(terms::BARE_KING.at(1), hunter, 8 - exits);
    }
}

/// Line pieces that look at the king through nothing or one column.
fn lines(info: &EvalInfo<'_>, color: Color, visitor: &mut impl TermVisitor) {
    let position = info.position;
    let king = position.king(color);
    let column = king.column();
    let hunter = color.other();
    let enemy = position.pieces_of(hunter).without(position.beyond_reach(king));
    let queens = position.pieces_with(Role::Queen);
    let orthogonal = (position.pieces_with(Role::Rook) | queens) & enemy;
    let diagonal = (position.pieces_with(Role::Bishop) | queens) & enemy;
    let aligned = orthogonal.in_columns(attacks::orthogonals(column))
        | diagonal.in_columns(attacks::diagonals(column));
    let occupied = info.occupied.columns();
    for piece in aligned {
        let between = attacks::between(column, piece.column());
        let obstacles = between & info.stops;
        if (obstacles & !occupied).is_empty() && obstacles.len() <= 1 {
            visitor.add(terms::KING_LINE.at(obstacles.len()), hunter, 1);
        }
    }
}
