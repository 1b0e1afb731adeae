//! `trid board`: draws a position as text or SVG.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use trid_diagram::FlatMap;
use trid_records::Record;
use trid_rules::Position;

use crate::error::CliError;
use crate::exit_status::ExitStatus;
use crate::position::PositionArguments;
use crate::records::{RecordError, first_record};
use crate::text_board::{ColorMode, draw};

/// Draw the position as text, or as SVG
#[derive(Args)]
#[command(after_help = "Example: trid board --rules meder\n\n\
                        The three main boards are side by side, each between the attack boards above it,\n\
                        with all ranks aligned. White's pieces are capital letters. Each attack board\n\
                        is labelled with its pin and its owner, Wh or Bl, and with ^ if it is turned by\n\
                        180 degrees. A pin without a board is \"free\".\n\n\
                        `trid board --svg > position.svg` draws a picture of the position.\n\
                        `trid board --ply 10 game.tpgn` draws the position after ten plies.")]
pub(crate) struct Arguments {
    /// Draw the first game of this file, or of standard input with -
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,

    /// Draw the position after N plies [default: at the end]
    #[arg(long, value_name = "N", requires = "file")]
    ply: Option<usize>,

    #[command(flatten)]
    position: PositionArguments,

    /// Draw an SVG picture instead of text
    #[arg(long)]
    svg: bool,
}

impl Arguments {
    pub(crate) fn run(self, output: &mut dyn Write) -> Result<ExitStatus, CliError> {
        let Some(file) = &self.file else {
            self.draw(&self.position.read()?, output)?;
            return Ok(ExitStatus::Success);
        };
        RecordError::exit_status(first_record(file, &self.position).and_then(|record| {
            self.draw(self.at_ply(record)?.game.position(), output)?;
            Ok(ExitStatus::Success)
        }))
    }

    /// Moves the record to the ply of `--ply`.
    fn at_ply(&self, mut record: Record) -> Result<Record, CliError> {
        let length = record.game.line_length();
        let ply = self.ply.unwrap_or(length);
        if record.game.jump(ply) {
            Ok(record)
        } else {
            Err(CliError::Input(format!("there is no ply {ply}: the game has {length}")))
        }
    }

    fn draw(&self, position: &Position, output: &mut dyn Write) -> Result<(), CliError> {
        let drawing = if self.svg {
            FlatMap::new(position).to_svg()
        } else {
            draw(position, ColorMode::detect())
        };
        output.write_all(drawing.as_bytes())?;
        Ok(())
    }
}
