//! Threats: what the other side would play if it were their turn.

use serde::Serialize;
use trid_rules::{Game, Position};

/// Why a position has no threat to look for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, thiserror::Error)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum ThreatError {
    /// The side to move is in check, so it cannot pass.
    #[error("the side to move is in check")]
    Check,
    /// The side to move must promote a pawn first.
    #[error("a pawn must promote first")]
    Promotion,
    /// The game is over.
    #[error("the game is over")]
    GameOver,
    /// Passing would leave an impossible position.
    #[error("the side to move cannot pass")]
    Impossible,
}

/// What to search for the threat in a position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum Threat {
    /// The position with the other side to move.
    Position {
        /// Its T-FEN, with the rule book.
        tfen: String,
    },
    /// There is no threat to look for.
    Refused {
        /// Why not.
        reason: ThreatError,
    },
}

impl Threat {
    /// The threat in the current position of a game.
    #[must_use]
    pub fn of(game: &Game) -> Threat {
        match threat_position(game) {
            Ok(position) => Threat::Position { tfen: position.to_tfen_with_book() },
            Err(reason) => Threat::Refused { reason },
        }
    }
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
