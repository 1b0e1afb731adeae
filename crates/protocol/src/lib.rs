//! Online games of tridimensional chess: what clients and server say to each other, and what follows from it.
//!
//! A game is a list of numbered [`Event`]s. [`OnlineGame`] is the state folded from them: seats, offers, clocks, result.
//! The server, the bot and the page all fold the same events with this code. [`OnlineGame::decide`] turns a player's
//! [`Action`] into the next events; only the server calls it to change a game. Times are passed in; nothing here reads
//! a clock, a socket or a random number.

#![deny(missing_docs)]

mod action;
mod clocks;
mod error;
mod event;
mod id;
mod lag;
mod message;
mod new_game;
mod online_game;
#[cfg(feature = "utoipa")]
pub mod schema;
mod summary;
mod time;
mod time_control;
#[cfg(feature = "typescript")]
mod typescript;
mod view;

pub use action::{Action, ActionRequest, GoneClaim};
pub use clocks::{Clocks, Remaining, RunningClocks};
pub use error::{ApiError, ErrorCode};
pub use event::{CreditReason, End, Event, EventKind, OnlineEndReason};
pub use id::{GameId, ParseIdError, PlayerId};
pub use lag::{LAG_BOUND, LAG_QUOTA, LAG_REFILL};
pub use message::{ClientMessage, CloseReason, Presence, SeatPresence, ServerMessage};
pub use new_game::{Access, ColorChoice, Identity, NewGame, Player};
pub use online_game::{
    ActionContext, Decision, Due, FIRST_MOVE_TIMEOUT, GONE_AFTER, OVERDUE_AFTER, OnlineGame,
    PlayerRequest, ReplayError, Terms, UsedRequests, create,
};
pub use summary::{GamePage, GameState, GameSummary};
pub use time::{Millis, Time};
pub use time_control::{ClockKind, TimeControl};
pub use view::{OnlineGameState, OnlineView, UsedBySide};
