//! The commands of `trid`, one file each.

mod completions;

use std::io::Write;

use clap::Subcommand;

use crate::answer::{Answer, Failure};

/// What `trid` can be asked to do.
#[derive(Subcommand)]
pub(crate) enum Command {
    Completions(completions::Arguments),
}

impl Command {
    /// Carries out the command, writing its result to `output`.
    pub(crate) fn run(self, output: &mut dyn Write) -> Result<Answer, Failure> {
        match self {
            Self::Completions(arguments) => arguments.run(output),
        }
    }
}
