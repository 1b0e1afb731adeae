//! Identifies the program that a database file belongs to, without changing the file or creating others next to it.

use std::path::{Path, PathBuf};

use percent_encoding::{NON_ALPHANUMERIC, percent_encode};
use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags};

use super::connection::MigrationError;

/// The `application_id` in the header of our files: "TRID".
pub(super) const APPLICATION_ID: i64 = 0x5452_4944;

/// The tables of every version, by which files without an `application_id` are recognised.
const TABLES: [&str; 4] = ["alive", "events", "games", "players"];

/// Whose file it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Identity {
    /// It holds nothing.
    Empty,
    /// It is ours, with this schema version.
    Ours { version: usize },
    /// It belongs to another program.
    Foreign,
}

/// Fails if the file belongs to another program or a newer version. Leaves it as it is.
pub(super) fn check(path: &Path, supported: usize) -> Result<(), MigrationError> {
    let is_empty = |path: &Path| path.metadata().map_or(true, |file| file.len() == 0);
    if is_empty(path) && is_empty(&log_path(path)) {
        return Ok(());
    }
    match identify(&open_unchanged(path)?)? {
        Identity::Foreign => Err(MigrationError::Foreign),
        Identity::Ours { version } if version > supported => {
            Err(MigrationError::Newer { version, supported })
        }
        Identity::Ours { .. } | Identity::Empty => Ok(()),
    }
}

pub(super) fn identify(connection: &Connection) -> rusqlite::Result<Identity> {
    let pragma = |name: &str| {
        connection.query_row(&format!("PRAGMA {name}"), (), |row| row.get::<_, i64>(0))
    };
    let (id, version) = (pragma("application_id")?, pragma("user_version")?);
    let mut tables = connection.prepare("SELECT name FROM sqlite_schema")?;
    let tables: Vec<String> =
        tables.query_map((), |row| row.get(0))?.collect::<rusqlite::Result<_>>()?;
    let has_our_tables = || TABLES.iter().all(|name| tables.iter().any(|table| table == name));
    Ok(match (id, usize::try_from(version)) {
        (0, Ok(0)) if tables.is_empty() => Identity::Empty,
        (APPLICATION_ID, Ok(version)) => Identity::Ours { version },
        (0, Ok(version)) if has_our_tables() => Identity::Ours { version },
        _ => Identity::Foreign,
    })
}

/// The path of a database's write-ahead log.
pub(super) fn log_path(database: &Path) -> PathBuf {
    let mut path = database.as_os_str().to_owned();
    path.push("-wal");
    path.into()
}

fn open_unchanged(path: &Path) -> rusqlite::Result<Connection> {
    // Without a log, SQLite needs no other file and no lock.
    let has_log = log_path(path).metadata().is_ok_and(|log| log.len() > 0);
    let immutable = if has_log { "" } else { "&immutable=1" };
    let encoded = percent_encode(path.as_os_str().as_encoded_bytes(), NON_ALPHANUMERIC);
    let uri = format!("file:{encoded}?mode=ro{immutable}");
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY
        | OpenFlags::SQLITE_OPEN_URI
        | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(uri, flags)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)?;
    Ok(connection)
}
