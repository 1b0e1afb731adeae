//! `trid uci`: runs the engine as a UCI engine.

use std::io::{self, Write};

use clap::Args;

use crate::error::CliError;
use crate::exit_status::ExitStatus;

/// Speak UCI on standard input and output, for chess programs
#[derive(Args)]
#[command(
    after_help = "Example: printf 'uci\\nposition startpos\\ngo depth 8\\nquit\\n' | trid uci"
)]
pub(crate) struct Arguments {}

impl Arguments {
    pub(crate) fn run(self, _: &mut dyn Write) -> Result<ExitStatus, CliError> {
        // The search thread writes too, so `output`, which is buffered and not shared, cannot be used.
        trid_engine::uci::run(io::stdin().lock(), io::stdout())?;
        Ok(ExitStatus::Success)
    }
}
