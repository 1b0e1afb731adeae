//! Why something could not be done in a game: whose fault it is decides what is told.

use std::fmt;

use crate::storage::StorageError;
use crate::table::ReplayError;
use crate::wire::Refusal;

/// Why something could not be done.
#[derive(Debug)]
pub(crate) enum HubError {
    /// There is no such game.
    NoGame,
    /// The rules, or the state of the game, do not allow it.
    Refused(Refusal),
    /// Our own fault; what it was stays in the log.
    Internal(String),
}

impl fmt::Display for HubError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoGame => f.write_str("there is no such game"),
            Self::Refused(refusal) => f.write_str(&refusal.message),
            Self::Internal(error) => f.write_str(error),
        }
    }
}

impl From<StorageError> for HubError {
    fn from(error: StorageError) -> Self {
        Self::Internal(error.to_string())
    }
}

impl From<ReplayError> for HubError {
    fn from(error: ReplayError) -> Self {
        Self::Internal(error.to_string())
    }
}

impl From<Refusal> for HubError {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}
