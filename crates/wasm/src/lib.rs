//! The rules for the browser, and the engine for its worker: JSON text in and out, errors as objects with codes, no logic.

#[cfg(feature = "engine")]
mod engine;
mod game;
#[cfg(feature = "engine")]
mod perft;
#[cfg(feature = "engine")]
mod reading;
mod records;
mod refusal;

#[cfg(feature = "engine")]
pub use engine::WasmEngine;
pub use game::WasmGame;
#[cfg(feature = "engine")]
pub use perft::perft;

use serde::Serialize;
use trid_rules::World;
use wasm_bindgen::prelude::wasm_bindgen;

/// The World: all places, computed once.
#[wasm_bindgen]
#[must_use]
pub fn world() -> String {
    json(World::get())
}

fn json(value: &impl Serialize) -> String {
    // Not by `expect`, which would bring along the words for every error that reading and writing files may meet.
    serde_json::to_string(value).unwrap_or_else(|_| unreachable!("all of our forms are plain data"))
}
