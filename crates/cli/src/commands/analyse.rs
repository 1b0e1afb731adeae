//! `trid analyse`: prints the engine's variations as the search deepens.

use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use clap::Args;
use serde::Serialize;
use trid_engine::{Engine, Info, Limits, Options, Score, Signals, SystemClock};
use trid_rules::{Move, Position};

use crate::engine_options::EngineOptions;
use crate::error::CliError;
use crate::exit_status::ExitStatus;
use crate::json::write_json;
use crate::position::PositionArguments;

/// Milliseconds to search if no limit is given.
const DEFAULT_MOVE_TIME: u64 = 10_000;

/// Analyse a position and show the best variations
#[derive(Args)]
#[command(after_help = "Examples:\n  \
                        trid analyse --depth 12 --lines 3\n  \
                        trid analyse --movetime 2000 --json --rules meder\n\n\
                        Scores are from the point of view of the side to move: in pawns, or #3 for mate\n\
                        in three. Without a limit the search takes ten seconds.")]
pub(crate) struct Arguments {
    /// Search to this depth, in plies
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100))]
    depth: Option<u32>,
    /// Search for this many milliseconds
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    movetime: Option<u64>,
    /// Search this many nodes
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Number of variations to show
    #[arg(long, value_name = "K", default_value = "1", value_parser = clap::value_parser!(u16).range(1..=256))]
    lines: u16,
    #[command(flatten)]
    engine: EngineOptions,
    /// Print one JSON object per line
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    position: PositionArguments,
}

/// A variation as JSON.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Variation {
    depth: u32,
    selective_depth: u32,
    line: usize,
    score: JsonScore,
    nodes: u64,
    /// Milliseconds.
    time: u64,
    nodes_per_second: u64,
    hash_full: u32,
    moves: Vec<String>,
    text: Vec<String>,
}

/// Being mated is a negative number of moves.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
enum JsonScore {
    Centipawns(i32),
    Mate(i32),
}

impl From<Score> for JsonScore {
    fn from(score: Score) -> Self {
        match score {
            Score::Centipawns(value) => Self::Centipawns(value),
            Score::Mate(moves) => Self::Mate(moves as i32),
            Score::Mated(moves) => Self::Mate(-(moves as i32)),
        }
    }
}

impl Arguments {
    pub(crate) fn run(self, output: &mut dyn Write) -> Result<ExitStatus, CliError> {
        let position = self.position.read()?;
        if !position.has_moves() {
            let status = if position.is_check() { "checkmate" } else { "stalemate" };
            return Err(CliError::input(format!("there is nothing to analyse: it is {status}")));
        }
        let limited = self.depth.is_some() || self.nodes.is_some() || self.movetime.is_some();
        let movetime = self.movetime.or((!limited).then_some(DEFAULT_MOVE_TIME));
        let limits = Limits {
            depth: self.depth,
            nodes: self.nodes,
            move_time: movetime.map(Duration::from_millis),
            ..Limits::default()
        };
        let options = Options { multi_pv: usize::from(self.lines), ..self.engine.options() };
        let (stop, pondering) = (AtomicBool::new(false), AtomicBool::new(false));
        let clock = SystemClock::start();
        let signals = Signals { stop: &stop, pondering: &pondering, clock: &clock };
        let mut write_error = None;
        let report = |info: Info| {
            let written = if self.json {
                write_json(output, &variation(&position, &info))
            } else {
                writeln!(output, "{}", row(&position, &info)).map_err(CliError::from)
            };
            if let Err(error) = written.and_then(|()| Ok(output.flush()?)) {
                // The reader has gone: stop the search.
                write_error = Some(error);
                stop.store(true, Ordering::Relaxed);
            }
        };
        let mut engine = Engine::try_new(options).map_err(CliError::input)?;
        engine.search_until(&position, &limits, signals, report);
        write_error.map_or(Ok(ExitStatus::Success), Err)
    }
}

fn variation(position: &Position, info: &Info) -> Variation {
    Variation {
        depth: info.depth,
        selective_depth: info.selective_depth,
        line: info.multi_pv,
        score: info.score.into(),
        nodes: info.nodes,
        time: info.time.as_millis() as u64,
        nodes_per_second: info.nodes_per_second(),
        hash_full: info.hashfull,
        moves: info.pv.iter().map(Move::to_string).collect(),
        text: position.algebraic_line(&info.pv),
    }
}

fn row(position: &Position, info: &Info) -> String {
    format!(
        "{:>3}/{:<3} {:>2}. {:>7} {:>12} nodes {:>6} kn/s  {}",
        info.depth,
        info.selective_depth,
        info.multi_pv,
        info.score.to_string(),
        info.nodes,
        info.nodes_per_second() / 1000,
        position.numbered_line(&info.pv),
    )
}
