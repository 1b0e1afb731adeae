//! Reads games in any format. Not part of the module that the page loads first, because most visits do not need it.

use std::fmt::Display;

use serde::Serialize;
use trid_protocol::{ApiError, ErrorCode};
use trid_rules::saved::{SavedFile, SavedReader, SavedText};
use trid_rules::{Game, Position, Record, RecordFormat, RuleBook, TfenError, tpgn};
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
        Err(if read.errors.is_empty() {
            ThrownError::new(ErrorCode::Empty, "there is no game and no position in it")
        } else {
            ThrownError::from(read.errors.swap_remove(0).error)
        })
    }

    fn read_games(&mut self, text: &str) {
        match RecordFormat::detect(text.as_bytes()) {
            RecordFormat::Json => self.read_saved(text),
            RecordFormat::Tfen => self.read_positions(text),
            RecordFormat::Tpgn => {
                for game in tpgn::read_with_bad_variations(text, RuleBook::Revised) {
                    match game {
                        Ok((record, bad_variations)) => {
                            let number = self.number();
                            self.warnings.extend(bad_variations.iter().map(|error| {
                                ImportWarning {
                                    kind: ImportWarningKind::Variation,
                                    number,
                                    line: error.line,
                                    message: error.to_string(),
                                }
                            }));
                            self.records.push(record);
                        }
                        Err(error) => self.fail(error.line, tpgn_error(&error)),
                    }
                }
            }
        }
    }

    /// The number of the next game.
    fn number(&self) -> usize {
        self.records.len() + self.errors.len() + 1
    }

    fn fail(&mut self, line: usize, error: ApiError) {
        self.errors.push(BadGame { number: self.number(), line, error });
    }

    fn read_saved(&mut self, text: &str) {
        let mut reader = SavedReader::new();
        reader.feed(text.as_bytes());
        reader.finish();
        while let Some(game) = reader.next_game() {
            let read = match &game {
                Ok(text) => read_saved(text),
                Err(error) => Err((error.line, error.to_string())),
            };
            match read {
                Ok((record, warning)) => {
                    let number = self.number();
                    let kind = ImportWarningKind::OnlyPosition;
                    self.warnings.extend(warning.map(|message| ImportWarning {
                        kind,
                        number,
                        line: 0,
                        message,
                    }));
                    self.records.push(record);
                }
                Err((line, message)) => self.fail(line, ApiError::new(ErrorCode::Json, message)),
            }
        }
    }

    fn read_positions(&mut self, text: &str) {
        for (index, line) in text.lines().enumerate() {
            let line = line.trim_start_matches('\u{feff}').trim();
            if line.is_empty() {
                continue;
            }
            match read_position(line) {
                Ok(record) => self.records.push(record),
                Err(error) => {
                    let line = index + 1;
                    self.fail(line, ApiError::new(ErrorCode::Tfen, with_line(line, error)));
                }
            }
        }
    }
}

/// The error of a T-PGN game, with the reasons if a move is illegal.
fn tpgn_error(error: &tpgn::TpgnError) -> ApiError {
    let reasons = match &error.kind {
        tpgn::TpgnErrorKind::Move(error) => error.reasons.clone(),
        _ => Vec::new(),
    };
    ApiError { reasons, ..ApiError::new(ErrorCode::Tpgn, error.to_string()) }
}

/// The first readable game of a text.
pub(crate) fn read_first(text: &str) -> Result<Record, ThrownError> {
    Ok(WasmRecords::read(text)?.records.swap_remove(0))
}

/// A saved game and a warning if its moves were not kept, or the line and message of its error.
fn read_saved(text: &SavedText<'_>) -> Result<(Record, Option<String>), (usize, String)> {
    let file: SavedFile = serde_json::from_slice(text.bytes()).map_err(|error| {
        let error = text.error(error.line(), error.column(), &error.to_string());
        (error.line, error.to_string())
    })?;
    let line = text.line();
    file.record_with_warning(RuleBook::Revised).map_err(|error| (line, with_line(line, error)))
}

fn read_position(text: &str) -> Result<Record, TfenError> {
    let position = Position::from_tfen(text, RuleBook::Revised)?;
    Ok(Record::new(Game::new(position)))
}

/// The message of an error. Most texts hold one game, so line 1 is not mentioned.
fn with_line(line: usize, error: impl Display) -> String {
    if line == 1 { error.to_string() } else { format!("line {line}: {error}") }
}
