//! Board terms: control, advancement, mobility, nearby kings and discovered attacks.

use trid_rules::{Color, ColumnSet, Role, Square, SquareSet, movegen::attacks};

use super::{
    terms,
    visitor::{EvalInfo, TermVisitor},
};

#[inline(always)]
pub(super) fn visit(info: &EvalInfo<'_>, visitor: &mut impl TermVisitor) {
    let position = info.position;
    let rules = position.rules();
    let heavy = info.occupied.without(position.pieces_with(Role::Knight));
    for board in position.boards() {
        let riders = info.occupied & board.pin.squares();
        let (color, rider) = match riders.len() {
            0 => (board.owner, None),
            1 => match riders
                .first()
                .and_then(|square| position.piece_at(square).map(|piece| (square, piece)))
            {
                Some((square, piece)) => (piece.color, Some((square, piece.role))),
                None => continue,
            },
            _ => continue,
        };
        let kind = rider.map_or(0, |(_, role)| role as usize + 1);
        visitor.add(terms::BOARD_CONTROL.at(kind), color, 1);
        let number = match color {
            Color::White => board.pin.number(),
            Color::Black => 7 - board.pin.number(),
        };
        visitor.add(terms::BOARD_ADVANCE.at(number as usize - 1), color, 1);
        // Under the shaft rule every piece except knights and the rider blocks a shaft.
        let blockers = if rules.shaft { heavy.without(riders).columns() } else { ColumnSet::EMPTY };
        let has_target = position.free_neighbours(board.pin).iter().any(|to| {
            !(rider.is_some() && rules.is_backward(color, board.pin, to))
                && (blockers & to.footprint()).is_empty()
        });
        if !has_target {
            visitor.add(terms::BOARD_STUCK.first, color, 1);
        }
        let footprint = board.pin.footprint();
        for (index, king) in [color.other(), color].into_iter().enumerate() {
            if !(footprint & info.king_zone[king as usize]).is_empty() {
                visitor.add(terms::BOARD_KING.at(index), color, 1);
            }
        }
        if let Some((square, _)) = rider
            && has_target
            && hides_slider(info, color, square)
        {
            visitor.add(terms::BOARD_DISCOVERY.first, color, 1);
        }
    }
}

/// Whether a slider of `color` would attack the enemy king's column without the piece on `square`.
#[inline(always)]
fn hides_slider(info: &EvalInfo<'_>, color: Color, square: Square) -> bool {
    let position = info.position;
    let king = position.king(color.other()).column();
    let column = square.column();
    let aligned = attacks::orthogonals(king) | attacks::diagonals(king);
    if !aligned.contains(column) {
        return false;
    }
    let queens = position.pieces_with(Role::Queen);
    let own = position.pieces_of(color);
    let orthogonal = (position.pieces_with(Role::Rook) | queens) & own;
    let diagonal = (position.pieces_with(Role::Bishop) | queens) & own;
    let sliders =
        orthogonal & attacks::orthogonal_squares(king) | diagonal & attacks::diagonal_squares(king);
    let stops = position.stops(info.occupied.without(SquareSet::of(square)).columns());
    sliders.without(SquareSet::of(square)).iter().any(|slider| {
        let between = attacks::between(king, slider.column());
        between.contains(column) && (between & stops & !ColumnSet::of(column)).is_empty()
    })
}
