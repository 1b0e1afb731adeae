//! Attacks, legal moves and perft.
//!
//! What is marked `inline(always)` saves 7 % of the instructions per node, and would make the browser's module 2 kB
//! larger; what is marked `inline(never)` saves 4 % in `revised` (`cargo xtask bench instructions`).

mod attacked;
pub mod attacks;
pub(crate) mod batch;
mod boards;
pub(crate) mod castling;
mod generate;
mod king;
#[cfg(not(target_arch = "wasm32"))]
mod line_tables;
mod near_king;
mod pawn_moves;
pub(crate) mod pawns;
pub(crate) mod perft;
mod reach;
mod sink;

pub use batch::{MoveBatch, Scope};
pub use perft::{divide, perft};
