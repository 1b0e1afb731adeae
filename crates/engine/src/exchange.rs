//! Exchange evaluation: what a capture is worth when both sides go on capturing on its square.
//!
//! Pieces are lifted off their squares one by one; a line opens only when its whole column is empty, so
//! what stands above or below goes on blocking.

use trid_rules::{Color, Move, Position, Role, Square, SquareSet};

use crate::score::Value;

/// What pieces are worth in an exchange, by kind.
const WORTH: [Value; 6] = [100, 300, 320, 500, 950, 20_000];

/// What a piece is worth in an exchange.
pub(crate) const fn worth(role: Role) -> Value {
    WORTH[role as usize]
}

/// From the cheapest attacker to the dearest.
const ATTACKERS: [Role; 6] = Role::ALL;

/// The square of the enemy piece that a move captures, if it captures one.
pub(crate) fn captured_square(position: &Position, mv: Move) -> Option<Square> {
    let Move::Piece { from, to, .. } = mv else {
        return None;
    };
    if position.occupied().contains(to) {
        return Some(to);
    }
    if from.file() != to.file() && position.role_at(from) == Role::Pawn {
        return position.double_stepped();
    }
    None
}

/// Whether a move gains at least `threshold` by exchanges on the square it goes to. Moves that are not a
/// piece's own gain nothing.
pub(crate) fn gains(position: &Position, mv: Move, threshold: Value) -> bool {
    let Move::Piece { from, to, promotion } = mv else {
        return threshold <= 0;
    };
    let us = position.turn();
    let victim = captured_square(position, mv);
    let mut balance = victim.map_or(0, |square| worth(position.role_at(square))) - threshold;
    let mut standing = worth(position.role_at(from));
    if let Some(choice) = promotion {
        balance += worth(choice.role()) - worth(Role::Pawn);
        standing = worth(choice.role());
    }
    if balance < 0 {
        return false;
    }
    balance -= standing;
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
        let Some((attacker, role)) = cheapest(position, attackers) else {
            break;
        };
        let remaining = occupied.without(SquareSet::of(attacker));
        side = side.other();
        if role == Role::King && !self::attackers(position, to, side, remaining).is_empty() {
            // A king may not capture what is still protected: the other side has the last word.
            side = side.other();
            break;
        }
        occupied = remaining;
        balance = -balance - 1 - worth(role);
        if balance >= 0 {
            break;
        }
    }
    side != us
}

/// The pieces of a side still on the board that attack a square.
fn attackers(position: &Position, square: Square, by: Color, occupied: SquareSet) -> SquareSet {
    position.attackers_through(square, by, position.stops(occupied.columns())) & occupied
}

fn cheapest(position: &Position, attackers: SquareSet) -> Option<(Square, Role)> {
    if attackers.is_empty() {
        return None;
    }
    ATTACKERS.into_iter().find_map(|role| {
        (attackers & position.pieces_with(role)).first().map(|square| (square, role))
    })
}
