//! Generates puzzles: engines play games, and the full engine looks for what the weaker side overlooks.
//!
//! `cargo xtask puzzles` runs it; `docs/puzzles.md` describes the method and its results.

pub mod game;
pub mod game_kind;
pub mod generate;
pub mod judge;
pub mod log;
pub mod mates;
pub mod rating;
pub mod select;
pub mod tactics;
pub mod verify;
