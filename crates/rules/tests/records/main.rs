//! Tests of notation, games and records.

mod algebraic;
mod documented;
mod game;
mod mutations;
mod playouts;
#[cfg(feature = "serde")]
mod saved;
#[cfg(feature = "serde")]
mod tags;
mod tpgn;
