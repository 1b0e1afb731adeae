//! Tests of notation, games and records.

mod algebraic;
mod documented;
#[cfg(feature = "serde")]
mod exported;
mod game;
mod mutations;
mod playouts;
#[cfg(feature = "serde")]
mod saved;
#[cfg(feature = "serde")]
mod saved_reader;
#[cfg(feature = "serde")]
mod tags;
mod tpgn;
