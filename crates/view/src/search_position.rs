//! What a view asks the engine to search.

use serde::{Deserialize, Serialize};
use trid_rules::{Game, Position, RuleBook};

/// A position as UCI gives it: the start of its game and the moves from there, whose positions count as repetitions.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct SearchPosition {
    /// T-FEN, with the rule book.
    pub start: String,
    /// The moves in coordinate notation.
    pub moves: Vec<String>,
}

impl SearchPosition {
    /// The current position of a game.
    #[must_use]
    pub fn of(game: &Game) -> SearchPosition {
        let moves = game.moves().take(game.ply()).map(|played| played.mv.to_string());
        SearchPosition { start: game.start().to_tfen_with_book(), moves: moves.collect() }
    }

    /// The game that ends with the position.
    ///
    /// # Errors
    /// The start is not a position, or a move is not legal.
    pub fn game(&self) -> Result<Game, Box<dyn std::error::Error>> {
        let mut game = Game::new(Position::from_tfen(&self.start, RuleBook::default())?);
        for text in &self.moves {
            let mv = game.position().read_move(text)?;
            // A view may show what comes after the end of a game.
            game.play_unchecked(mv);
        }
        Ok(game)
    }
}
