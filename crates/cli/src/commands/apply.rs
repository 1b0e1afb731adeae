//! `trid apply`: plays a move and prints the position after it.

use std::io::Write;

use clap::Args;
use serde::Serialize;
use trid_rules::{Move, Position, explain::Reason, position::MoveEffects};

use crate::error::CliError;
use crate::exit_status::ExitStatus;
use crate::json::write_json;
use crate::position::PositionArguments;

/// Play a move and print the resulting T-FEN
#[derive(Args)]
#[command(after_help = "Examples:\n  \
                        trid apply b2Wb4N\n  \
                        trid apply --json QL1-QL2\n\n\
                        If the move is illegal, the reasons go to standard error, or into the object\n\
                        with --json, and the exit status is 1.")]
pub(crate) struct Arguments {
    /// The move in either notation: b2Wb4N, Nc2W, O-O, QL1-QL2^180
    #[arg(value_name = "MOVE")]
    text: String,
    /// Print a JSON object: T-FEN, key, changes, reasons
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    position: PositionArguments,
}

/// The output of `--json`.
#[derive(Serialize)]
struct ApplyReport {
    legal: bool,
    #[serde(with = "trid_view::json")]
    reasons: Vec<Reason>,
    tfen: String,
    key: String,
    #[serde(with = "trid_view::json")]
    diff: MoveEffects,
}

impl Arguments {
    pub(crate) fn run(self, output: &mut dyn Write) -> Result<ExitStatus, CliError> {
        let before = self.position.read()?;
        let (reasons, after, diff) = match play(&before, &self.text) {
            Ok((mv, after)) => {
                let diff = before.effects(mv);
                (Vec::new(), after, diff)
            }
            Err(reasons) => (reasons, before, MoveEffects::default()),
        };
        let legal = reasons.is_empty();
        if self.json {
            let report = ApplyReport {
                legal,
                reasons,
                tfen: after.to_tfen(),
                key: format!("{:016x}", after.key()),
                diff,
            };
            write_json(output, &report)?;
        } else if legal {
            writeln!(output, "{}", after.to_tfen())?;
        } else {
            for reason in reasons {
                eprintln!("{reason}");
            }
        }
        Ok(if legal { ExitStatus::Success } else { ExitStatus::Negative })
    }
}

fn play(position: &Position, text: &str) -> Result<(Move, Position), Vec<Reason>> {
    let mv = position.read_move(text).map_err(|error| error.reasons)?;
    let after = position.play(mv).map_err(|illegal| illegal.reasons)?;
    Ok((mv, after))
}
