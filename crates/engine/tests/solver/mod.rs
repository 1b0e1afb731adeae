//! A brute-force mate solver: slow, but obviously correct.

use trid_rules::{Move, Position};

/// The position after a legal move.
pub(crate) fn after(position: &Position, mv: Move) -> Position {
    let mut child = position.clone();
    child.play_unchecked(mv);
    child
}

/// Whether the side to move can force mate in at most `moves` of its moves. A forced promotion does not
/// count as a move.
pub(crate) fn mates_in(position: &Position, moves: u32) -> bool {
    position.legal_moves().into_iter().any(|mv| is_key(position, mv, moves))
}

/// Whether a move starts a forced mate in at most `moves` moves.
pub(crate) fn is_key(position: &Position, mv: Move, moves: u32) -> bool {
    let child = after(position, mv);
    if child.turn() == position.turn() {
        mates_in(&child, moves)
    } else {
        moves > 0 && is_lost_in(&child, moves - 1)
    }
}

/// Whether the side to move is mated now, or in at most `moves` moves of the other side after any reply.
pub(crate) fn is_lost_in(position: &Position, moves: u32) -> bool {
    let replies = position.legal_moves();
    if replies.is_empty() {
        return position.is_check();
    }
    if moves == 0 && position.pending().is_none() {
        return false;
    }
    replies.into_iter().all(|mv| {
        let child = after(position, mv);
        if child.turn() == position.turn() {
            is_lost_in(&child, moves)
        } else {
            mates_in(&child, moves)
        }
    })
}

/// The shortest forced mate of the side to move, if it is at most `max` moves.
pub(crate) fn distance(position: &Position, max: u32) -> Option<u32> {
    (1..=max).find(|&moves| mates_in(position, moves))
}
