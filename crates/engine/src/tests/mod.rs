//! Tests of the search as a whole.

mod minimax;
mod move_picker;

use trid_rules::{Position, RuleBook};

use crate::random::splitmix64;

/// Positions met in games of random moves, always the same ones.
pub(crate) struct RandomPositions {
    book: RuleBook,
    state: u64,
    position: Position,
    plies: u32,
}

impl RandomPositions {
    pub(crate) fn new(book: RuleBook, seed: u64) -> RandomPositions {
        RandomPositions { book, state: seed, position: Position::start(book), plies: 0 }
    }

    fn random(&mut self, below: usize) -> usize {
        self.state = self.state.wrapping_add(1);
        (splitmix64(self.state) >> 33) as usize % below
    }
}

impl Iterator for RandomPositions {
    type Item = Position;

    fn next(&mut self) -> Option<Position> {
        loop {
            let moves = self.position.legal_moves();
            if moves.is_empty() || self.plies > 250 {
                self.position = Position::start(self.book);
                self.plies = 0;
                continue;
            }
            let mv = moves[self.random(moves.len())];
            self.position.play_unchecked(mv);
            self.plies += 1;
            if self.position.has_moves() {
                return Some(self.position.clone());
            }
        }
    }
}
