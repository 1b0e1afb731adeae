//! Attacks, legal moves and perft.

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
