//! `trid convert`: converts games and positions between formats.

use std::io::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use trid_rules::Record;
use trid_rules::saved::SavedGame;

use crate::error::CliError;
use crate::exit_status::ExitStatus;
use crate::json::write_json;
use crate::output::write_atomically;
use crate::position::PositionArguments;
use crate::records::{RecordError, for_each_record};

/// Write games or positions in another form
#[derive(Args)]
#[command(after_help = "Example: trid convert games.tpgn --to json\n\n\
                        Reads T-PGN, lists of moves, saved games (also older ones) and T-FEN, and tells\n\
                        them apart by how they begin. T-FEN is the position at the end of the game;\n\
                        saved games are JSON, one a line. With --output the file appears only when all\n\
                        of it was written.")]
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
        let mut converted = Ok(());
        let written = write_atomically(path, |file| {
            converted = self.convert(file);
            match &converted {
                Ok(()) => Ok(()),
                Err(_) => Err(CliError::Input("nothing was written".to_owned())),
            }
        });
        match converted {
            Ok(()) => written.map(|()| ExitStatus::Success),
            Err(error) => RecordError::exit_status(Err(error)),
        }
    }

    fn convert(&self, output: &mut dyn Write) -> Result<(), RecordError> {
        for_each_record(&self.file, &self.position, &mut |record| {
            self.write(&record, output)?;
            Ok(ControlFlow::Continue(()))
        })
    }

    fn write(&self, record: &Record, output: &mut dyn Write) -> Result<(), CliError> {
        match self.to {
            OutputFormat::Tfen => {
                let position = record.game.position();
                let is_implied = position.book() == self.position.book();
                let text =
                    if is_implied { position.to_tfen() } else { position.to_tfen_with_book() };
                writeln!(output, "{text}")?;
            }
            OutputFormat::Json => write_json(output, &SavedGame::from(record))?,
            OutputFormat::Tpgn => output.write_all(record.to_tpgn().as_bytes())?,
        }
        Ok(())
    }
}
