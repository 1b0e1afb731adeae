//! The two closed enums of the socket: what a client may say, and what the server says.

use serde::{Deserialize, Serialize};
use trid_rules::Color;
use utoipa::ToSchema;

use super::schema;
use super::{Event, Refusal};
use crate::clock::Millis;
use crate::identity::{GameId, PlayerId};

/// What a client may say on the socket of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "camelCase", deny_unknown_fields)]
pub enum ClientMessage {
    /// Does something in the game. It is answered by `done` or `refused` with the same `ref`.
    Act {
        /// A number that the answer repeats.
        #[serde(rename = "ref")]
        reference: u32,
        /// What to do.
        action: Action,
    },
    /// Asks for all events after this one again.
    Resume {
        /// The last event that the client has; 0 for none.
        after: u32,
    },
    /// Asks for a `pong`.
    Ping {
        /// A number that the answer repeats.
        #[serde(rename = "ref")]
        reference: u32,
    },
}

/// What a player may do in a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "camelCase", deny_unknown_fields)]
pub enum Action {
    /// Plays a move, or a forced promotion.
    Move {
        /// The move in coordinate notation.
        #[serde(rename = "move")]
        #[schema(max_length = 40, example = "b2Wb4N")]
        mv: String,
        /// How many plies were on the record when the player decided. A move sent twice is played once.
        ply: u32,
    },
    /// Claims a draw.
    ClaimDraw {
        /// On what ground.
        kind: DrawClaim,
    },
    /// Offers a draw; accepts one that the other player has offered.
    OfferDraw {},
    /// Declines the draw offered.
    DeclineDraw {},
    /// Asks the other player to go back to the asker's own last decision; grants it when he has asked.
    AskTakeback {},
    /// Declines the takeback asked for.
    DeclineTakeback {},
    /// Gives the game up.
    Resign {},
    /// Calls the game off, before the second move or before anyone has joined.
    Abort {},
    /// Claims a win or a draw against an opponent who is gone.
    ClaimGone {
        /// What is claimed.
        outcome: GoneClaim,
    },
    /// Offers a rematch with colours swapped; accepts one that the other player has offered.
    OfferRematch {},
    /// Declines the rematch offered.
    DeclineRematch {},
}

/// On what ground a draw is claimed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum DrawClaim {
    /// The position for the third time.
    Threefold,
    /// 50 moves each without a capture or a pawn's move.
    Fifty,
}

/// What is claimed against an opponent who is gone.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum GoneClaim {
    /// The win.
    Win,
    /// A draw.
    Draw,
}

/// What the server says on the socket of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum ServerMessage {
    /// The first message. The events that the client lacks follow it.
    Welcome {
        /// The game.
        game: GameId,
        /// The client's player; null where it gave no token.
        you: Option<PlayerId>,
        /// The client's seat; null for a watcher.
        #[schema(value_type = Option<schema::Color>)]
        seat: Option<Color>,
        /// The number of the last event.
        seq: u32,
        /// The server's time, in milliseconds since 1970.
        now: Millis,
        /// At most so many milliseconds of a move's way are not charged to the clock.
        lag_bound: Millis,
        /// An opponent gone for so many milliseconds, in his turn, may be claimed against; null where none may.
        gone_after: Option<Millis>,
        /// So many milliseconds he must have been to move besides; null where it does not matter.
        overdue_after: Option<Millis>,
    },
    /// Something happened.
    Event {
        /// What.
        event: Event,
    },
    /// Who is here has changed.
    Presence(Presence),
    /// What the client asked for is done and stored.
    Done {
        /// The number that the client gave.
        #[serde(rename = "ref")]
        reference: u32,
        /// The event that it became.
        seq: u32,
    },
    /// What the client asked for is refused, and changed nothing.
    Refused {
        /// The number that the client gave; null where it could not be read.
        #[serde(rename = "ref")]
        reference: Option<u32>,
        /// Why.
        refusal: Refusal,
    },
    /// The answer to `ping`.
    Pong {
        /// The number that the client gave.
        #[serde(rename = "ref")]
        reference: u32,
        /// The server's time, in milliseconds since 1970.
        now: Millis,
    },
    /// The server is about to close the socket.
    Closing {
        /// Why: `stopping`, `idle`, `slow`, `rate`, `tooLong`, `unreadable`.
        reason: String,
    },
}

/// Who is here.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Presence {
    /// White.
    pub white: SeatPresence,
    /// Black.
    pub black: SeatPresence,
    /// How many watch.
    pub watchers: u32,
}

/// Whether a player is here.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct SeatPresence {
    /// Whether a socket of his is open.
    pub here: bool,
    /// Since when he is gone, in milliseconds since 1970; null while he is here.
    pub gone_since: Option<Millis>,
}
