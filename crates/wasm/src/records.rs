//! Games to text and back, in the forms that people and programs keep.

use trid_rules::saved::{SavedFile, SavedGame};
use trid_rules::{Game, Record, RuleBook, Tfen, tpgn};

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

/// Reads every game of a text, which is a saved game, a T-FEN, or T-PGN.
pub(crate) fn read(text: &str) -> Result<Vec<Record>, Refusal> {
    let text = text.trim_start_matches('\u{feff}').trim();
    let braced = text.strip_prefix('{').map(str::trim_start);
    let records = if braced.is_some_and(|inside| inside.starts_with(['"', '}'])) {
        vec![read_saved(text)?]
    } else if text.split_whitespace().next().is_some_and(|word| word.contains('|')) {
        vec![read_tfen(text)?]
    } else {
        let games: Result<Vec<Record>, _> = tpgn::read(text, RuleBook::Revised).collect();
        games.map_err(|error| Refusal::new("E_TPGN", error))?
    };
    if records.is_empty() {
        return Err(Refusal::new("E_EMPTY", "there is no game and no position in it"));
    }
    Ok(records)
}

fn read_saved(text: &str) -> Result<Record, Refusal> {
    let file: SavedFile =
        serde_json::from_str(text).map_err(|error| Refusal::new("E_JSON", error))?;
    file.record().map_err(|error| Refusal::new("E_JSON", error))
}

fn read_tfen(text: &str) -> Result<Record, Refusal> {
    let tfen: Tfen = text.parse().map_err(|error| Refusal::new("E_TFEN", error))?;
    let position = tfen.position(tfen.book.unwrap_or_default());
    Ok(Record::new(Game::new(position.map_err(|error| Refusal::new("E_TFEN", error))?)))
}
