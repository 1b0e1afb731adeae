//! Games to text and back, in the forms that people and programs keep.

use serde_json::{Value, json};
use trid_rules::{Game, Position, RuleBook, Tfen};

use crate::refusal::Refusal;

/// Writes a game as `json`, or its position as `tfen`.
pub(crate) fn write(game: &Game, form: &str) -> Result<String, Refusal> {
    match form {
        "tfen" => Ok(game.position().to_tfen_with_book()),
        "json" | "tpgn" => {
            let moves: Vec<String> = game.moves().map(|played| played.mv.to_string()).collect();
            Ok(json!({ "start": game.start().to_tfen_with_book(), "moves": moves }).to_string())
        }
        _ => Err(Refusal::new("E_FORM", format!("{form:?} is no form of record"))),
    }
}

/// Reads a game or a position, whichever the text holds.
pub(crate) fn read(text: &str) -> Result<Game, Refusal> {
    if !text.starts_with('{') {
        return Ok(Game::new(position(text)?));
    }
    let value: Value = serde_json::from_str(text).map_err(|error| Refusal::new("E_JSON", error))?;
    let start =
        value["start"].as_str().ok_or_else(|| Refusal::new("E_JSON", "there is no start"))?;
    let mut game = Game::new(position(start)?);
    for mv in value["moves"].as_array().into_iter().flatten().filter_map(Value::as_str) {
        game.play_text(mv)?;
    }
    Ok(game)
}

fn position(text: &str) -> Result<Position, Refusal> {
    let refused = |error: &dyn std::fmt::Display| Refusal::new("E_TFEN", error);
    let tfen: Tfen = text.parse().map_err(|error| refused(&error))?;
    tfen.position(tfen.book.unwrap_or(RuleBook::Revised)).map_err(|error| refused(&error))
}
