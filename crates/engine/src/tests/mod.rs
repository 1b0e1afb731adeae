//! Tests of the search as a whole.

mod minimax;
mod move_picker;

use fastrand::Rng;
use trid_rules::{Position, RuleBook};

/// Positions with legal moves from random games; the same seed yields the same positions.
pub(crate) struct RandomPositions {
    book: RuleBook,
    random: Rng,
    position: Position,
    plies: u32,
}

impl RandomPositions {
    pub(crate) fn new(book: RuleBook, seed: u64) -> RandomPositions {
        let random = Rng::with_seed(seed);
        RandomPositions { book, random, position: Position::start(book), plies: 0 }
    }
}

impl Iterator for RandomPositions {
    type Item = Position;

    fn next(&mut self) -> Option<Position> {
        loop {
            let mv = self.random.choice(self.position.legal_moves());
            let Some(mv) = mv.filter(|_| self.plies <= 250) else {
                self.position = Position::start(self.book);
                self.plies = 0;
                continue;
            };
            self.position.play_unchecked(mv);
            self.plies += 1;
            if self.position.has_moves() {
                return Some(self.position.clone());
            }
        }
    }
}
