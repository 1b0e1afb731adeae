//! Opening a SQLite file: how every connection to it is set up, and what to do when it cannot be used.

use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, ErrorCode, OpenFlags};

use super::{StorageError, migrations};

/// Why a database was not opened.
#[derive(Debug)]
pub enum OpenError {
    /// Another server uses it.
    InUse {
        /// The file.
        database: PathBuf,
        /// The address of that server, where it has left word.
        by: Option<String>,
    },
    /// It cannot be used.
    Unusable(StorageError),
}

impl fmt::Display for OpenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::InUse { database, by } => {
                let path = database.display();
                write!(f, "cannot open the database {path}: another server uses it")?;
                by.as_ref().map_or(Ok(()), |address| write!(f, ", at {address}"))
            }
            Self::Unusable(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for OpenError {}

impl From<StorageError> for OpenError {
    fn from(error: StorageError) -> Self {
        Self::Unusable(error)
    }
}

/// Why a file does not serve as the database.
#[derive(Debug)]
pub(super) enum Unfit {
    Failed(rusqlite::Error),
    /// It comes from a newer program.
    Newer {
        version: usize,
        known: usize,
    },
    /// It is another program's.
    Foreign,
}

impl fmt::Display for Unfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Failed(error) => f.write_str(&with_way_out(error)),
            Self::Newer { version, known } => {
                write!(
                    f,
                    "it has version {version}, this program knows {known}; use a newer program"
                )
            }
            Self::Foreign => {
                f.write_str("it holds the tables of another program; name a file of its own")
            }
        }
    }
}

impl From<rusqlite::Error> for Unfit {
    fn from(error: rusqlite::Error) -> Self {
        Self::Failed(error)
    }
}

/// What SQLite says, and what to do about it where that is known.
pub(super) fn with_way_out(error: &rusqlite::Error) -> String {
    let way_out = match error.sqlite_error_code() {
        Some(ErrorCode::NotADatabase) => "; name another file, or restore a backup",
        Some(ErrorCode::DatabaseCorrupt) => "; the file is damaged, restore a backup",
        Some(ErrorCode::ReadOnly | ErrorCode::CannotOpen | ErrorCode::PermissionDenied) => {
            "; the file and its folder must be writable for the user who runs the server"
        }
        Some(ErrorCode::DatabaseBusy) => "; another program holds it, wait until that is done",
        Some(ErrorCode::DiskFull) => "; make room on the disk",
        _ => "",
    };
    format!("{error}{way_out}")
}

/// Opens the file, which is made if it is not there, and brings it up to date.
pub(super) fn open(path: &Path) -> Result<Connection, StorageError> {
    let opened = connect_to(path).map_err(Unfit::from).and_then(|mut connection| {
        migrations::migrate(&mut connection)?;
        Ok(connection)
    });
    opened.map_err(|error| cannot_open(path, error))
}

/// Another connection to a file that is up to date.
pub(super) fn connect(path: &Path) -> Result<Connection, StorageError> {
    connect_to(path).map_err(|error| cannot_open(path, with_way_out(&error)))
}

fn cannot_open(path: &Path, error: impl fmt::Display) -> StorageError {
    StorageError::new(&format!("open the database {}", path.display()), error)
}

fn connect_to(path: &Path) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
        | OpenFlags::SQLITE_OPEN_CREATE
        | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)?;
    connection.busy_timeout(Duration::from_secs(5))?;
    connection.pragma_update(None, "journal_mode", "wal")?;
    // An event is told only when it would survive a power cut.
    connection.pragma_update(None, "synchronous", "full")?;
    connection.pragma_update(None, "wal_autocheckpoint", 0)?;
    connection.set_prepared_statement_cache_capacity(64);
    Ok(connection)
}
