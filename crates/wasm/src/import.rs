//! Reads games in any format. Not part of the module that the page loads first, because most visits do not need it.

use trid_protocol::ErrorCode;
use trid_rules::saved::SavedFile;
use trid_rules::{Game, Record, RecordFormat, RuleBook, Tfen, tpgn};
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

use crate::WasmGame;
use crate::thrown_error::ThrownError;

#[wasm_bindgen]
impl WasmGame {
    /// Opens the game with this index in a record of any format.
    ///
    /// # Errors
    /// Throws an `ApiError`.
    pub fn open(text: &str, index: usize) -> Result<WasmGame, JsValue> {
        let mut records = read(text)?;
        if index >= records.len() {
            let found = records.len();
            return Err(ThrownError::new(
                ErrorCode::Empty,
                format!("there is no game {index}, only {found}"),
            )
            .into());
        }
        Ok(WasmGame { record: records.swap_remove(index) })
    }

    /// The number of games in a record.
    ///
    /// # Errors
    /// Throws an `ApiError`.
    pub fn count(text: &str) -> Result<usize, JsValue> {
        Ok(read(text)?.len())
    }
}

/// Reads every game of a saved game, a T-FEN or T-PGN.
pub(crate) fn read(text: &str) -> Result<Vec<Record>, ThrownError> {
    let text = text.trim_start_matches('\u{feff}').trim();
    let records = match RecordFormat::detect(text.as_bytes()) {
        RecordFormat::Json => vec![read_saved(text)?],
        RecordFormat::Tfen => vec![read_tfen(text)?],
        RecordFormat::Tpgn => tpgn::read(text, RuleBook::Revised)
            .collect::<Result<_, _>>()
            .map_err(|error| ThrownError::new(ErrorCode::Tpgn, error))?,
    };
    if records.is_empty() {
        return Err(ThrownError::new(ErrorCode::Empty, "there is no game and no position in it"));
    }
    Ok(records)
}

fn read_saved(text: &str) -> Result<Record, ThrownError> {
    let file: SavedFile =
        serde_json::from_str(text).map_err(|error| ThrownError::new(ErrorCode::Json, error))?;
    file.record().map_err(|error| ThrownError::new(ErrorCode::Json, error))
}

fn read_tfen(text: &str) -> Result<Record, ThrownError> {
    let tfen: Tfen = text.parse().map_err(|error| ThrownError::new(ErrorCode::Tfen, error))?;
    let position = tfen.position(tfen.book.unwrap_or_default());
    Ok(Record::new(Game::new(position.map_err(|error| ThrownError::new(ErrorCode::Tfen, error))?)))
}
