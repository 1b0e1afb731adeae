//! Writes games as text.

use trid_rules::Record;
use trid_rules::saved::SavedGame;

use crate::api_error::ApiError;

/// Writes a game as `tpgn` or `json`, or its position as `tfen`.
pub(crate) fn write(record: &Record, format: &str) -> Result<String, ApiError> {
    match format {
        "tpgn" => Ok(record.to_tpgn()),
        "json" => Ok(crate::json(&SavedGame::from(record))),
        "tfen" => Ok(record.game.position().to_tfen_with_book()),
        _ => Err(ApiError::new(
            "E_FORM",
            format!("{format:?} is not a record format, expected tpgn, json or tfen"),
        )),
    }
}
