//! Records of games: T-PGN, saved games as JSON, and the exports of the original program.
//!
//! A [`Record`] is a game with tags. [`read_all`] reads the records of a file in any format, one at a time:
//!
//! ```
//! let file = "1. b4N Nb6N *\n\n[White \"Ada\"]\n\n1. a3W 1-0\n";
//! let records: Vec<_> = trid_records::read_all(file.as_bytes()).collect();
//! assert_eq!(records[1].line, 3);
//! let record = records[1].record.as_ref().unwrap();
//! assert_eq!(record.tag("White"), Some("Ada"));
//! assert!(record.to_tpgn().ends_with("1. a3W 1-0\n\n"));
//! ```

#![deny(missing_docs)]

mod characters;
mod format;
mod json;
mod ordinary;
mod original;
mod read;
mod record;
mod saved;
pub mod tpgn;

pub use format::RecordFormat;
pub use json::JsonError;
pub use ordinary::is_ordinary_chess;
pub use original::Original;
pub use read::{Entry, ReadError, Records, Warning, read_all};
pub use record::Record;
pub use saved::{SavedGame, SavedGameError};

/// Runs the example of the crate's README as a doctest.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
