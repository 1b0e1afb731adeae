//! Perft: counts the leaves of the move tree.

use crate::{Move, Position};

/// The number of move sequences of `depth` plies. A forced promotion is a ply of its own.
///
/// ```
/// use trid_rules::{Position, perft};
///
/// assert_eq!(perft(&Position::default(), 2), 441);
/// ```
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

/// The perft count of each legal move, sorted by its text. Empty at depth 0.
///
/// ```
/// use trid_rules::Position;
/// use trid_rules::movegen::divide;
///
/// let counts = divide(&Position::default(), 1);
/// assert!(counts.iter().all(|&(_, count)| count == 1));
/// ```
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
