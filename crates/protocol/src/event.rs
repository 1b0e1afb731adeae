//! Events: what happened in a game, numbered, stored, and sent to every connected client.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use trid_rules::{
    Color, Ending, GameResult, RuleBook, Status,
    game::{DrawReason, EndReason},
};

#[cfg(feature = "utoipa")]
use crate::schema;
use crate::{Access, ColorChoice, GameId, Millis, Player, Remaining, Time, TimeControl};

/// An event of a game. The events of a game are numbered from 1 without gaps.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "OnlineEvent"))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
pub struct Event {
    /// Its number in the game.
    pub seq: u32,
    /// When it happened, in milliseconds since 1970.
    pub at: Time,
    /// What happened.
    #[serde(flatten)]
    pub kind: EventKind,
}

/// What happened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum EventKind {
    /// The game was created and waits for an opponent.
    Created {
        /// The rule book.
        #[cfg_attr(feature = "utoipa", schema(value_type = schema::RuleBook))]
        #[serde(with = "trid_view::json")]
        #[cfg_attr(feature = "typescript", ts(as = "trid_view::json::TypeOf<_>"))]
        rules: RuleBook,
        /// The start position as T-FEN; null for the standard one.
        start: Option<String>,
        /// The time control.
        clock: TimeControl,
        /// Who can find the game.
        access: Access,
        /// The player who created it.
        by: Player,
        /// The color that its creator takes.
        color: ColorChoice,
        /// The game of which this is the rematch.
        #[serde(rename = "rematchOf")]
        rematch_of: Option<GameId>,
    },
    /// Both seats are taken and the game starts.
    Started {
        /// The player of White.
        white: Player,
        /// The player of Black.
        black: Player,
    },
    /// A move, or a forced promotion, was played.
    Moved {
        /// The move in coordinate notation.
        #[serde(rename = "move")]
        mv: String,
        /// What both players have left; null without a clock.
        clocks: Option<Remaining>,
        /// The milliseconds of network lag that the move was not charged for; absent if there are none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "typescript", ts(optional))]
        lag: Option<Millis>,
    },
    /// A draw was offered. The offer lapses when it is answered or the other player moves.
    DrawOffered {
        /// The player who offers.
        #[cfg_attr(feature = "utoipa", schema(value_type = schema::Color))]
        #[serde(with = "trid_view::json")]
        #[cfg_attr(feature = "typescript", ts(as = "trid_view::json::TypeOf<_>"))]
        by: Color,
    },
    /// The draw offer was declined.
    DrawDeclined {
        /// The player who declines.
        #[cfg_attr(feature = "utoipa", schema(value_type = schema::Color))]
        #[serde(with = "trid_view::json")]
        #[cfg_attr(feature = "typescript", ts(as = "trid_view::json::TypeOf<_>"))]
        by: Color,
    },
    /// A takeback was requested. The request lapses when it is answered or either player moves.
    TakebackAsked {
        /// The player who asks.
        #[cfg_attr(feature = "utoipa", schema(value_type = schema::Color))]
        #[serde(with = "trid_view::json")]
        #[cfg_attr(feature = "typescript", ts(as = "trid_view::json::TypeOf<_>"))]
        by: Color,
    },
    /// The takeback was declined.
    TakebackDeclined {
        /// The player who declines.
        #[cfg_attr(feature = "utoipa", schema(value_type = schema::Color))]
        #[serde(with = "trid_view::json")]
        #[cfg_attr(feature = "typescript", ts(as = "trid_view::json::TypeOf<_>"))]
        by: Color,
    },
    /// The takeback was granted: the game is back at this ply.
    TookBack {
        /// The player who grants it.
        #[cfg_attr(feature = "utoipa", schema(value_type = schema::Color))]
        #[serde(with = "trid_view::json")]
        #[cfg_attr(feature = "typescript", ts(as = "trid_view::json::TypeOf<_>"))]
        by: Color,
        /// The number of plies left in the game.
        ply: u32,
        /// What both players have left; null without a clock.
        clocks: Option<Remaining>,
    },
    /// The server restarted; its downtime is not charged to either player.
    Resumed {
        /// What both players have left.
        clocks: Remaining,
    },
    /// The server could not serve the players for some time. Neither player is charged for it.
    TimeCredited {
        /// The side that gets the time back; null if no clock runs.
        #[cfg_attr(feature = "utoipa", schema(value_type = Option<schema::Color>))]
        #[serde(with = "trid_view::json", default)]
        #[cfg_attr(feature = "typescript", ts(as = "trid_view::json::TypeOf<_>"))]
        to: Option<Color>,
        /// How many milliseconds.
        #[cfg_attr(feature = "utoipa", schema(minimum = 0))]
        ms: Millis,
        /// What happened to the server.
        reason: CreditReason,
    },
    /// The game ended.
    Ended {
        /// How.
        #[cfg_attr(feature = "utoipa", schema(value_type = schema::EndStatus))]
        #[serde(with = "trid_view::json")]
        #[cfg_attr(feature = "typescript", ts(as = "trid_view::json::TypeOf<_>"))]
        status: Status,
        /// The result.
        #[cfg_attr(feature = "utoipa", schema(value_type = schema::GameResult))]
        #[serde(with = "trid_view::json")]
        #[cfg_attr(feature = "typescript", ts(as = "trid_view::json::TypeOf<_>"))]
        result: GameResult,
        /// Why, where the status does not say: `threefold`, `bareKing`, `abandoned` ...
        #[cfg_attr(feature = "utoipa", schema(value_type = Option<String>))]
        reason: Option<OnlineEndReason>,
    },
    /// A rematch with swapped colors was offered.
    RematchOffered {
        /// The player who offers.
        #[cfg_attr(feature = "utoipa", schema(value_type = schema::Color))]
        #[serde(with = "trid_view::json")]
        #[cfg_attr(feature = "typescript", ts(as = "trid_view::json::TypeOf<_>"))]
        by: Color,
    },
    /// The rematch was declined.
    RematchDeclined {
        /// The player who declines.
        #[cfg_attr(feature = "utoipa", schema(value_type = schema::Color))]
        #[serde(with = "trid_view::json")]
        #[cfg_attr(feature = "typescript", ts(as = "trid_view::json::TypeOf<_>"))]
        by: Color,
    },
    /// The rematch started.
    RematchStarted {
        /// The new game.
        game: GameId,
    },
    /// A kind that this version does not know. Only a client of a newer server meets it.
    #[serde(other, skip_serializing)]
    #[cfg_attr(feature = "typescript", ts(skip))]
    Unknown,
}

