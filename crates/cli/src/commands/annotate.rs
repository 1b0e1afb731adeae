//! `trid annotate`: analyses games and writes evaluations, glyphs and better moves into them.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use serde::Serialize;
use trid_analysis::{EvaluatedPosition, GameReport, PositionScore, annotate};
use trid_engine::{Engine, Limits};
use trid_records::Record;
use trid_rules::Game;

use crate::engine_options::EngineOptions;
use crate::error::CliError;
use crate::exit_status::ExitStatus;
use crate::json::write_json;
use crate::position::PositionArguments;
use crate::progress::ProgressRow;
use crate::records::{RecordError, for_each_readable_record};

/// Milliseconds per position if no limit is given.
const DEFAULT_MOVE_TIME: u64 = 500;

/// Analyse games and mark their mistakes
#[derive(Args)]
#[command(after_help = "Examples:\n  \
                        trid annotate game.tpgn > annotated.tpgn\n  \
                        trid annotate games.json --movetime 2000\n  \
                        trid annotate game.tpgn --nodes 100000 --json\n\n\
                        The games are printed as T-PGN, each as soon as it is analysed: an [%eval] after\n\
                        every move of the main line, from White's point of view; ?!, ? and ?? for moves\n\
                        that lose at least 0.05, 0.10 and 0.15 of the win chance (from 0 to 1); and the\n\
                        better line as a variation. Comments, glyphs and variations of the file stay.\n\
                        The input can be in any format that `trid convert` reads. A game with errors is\n\
                        skipped: standard error names its line and the error; the exit status is 1.\n\n\
                        With --nodes and one thread the result is the same on every machine.")]
pub(crate) struct Arguments {
    /// File to read; - is standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Milliseconds to search each position [default: 500]
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    movetime: Option<u64>,
    /// Nodes to search per position
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    #[command(flatten)]
    engine: EngineOptions,
    /// Print a JSON object per game: accuracy, mistakes, scores
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    position: PositionArguments,
}

/// A report as JSON, with the game's tags.
#[derive(Serialize)]
struct JsonReport<'a> {
    /// The number of the game in the file, from 1.
    game: usize,
    tags: BTreeMap<&'a str, &'a str>,
    #[serde(flatten)]
    report: GameReport,
}

impl Arguments {
    pub(crate) fn run(self, output: &mut dyn Write) -> Result<ExitStatus, CliError> {
        RecordError::exit_status(self.annotate(output))
    }

    fn annotate(&self, output: &mut dyn Write) -> Result<ExitStatus, RecordError> {
        let limits = Limits {
            nodes: self.nodes,
            move_time: self
                .movetime
                .or(self.nodes.is_none().then_some(DEFAULT_MOVE_TIME))
                .map(Duration::from_millis),
            ..Limits::default()
        };
        let mut engine = Engine::try_new(self.engine.options()).map_err(CliError::input)?;
        let progress = ProgressRow::new();
        let mut number = 0;
        for_each_readable_record(&self.file, &self.position, &progress, &mut |record| {
            number += 1;
            let mut record = record.clone();
            // Every game starts with an empty table, so that its result does not depend on the games before.
            engine.new_game();
            let positions = evaluate(&mut engine, &record.game, &limits, |done, count| {
                progress.show(format_args!("game {number}: {done} of {count} positions"));
            });
            progress.clear();
            let report = GameReport::new(&record, &positions);
            self.write(number, &mut record, report, output)?;
            Ok(output.flush()?)
        })
    }

    fn write(
        &self,
        number: usize,
        record: &mut Record,
        report: GameReport,
        output: &mut dyn Write,
    ) -> Result<(), CliError> {
        if self.json {
            let tags = record.tags.iter().map(|(name, value)| (name.as_str(), value.as_str()));
            return write_json(output, &JsonReport { game: number, tags: tags.collect(), report });
        }
        annotate(&mut record.game, &report);
        Ok(output.write_all(record.to_tpgn().as_bytes())?)
    }
}

/// Evaluates the positions of a game's main line. From the end to the start, because what the search finds in a later
/// position helps it in the earlier ones.
fn evaluate(
    engine: &mut Engine,
    game: &Game,
    limits: &Limits,
    progress: impl Fn(usize, usize),
) -> Vec<EvaluatedPosition> {
    let mut game = game.clone();
    let mut nodes = vec![game.root()];
    nodes.extend(game.main_line());
    let mut positions = Vec::with_capacity(nodes.len());
    for &node in nodes.iter().rev() {
        progress(positions.len(), nodes.len());
        game.go_to(node);
        positions.push(evaluate_current(engine, &game, limits));
    }
    positions.reverse();
    positions
}

fn evaluate_current(engine: &mut Engine, game: &Game, limits: &Limits) -> EvaluatedPosition {
    if let Some(score) = PositionScore::of_ended(game) {
        return EvaluatedPosition { score, best: Vec::new() };
    }
    let result = engine.search(game, limits);
    let best = result.variations.into_iter().next();
    // A position that is not over has a legal move, and so a variation.
    best.map_or_else(
        || unreachable!("the search found no move"),
        |best| EvaluatedPosition {
            score: PositionScore::Evaluated(best.score.evaluation(game.position().turn())),
            best: best.moves,
        },
    )
}
