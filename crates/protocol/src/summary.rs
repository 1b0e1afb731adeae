//! Games in lists: a summary of each, in pages.

use serde::{Deserialize, Serialize};
use trid_rules::{Color, GameResult, RuleBook, Status};

#[cfg(feature = "utoipa")]
use crate::schema;
use crate::{Access, ColorChoice, GameId, OnlineEndReason, Player, Time, TimeControl};

/// The stages of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum GameState {
    /// Waiting for an opponent.
    Open,
    /// Being played.
    Live,
    /// Ended.
    Finished,
}

impl GameState {
    /// All stages in order.
    pub const ALL: [Self; 3] = [Self::Open, Self::Live, Self::Finished];

    /// The name in JSON and in storage.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Live => "live",
            Self::Finished => "finished",
        }
    }
}

/// A game as lists show it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct GameSummary {
    /// The game.
    pub id: GameId,
    /// Its stage.
    pub state: GameState,
    /// The rule book.
    #[cfg_attr(feature = "utoipa", schema(value_type = schema::RuleBook))]
    #[serde(with = "trid_view::json")]
    #[cfg_attr(feature = "typescript", ts(as = "trid_view::json::TypeOf<_>"))]
    pub rules: RuleBook,
    /// Whether it starts from another position than the standard one.
    pub custom_start: bool,
    /// Who can find it.
    pub access: Access,
    /// The time control.
    pub clock: TimeControl,
    /// The player who created it.
    pub by: Player,
    /// The color that its creator takes.
    pub color: ColorChoice,
    /// White, once the game has started.
    pub white: Option<Player>,
    /// Black, once the game has started.
    pub black: Option<Player>,
    /// When it was created, in milliseconds since 1970.
    pub created: Time,
    /// When its last event happened, in milliseconds since 1970.
    pub updated: Time,
    /// The number of events.
    pub seq: u32,
    /// The number of plies played.
    pub plies: u32,
    /// The side to move.
    #[cfg_attr(feature = "utoipa", schema(value_type = schema::Color))]
    #[serde(with = "trid_view::json")]
    #[cfg_attr(feature = "typescript", ts(as = "trid_view::json::TypeOf<_>"))]
    pub turn: Color,
    /// The current position.
    pub tfen: String,
    /// The last move in coordinate notation.
    pub last: Option<String>,
    /// How it ended.
    #[cfg_attr(feature = "utoipa", schema(value_type = Option<schema::EndStatus>))]
    #[serde(with = "trid_view::json", default)]
    #[cfg_attr(feature = "typescript", ts(as = "trid_view::json::TypeOf<_>"))]
    pub status: Option<Status>,
    /// The result.
    #[cfg_attr(feature = "utoipa", schema(value_type = schema::GameResult))]
    #[serde(with = "trid_view::json")]
    #[cfg_attr(feature = "typescript", ts(as = "trid_view::json::TypeOf<_>"))]
    pub result: GameResult,
    /// Why it ended, where the status does not say.
    #[cfg_attr(feature = "utoipa", schema(value_type = Option<String>))]
    pub reason: Option<OnlineEndReason>,
}

impl GameSummary {
    /// The creator and the seated players.
    pub fn players_mut(&mut self) -> impl Iterator<Item = &mut Player> {
        [Some(&mut self.by), self.white.as_mut(), self.black.as_mut()].into_iter().flatten()
    }
}

/// A page of a list of games, newest first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
pub struct GamePage {
    /// The games.
    pub games: Vec<GameSummary>,
    /// What to send as `cursor` for the next page; null on the last page.
    #[cfg_attr(feature = "utoipa", schema(pattern = "^[0-9]{1,15}-[0-9A-Za-z]{16}$"))]
    pub next: Option<String>,
}
