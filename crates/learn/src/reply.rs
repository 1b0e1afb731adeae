//! The opponent of an exercise: which move answers or refutes the player's.

use std::cmp::Reverse;

use trid_rules::{Move, Position, Role};

use crate::goal::mate_in_one;

/// The capture of the most valuable piece, by the least valuable one.
pub(crate) fn best_capture(position: &Position) -> Option<Move> {
    let captures = position.legal_moves().into_iter().filter_map(|mv| {
        let effects = position.effects(mv);
        Some((value(effects.captured?.role), value(effects.moved.first()?.role), mv))
    });
    captures
        .max_by_key(|(captured, by, mv)| (*captured, Reverse(*by), Reverse(mv.to_string())))
        .map(|(_, _, mv)| mv)
}

const fn value(role: Role) -> u8 {
    match role {
        Role::King => 100,
        Role::Queen => 9,
        Role::Rook => 5,
        Role::Bishop | Role::Knight => 3,
        Role::Pawn => 1,
    }
}

/// A move out of check: by capturing the piece that gives it, by the king, or by blocking.
pub(crate) fn escape(position: &Position) -> Option<Move> {
    let checkers = position.checkers();
    let king = position.king(position.turn());
    position.legal_moves().into_iter().min_by_key(|mv| {
        let effects = position.effects(*mv);
        let captures = effects.captured.is_some_and(|piece| checkers.contains(piece.square));
        let king_moves = effects.moved.first().is_some_and(|piece| piece.from == king);
        (!captures, !king_moves, mv.to_string())
    })
}

/// A sensible move: the queen in a forced promotion, an escape from check, mate, a capture, or the first by name.
pub(crate) fn sensible(position: &Position) -> Option<Move> {
    if position.pending().is_some() {
        return position.legal_moves().into_iter().find(|mv| mv.to_string().ends_with("=Q"));
    }
    if position.is_check() {
        return escape(position);
    }
    mate_in_one(position)
        .or_else(|| best_capture(position))
        .or_else(|| position.legal_moves().into_iter().min_by_key(Move::to_string))
}
