//! Games of tridimensional chess between people and programs, over HTTP and WebSocket.
//!
//! Data flows one way: a request or a message becomes a wish, the table decides what happens, the storage makes it
//! last, and only then everyone who is there is told.

mod alarms;
pub mod client;
pub mod clock;
mod clocks;
mod decide;
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
mod table;
pub mod wire;

pub use clocks::LAG_BOUND;
pub use http::{openapi, read_message};
pub use log::{LogFormat, start_log};
pub use open_files::fit_open_files;
pub use server::Server;
pub use settings::Settings;
