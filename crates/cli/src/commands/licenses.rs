//! `trid licenses`: prints the licenses of the software that the program and the page contain.

use std::io::Write;

use clap::Args;

use crate::error::CliError;
use crate::exit_status::ExitStatus;

/// Written by `cargo xtask licenses`; the page shows the same file.
const LICENSES: &str = include_str!("../../../../web/public/licenses.txt");

/// Print the licenses of the software that Tri-D contains
#[derive(Args)]
#[command(after_help = "Example: trid licenses | less")]
pub(crate) struct Arguments {}

impl Arguments {
    pub(crate) fn run(self, output: &mut dyn Write) -> Result<ExitStatus, CliError> {
        output.write_all(LICENSES.as_bytes())?;
        Ok(ExitStatus::Success)
    }
}
