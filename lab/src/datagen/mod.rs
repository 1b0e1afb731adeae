//! Training data for the network: self-play games, their files, and their positions as training rows.

pub(crate) mod command;
mod fit;
mod game_file;
mod generate;
mod opening;
mod pack;
mod self_play;

use trid_engine::random::splitmix64;

/// A deterministic random number generator.
struct Random(u64);

impl Random {
    /// A generator for one game: games of one seed are independent of each other.
    fn for_game(seed: u64, number: u64) -> Random {
        Random(splitmix64(splitmix64(seed) ^ number))
    }

    /// A number below `limit`, which is not 0.
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(1);
        ((u128::from(splitmix64(self.0)) * limit as u128) >> 64) as usize
    }

    fn choose<T: Copy>(&mut self, items: &[T]) -> Option<T> {
        (!items.is_empty()).then(|| items[self.below(items.len())])
    }
}
