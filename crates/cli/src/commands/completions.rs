//! `trid completions`: prints completion scripts for shells.

use std::io::Write;

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use crate::error::CliError;
use crate::exit_status::ExitStatus;

/// Print a completion script for a shell
#[derive(Args)]
#[command(after_help = "Example: trid completions fish > ~/.config/fish/completions/trid.fish")]
pub(crate) struct Arguments {
    /// The shell: bash, elvish, fish, powershell or zsh
    #[arg(hide_possible_values = true)]
    shell: Shell,
}

impl Arguments {
    pub(crate) fn run(self, output: &mut dyn Write) -> Result<ExitStatus, CliError> {
        let mut script = Vec::new();
        let mut command = crate::Arguments::command();
        clap_complete::generate(self.shell, &mut command, "trid", &mut script);
        output.write_all(&script)?;
        Ok(ExitStatus::Success)
    }
}
