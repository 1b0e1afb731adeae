//! An opponent and an analyst for tridimensional chess: search, evaluation, levels.
//!
//! ```
//! use trid_engine::{Engine, Limits, Options};
//! use trid_rules::{Position, RuleBook};
//!
//! let mut engine = Engine::new(Options::default());
//! let position = Position::start(RuleBook::Revised);
//! let answer = engine.answer(&position, &[], &Limits::depth(4));
//! assert!(position.is_legal(answer.best().unwrap()));
//! ```

pub mod arena;
mod bench;
mod engine;
pub mod evaluation;
mod exchange;
mod history;
mod level;
mod limits;
mod packed;
mod picker;
mod score;
mod search;
mod transposition;
pub mod uci;

pub use bench::{BENCH_DEPTH, bench};
pub use engine::{Answer, AnswerLine, Engine, Info, MAX_HASH, MAX_THREADS, Options, Signals};
pub use evaluation::{Classical, Evaluator};
pub use level::Level;
pub use limits::{Clock, ClockState, Limits, SystemClock};
pub use score::Score;
pub use transposition::NoMemory;

#[cfg(test)]
mod tests;
