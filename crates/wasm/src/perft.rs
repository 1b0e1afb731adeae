//! Counting trees of moves, in the module that is built for speed.

use trid_rules::{Position, RuleBook};
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

use crate::refusal::Refusal;

/// Leaf nodes below a position, to measure the rules where they run.
///
/// # Errors
/// A refusal, thrown as an object with a code.
#[wasm_bindgen]
pub fn perft(book: &str, tfen: &str, depth: u32) -> Result<f64, JsValue> {
    let book: RuleBook = book.parse().map_err(|error| Refusal::new("E_RULES", error))?;
    let position =
        Position::from_tfen(tfen, book).map_err(|error| Refusal::new("E_TFEN", error))?;
    Ok(trid_rules::perft(&position, depth) as f64)
}
