//! Why a command to a game failed.

use std::fmt;

use trid_protocol::{ApiError, ReplayError};

use crate::storage::{StorageError, StorageErrorKind};

/// What players of a damaged game are told.
pub(crate) const DAMAGED: &str = "the rest of this game is damaged in the database; \
    what is left can be viewed, but not continued";

/// Why a command to a game failed.
#[derive(Debug)]
pub(crate) enum HubError {
    /// There is no such game.
    NoGame,
    /// The rules, or the state of the game, do not allow it.
    Rejected(ApiError),
    /// The storage failed, or the game in it cannot be read.
    Storage(StorageError),
    /// What is stored of the game is damaged: it can only be viewed.
    Damaged,
    /// Too many new games; the next one is possible after this many seconds.
    Rate(f64),
    /// A failure of the server itself. The details go to the log only.
    Internal(String),
}

impl HubError {
    /// Whether the same command may succeed later.
    pub(crate) fn is_temporary(&self) -> bool {
        match self {
            Self::NoGame | Self::Rejected(_) | Self::Rate(_) | Self::Damaged => false,
            Self::Storage(error) => error.kind() != StorageErrorKind::Damaged,
            Self::Internal(_) => true,
        }
    }
}

impl fmt::Display for HubError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoGame => f.write_str("there is no such game"),
            Self::Rejected(error) => f.write_str(&error.message),
            Self::Storage(error) => error.fmt(f),
            Self::Damaged => f.write_str(DAMAGED),
            Self::Rate(seconds) => write!(f, "too many new games, the next in {seconds:.1} s"),
            Self::Internal(error) => f.write_str(error),
        }
    }
}

impl From<StorageError> for HubError {
    fn from(error: StorageError) -> Self {
        Self::Storage(error)
    }
}

impl From<ReplayError> for HubError {
    fn from(error: ReplayError) -> Self {
        Self::Storage(StorageError::damaged("replay the game", error))
    }
}

impl From<ApiError> for HubError {
    fn from(error: ApiError) -> Self {
        Self::Rejected(error)
    }
}
