//! Engine options: hash size, threads, MultiPV, strength.

use std::time::Duration;

use crate::strength::Strength;

/// Engine options.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// Size of the transposition table in MiB.
    pub hash: usize,
    /// Number of search threads.
    pub threads: usize,
    /// Number of variations to search (MultiPV).
    pub multi_pv: usize,
    /// Playing strength.
    pub strength: Strength,
    /// Seed for the errors of a reduced strength.
    pub seed: u64,
    /// Time that may be lost between the engine and the game clock.
    pub move_overhead: Duration,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            hash: 16,
            threads: 1,
            multi_pv: 1,
            strength: Strength::FULL,
            seed: 0,
            move_overhead: Duration::from_millis(10),
        }
    }
}

/// The largest transposition table in MiB.
pub const MAX_HASH: usize = 1 << 16;

/// The largest number of search threads.
pub const MAX_THREADS: usize = 256;
