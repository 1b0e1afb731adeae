//! How a command ends, and the exit status that says so.

use std::fmt;
use std::io;

/// The end of a command that could be carried out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Answer {
    /// Exit status 0.
    Yes,
}

/// The end of a command that could not be carried out: exit status 2.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The result could not be written.
    Output(io::Error),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Output(error) => write!(f, "cannot write the result: {error}"),
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}