/// Why the server could not serve the players.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub enum CreditReason {
    /// The process did not run: it was stopped, or its machine was overloaded.
    Stall,
    /// The storage was slow, or failed.
    Storage,
    /// The system clock jumped ahead, or the machine was suspended.
    ClockStep,
}

impl CreditReason {
    /// All reasons.
    pub const ALL: [Self; 3] = [Self::Stall, Self::Storage, Self::ClockStep];

    /// The name in JSON and in storage.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Stall => "stall",
            Self::Storage => "storage",
            Self::ClockStep => "clockStep",
        }
    }
}

impl EventKind {
    /// The players whom the event names. Storage keeps their names apart from the events.
    pub fn players_mut(&mut self) -> impl Iterator<Item = &mut Player> {
        let players = match self {
            Self::Created { by, .. } => [Some(by), None],
            Self::Started { white, black } => [Some(white), Some(black)],
            _ => [None, None],
        };
        players.into_iter().flatten()
    }
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct End {
    /// Checkmate, draw, resigned ...
    #[serde(with = "trid_view::json")]
    #[cfg_attr(feature = "typescript", ts(as = "trid_view::json::TypeOf<_>"))]
    pub status: Status,
    /// The result.
    #[serde(with = "trid_view::json")]
    #[cfg_attr(feature = "typescript", ts(as = "trid_view::json::TypeOf<_>"))]
    pub result: GameResult,
    /// Why, where the status does not say.
    pub reason: Option<OnlineEndReason>,
}

impl From<Ending> for End {
    fn from(ending: Ending) -> Self {
        let reason = ending.reason().map(OnlineEndReason::Rules);
        Self { status: ending.status(), result: ending.result(), reason }
    }
}

impl From<End> for EventKind {
    fn from(End { status, result, reason }: End) -> Self {
        Self::Ended { status, result, reason }
    }
}

/// Why an online game ended: by the rules of chess, or of online play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OnlineEndReason {
    /// A reason that the rules of chess give.
    Rules(EndReason),
    /// A player left, and the opponent claimed the game.
    Abandoned,
    /// The game was cancelled before anyone joined.
    Cancelled,
    /// Nothing happened for too long.
    Expired,
    /// One of the first two moves was not made in time.
    NoFirstMove,
}

impl OnlineEndReason {
    /// The reasons that only online games have.
    pub const ONLINE: [Self; 4] =
        [Self::Abandoned, Self::Cancelled, Self::Expired, Self::NoFirstMove];

    /// The reason with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        let draws = DrawReason::ALL.into_iter().map(EndReason::Draw);
        let rules = draws.chain([EndReason::BareKing]).map(Self::Rules);
        Self::ONLINE.into_iter().chain(rules).find(|reason| reason.name() == name)
    }

    /// The name in JSON and in storage.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rules(reason) => reason.name(),
            Self::Abandoned => "abandoned",
            Self::Cancelled => "cancelled",
            Self::Expired => "expired",
            Self::NoFirstMove => "noFirstMove",
        }
    }
}

impl fmt::Display for OnlineEndReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Serialize for OnlineEndReason {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for OnlineEndReason {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        Self::from_name(&name)
            .ok_or_else(|| serde::de::Error::custom(format!("unknown reason {name:?}")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn credit_reasons_are_stored_by_name() {
        for reason in CreditReason::ALL {
            assert_eq!(serde_json::to_value(reason).unwrap(), reason.name());
        }
    }

    #[test]
    fn a_client_reads_events_of_a_newer_server() {
        let json = r#"{"seq":7,"at":1000,"type":"teleported","to":"b4N"}"#;
        let event: Event = serde_json::from_str(json).unwrap();
        assert_eq!(event, Event { seq: 7, at: Time(1000), kind: EventKind::Unknown });
        assert!(serde_json::to_string(&event).is_err(), "it is never stored");
    }
}
