//! Tests of records.

mod documented;
mod exported;
mod mutations;
#[path = "../../../rules/tests/games/playouts.rs"]
mod playouts;
mod saved;
mod tags;
mod tpgn;
