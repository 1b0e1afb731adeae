//! New PostgreSQL databases for tests, on one temporary server per test program.

use std::sync::Arc;

use trid_server::Server;
use trid_server::clock::PausedClock;
use trid_server::storage::{PostgresConfig, Storage};
use trid_testbed::TemporaryPostgres;

use super::{start_on, unlimited};

/// The server of this test program.
pub(crate) fn server() -> &'static TemporaryPostgres {
    TemporaryPostgres::shared().unwrap()
}

/// The URL of a new, empty database; `None`, with a message, where PostgreSQL is not installed.
pub(crate) fn new_database() -> Option<String> {
    TemporaryPostgres::new_database()
}

/// Opens a database, as one more process.
pub(crate) async fn open(url: &str) -> Storage {
    Storage::connect(PostgresConfig::parse(url, None).unwrap(), Some("test")).await.unwrap()
}

/// Starts one more process for a database, on its clock or on this one. Returns its URL too.
pub(crate) async fn start_process(
    database: &str,
    clock: Option<&Arc<PausedClock>>,
) -> (Server, String) {
    let storage = Arc::new(open(database).await);
    match clock {
        Some(clock) => start_on(storage, unlimited(), clock.clone()).await,
        None => start_on(storage.clone(), unlimited(), storage.clock()).await,
    }
}

/// Ends all connections to a database, except the one that asks for it.
pub(crate) fn end_connections(database: &str) {
    let name = database.rsplit('/').next().unwrap();
    let end = format!(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = '{name}' AND pid <> pg_backend_pid()"
    );
    server().run_sql("postgres", &end).unwrap();
}
