//! Why a request failed.

use std::fmt;

use trid_protocol::ApiError;

/// Why a request failed.
#[derive(Debug)]
pub enum ClientError {
    /// The address of the server is invalid.
    Address(String),
    /// The server cannot be reached, or sends something unexpected.
    Connection(String),
    /// The server rejected the request.
    Api {
        /// The HTTP status.
        status: u16,
        /// Why.
        error: ApiError,
    },
}

impl ClientError {
    pub(crate) fn connection(error: impl fmt::Display) -> Self {
        Self::Connection(error.to_string())
    }
}

impl fmt::Display for ClientError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Address(message) => f.write_str(message),
            Self::Connection(message) => write!(f, "cannot talk to the server: {message}"),
            Self::Api { status, error } => {
                write!(
                    f,
                    "the server rejected the request ({status}, {}): {}",
                    error.code, error.message
                )
            }
        }
    }
}

impl std::error::Error for ClientError {}
