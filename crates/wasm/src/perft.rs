//! Perft, to measure the rules in the browser.

use trid_protocol::ErrorCode;
use trid_rules::{Position, RuleBook};
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

use crate::thrown_error::ThrownError;

/// Leaf nodes below a position.
///
/// # Errors
/// Throws an `ApiError`.
#[wasm_bindgen]
pub fn perft(book: &str, tfen: &str, depth: u32) -> Result<f64, JsValue> {
    let book: RuleBook = book.parse().map_err(|error| ThrownError::new(ErrorCode::Rules, error))?;
    let position = Position::from_tfen(tfen, book)
        .map_err(|error| ThrownError::new(ErrorCode::Tfen, error))?;
    Ok(trid_rules::perft(&position, depth) as f64)
}
