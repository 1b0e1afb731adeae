//! Writes games as text.

use trid_protocol::ErrorCode;
use trid_records::{Record, RecordFormat, SavedGame};

use crate::thrown_error::ThrownError;

/// Writes a game as `tpgn` or `json`, or its position as `tfen`.
pub(crate) fn write(record: &Record, format: &str) -> Result<String, ThrownError> {
    let known = RecordFormat::ALL.into_iter().find(|known| known.name() == format);
    match known {
        Some(RecordFormat::Tpgn) => Ok(record.to_tpgn()),
        Some(RecordFormat::Json) => Ok(crate::json(&SavedGame::from(record))),
        Some(RecordFormat::Tfen) => Ok(record.game.position().to_tfen_with_book()),
        None => Err(ThrownError::new(
            ErrorCode::Form,
            format!("{format:?} is not a record format, expected tpgn, json or tfen"),
        )),
    }
}
