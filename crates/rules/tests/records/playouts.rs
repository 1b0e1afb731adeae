//! Random games from a fixed seed, for tests that want thousands of positions.

use trid_rules::{Move, Position, RuleBook};

/// A small generator of random numbers (xorshift64*), the same on every machine.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) as usize % bound
    }
}

/// A random game of at most `plies` moves. Board moves, promotions and captures are preferred now and
/// then, since they are what notation finds hard.
pub(crate) fn random_game(book: RuleBook, seed: u64, plies: usize) -> Vec<Move> {
    let mut random = Random::new(seed);
    let mut position = Position::start(book);
    let mut moves = Vec::new();
    while moves.len() < plies && position.ending().is_none() {
        let legal = position.legal_moves();
        let rare: Vec<Move> = legal
            .iter()
            .copied()
            .filter(|mv| !matches!(mv, Move::Piece { promotion: None, .. }))
            .collect();
        let choices = if rare.is_empty() || random.below(3) > 0 { &legal } else { &rare };
        let mv = choices[random.below(choices.len())];
        position.play_unchecked(mv);
        moves.push(mv);
    }
    moves
}

/// Calls back with each position of random games in both rule books.
pub(crate) fn for_each_position(games: u64, plies: usize, mut visit: impl FnMut(&Position)) {
    for book in RuleBook::ALL {
        for seed in 0..games {
            let mut position = Position::start(book);
            visit(&position);
            for mv in random_game(book, seed, plies) {
                position.play_unchecked(mv);
                visit(&position);
            }
        }
    }
}
