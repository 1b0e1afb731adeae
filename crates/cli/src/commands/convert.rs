//! `trid convert`: converts games and positions between formats.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use trid_records::{Record, SavedGame};

use crate::error::CliError;
use crate::exit_status::ExitStatus;
use crate::json::write_json;
use crate::output::write_atomically;
use crate::position::PositionArguments;
use crate::progress::ProgressRow;
use crate::records::{RecordError, for_each_readable_record};

/// Convert games or positions to another format
#[derive(Args)]
#[command(after_help = "Example: trid convert games.tpgn --to json\n\n\
                        The input can be T-PGN, a list of moves, saved games (JSON, also older versions)\n\
                        or T-FEN; the format is detected. --to tfen writes the final position of each\n\
                        game, --to json one game per line. --rules and --tfen apply to games that do not\n\
                        name a rule book or a start position; a different --rules is an error.\n\n\
                        A game with errors is skipped: standard error names its line and the error, and\n\
                        the exit status is 1. --output replaces a file only after everything was read.")]
pub(crate) struct Arguments {
    /// File to read; - is standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Format to write
    #[arg(long, value_name = "FORMAT")]
    to: OutputFormat,
    /// File to write instead of standard output
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    position: PositionArguments,
}

#[derive(Clone, Copy, ValueEnum)]
enum OutputFormat {
    Tfen,
    Json,
    Tpgn,
}

impl Arguments {
    pub(crate) fn run(self, output: &mut dyn Write) -> Result<ExitStatus, CliError> {
        let Some(path) = &self.output else {
            return RecordError::exit_status(self.convert(output));
        };
        let mut converted = Ok(ExitStatus::Success);
        let written = write_atomically(path, |file| {
            converted = self.convert(file);
            match &converted {
                Ok(ExitStatus::Negative) if self.replaces_input(path) => {
                    Err(CliError::Input(format!(
                        "{} was left as it is, because writing it would lose the games with errors",
                        path.display()
                    )))
                }
                Ok(_) => Ok(()),
                Err(_) => Err(CliError::Input("nothing was written".to_owned())),
            }
        });
        match (converted, written) {
            (Ok(ExitStatus::Negative), Err(error)) => {
                eprintln!("error: {error}");
                Ok(ExitStatus::Negative)
            }
            (Ok(status), written) => written.map(|()| status),
            (Err(error), _) => RecordError::exit_status(Err(error)),
        }
    }

    fn replaces_input(&self, output: &Path) -> bool {
        let input = fs::canonicalize(&self.file);
        input.is_ok_and(|input| fs::canonicalize(output).is_ok_and(|output| input == output))
    }

    fn convert(&self, output: &mut dyn Write) -> Result<ExitStatus, RecordError> {
        let progress =
            if self.output.is_some() { ProgressRow::new() } else { ProgressRow::beside_output() };
        for_each_readable_record(&self.file, &self.position, &progress, &mut |record| {
            self.write(record, output)
        })
    }

    fn write(&self, record: &Record, output: &mut dyn Write) -> Result<(), CliError> {
        match self.to {
            OutputFormat::Tfen => {
                writeln!(output, "{}", self.position.write(record.game.position()))?;
            }
            OutputFormat::Json => write_json(output, &SavedGame::from(record))?,
            OutputFormat::Tpgn => output.write_all(record.to_tpgn().as_bytes())?,
        }
        Ok(())
    }
}
