//! `trid moves`: lists the legal moves of a position, or of one position per input line.

use std::io::{self, BufRead, BufReader, Write};

use clap::Args;
use serde::Serialize;
use trid_rules::Position;

use crate::error::CliError;
use crate::exit_status::ExitStatus;
use crate::json::write_json;
use crate::position::PositionArguments;

/// List the legal moves in coordinate notation, sorted
#[derive(Args)]
#[command(after_help = "Examples:\n  \
                        trid moves --rules meder\n  \
                        trid moves --batch < positions.txt")]
pub(crate) struct Arguments {
    /// Read one T-FEN per line and print one JSON object per line
    #[arg(long, conflicts_with = "tfen")]
    batch: bool,
    #[command(flatten)]
    position: PositionArguments,
}

/// The reply to one input line of a batch.
#[derive(Serialize)]
#[serde(untagged)]
enum BatchReply {
    Position { tfen: String, check: bool, moves: Vec<String> },
    Error { error: String },
}

impl Arguments {
    pub(crate) fn run(self, output: &mut dyn Write) -> Result<ExitStatus, CliError> {
        if self.batch {
            return run_batch(&self.position, &mut BufReader::new(io::stdin().lock()), output);
        }
        for name in sorted_moves(&self.position.read()?) {
            writeln!(output, "{name}")?;
        }
        Ok(ExitStatus::Success)
    }
}

fn run_batch<R: io::Read>(
    arguments: &PositionArguments,
    input: &mut BufReader<R>,
    output: &mut dyn Write,
) -> Result<ExitStatus, CliError> {
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        let length = input
            .read_until(b'\n', &mut bytes)
            .map_err(|error| CliError::input(format!("cannot read standard input: {error}")))?;
        if length == 0 {
            return Ok(ExitStatus::Success);
        }
        write_json(output, &batch_reply(arguments, &bytes))?;
        // Interactive clients get each reply at once.
        if input.buffer().is_empty() {
            output.flush()?;
        }
    }
}

fn batch_reply(arguments: &PositionArguments, bytes: &[u8]) -> BatchReply {
    let result = std::str::from_utf8(bytes)
        .map_err(|_| CliError::input("the line is not UTF-8 text"))
        .and_then(|text| arguments.parse(text.trim_end_matches(['\r', '\n'])));
    match result {
        Ok(position) => BatchReply::Position {
            tfen: position.to_tfen(),
            check: position.is_check(),
            moves: sorted_moves(&position),
        },
        Err(error) => BatchReply::Error { error: error.to_string() },
    }
}

fn sorted_moves(position: &Position) -> Vec<String> {
    let mut names: Vec<String> =
        position.legal_moves().into_iter().map(|mv| mv.to_string()).collect();
    names.sort_unstable();
    names
}
