//! `trid snapshot`: prints the JSON a view needs to draw a position and offer moves.

use std::io::Write;

use clap::Args;
use trid_rules::Game;
use trid_view::Snapshot;

use crate::error::CliError;
use crate::exit_status::ExitStatus;
use crate::json::write_json;
use crate::position::PositionArguments;

/// Print the snapshot as JSON: position, boards, pieces and legal moves
#[derive(Args)]
#[command(after_help = "Example: trid snapshot --rules meder | jq '.moves[].text'")]
pub(crate) struct Arguments {
    #[command(flatten)]
    position: PositionArguments,
}

impl Arguments {
    pub(crate) fn run(self, output: &mut dyn Write) -> Result<ExitStatus, CliError> {
        write_json(output, &Snapshot::of(&Game::new(self.position.read()?)))?;
        Ok(ExitStatus::Success)
    }
}
