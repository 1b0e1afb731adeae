//! King terms: king danger, pawn shelter, sliders aimed at the king, and mating a bare king.

use trid_rules::{Color, Role, movegen::attacks};

use super::{
    attacks::Attacks,
    terms,
    visitor::{EvalInfo, TermVisitor},
};

/// Visits the terms of `color`'s king. Attacks on it count for the other side.
#[inline(always)]
pub(super) fn visit(
    info: &EvalInfo<'_>,
    attacks: &Attacks,
    color: Color,
    visitor: &mut impl TermVisitor,
) {
    let position = info.position;
    let attacker = color.other();
    let danger = attacks.danger[attacker as usize];
    if danger > 0 {
        visitor.add(terms::KING_DANGER.at(danger / 3), attacker, 1);
    }
    let shelter = info.pawns[color as usize] & info.king_zone[color as usize].bits();
    visitor.add(terms::KING_SHELTER.at(shelter.count_ones() as usize), color, 1);
    sliders(info, color, visitor);
    if position.is_bare_king(color) && !position.is_bare_king(attacker) {
        let bare = position.king(color).column();
        let king = position.king(attacker).column();
        let distance = (bare.file() as i32 - king.file() as i32)
            .abs()
            .max((i32::from(bare.rank().number()) - i32::from(king.rank().number())).abs());
        visitor.add(terms::BARE_KING.at(0), attacker, 9 - distance);
        let exits = (attacks::king(bare).bits() & info.columns).count_ones() as i32;
        visitor.add(terms::BARE_KING.at(1), attacker, 8 - exits);
    }
}

/// Sliders aimed at the king with at most one occupied column between.
#[inline(always)]
fn sliders(info: &EvalInfo<'_>, color: Color, visitor: &mut impl TermVisitor) {
    let position = info.position;
    let king = position.king(color);
    let column = king.column();
    let attacker = color.other();
    let enemy = position.pieces_of(attacker).without(position.beyond_reach(king));
    let queens = position.pieces_with(Role::Queen);
    let orthogonal = (position.pieces_with(Role::Rook) | queens) & enemy;
    let diagonal = (position.pieces_with(Role::Bishop) | queens) & enemy;
    let aligned = orthogonal & attacks::orthogonal_squares(column)
        | diagonal & attacks::diagonal_squares(column);
    let occupied = info.occupied.columns();
    for piece in aligned {
        let between = attacks::between(column, piece.column());
        let obstacles = between & info.stops;
        if (obstacles & !occupied).is_empty() && obstacles.len() <= 1 {
            visitor.add(terms::SLIDER_TO_KING.at(obstacles.len()), attacker, 1);
        }
    }
}
