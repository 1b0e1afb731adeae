//! Tests of notation, games and records.

mod algebraic;
mod game;
mod playouts;
