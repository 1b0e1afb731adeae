//! Reads games in any format. Not part of the module that the page loads first, because most visits do not need it.

use serde::Serialize;
use trid_protocol::{ApiError, ErrorCode};
use trid_records::tpgn::{TpgnError, TpgnErrorKind};
use trid_records::{ReadError, Record, Warning, is_ordinary_chess, read_all};
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

use crate::WasmGame;
use crate::thrown_error::ThrownError;

/// The games of a text in any format: T-PGN, saved games, or T-FEN with a position per line.
#[wasm_bindgen]
pub struct WasmRecords {
    records: Vec<Record>,
    errors: Vec<BadGame>,
    warnings: Vec<ImportWarning>,
}

/// A game that could not be read.
#[derive(Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct BadGame {
    /// Its number among all games of the text, from 1.
    number: usize,
    /// The line of the error, from 1.
    line: usize,
    /// What is wrong. The message names the line unless it is the first.
    error: ApiError,
}

/// A game of which a part could not be read.
#[derive(Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ImportWarning {
    /// What is missing.
    kind: ImportWarningKind,
    /// Its number among all games of the text, from 1.
    number: usize,
    /// The line of the move that could not be read, from 1; 0 if it is not known.
    line: usize,
    /// Which move could not be replayed and why, as a sentence.
    message: String,
}

/// What is missing of a game that was read.
#[derive(Clone, Copy, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum ImportWarningKind {
    /// All moves: only the last position was read.
    OnlyPosition,
    /// A variation, which is kept as text.
    Variation,
}

#[wasm_bindgen]
impl WasmRecords {
    /// Reads every game of a text.
    ///
    /// # Errors
    /// Throws the `ApiError` of the first game if no game can be read.
    #[wasm_bindgen(constructor)]
    pub fn new(text: &str) -> Result<WasmRecords, JsValue> {
        Ok(WasmRecords::read(text)?)
    }

    /// The number of games that could be read.
    #[must_use]
    pub fn count(&self) -> usize {
        self.records.len()
    }

    /// A copy of a game that could be read, by its index among them.
    ///
    /// # Errors
    /// Throws an `ApiError` if there is no such game.
    pub fn open(&self, index: usize) -> Result<WasmGame, JsValue> {
        match self.records.get(index) {
            Some(record) => Ok(WasmGame { record: record.clone() }),
            None => Err(ThrownError::new(
                ErrorCode::Empty,
                format!("there is no game {index}, only {}", self.records.len()),
            )
            .into()),
        }
    }

    /// The games that could not be read, as JSON: `BadGame[]`.
    #[wasm_bindgen(unchecked_return_type = "Json<readonly BadGame[]>")]
    #[must_use]
    pub fn errors(&self) -> String {
        crate::json(&self.errors)
    }

    /// The games that were read without their moves, as JSON: `ImportWarning[]`.
    #[wasm_bindgen(unchecked_return_type = "Json<readonly ImportWarning[]>")]
    #[must_use]
    pub fn warnings(&self) -> String {
        crate::json(&self.warnings)
    }
}

impl WasmRecords {
    fn read(text: &str) -> Result<WasmRecords, ThrownError> {
        let mut read =
            WasmRecords { records: Vec::new(), errors: Vec::new(), warnings: Vec::new() };
        read.read_games(text);
        if !read.records.is_empty() {
            return Ok(read);
        }
        Err(if is_ordinary_chess(text) {
            ThrownError::new(ErrorCode::OrdinaryChess, "it is ordinary chess")
        } else if read.errors.is_empty() {
            ThrownError::new(ErrorCode::Empty, "there is no game and no position in it")
        } else {
            ThrownError::from(read.errors.swap_remove(0).error)
        })
    }

    fn read_games(&mut self, text: &str) {
        for entry in read_all(text.as_bytes()).keep_bad_variations() {
            let number = entry.number;
            self.warnings.extend(entry.warnings.iter().map(|warning| {
                let (kind, line) = match warning {
                    Warning::OnlyPosition(_) => (ImportWarningKind::OnlyPosition, 0),
                    Warning::Variation(error) => (ImportWarningKind::Variation, error.line),
                };
                ImportWarning { kind, number, line, message: warning.to_string() }
            }));
            match entry.record {
                Ok(record) => self.records.push(record),
                Err(error) => {
                    self.errors.push(BadGame {
                        number,
                        line: error.line(),
                        error: api_error(&error),
                    });
                }
            }
        }
    }
}

/// The error of a game, with the reasons if a move in T-PGN is illegal.
fn api_error(error: &ReadError) -> ApiError {
    let code = match error {
        ReadError::Tpgn(_) => ErrorCode::Tpgn,
        ReadError::Tfen { .. } | ReadError::NotUtf8 { .. } => ErrorCode::Tfen,
        ReadError::Json(_) | ReadError::Saved { .. } | ReadError::Io(_) | ReadError::Utf16 => {
            ErrorCode::Json
        }
    };
    let reasons = match error {
        ReadError::Tpgn(TpgnError { kind: TpgnErrorKind::Move(error), .. }) => {
            error.reasons.clone()
        }
        _ => Vec::new(),
    };
    ApiError { reasons, ..ApiError::new(code, error.to_string()) }
}

/// The first readable game of a text.
pub(crate) fn read_first(text: &str) -> Result<Record, ThrownError> {
    Ok(WasmRecords::read(text)?.records.swap_remove(0))
}
