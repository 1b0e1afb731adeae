//! `trid board`: draws a position as text, SVG or PNG.

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;

use clap::Args;
use trid_diagram::{FlatMap, Width};
use trid_records::Record;
use trid_rules::{Color, Position};

use crate::error::CliError;
use crate::exit_status::ExitStatus;
use crate::output::write_atomically;
use crate::position::PositionArguments;
use crate::records::{RecordError, first_record};
use crate::text_board::{ColorMode, draw};

/// Draw the position as text, SVG or PNG
#[derive(Args)]
#[command(after_help = "Example: trid board --rules meder\n\n\
                        The three main boards are side by side, each between the attack boards above it,\n\
                        with all ranks aligned. White's pieces are capital letters. Each attack board\n\
                        is labelled with its pin and its owner, Wh or Bl, and with ^ if it is turned by\n\
                        180 degrees. A pin without a board is \"free\".\n\n\
                        `trid board --svg > position.svg` draws a picture of the position.\n\
                        `trid board --png --size 800 --to position.png` draws it in pixels.\n\
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
    #[arg(long, conflicts_with = "png")]
    svg: bool,

    /// Draw a PNG picture instead of text
    #[arg(long)]
    png: bool,

    /// Width of the PNG in pixels
    #[arg(long, value_name = "PIXELS", default_value = "1200", requires = "png")]
    size: Width,

    /// Show Black's side at the bottom of the picture
    #[arg(long)]
    flip: bool,

    /// File to write instead of standard output
    #[arg(long, value_name = "FILE")]
    to: Option<PathBuf>,
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
        let mut map = FlatMap::new(position);
        if self.flip {
            map.set_bottom(Color::Black);
        }
        let drawing = if self.svg {
            map.to_svg().into_bytes()
        } else if self.png {
            map.to_png(self.size)
        } else if self.flip {
            return Err(CliError::input("--flip needs --svg or --png"));
        } else {
            draw(position, ColorMode::detect()).into_bytes()
        };
        match &self.to {
            Some(path) => write_atomically(path, |file| Ok(file.write_all(&drawing)?)),
            None if self.png && io::stdout().is_terminal() => Err(CliError::input(
                "a terminal cannot show a PNG: write it to a file with --to FILE",
            )),
            None => Ok(output.write_all(&drawing)?),
        }
    }
}
