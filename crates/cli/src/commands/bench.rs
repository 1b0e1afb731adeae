//! `trid bench`: a deterministic node count that changes with the engine's behaviour, and its speed.

use std::io::Write;
use std::time::Instant;

use clap::Args;
use trid_engine::BENCH_DEPTH;

use crate::error::CliError;
use crate::exit_status::ExitStatus;

/// Search fixed positions to a fixed depth and count the nodes
#[derive(Args)]
#[command(after_help = "Example: trid bench\n\n\
                        Uses one thread. The count is the same on every machine and is printed alone on\n\
                        the last line.")]
pub(crate) struct Arguments {
    /// Search depth in plies
    #[arg(long, value_name = "N", default_value_t = BENCH_DEPTH, value_parser = clap::value_parser!(u32).range(1..=30))]
    depth: u32,
}

impl Arguments {
    pub(crate) fn run(self, output: &mut dyn Write) -> Result<ExitStatus, CliError> {
        let start = Instant::now();
        let nodes = trid_engine::bench(self.depth, |position, nodes| {
            eprintln!("{nodes:>10}  {} {}", position.book(), position.to_tfen());
        });
        let seconds = start.elapsed().as_secs_f64().max(1e-6);
        writeln!(output, "{:.0} nodes per second", nodes as f64 / seconds)?;
        writeln!(output, "{nodes}")?;
        Ok(ExitStatus::Success)
    }
}
