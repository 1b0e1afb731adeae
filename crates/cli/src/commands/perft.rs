//! `trid perft`: counts the leaves of the tree of legal moves, on several threads.

use std::io::Write;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::thread;

use clap::Args;
use trid_rules::{Move, Position, perft};

use crate::error::CliError;
use crate::exit_status::ExitStatus;
use crate::position::PositionArguments;
use crate::progress::ProgressRow;

/// Count the leaves of the tree of legal moves
#[derive(Args)]
#[command(after_help = "Example: trid perft 3 --divide --rules meder\n\n\
                        A forced promotion counts as a ply. The count is printed alone on the last line.")]
pub(crate) struct Arguments {
    /// Depth in plies
    #[arg(value_parser = clap::value_parser!(u32).range(0..=64))]
    depth: u32,
    /// Also print the count for each move
    #[arg(long)]
    divide: bool,
    /// Number of threads
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    #[command(flatten)]
    position: PositionArguments,
}

impl Arguments {
    pub(crate) fn run(self, output: &mut dyn Write) -> Result<ExitStatus, CliError> {
        let position = self.position.read()?;
        if self.depth == 0 {
            writeln!(output, "1")?;
            return Ok(ExitStatus::Success);
        }
        let mut moves: Vec<(String, Move)> =
            position.legal_moves().into_iter().map(|mv| (mv.to_string(), mv)).collect();
        moves.sort_unstable();
        let counts = count_below(&position, &moves, self.depth - 1, usize::from(self.threads));
        if self.divide {
            for ((name, _), count) in moves.iter().zip(&counts) {
                writeln!(output, "{name}: {count}")?;
            }
        }
        writeln!(output, "{}", counts.iter().sum::<u64>())?;
        Ok(ExitStatus::Success)
    }
}

/// The leaves below each move. The work is split two plies deep, so that all threads finish at about the same time.
fn count_below(
    position: &Position,
    moves: &[(String, Move)],
    depth: u32,
    threads: usize,
) -> Vec<u64> {
    let counts: Vec<AtomicU64> = moves.iter().map(|_| AtomicU64::new(0)).collect();
    let mut work: Vec<(usize, Position, u32)> = Vec::new();
    for (index, &(_, mv)) in moves.iter().enumerate() {
        let after = position_after(position, mv);
        if threads > 1 && depth > 1 {
            let replies = after.legal_moves().into_iter();
            work.extend(replies.map(|reply| (index, position_after(&after, reply), depth - 1)));
        } else {
            work.push((index, after, depth));
        }
    }
    let next = AtomicUsize::new(0);
    let done = AtomicUsize::new(0);
    let progress = ProgressRow::new();
    thread::scope(|scope| {
        for _ in 0..threads.min(work.len()) {
            scope.spawn(|| {
                while let Some((index, position, depth)) =
                    work.get(next.fetch_add(1, Ordering::Relaxed))
                {
                    counts[*index].fetch_add(perft(position, *depth), Ordering::Relaxed);
                    let done = done.fetch_add(1, Ordering::Relaxed) + 1;
                    progress.show(format_args!("{} %", 100 * done / work.len()));
                }
            });
        }
    });
    progress.clear();
    counts.into_iter().map(AtomicU64::into_inner).collect()
}

fn position_after(position: &Position, legal: Move) -> Position {
    let mut after = position.clone();
    after.play_unchecked(legal);
    after
}
