//! Why a command to a game failed.

use std::fmt;

use trid_protocol::{ApiError, ReplayError};

use crate::storage::StorageError;

/// Why a command to a game failed.
#[derive(Debug)]
pub(crate) enum HubError {
    /// There is no such game.
    NoGame,
    /// The rules, or the state of the game, do not allow it.
    Rejected(ApiError),
    /// The storage is not available. Nothing was stored.
    Storage(StorageError),
    /// Too many new games; the next one is possible after this many seconds.
    Rate(f64),
    /// A failure of the server itself. The details go to the log only.
    Internal(String),
}

impl fmt::Display for HubError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoGame => f.write_str("there is no such game"),
            Self::Rejected(error) => f.write_str(&error.message),
            Self::Storage(error) => error.fmt(f),
            Self::Rate(seconds) => write!(f, "too many new games, the next in {seconds:.1} s"),
            Self::Internal(error) => f.write_str(error),
        }
    }
}

impl From<StorageError> for HubError {
    fn from(error: StorageError) -> Self {
        if error.is_damage() { Self::Internal(error.to_string()) } else { Self::Storage(error) }
    }
}

impl From<ReplayError> for HubError {
    fn from(error: ReplayError) -> Self {
        Self::Internal(error.to_string())
    }
}

impl From<ApiError> for HubError {
    fn from(error: ApiError) -> Self {
        Self::Rejected(error)
    }
}
