//! What happens in a game: the events that are stored, numbered, and told to everyone who is there.

use serde::{Deserialize, Serialize};
use trid_rules::{Color, RuleBook};
use utoipa::ToSchema;

use super::schema;
use super::{Access, ColorChoice, EndStatus, Player, Points, Remaining, TimeControl};
use crate::clock::Millis;
use crate::identity::GameId;

/// One event of a game. Its events are numbered from 1 without a gap.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Event {
    /// Its number in the game.
    pub seq: u32,
    /// When it happened, in milliseconds since 1970.
    pub at: Millis,
    /// What happened.
    #[serde(flatten)]
    pub what: Happening,
}

/// What happened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Happening {
    /// The game was created and waits for an opponent.
    Created {
        /// The rule book.
        #[schema(value_type = schema::RuleBook)]
        rules: RuleBook,
        /// The start position as T-FEN; null for the start of a game.
        start: Option<String>,
        /// The time control.
        clock: TimeControl,
        /// Who may find the game.
        access: Access,
        /// Who created it.
        by: Player,
        /// Which colour its creator takes.
        color: ColorChoice,
        /// The game of which this is the rematch.
        rematch_of: Option<GameId>,
    },
    /// Both seats are taken: the game begins.
    Started {
        /// Who plays White.
        white: Player,
        /// Who plays Black.
        black: Player,
    },
    /// A move, or a forced promotion, was played.
    Moved {
        /// The move in coordinate notation.
        #[serde(rename = "move")]
        mv: String,
        /// What both players have left now; null without a clock.
        clocks: Option<Remaining>,
    },
    /// A draw is offered; the offer stands until it is answered or the other player moves.
    DrawOffered {
        /// Who offers it.
        #[schema(value_type = schema::Color)]
        by: Color,
    },
    /// The draw offered is declined.
    DrawDeclined {
        /// Who declines it.
        #[schema(value_type = schema::Color)]
        by: Color,
    },
    /// A takeback is asked for; the request stands until it is answered or someone moves.
    TakebackAsked {
        /// Who asks.
        #[schema(value_type = schema::Color)]
        by: Color,
    },
    /// The takeback asked for is declined.
    TakebackDeclined {
        /// Who declines it.
        #[schema(value_type = schema::Color)]
        by: Color,
    },
    /// The takeback asked for is granted: the game is back at this ply.
    TookBack {
        /// Who grants it.
        #[schema(value_type = schema::Color)]
        by: Color,
        /// How many plies are left on the record.
        ply: u32,
        /// What both players have left now; null without a clock.
        clocks: Option<Remaining>,
    },
    /// The server was away; the time it was away is charged to no one.
    Resumed {
        /// What both players have left now.
        clocks: Remaining,
    },
    /// The game has ended.
    Ended {
        /// How.
        status: EndStatus,
        /// The result.
        result: Points,
        /// What in particular: `threefold`, `flag`, `abandoned` ...
        reason: Option<String>,
    },
    /// A rematch with colours swapped is offered.
    RematchOffered {
        /// Who offers it.
        #[schema(value_type = schema::Color)]
        by: Color,
    },
    /// The rematch offered is declined.
    RematchDeclined {
        /// Who declines it.
        #[schema(value_type = schema::Color)]
        by: Color,
    },
    /// The rematch is on.
    RematchStarted {
        /// The new game.
        game: GameId,
    },
}
