//! `trid convert`: converts games and positions between formats.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use trid_rules::Record;
use trid_rules::saved::SavedGame;

use crate::error::CliError;
use crate::exit_status::ExitStatus;
use crate::json::write_json;
use crate::output::write_atomically;
use crate::position::PositionArguments;
use crate::records::{RecordError, for_each_readable_record};

/// Write games or positions in another form
#[derive(Args)]
#[command(after_help = "Example: trid convert games.tpgn --to json\n\n\
                        Reads T-PGN, lists of moves, saved games (also older ones) and T-FEN, and tells\n\
                        them apart by how they begin. T-FEN is the position at the end of the game;\n\
                        saved games are JSON, one a line. With --output the file appears only when all\n\
                        of it was written. Games with errors are left out; which ones and why goes to\n\
                        standard error, and the exit status is 1.")]
pub(crate) struct Arguments {
    /// The file to read, - for standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The form to write
    #[arg(long, value_name = "FORM")]
    to: OutputFormat,
    /// The file to write instead of standard output
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
        for_each_readable_record(&self.file, &self.position, &mut |record| {
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
