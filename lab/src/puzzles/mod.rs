//! Generates puzzles: engines play games, and the full engine looks for what the weaker side overlooks.
//!
//! `cargo lab puzzles` runs it; `docs/notes/puzzles.md` describes the method and its results.

pub(crate) mod command;
mod game;
mod game_kind;
mod generate;
mod judge;
mod log;
mod mates;
mod rating;
mod select;
#[cfg(test)]
mod shipped;
mod tactics;
mod verify;
