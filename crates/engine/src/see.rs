//! Static exchange evaluation (SEE): the material result of a capture sequence on one square.
//!
//! Each capture removes the attacker from its square. An x-ray opens only when the whole column is empty:
//! a piece on another level of the column still blocks.

use trid_rules::{Color, Move, Position, Role, Square, SquareSet};

use crate::score::Value;

/// Piece values for exchanges, by role.
const PIECE_VALUES: [Value; 6] = [100, 300, 320, 500, 950, 20_000];

/// The value of a piece in an exchange.
#[must_use]
pub const fn piece_value(role: Role) -> Value {
    PIECE_VALUES[role as usize]
}

/// Attackers from the least to the most valuable.
const ATTACKERS: [Role; 6] = Role::ALL;

/// The square of the piece that a move captures, if any.
#[must_use]
pub fn captured_square(position: &Position, mv: Move) -> Option<Square> {
    match mv {
        Move::Piece { from, to, .. } => position.captured_by(from, to),
        _ => None,
    }
}

/// Whether a move is neither a capture nor a promotion by a pawn move.
#[must_use]
pub fn is_quiet(position: &Position, mv: Move) -> bool {
    match mv {
        Move::Piece { promotion: Some(_), .. } | Move::Promote { .. } => false,
        Move::Piece { .. } => captured_square(position, mv).is_none(),
        Move::Castle(_) | Move::Board { .. } | Move::Turn { .. } => true,
    }
}

/// Whether the exchange that a move starts on its target square gains at least `threshold`. Board moves,
/// castling and forced promotions gain nothing.
#[must_use]
pub fn see_at_least(position: &Position, mv: Move, threshold: Value) -> bool {
    let Move::Piece { from, to, promotion } = mv else {
        return threshold <= 0;
    };
    let us = position.turn();
    let victim = captured_square(position, mv);
    let mut balance = victim.map_or(0, |square| piece_value(position.role_at(square))) - threshold;
    let mut next_victim = piece_value(position.role_at(from));
    if let Some(choice) = promotion {
        balance += piece_value(choice.role()) - piece_value(Role::Pawn);
        next_victim = piece_value(choice.role());
    }
    if balance < 0 {
        return false;
    }
    balance -= next_victim;
    if balance >= 0 {
        return true;
    }
    let mut occupied = position.occupied().without(SquareSet::of(from)) | SquareSet::of(to);
    if let Some(square) = victim.filter(|&square| square != to) {
        occupied = occupied.without(SquareSet::of(square));
    }
    let mut side = us.other();
    loop {
        let attackers = attackers(position, to, side, occupied);
        let Some((attacker, role)) = least_valuable(position, attackers) else {
            break;
        };
        let remaining = occupied.without(SquareSet::of(attacker));
        side = side.other();
        if role == Role::King && !self::attackers(position, to, side, remaining).is_empty() {
            // The king cannot capture a protected piece.
            side = side.other();
            break;
        }
        occupied = remaining;
        balance = -balance - 1 - piece_value(role);
        if balance >= 0 {
            break;
        }
    }
    side != us
}

/// The pieces of a side in `occupied` that attack a square.
fn attackers(position: &Position, square: Square, by: Color, occupied: SquareSet) -> SquareSet {
    position.attackers_through(square, by, position.stops(occupied.columns())) & occupied
}

fn least_valuable(position: &Position, attackers: SquareSet) -> Option<(Square, Role)> {
    if attackers.is_empty() {
        return None;
    }
    ATTACKERS.into_iter().find_map(|role| {
        (attackers & position.pieces_with(role)).first().map(|square| (square, role))
    })
}
