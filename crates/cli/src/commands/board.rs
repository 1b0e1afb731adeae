//! `trid board`: a position drawn as text.

use std::io::Write;

use clap::Args;

use crate::answer::{Answer, Failure};
use crate::drawing::{Style, draw};
use crate::position::PositionArguments;

/// Draw the position as text
#[derive(Args)]
#[command(after_help = "Example: trid board --rules meder\n\n\
                        The three main boards lie side by side, each between the attack boards that\n\
                        stand over it, with all ranks aligned. White's pieces are capital letters.\n\
                        Beside an attack board stand its pin and its owner, w or b, and ^ when it is\n\
                        turned by 180 degrees. A pin without a board is \"free\".")]
pub(crate) struct Arguments {
    #[command(flatten)]
    position: PositionArguments,
}

impl Arguments {
    pub(crate) fn run(self, output: &mut dyn Write) -> Result<Answer, Failure> {
        let position = self.position.read()?;
        output.write_all(draw(&position, Style::of_terminal()).as_bytes())?;
        Ok(Answer::Yes)
    }
}
