//! Lessons for the page.

use wasm_bindgen::prelude::wasm_bindgen;

use crate::json;

/// The stages of the course, each a `StageSummary`.
#[wasm_bindgen]
#[must_use]
pub fn stages() -> String {
    json(&trid_learn::stages().iter().map(trid_learn::Stage::summary).collect::<Vec<_>>())
}
