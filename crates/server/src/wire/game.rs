//! What a game is before and apart from its moves: who plays whom, by which rules, on what time.

use serde::{Deserialize, Serialize};
use trid_rules::{Color, RuleBook};
use utoipa::ToSchema;

use super::schema;
use crate::clock::Millis;
use crate::identity::{GameId, PlayerId};

/// A player as others see him.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Player {
    /// The public id.
    pub id: PlayerId,
    /// The display name, empty when none was given.
    #[schema(max_length = 40)]
    pub name: String,
}

/// What a new game shall be.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default, rename_all = "camelCase")]
pub struct NewGame {
    /// The rule book, `revised` when left out.
    #[schema(value_type = schema::RuleBook)]
    pub rules: RuleBook,
    /// The start position as T-FEN; null for the start of a game.
    #[schema(max_length = 1000)]
    pub start: Option<String>,
    /// The colour of whoever creates the game.
    pub color: ColorChoice,
    /// Who may find the game.
    pub access: Access,
    /// The time control.
    pub clock: TimeControl,
}

/// Which colour the creator of a game takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ColorChoice {
    /// White.
    White,
    /// Black.
    Black,
    /// Drawn by lot when the opponent joins.
    #[default]
    Random,
}

/// Who may find a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Access {
    /// Whoever has the link.
    #[default]
    Link,
    /// Everyone: it stands in the lobby, and later among the live and finished games.
    Lobby,
}

impl Access {
    /// All of them.
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

/// How much time the players have.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "camelCase", deny_unknown_fields)]
pub enum TimeControl {
    /// As much as they like.
    #[serde(rename = "none")]
    Unlimited {},
    /// So many seconds for the game, and some more with every move.
    RealTime {
        /// Seconds at the start, 5 to 10800.
        #[schema(minimum = 5, maximum = 10800)]
        initial: u32,
        /// Seconds added after each move, 0 to 180.
        #[schema(minimum = 0, maximum = 180)]
        increment: u32,
    },
    /// So many days for each move.
    Days {
        /// Days, 1 to 14.
        #[schema(minimum = 1, maximum = 14)]
        days: u32,
    },
}

impl Default for TimeControl {
    fn default() -> Self {
        Self::Unlimited {}
    }
}

impl TimeControl {
    /// What is wrong with the numbers, if anything.
    pub(crate) fn problem(self) -> Option<String> {
        match self {
            Self::RealTime { initial, .. } if !(5..=10800).contains(&initial) => {
                Some(format!("initial time of {initial} s, expected 5 to 10800"))
            }
            Self::RealTime { increment, .. } if increment > 180 => {
                Some(format!("increment of {increment} s, expected 0 to 180"))
            }
            Self::Days { days } if !(1..=14).contains(&days) => {
                Some(format!("{days} days for a move, expected 1 to 14"))
            }
            _ => None,
        }
    }

    /// Which kind it is.
    #[must_use]
    pub const fn kind(self) -> ClockKind {
        match self {
            Self::Unlimited {} => ClockKind::None,
            Self::RealTime { .. } => ClockKind::RealTime,
            Self::Days { .. } => ClockKind::Days,
        }
    }
}

/// The kinds of time control, for filters.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum ClockKind {
    /// No clock.
    None,
    /// Seconds for the game.
    RealTime,
    /// Days for each move.
    Days,
}

impl ClockKind {
    /// All kinds.
    pub const ALL: [Self; 3] = [Self::None, Self::RealTime, Self::Days];

    /// The name in JSON and in storage.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::RealTime => "realTime",
            Self::Days => "days",
        }
    }
}

/// What both players have left, in milliseconds, at the moment of an event.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Remaining {
    /// White's milliseconds.
    pub white: Millis,
    /// Black's milliseconds.
    pub black: Millis,
}

impl Remaining {
    pub(crate) const fn of(self, color: Color) -> Millis {
        match color {
            Color::White => self.white,
            Color::Black => self.black,
        }
    }

    pub(crate) const fn with(self, color: Color, millis: Millis) -> Self {
        match color {
            Color::White => Self { white: millis, ..self },
            Color::Black => Self { black: millis, ..self },
        }
    }
}

/// Where a game is in its life.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum GameState {
    /// It waits for an opponent.
    Open,
    /// It is being played.
    Live,
    /// It has ended.
    Finished,
}

impl GameState {
    /// All of them.
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

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum EndStatus {
    /// By checkmate.
    Checkmate,
    /// By stalemate.
    Stalemate,
    /// By another kind of draw.
    Draw,
    /// A player gave up.
    Resigned,
    /// A player's time ran out, or he was gone.
    Timeout,
    /// It was called off before it began in earnest.
    Aborted,
}

/// The result as records write it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub enum Points {
    /// White won.
    #[serde(rename = "1-0")]
    White,
    /// Black won.
    #[serde(rename = "0-1")]
    Black,
    /// A draw.
    #[serde(rename = "1/2-1/2")]
    Draw,
    /// No result.
    #[serde(rename = "*")]
    None,
}

impl Points {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::White, Self::Black, Self::Draw, Self::None];

    /// The text of records.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::White => "1-0",
            Self::Black => "0-1",
            Self::Draw => "1/2-1/2",
            Self::None => "*",
        }
    }

    /// The whole point for this side.
    #[must_use]
    pub const fn win(color: Color) -> Self {
        match color {
            Color::White => Self::White,
            Color::Black => Self::Black,
        }
    }
}

/// A game as lists show it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct GameSummary {
    /// The game.
    pub id: GameId,
    /// Where it is in its life.
    pub state: GameState,
    /// The rule book.
    #[schema(value_type = schema::RuleBook)]
    pub rules: RuleBook,
    /// Whether it does not begin at the start of a game.
    pub custom_start: bool,
    /// Who may find it.
    pub access: Access,
    /// The time control.
    pub clock: TimeControl,
    /// Who created it.
    pub by: Player,
    /// Which colour its creator takes.
    pub color: ColorChoice,
    /// White, once the game has begun.
    pub white: Option<Player>,
    /// Black, once the game has begun.
    pub black: Option<Player>,
    /// When it was created, in milliseconds since 1970.
    pub created: Millis,
    /// When something last happened, in milliseconds since 1970.
    pub updated: Millis,
    /// How many events it has.
    pub seq: u32,
    /// How many plies were played.
    pub plies: u32,
    /// Whose turn it is.
    #[schema(value_type = schema::Color)]
    pub turn: Color,
    /// The position now.
    pub tfen: String,
    /// The last move in coordinate notation.
    pub last: Option<String>,
    /// How it ended.
    pub status: Option<EndStatus>,
    /// The result.
    pub result: Points,
    /// What in particular ended it.
    pub reason: Option<String>,
}

/// A page of a list of games, the newest first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct GamePage {
    /// The games.
    pub games: Vec<GameSummary>,
    /// What to send as `cursor` for the next page; null when this is the last.
    pub next: Option<String>,
}
