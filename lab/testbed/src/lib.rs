//! A temporary PostgreSQL and HAProxy, for tests and for `cargo xtask cluster`. Needs Debian's packages and no root.

mod folder;
mod haproxy;
mod port;
mod postgres;
mod program;

pub use folder::TemporaryFolder;
pub use haproxy::HaProxy;
pub use port::free_port;
pub use postgres::{Durability, TemporaryPostgres};
pub use program::find_program;
