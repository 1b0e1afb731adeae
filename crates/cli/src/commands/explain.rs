//! `trid explain`: prints whether a move is legal, and every reason why not.

use std::io::Write;

use clap::Args;

use crate::error::CliError;
use crate::exit_status::ExitStatus;
use crate::position::PositionArguments;

/// Say whether a move is legal, and every reason why not
#[derive(Args)]
#[command(after_help = "Example: trid explain QL1-QL2\n\n\
                        Prints \"legal\", or a line for each reason, code first, the headline on top.\n\
                        The exit status is 1 when the move is not legal.")]
pub(crate) struct Arguments {
    /// The move in either notation: b2Wb4N, Nc2W, O-O, QL1-QL2^180
    #[arg(value_name = "MOVE")]
    text: String,
    #[command(flatten)]
    position: PositionArguments,
}

impl Arguments {
    pub(crate) fn run(self, output: &mut dyn Write) -> Result<ExitStatus, CliError> {
        let reasons = self.position.read()?.explain_text(&self.text);
        if reasons.is_empty() {
            writeln!(output, "legal")?;
            return Ok(ExitStatus::Success);
        }
        for reason in reasons {
            writeln!(output, "{reason}")?;
        }
        Ok(ExitStatus::Negative)
    }
}
