//! Notation and records: what is written can be read, and reads back the same.

mod algebraic;
mod documented;
mod game;
mod mutations;
mod playouts;
#[cfg(feature = "serde")]
mod saved;
mod tpgn;
