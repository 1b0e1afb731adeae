//! How a command ends, and the exit status that says so.

use std::fmt;
use std::io;

/// The end of a command that could be carried out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Answer {
    /// Exit status 0.
    Yes,
    /// The question was understood and the answer is "no": exit status 1.
    No,
}

/// The end of a command that could not be carried out: exit status 2.
#[derive(Debug)]
pub(crate) enum Failure {
    /// What was given makes no sense; the text says what and what to do.
    Input(String),
    /// The result could not be written.
    Output(io::Error),
}

impl Failure {
    /// Bad input, told by an error of the part that refused it.
    pub(crate) fn input(message: impl fmt::Display) -> Self {
        Self::Input(message.to_string())
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Input(message) => f.write_str(message),
            Self::Output(error) => write!(f, "cannot write the result: {error}"),
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}
