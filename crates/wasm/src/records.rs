//! Games as text, in the forms that people and programs keep.

use trid_rules::Record;
use trid_rules::saved::SavedGame;

use crate::refusal::Refusal;

/// Writes a game as `tpgn` or `json`, or its position as `tfen`.
pub(crate) fn write(record: &Record, form: &str) -> Result<String, Refusal> {
    match form {
        "tpgn" => Ok(record.to_tpgn()),
        "json" => Ok(crate::json(&SavedGame::from(record))),
        "tfen" => Ok(record.game.position().to_tfen_with_book()),
        _ => Err(Refusal::new(
            "E_FORM",
            format!("{form:?} is no form of record; they are tpgn, json and tfen"),
        )),
    }
}
