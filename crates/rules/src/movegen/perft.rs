//! Counting the move tree: the measure of correctness and of speed.

use crate::{Move, Position};

/// How many sequences of `depth` plies there are; a forced promotion is a ply of its own.
#[must_use]
pub fn perft(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_moves() as u64,
        _ => {
            let mut count = 0;
            position.for_each_batch(|batch| {
                batch.for_each(|mv| {
                    let mut after = position.clone();
                    after.play_unchecked(mv);
                    count += perft(&after, depth - 1);
                });
            });
            count
        }
    }
}

/// The count behind each legal move, sorted by the move's text. Empty at depth 0.
#[must_use]
pub fn divide(position: &Position, depth: u32) -> Vec<(Move, u64)> {
    if depth == 0 {
        return Vec::new();
    }
    let mut moves = position.legal_moves();
    moves.sort_by_cached_key(Move::to_string);
    moves
        .into_iter()
        .map(|mv| {
            let mut after = position.clone();
            after.play_unchecked(mv);
            (mv, perft(&after, depth - 1))
        })
        .collect()
}
