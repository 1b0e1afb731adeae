//! `trid convert`: the same game or position in another form.

use std::io::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use trid_rules::Record;
use trid_rules::saved::SavedGame;

use crate::answer::{Answer, Failure};
use crate::commands::replay::answer;
use crate::json::write_json;
use crate::position::PositionArguments;
use crate::records::{Unread, for_each_record};
use crate::target::write_whole;

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
    to: Form,
    /// The file to write instead of standard output
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    position: PositionArguments,
}

#[derive(Clone, Copy, ValueEnum)]
enum Form {
    Tfen,
    Json,
    Tpgn,
}

impl Arguments {
    pub(crate) fn run(self, output: &mut dyn Write) -> Result<Answer, Failure> {
        let Some(path) = &self.output else {
            return answer(self.convert(output));
        };
        let mut converted = Ok(());
        let written = write_whole(path, |file| {
            converted = self.convert(file);
            match &converted {
                Ok(()) => Ok(()),
                Err(_) => Err(Failure::Input("nothing was written".to_owned())),
            }
        });
        match converted {
            Ok(()) => written.map(|()| Answer::Yes),
            Err(unread) => answer(Err(unread)),
        }
    }

    fn convert(&self, output: &mut dyn Write) -> Result<(), Unread> {
        for_each_record(&self.file, &self.position, &mut |record| {
            self.write(&record, output)?;
            Ok(ControlFlow::Continue(()))
        })
    }

    fn write(&self, record: &Record, output: &mut dyn Write) -> Result<(), Failure> {
        match self.to {
            Form::Tfen => {
                let position = record.game.position();
                let known = position.book() == self.position.book();
                let text = if known { position.to_tfen() } else { position.to_tfen_with_book() };
                writeln!(output, "{text}")?;
            }
            Form::Json => write_json(output, &SavedGame::from(record))?,
            Form::Tpgn => output.write_all(record.to_tpgn().as_bytes())?,
        }
        Ok(())
    }
}
