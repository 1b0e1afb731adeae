//! Games of tridimensional chess between people and programs, over HTTP and WebSocket.
//!
//! Data flows one way: a request or message becomes a command to a room, `trid-protocol` decides which events follow,
//! the storage stores them, and only then they are broadcast.

mod alarms;
pub mod clock;
mod fairness;
mod http;
mod hub;
pub mod identity;
pub mod limits;
mod log;
mod metrics;
mod open_files;
mod record;
mod room;
mod server;
mod settings;
pub mod storage;
mod throttle;

pub use http::{Asset, openapi, read_message};
pub use log::{LogFormat, start_log};
pub use open_files::fit_open_files;
pub use server::Server;
pub use settings::Settings;
