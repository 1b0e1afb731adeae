//! Boards: who may move them, how far they have come, whether they are stuck, and what they are next to.

use trid_rules::{Color, ColumnSet, Role, Square, SquareSet, attacks};

use super::{
    terms,
    visitor::{EvalInfo, TermVisitor},
};

pub(super) fn walk(info: &EvalInfo<'_>, visitor: &mut impl TermVisitor) {
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
        // What keeps a board out of a shaft: all but knights and its own rider, where shafts matter.
        let blockers = if rules.shaft { heavy.without(riders).columns() } else { ColumnSet::EMPTY };
        let has_target = position.free_neighbours(board.pin).any(|to| {
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
            && hides_line(info, color, square)
        {
            visitor.add(terms::BOARD_UNCOVERS.first, color, 1);
        }
    }
}

/// Whether a line piece of `color` would look at the enemy king if the piece on `square` were gone.
fn hides_line(info: &EvalInfo<'_>, color: Color, square: Square) -> bool {
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
    let sliders = orthogonal.in_columns(attacks::orthogonals(king))
        | diagonal.in_columns(attacks::diagonals(king));
    let stops = position.stops(info.occupied.without(SquareSet::of(square)).columns());
    sliders.without(SquareSet::of(square)).any(|slider| {
        let between = attacks::between(king, slider.column());
        between.contains(column) && (between & stops & !ColumnSet::of(column)).is_empty()
    })
}
