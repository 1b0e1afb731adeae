//! Identifies the program that a database file belongs to, without changing the file or creating others next to it.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use percent_encoding::{NON_ALPHANUMERIC, percent_encode};
use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags};
use trid_protocol::Time;

use super::connection::MigrationError;
use super::{migrations, queries};

/// The `application_id` in the header of our files: "TRID".
pub(super) const APPLICATION_ID: i64 = 0x5452_4944;

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

/// Fails if the file cannot be used: it belongs to another program or a newer version, or what every start reads is
/// missing or damaged. Leaves it as it is.
pub(super) fn check(path: &Path, supported: usize) -> Result<(), MigrationError> {
    let is_empty = |path: &Path| path.metadata().map_or(true, |file| file.len() == 0);
    if is_empty(path) {
        let log = log_path(path);
        // SQLite would delete the log.
        return if is_empty(&log) { Ok(()) } else { Err(MigrationError::OnlyLog(log)) };
    }
    let file = open_unchanged(path)?;
    match identify(&file)? {
        Identity::Foreign => Err(MigrationError::Foreign),
        Identity::Ours { version } if version > supported => {
            Err(MigrationError::Newer { version, supported })
        }
        Identity::Ours { version } => {
            check_columns(&file, &migrations::new_database(version)?)?;
            if version == supported {
                queries::last_alive(&file)?;
                queries::deadlines(&file, Time(0))?;
            }
            Ok(())
        }
        Identity::Empty => Ok(()),
    }
}

/// Fails if the file lacks a table or a column of `expected`.
fn check_columns(file: &Connection, expected: &Connection) -> Result<(), MigrationError> {
    let found = columns(file)?;
    let Some((table, column)) = columns(expected)?.difference(&found).next().cloned() else {
        return Ok(());
    };
    let has_table = found.iter().any(|(name, _)| *name == table);
    Err(MigrationError::Incomplete { table, column: has_table.then_some(column) })
}

/// The columns of all tables.
fn columns(connection: &Connection) -> rusqlite::Result<BTreeSet<(String, String)>> {
    connection
        .prepare(
            "SELECT tables.name, columns.name
             FROM sqlite_schema AS tables JOIN pragma_table_info(tables.name) AS columns
             WHERE tables.type = 'table'",
        )?
        .query_map((), |row| Ok((row.get(0)?, row.get(1)?)))?
        .collect()
}

pub(super) fn identify(connection: &Connection) -> rusqlite::Result<Identity> {
    let pragma = |name: &str| {
        connection.query_row(&format!("PRAGMA {name}"), (), |row| row.get::<_, i64>(0))
    };
    let (id, version) = (pragma("application_id")?, pragma("user_version")?);
    let has_tables = connection.prepare("SELECT 1 FROM sqlite_schema")?.exists(())?;
    Ok(match (id, usize::try_from(version)) {
        (0, Ok(0)) if !has_tables => Identity::Empty,
        (APPLICATION_ID, Ok(version)) => Identity::Ours { version },
        _ => Identity::Foreign,
    })
}

/// The path of a database's write-ahead log.
pub(super) fn log_path(database: &Path) -> PathBuf {
    let mut path = database.as_os_str().to_owned();
    path.push("-wal");
    path.into()
}

/// Opens the file so that SQLite creates and changes no file.
fn open_unchanged(path: &Path) -> rusqlite::Result<Connection> {
    let has_log = log_path(path).metadata().is_ok_and(|log| log.len() > 0);
    // The log needs an index. Without locks, SQLite keeps its own in memory.
    let how = match (has_log, cfg!(windows)) {
        (false, _) => "immutable=1",
        (true, false) => "vfs=unix-none",
        (true, true) => "vfs=win32-none",
    };
    let encoded = percent_encode(path.as_os_str().as_encoded_bytes(), NON_ALPHANUMERIC);
    let uri = format!("file:{encoded}?mode=ro&{how}");
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY
        | OpenFlags::SQLITE_OPEN_URI
        | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(uri, flags)?;
    connection.pragma_update(None, "locking_mode", "exclusive")?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)?;
    Ok(connection)
}
