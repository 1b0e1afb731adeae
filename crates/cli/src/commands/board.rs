//! `trid board`: a position drawn as text, or as a picture.

use std::io::Write;

use clap::Args;
use trid_diagram::FlatMap;

use crate::answer::{Answer, Failure};
use crate::drawing::{Style, draw};
use crate::position::PositionArguments;

/// Draw the position as text, or as SVG
#[derive(Args)]
#[command(after_help = "Example: trid board --rules meder\n\n\
                        The three main boards lie side by side, each between the attack boards that\n\
                        stand over it, with all ranks aligned. White's pieces are capital letters.\n\
                        Beside an attack board stand its pin and its owner, w or b, and ^ when it is\n\
                        turned by 180 degrees. A pin without a board is \"free\".\n\n\
                        trid board --svg > position.svg draws the same as a picture.")]
pub(crate) struct Arguments {
    #[command(flatten)]
    position: PositionArguments,

    /// Draw a picture (SVG) instead of text
    #[arg(long)]
    svg: bool,
}

impl Arguments {
    pub(crate) fn run(self, output: &mut dyn Write) -> Result<Answer, Failure> {
        let position = self.position.read()?;
        let drawing = if self.svg {
            FlatMap::new(&position).to_svg()
        } else {
            draw(&position, Style::of_terminal())
        };
        output.write_all(drawing.as_bytes())?;
        Ok(Answer::Yes)
    }
}
