//! Why a database was not opened.

use std::fmt;
use std::path::PathBuf;

use super::StorageError;

/// Why a database was not opened.
#[derive(Debug)]
pub enum OpenError {
    /// Another server uses the database.
    InUse {
        /// The file.
        database: PathBuf,
        /// The address of that server, if it wrote one to the lock file.
        address: Option<String>,
    },
    /// The database cannot be used.
    Storage(StorageError),
}

impl fmt::Display for OpenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::InUse { database, address } => {
                let path = database.display();
                write!(f, "cannot open the database {path}: another server uses it")?;
                address.as_ref().map_or(Ok(()), |address| write!(f, ", at {address}"))
            }
            Self::Storage(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for OpenError {}

impl From<StorageError> for OpenError {
    fn from(error: StorageError) -> Self {
        Self::Storage(error)
    }
}
