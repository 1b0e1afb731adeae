//! `trid uci`: runs the engine as a UCI engine.

use std::io::{self, Write};

use clap::Args;

use crate::error::CliError;
use crate::exit_status::ExitStatus;

/// Run the engine as a UCI engine for chess programs
#[derive(Args)]
#[command(after_help = "Example: printf 'position startpos\\ngo depth 8\\n' | trid uci\n\n\
                        At the end of the input, a search with a limit finishes. `quit` stops it.")]
pub(crate) struct Arguments {}

impl Arguments {
    pub(crate) fn run(self, _: &mut dyn Write) -> Result<ExitStatus, CliError> {
        // The search thread writes too, so `output`, which is buffered and not shared, cannot be used.
        trid_engine::uci::run(io::stdin().lock(), io::stdout())?;
        Ok(ExitStatus::Success)
    }
}
