//! `trid world`: the geometry that every view draws from.

use std::io::Write;

use clap::Args;
use trid_rules::World;

use crate::answer::{Answer, Failure};
use crate::json::write_json;

/// Print the World as JSON: boards, squares, pins and where they are
#[derive(Args)]
#[command(after_help = "Example: trid world | jq .graphs.revised")]
pub(crate) struct Arguments {}

impl Arguments {
    pub(crate) fn run(self, output: &mut dyn Write) -> Result<Answer, Failure> {
        write_json(output, World::get())?;
        Ok(Answer::Yes)
    }
}
