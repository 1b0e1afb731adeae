//! `trid explain`: prints whether a move is legal, and every reason why not.

use std::io::Write;

use clap::Args;

use crate::error::CliError;
use crate::exit_status::ExitStatus;
use crate::position::PositionArguments;

/// Explain whether a move is legal, with every reason if it is not
#[derive(Args)]
#[command(after_help = "Example: trid explain QL1-QL2\n\n\
                        Prints \"legal\", or one reason per line: its code, then a sentence. The most\n\
                        important reason is first. If the move is illegal, the exit status is 1.")]
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
