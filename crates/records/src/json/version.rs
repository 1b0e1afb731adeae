//! The version of a JSON record, which decides how it is read.

use std::fmt;

use serde::Deserialize;
use trid_rules::{RuleBook, notation::excerpt};

use super::split::JsonText;
use crate::saved::VERSION;
use crate::{JsonError, Original, Record, SavedGame, SavedGameError};

/// The version of a file.
#[derive(Deserialize)]
#[serde(expecting = "an object with a saved game")]
struct Versioned {
    version: Option<Version>,
}

/// Version 3 is a number. Those of the original program are numbers, texts such as `2.0`, or missing.
#[derive(Deserialize)]
#[serde(untagged, expecting = "the version must be a number or a text")]
enum Version {
    Number(f64),
    Text(String),
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Version::Number(number) => number.fmt(f),
            Version::Text(text) => fmt::Debug::fmt(&excerpt(text), f),
        }
    }
}

/// Why a JSON text is not a record.
pub(crate) enum TextError {
    Json(JsonError),
    Game(SavedGameError),
}

impl From<SavedGameError> for TextError {
    fn from(error: SavedGameError) -> TextError {
        TextError::Game(error)
    }
}

/// The record of a text, and a warning if its moves were not kept. `book` is the rule book of formats that name none.
pub(crate) fn read(json: &JsonText, book: RuleBook) -> Result<(Record, Option<String>), TextError> {
    let text = json.text.get();
    let syntax = |error| TextError::Json(json.error(&error));
    let version = serde_json::from_str::<Versioned>(text).map_err(syntax)?.version;
    let is_original = match &version {
        Some(Version::Number(number)) if *number == f64::from(VERSION) => false,
        Some(Version::Number(number)) => *number == 1.0 || *number == 2.0,
        Some(Version::Text(text)) => ["1", "1.0", "2", "2.0"].contains(&text.as_str()),
        None => true,
    };
    match version {
        _ if is_original => {
            let original: Original = serde_json::from_str(text).map_err(syntax)?;
            Ok(original.record(book)?)
        }
        Some(Version::Number(number)) if number == f64::from(VERSION) => {
            let saved: SavedGame = serde_json::from_str(text).map_err(syntax)?;
            Ok((saved.record()?, None))
        }
        version => Err(SavedGameError::Version(
            version.map_or_else(String::new, |version| version.to_string()),
        )
        .into()),
    }
}
