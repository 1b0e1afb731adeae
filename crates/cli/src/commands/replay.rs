//! `trid replay`: plays the moves of a record and prints the final position.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use trid_records::Record;

use crate::error::CliError;
use crate::exit_status::ExitStatus;
use crate::position::PositionArguments;
use crate::progress::ProgressRow;
use crate::records::{RecordError, for_each_readable_record};

/// Replay games and print the final T-FEN of each
#[derive(Args)]
#[command(after_help = "Example: echo '1. b4N Nb6N 2. a3W' | trid replay -\n\n\
                        The input can be moves in coordinate or algebraic notation, with or without move\n\
                        numbers, T-PGN, or saved games (JSON). --rules and --tfen apply to games that do\n\
                        not name a rule book or a start position; a different --rules is an error.\n\n\
                        A game with errors is skipped: standard error names the move and the reasons,\n\
                        and the exit status is 1.")]
pub(crate) struct Arguments {
    /// File to read; - is standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    position: PositionArguments,
}

impl Arguments {
    pub(crate) fn run(self, output: &mut dyn Write) -> Result<ExitStatus, CliError> {
        let progress = ProgressRow::beside_output();
        let visit = &mut |record: &Record| {
            writeln!(output, "{}", self.position.write(record.game.position()))?;
            Ok(())
        };
        RecordError::exit_status(for_each_readable_record(
            &self.file,
            &self.position,
            &progress,
            visit,
        ))
    }
}
