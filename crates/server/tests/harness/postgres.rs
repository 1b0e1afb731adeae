//! New PostgreSQL databases for tests, on one temporary server per test program.

use std::sync::LazyLock;
use std::sync::atomic::{AtomicU32, Ordering};

use trid_server::storage::{Postgres, PostgresConfig};
use trid_testbed::{Durability, TemporaryPostgres};

static SERVER: LazyLock<TemporaryPostgres> =
    LazyLock::new(|| TemporaryPostgres::start(Durability::None, &[]).unwrap());

/// The server of this test program.
pub(crate) fn server() -> &'static TemporaryPostgres {
    &SERVER
}

/// The URL of a new, empty database; `None`, with a message, where PostgreSQL is not installed.
pub(crate) fn new_database() -> Option<String> {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    if TemporaryPostgres::find_programs().is_none() {
        eprintln!("skipped: PostgreSQL is not installed; apt-get install postgresql");
        return None;
    }
    let name = format!("test{}", COUNT.fetch_add(1, Ordering::Relaxed));
    SERVER.run_sql("postgres", &format!("CREATE DATABASE {name}")).unwrap();
    Some(SERVER.url(&name))
}

/// Opens a database, as one more process.
pub(crate) async fn open(url: &str) -> Postgres {
    Postgres::open(PostgresConfig::parse(url, None).unwrap(), Some("test")).await.unwrap()
}
