//! `trid replay`: plays the moves of a record and prints the final position.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;

use crate::error::CliError;
use crate::exit_status::ExitStatus;
use crate::position::PositionArguments;
use crate::records::{RecordError, for_each_readable_record};

/// Play moves or a game record, and print the final T-FEN
#[derive(Args)]
#[command(after_help = "Example: echo '1. b4N Nb6N 2. a3W' | trid replay -\n\n\
                        Reads moves in either notation, with or without numbers, T-PGN, or a saved game.\n\
                        A file of several games gives a line for each. The exit status is 1 when a move\n\
                        is not legal or one of several games is bad; which one and why goes to\n\
                        standard error.")]
pub(crate) struct Arguments {
    /// The file to read, - for standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    position: PositionArguments,
}

impl Arguments {
    pub(crate) fn run(self, output: &mut dyn Write) -> Result<ExitStatus, CliError> {
        let replayed = for_each_readable_record(&self.file, &self.position, &mut |record| {
            writeln!(output, "{}", self.position.write(record.game.position()))?;
            Ok(())
        });
        RecordError::exit_status(replayed)
    }
}
