//! Kings: what bears on the neighbouring columns over all levels, what shelters them, and hunting a bare one.

use trid_rules::{Color, Role, attacks};

use super::{
    attacks::Attacks,
    features::{Facts, Sink},
    terms,
};

/// Tells the terms of `color`'s king: those against it count for the other side.
pub(super) fn walk(facts: &Facts<'_>, found: &Attacks, color: Color, sink: &mut impl Sink) {
    let position = facts.position;
    let hunter = color.other();
    let danger = found.danger[hunter as usize];
    if danger > 0 {
        sink.add(terms::KING_DANGER.at(danger / 3), hunter, 1);
    }
    let shelter = facts.pawns[color as usize] & facts.king_zone[color as usize].bits();
    sink.add(terms::KING_SHELTER.at(shelter.count_ones() as usize), color, 1);
    lines(facts, color, sink);
    if position.is_bare_king(color) && !position.is_bare_king(hunter) {
        let bare = position.king(color).column();
        let king = position.king(hunter).column();
        let distance = (bare.file() as i32 - king.file() as i32)
            .abs()
            .max((i32::from(bare.rank().number()) - i32::from(king.rank().number())).abs());
        sink.add(terms::BARE_KING.at(0), hunter, 9 - distance);
        let exits = (attacks::king(bare).bits() & facts.columns).count_ones() as i32;
        sink.add(terms::BARE_KING.at(1), hunter, 8 - exits);
    }
}

/// Line pieces that look at the king through nothing or one column.
fn lines(facts: &Facts<'_>, color: Color, sink: &mut impl Sink) {
    let position = facts.position;
    let king = position.king(color);
    let column = king.column();
    let hunter = color.other();
    let enemy = position.pieces_of(hunter).without(position.beyond_reach(king));
    let queens = position.pieces_with(Role::Queen);
    let orthogonal = (position.pieces_with(Role::Rook) | queens) & enemy;
    let diagonal = (position.pieces_with(Role::Bishop) | queens) & enemy;
    let aligned = orthogonal.in_columns(attacks::orthogonals(column))
        | diagonal.in_columns(attacks::diagonals(column));
    let occupied = facts.occupied.columns();
    for piece in aligned {
        let between = attacks::between(column, piece.column());
        let obstacles = between & facts.stops;
        if (obstacles & !occupied).is_empty() && obstacles.len() <= 1 {
            sink.add(terms::KING_LINE.at(obstacles.len()), hunter, 1);
        }
    }
}
