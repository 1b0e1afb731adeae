//! Players, and what is agreed before a game: rules, start position, colors, access, time control.

use serde::{Deserialize, Serialize};
use trid_rules::RuleBook;

#[cfg(feature = "utoipa")]
use crate::schema;
use crate::{PlayerId, TimeControl};

/// A player as others see them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
pub struct Player {
    /// The public id.
    pub id: PlayerId,
    /// The display name, empty when none was given.
    #[cfg_attr(feature = "utoipa", schema(max_length = 40))]
    pub name: String,
}

/// An identity, as the server returns it when it creates one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
pub struct Identity {
    /// The player as others see them.
    pub player: Player,
    /// The token, if the client keeps it itself.
    #[cfg_attr(feature = "utoipa", schema(pattern = "^[0-9a-f]{64}$"))]
    pub token: Option<String>,
}

/// A request to create a game.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields, default, rename_all = "camelCase")]
pub struct NewGame {
    /// The rule book, `revised` by default.
    #[cfg_attr(feature = "utoipa", schema(value_type = schema::RuleBook, default = "revised"))]
    #[serde(with = "trid_view::json")]
    #[cfg_attr(feature = "typescript", ts(as = "trid_view::json::TypeOf<_>"))]
    pub rules: RuleBook,
    /// The start position as T-FEN; null for the standard one.
    #[cfg_attr(feature = "utoipa", schema(max_length = 1000))]
    pub start: Option<String>,
    /// The creator's color.
    pub color: ColorChoice,
    /// Who can find the game.
    pub access: Access,
    /// The time control.
    pub clock: TimeControl,
}

/// The color that the creator of a game takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum ColorChoice {
    /// White.
    White,
    /// Black.
    Black,
    /// Chosen at random when the opponent joins.
    #[default]
    Random,
}

impl ColorChoice {
    /// All choices.
    pub const ALL: [Self; 3] = [Self::White, Self::Black, Self::Random];

    /// The name in JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::White => "white",
            Self::Black => "black",
            Self::Random => "random",
        }
    }
}

/// Who can find a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Access {
    /// Anyone with the link.
    #[default]
    Link,
    /// Everyone: it is listed in the lobby, and later among the live and finished games.
    Lobby,
}

impl Access {
    /// Both values.
    pub const ALL: [Self; 2] = [Self::Link, Self::Lobby];

    /// The name in JSON and in storage.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Link => "link",
            Self::Lobby => "lobby",
        }
    }
}
