//! Tests of whole servers, over HTTP and WebSocket. They are one program, because linking it takes longest.

mod backup;
mod clock;
mod cluster;
mod damaged_games;
mod database_file;
mod database_lock;
mod fair_clocks;
mod faults;
mod full_disk;
mod harness;
mod hosts;
mod http;
mod idempotency;
mod lag;
mod limits;
mod lost_events;
mod missed_changes;
mod openapi;
mod play;
mod privacy;
mod protocol;
mod queries;
mod stored_games;
