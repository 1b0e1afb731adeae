//! `trid snapshot`: all that a viewer needs to draw a position and offer its moves.

use std::io::Write;

use clap::Args;
use trid_rules::{Color, Outcome, Position, Snapshot, Standing, Status};

use crate::answer::{Answer, Failure};
use crate::json::write_json;
use crate::position::PositionArguments;

/// Print the Snapshot as JSON: the position, its boards, pieces and moves
#[derive(Args)]
#[command(after_help = "Example: trid snapshot --rules meder | jq '.moves[].text'")]
pub(crate) struct Arguments {
    #[command(flatten)]
    position: PositionArguments,
}

impl Arguments {
    pub(crate) fn run(self, output: &mut dyn Write) -> Result<Answer, Failure> {
        let position = self.position.read()?;
        write_json(output, &Snapshot::new(&position, standing(&position)))?;
        Ok(Answer::Yes)
    }
}

/// A game that begins with this position.
fn standing(position: &Position) -> Standing {
    let (status, result) = match (position.outcome(), position.turn()) {
        (Outcome::Ongoing, _) => (Status::Ongoing, "*"),
        (Outcome::Checkmate, Color::White) => (Status::Checkmate, "0-1"),
        (Outcome::Checkmate, Color::Black) => (Status::Checkmate, "1-0"),
        (Outcome::Stalemate, _) => (Status::Stalemate, "1/2-1/2"),
    };
    Standing {
        ply: 0,
        status,
        result: result.to_owned(),
        reason: None,
        claims: Vec::new(),
        last: None,
    }
}
