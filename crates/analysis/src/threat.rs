//! Threats: what the other side would play if it were their turn.

use std::fmt;

use serde::Serialize;
use trid_rules::{Game, Position};

/// Why a position has no threat to look for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum ThreatError {
    /// The side to move is in check, so it cannot pass.
    Check,
    /// The side to move must promote a pawn first.
    Promotion,
    /// The game is over.
    GameOver,
    /// Passing would leave an impossible position.
    Impossible,
}

/// The current position of a game with the other side to move.
///
/// # Errors
/// [`ThreatError`] if the side to move cannot pass.
pub fn threat_position(game: &Game) -> Result<Position, ThreatError> {
    let position = game.position();
    if game.ending().is_some() {
        return Err(ThreatError::GameOver);
    }
    if position.pending().is_some() {
        return Err(ThreatError::Promotion);
    }
    if position.is_check() {
        return Err(ThreatError::Check);
    }
    position.swap_turn().map_err(|_| ThreatError::Impossible)
}

impl fmt::Display for ThreatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ThreatError::Check => "the side to move is in check",
            ThreatError::Promotion => "a pawn must promote first",
            ThreatError::GameOver => "the game is over",
            ThreatError::Impossible => "the side to move cannot pass",
        })
    }
}

impl std::error::Error for ThreatError {}
