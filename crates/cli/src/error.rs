//! The error of a command, shown on standard error with exit status 2.

use std::fmt;
use std::io;

/// Why a command could not run to its end.
#[derive(Debug)]
pub(crate) enum CliError {
    /// Bad usage or input. The message says what is wrong and what to do.
    Input(String),
    /// Standard output could not be written.
    Output(io::Error),
}

impl CliError {
    pub(crate) fn input(message: impl fmt::Display) -> Self {
        Self::Input(message.to_string())
    }
}

impl fmt::Display for CliError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Input(message) => f.write_str(message),
            Self::Output(error) => write!(f, "cannot write the result: {error}"),
        }
    }
}

impl From<io::Error> for CliError {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}
