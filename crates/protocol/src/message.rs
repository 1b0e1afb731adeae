//! The messages on a game's socket: one closed enum for each direction.

use serde::{Deserialize, Serialize};
use trid_rules::Color;

#[cfg(feature = "utoipa")]
use crate::schema;
use crate::{Action, ApiError, Event, GameId, Millis, PlayerId, Time};

/// What a client may send on the socket of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "camelCase", deny_unknown_fields)]
pub enum ClientMessage {
    /// Does something in the game. The reply is `done` or `refused` with the same `ref`.
    Act {
        /// A number that the reply repeats.
        #[serde(rename = "ref")]
        reference: u32,
        /// The number of the last event that the player had received. With it, an action that is decided in an
        /// earlier state of the game is refused with `E_STALE`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "typescript", ts(optional))]
        seen: Option<u32>,
        /// What to do.
        action: Action,
    },
    /// Requests all events after this one again.
    Resume {
        /// The last event that the client has; 0 for none.
        after: u32,
    },
    /// Requests a `pong`.
    Ping {
        /// A number that the reply repeats.
        #[serde(rename = "ref")]
        reference: u32,
    },
}

/// What the server sends on the socket of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum ServerMessage {
    /// The first message. The events that the client lacks follow it.
    Welcome {
        /// The game.
        game: GameId,
        /// The client's player; null without a token.
        you: Option<PlayerId>,
        /// The client's seat; null for a spectator.
        #[cfg_attr(feature = "utoipa", schema(value_type = Option<schema::Color>))]
        #[serde(with = "trid_view::json", default)]
        #[cfg_attr(feature = "typescript", ts(as = "trid_view::json::TypeOf<_>"))]
        seat: Option<Color>,
        /// The number of the last event.
        seq: u32,
        /// The server's time, in milliseconds since 1970.
        now: Time,
        /// The most milliseconds of network lag that are not charged to the clock.
        #[serde(rename = "lagBound")]
        lag_bound: Millis,
        /// For how many milliseconds the opponent must be gone before a claim; null where none is possible.
        #[serde(rename = "goneAfter")]
        gone_after: Option<Millis>,
        /// For how many milliseconds the opponent must also have been to move; null where it does not matter.
        #[serde(rename = "overdueAfter")]
        overdue_after: Option<Millis>,
        /// Whether what is stored of the game after the last event is damaged, so that it can only be viewed; absent if
        /// not.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[cfg_attr(feature = "typescript", ts(optional, as = "Option<bool>"))]
        damaged: bool,
    },
    /// Something happened.
    Event {
        /// The event.
        event: Event,
    },
    /// The database has lost the events after this one, which clients had received: they did not happen. The events
    /// that are stored in their place, if any, follow.
    RolledBack {
        /// The last event that counts.
        seq: u32,
        /// The moves that are lost, in coordinate notation.
        lost: Vec<String>,
    },
    /// The presence of players or spectators changed.
    Presence(Presence),
    /// The client's action is done and stored.
    Done {
        /// The number that the client sent.
        #[serde(rename = "ref")]
        reference: u32,
        /// The event that it became.
        seq: u32,
    },
    /// The client's message was rejected and changed nothing.
    Refused {
        /// The number that the client sent; null if it could not be read.
        #[serde(rename = "ref")]
        reference: Option<u32>,
        /// Why.
        #[serde(rename = "refusal")]
        error: ApiError,
    },
    /// The reply to `ping`.
    Pong {
        /// The number that the client sent.
        #[serde(rename = "ref")]
        reference: u32,
        /// The server's time, in milliseconds since 1970.
        now: Time,
    },
    /// The server is about to close the socket.
    Closing {
        /// Why.
        #[cfg_attr(feature = "utoipa", schema(value_type = String))]
        reason: CloseReason,
    },
    /// A message that this version does not know. Only a client of a newer server meets it.
    #[serde(other, skip_serializing)]
    #[cfg_attr(feature = "typescript", ts(skip))]
    Unknown,
}

/// Why the server closes a socket.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum CloseReason {
    /// The server is stopping.
    Stopping,
    /// Nothing was received for too long.
    Idle,
    /// The client does not read its messages fast enough.
    Slow,
    /// Nobody joined the game in time; it is gone.
    Expired,
    /// The client sent too many messages.
    Rate,
    /// A message was too long.
    TooLong,
    /// A frame was not a valid WebSocket message.
    Unreadable,
    /// The player deleted their identity or replaced its token.
    Identity,
    /// A reason that this version does not know. Only a client of a newer server meets it.
    #[serde(other, skip_serializing)]
    #[cfg_attr(feature = "typescript", ts(skip))]
    Unknown,
}

impl CloseReason {
    /// All reasons that are sent.
    pub const ALL: [Self; 8] = [
        Self::Stopping,
        Self::Idle,
        Self::Slow,
        Self::Expired,
        Self::Rate,
        Self::TooLong,
        Self::Unreadable,
        Self::Identity,
    ];

    /// The name in JSON and in close frames.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Stopping => "stopping",
            Self::Idle => "idle",
            Self::Slow => "slow",
            Self::Expired => "expired",
            Self::Rate => "rate",
            Self::TooLong => "tooLong",
            Self::Unreadable => "unreadable",
            Self::Identity => "identity",
            Self::Unknown => "unknown",
        }
    }
}

/// Who is connected.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
pub struct Presence {
    /// White.
    pub white: SeatPresence,
    /// Black.
    pub black: SeatPresence,
    /// The number of spectators.
    #[serde(rename = "watchers")]
    pub spectators: u32,
}

/// Whether a player is connected.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct SeatPresence {
    /// Whether the player has an open socket.
    pub here: bool,
    /// When the player left, in milliseconds since 1970; null while connected.
    pub gone_since: Option<Time>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn close_reasons_are_sent_by_name() {
        for reason in CloseReason::ALL {
            assert_eq!(serde_json::to_value(reason).unwrap(), reason.name());
        }
    }

    #[test]
    fn a_client_reads_messages_of_a_newer_server() {
        let read = |json| serde_json::from_str::<ServerMessage>(json).unwrap();
        assert_eq!(read(r#"{"type":"new","field":1}"#), ServerMessage::Unknown);
        let closing = read(r#"{"type":"closing","reason":"new","retry":7}"#);
        assert_eq!(closing, ServerMessage::Closing { reason: CloseReason::Unknown });
        let here = r#"{"here":true,"goneSince":null,"new":1}"#;
        let presence = read(&format!(
            r#"{{"type":"presence","white":{here},"black":{here},"watchers":0,"new":1}}"#
        ));
        assert!(matches!(presence, ServerMessage::Presence(_)));
    }
}
