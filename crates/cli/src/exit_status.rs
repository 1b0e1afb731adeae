//! The exit status of a command that ran to its end.

use std::process::ExitCode;

/// The answer of a command, as scripts read it. Errors exit with status 2.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ExitStatus {
    /// Status 0.
    Success,
    /// Status 1: the answer is "no", for example because a move is illegal.
    Negative,
}

impl From<ExitStatus> for ExitCode {
    fn from(status: ExitStatus) -> Self {
        match status {
            ExitStatus::Success => Self::SUCCESS,
            ExitStatus::Negative => Self::from(1),
        }
    }
}
