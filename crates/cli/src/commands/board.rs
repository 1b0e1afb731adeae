//! `trid board`: draws a position as text or SVG.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use trid_diagram::FlatMap;
use trid_rules::{Position, Record};

use crate::error::CliError;
use crate::exit_status::ExitStatus;
use crate::position::PositionArguments;
use crate::records::{RecordError, first_record};
use crate::text_board::{ColorMode, draw};

/// Draw the position as text, or as SVG
#[derive(Args)]
#[command(after_help = "Example: trid board --rules meder\n\n\
                        The three main boards lie side by side, each between the attack boards that\n\
                        stand over it, with all ranks aligned. White's pieces are capital letters.\n\
                        Beside an attack board stand its pin and its owner, w or b, and ^ when it is\n\
                        turned by 180 degrees. A pin without a board is \"free\".\n\n\
                        trid board --svg > position.svg draws the same as a picture.\n\
                        trid board --ply 10 game.tpgn draws the position after ten plies.")]
pub(crate) struct Arguments {
    /// A record whose first game is drawn, - for standard input
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,

    /// After how many plies of the game; without it, at its end
    #[arg(long, value_name = "N", requires = "file")]
    ply: Option<usize>,

    #[command(flatten)]
    position: PositionArguments,

    /// Draw a picture (SVG) instead of text
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
