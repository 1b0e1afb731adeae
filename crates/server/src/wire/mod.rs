//! Everything that is said over the wire, and stored: plain data, closed enums, unknown fields refused.

mod event;
mod game;
mod message;
mod refusal;
pub mod schema;

pub use event::{Event, Happening};
pub use game::{
    Access, ClockKind, ColorChoice, EndStatus, GamePage, GameState, GameSummary, NewGame, Player,
    Points, Remaining, TimeControl,
};
pub use message::{
    Action, ClientMessage, DrawClaim, GoneClaim, Presence, SeatPresence, ServerMessage,
};
pub use refusal::{Refusal, RefusalReason};
