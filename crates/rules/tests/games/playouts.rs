//! Random games from fixed seeds.

use fastrand::Rng;
use trid_rules::{Move, Position, RuleBook};

/// A random game of at most `plies` moves. Prefers board moves, castling and promotions one time in three,
/// because they are rare and hard for notation.
pub(crate) fn random_game(book: RuleBook, seed: u64, plies: usize) -> Vec<Move> {
    let mut random = Rng::with_seed(seed);
    let mut position = Position::start(book);
    let mut moves = Vec::new();
    while moves.len() < plies && position.ending().is_none() {
        let legal = position.legal_moves();
        let rare: Vec<Move> = legal
            .iter()
            .copied()
            .filter(|mv| !matches!(mv, Move::Piece { promotion: None, .. }))
            .collect();
        let choices = if rare.is_empty() || random.usize(..3) > 0 { &legal } else { &rare };
        let mv = choices[random.usize(..choices.len())];
        position.play_unchecked(mv);
        moves.push(mv);
    }
    moves
}
