//! Questions about a position: what is attacked, in danger, in check or mated, and what a move would change.

use trid_protocol::ErrorCode;
use trid_rules::{Position, RuleBook};
use trid_view::Insight;
use trid_view::json::Json;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

use crate::json;
use crate::thrown_error::ThrownError;

/// The `Insight` into a position.
///
/// # Errors
/// Throws an `ApiError` if the text is not a position.
#[wasm_bindgen(unchecked_return_type = "Json<Insight>")]
pub fn insight(rules: &str, tfen: &str) -> Result<String, JsValue> {
    Ok(json(&Insight::from(&position(rules, tfen)?)))
}

/// How a legal move changes the attacked squares of White and Black: two `AttackChange`s.
///
/// # Errors
/// Throws an `ApiError` if the text is not a position, or the reasons why the move is illegal.
#[wasm_bindgen(unchecked_return_type = "Json<readonly AttackChange[]>")]
pub fn attack_changes(rules: &str, tfen: &str, mv: &str) -> Result<String, JsValue> {
    let position = position(rules, tfen)?;
    let mv = position.read_move(mv).map_err(ThrownError::from)?;
    Ok(json(&Json(&position.attack_changes(mv))))
}

fn position(rules: &str, tfen: &str) -> Result<Position, ThrownError> {
    let book: RuleBook =
        rules.parse().map_err(|error| ThrownError::new(ErrorCode::Rules, error))?;
    Position::from_tfen(tfen, book).map_err(|error| ThrownError::new(ErrorCode::Tfen, error))
}
