//! `trid world`: prints the geometry that every view draws from.

use std::io::Write;

use clap::Args;
use trid_view::World;

use crate::error::CliError;
use crate::exit_status::ExitStatus;
use crate::json::write_json;

/// Print the geometry as JSON: boards, squares, pins and their coordinates
#[derive(Args)]
#[command(after_help = "Example: trid world | jq .graphs.revised")]
pub(crate) struct Arguments {}

impl Arguments {
    pub(crate) fn run(self, output: &mut dyn Write) -> Result<ExitStatus, CliError> {
        write_json(output, World::get())?;
        Ok(ExitStatus::Success)
    }
}
