//! Connections to the SQLite file: their settings, and errors with advice when the file cannot be used.

use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, ErrorCode, OpenFlags, ffi};

use super::migrations;
use crate::storage::StorageError;

/// How long a reader waits for a lock, which in WAL mode is rare and short.
pub(super) const READ_TIMEOUT: Duration = Duration::from_secs(5);

/// Why a file could not be opened or migrated.
#[derive(Debug)]
pub(super) enum MigrationError {
    Sqlite(rusqlite::Error),
    /// The schema is newer than this program.
    Newer {
        version: usize,
        supported: usize,
    },
    /// The file belongs to another program.
    Foreign,
    /// The file is missing or empty, but not this log of it.
    OnlyLog(PathBuf),
    /// The file lacks a table, or this column of it.
    Incomplete {
        table: String,
        column: Option<String>,
    },
}

impl fmt::Display for MigrationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sqlite(error) => f.write_str(&with_advice(error)),
            Self::Newer { version, supported } => {
                write!(
                    f,
                    "it has schema version {version}, this program supports up to {supported}; \
                     use a newer program"
                )
            }
            Self::Foreign => f.write_str("it belongs to another program; choose a different file"),
            Self::OnlyLog(log) => {
                let log = log.display();
                write!(
                    f,
                    "it is missing or empty, but {log} is not; restore a backup or remove that"
                )
            }
            Self::Incomplete { table, column: None } => {
                write!(f, "it has no table {table}; restore a backup")
            }
            Self::Incomplete { table, column: Some(column) } => {
                write!(f, "its table {table} has no column {column}; restore a backup")
            }
        }
    }
}

impl From<rusqlite::Error> for MigrationError {
    fn from(error: rusqlite::Error) -> Self {
        Self::Sqlite(error)
    }
}

/// A failed operation of an open database.
pub(super) fn storage_error(operation: &str, error: &rusqlite::Error) -> StorageError {
    if is_damage(error) {
        return StorageError::damaged(operation, error);
    }
    StorageError::new(operation, with_advice(error))
}

/// Whether SQLite read a row that does not hold what it should.
pub(super) const fn is_damage(error: &rusqlite::Error) -> bool {
    use rusqlite::Error;
    matches!(
        error,
        Error::FromSqlConversionFailure(..)
            | Error::IntegralValueOutOfRange(..)
            | Error::InvalidColumnType(..)
            | Error::Utf8Error(..)
    )
}

/// SQLite's error message without the statement, with advice if there is any.
pub(super) fn with_advice(error: &rusqlite::Error) -> String {
    let is_moved = |error: &ffi::Error| error.extended_code == ffi::SQLITE_READONLY_DBMOVED;
    let advice = match error.sqlite_error_code() {
        Some(_) if error.sqlite_error().is_some_and(is_moved) => {
            "; nothing is stored until it is back or the server restarts"
        }
        Some(ErrorCode::NotADatabase) => "; choose another file or restore a backup",
        Some(ErrorCode::DatabaseCorrupt) => "; the file is damaged, restore a backup",
        Some(ErrorCode::ReadOnly | ErrorCode::CannotOpen | ErrorCode::PermissionDenied) => {
            "; the file and its folder must be writable by the user who runs the server"
        }
        Some(ErrorCode::DatabaseBusy) => "; another program has locked it, wait until it is done",
        Some(ErrorCode::DiskFull) => "; free some disk space",
        Some(ErrorCode::SystemIoFailure) => "; the disk is full or failing, check it",
        _ => "",
    };
    match error {
        rusqlite::Error::SqlInputError { msg, .. } => format!("{msg}{advice}"),
        error => format!("{error}{advice}"),
    }
}

/// How to connect to a database.
#[derive(Clone, Debug)]
pub(super) struct Database {
    pub(super) path: PathBuf,
    /// SQLite's file system layer; `None` for that of the system. Tests inject faults with it.
    pub(super) vfs: Option<&'static str>,
    /// The size of SQLite's page cache; `None` for its default. Transactions that do not fit write to the disk early.
    pub(super) cache_pages: Option<u32>,
}

impl Database {
    pub(super) const fn new(path: PathBuf) -> Self {
        Self { path, vfs: None, cache_pages: None }
    }

    /// Opens the file, creating it if needed, and migrates it.
    pub(super) fn open(&self) -> Result<Connection, StorageError> {
        let opened = self.connect_raw(READ_TIMEOUT).map_err(MigrationError::from).and_then(
            |mut connection| {
                migrations::migrate(&mut connection)?;
                Ok(connection)
            },
        );
        opened.map_err(|error| cannot_open(&self.path, error))
    }

    /// Another connection to a migrated file.
    pub(super) fn connect(&self, busy_timeout: Duration) -> Result<Connection, StorageError> {
        self.connect_raw(busy_timeout).map_err(|error| cannot_open(&self.path, with_advice(&error)))
    }

    fn connect_raw(&self, busy_timeout: Duration) -> rusqlite::Result<Connection> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
            | OpenFlags::SQLITE_OPEN_CREATE
            | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = match self.vfs {
            Some(vfs) => Connection::open_with_flags_and_vfs(&self.path, flags, vfs)?,
            None => Connection::open_with_flags(&self.path, flags)?,
        };
        connection.busy_timeout(READ_TIMEOUT)?;
        connection.pragma_update(None, "journal_mode", "wal")?;
        // A committed event must survive a power cut.
        connection.pragma_update(None, "synchronous", "full")?;
        connection.pragma_update(None, "wal_autocheckpoint", 0)?;
        // A deleted name must not remain readable in unused parts of the file.
        connection.pragma_update(None, "secure_delete", "on")?;
        if let Some(pages) = self.cache_pages {
            connection.pragma_update(None, "cache_size", pages)?;
        }
        connection.set_prepared_statement_cache_capacity(64);
        connection.busy_timeout(busy_timeout)?;
        Ok(connection)
    }
}

pub(super) fn cannot_open(path: &Path, error: impl fmt::Display) -> StorageError {
    StorageError::new(&format!("open the database {}", path.display()), error)
}
