//! The rules for the browser, and the engine for its worker: JSON text in and out, errors as objects with codes, no logic.

#[cfg(feature = "engine")]
mod engine;
mod game;
#[cfg(feature = "engine")]
mod reading;
mod records;
mod refusal;

#[cfg(feature = "engine")]
pub use engine::WasmEngine;
pub use game::WasmGame;

use refusal::Refusal;
use serde::Serialize;
use trid_rules::{Position, RuleBook, World};
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

/// The World: all places, computed once.
#[wasm_bindgen]
#[must_use]
pub fn world() -> String {
    json(World::get())
}

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

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("all of our forms are plain data")
}
