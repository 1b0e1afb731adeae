//! A chess engine for tridimensional chess: search, evaluation, UCI.
//!
//! ```
//! use trid_engine::{Engine, Limits, Options};
//! use trid_rules::Game;
//!
//! let mut game = Game::default();
//! let mut engine = Engine::new(Options::default());
//! let result = engine.search(&game, &Limits::depth(4));
//! game.play(result.best_move().unwrap()).unwrap();
//! ```

mod bench;
mod correction_history;
mod engine;
pub mod evaluation;
mod history;
mod limits;
mod move_picker;
mod options;
mod packed_move;
pub mod random;
mod root;
mod score;
mod search;
mod search_result;
pub mod see;
mod strength;
mod transposition;
pub mod uci;

pub use bench::{BENCH_DEPTH, bench, bench_engine};
pub use engine::{Engine, Signals};
pub use evaluation::{Classical, Evaluator, LoadedNetwork, ThreadEvaluator};
pub use limits::{Clock, ClockState, Limits, SystemClock};
pub use options::{MAX_HASH, MAX_THREADS, Options};
pub use packed_move::PackedMove;
pub use root::Root;
pub use score::Score;
pub use search_result::{Info, SearchResult, Variation};
pub use strength::Strength;
pub use transposition::TableAllocationError;

#[cfg(test)]
mod tests;

/// Runs the example of the crate's README as a doctest.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
