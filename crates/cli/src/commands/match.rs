//! `trid match`: plays two engine players against each other and estimates their Elo difference.

use std::fs::File;
use std::io::{BufWriter, IsTerminal, Write};
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use serde::Serialize;
use trid_engine::arena::{
    EndReason, GameReport, PlayerKind, Sprt, SprtState, TimeControl, Tournament, Wdl,
};
use trid_engine::{Engine, Options};
use trid_rules::{Claim, Color, Game, Record, RuleBook};

use crate::error::CliError;
use crate::exit_status::ExitStatus;
use crate::json::write_json;
use crate::position::book_parser;
use crate::records::player_tag;

/// Play players against each other and tell how strong they are
#[derive(Args)]
#[command(after_help = "Examples:\n  \
                        trid match full material3 --games 200 --nodes 20000\n  \
                        trid match level4 level3 --games 400 --json\n  \
                        trid match full level9 --clock 10+0.1 --sprt 0,10 --tpgn games.tpgn\n\n\
                        Players: full, level1 to level10, random, greedy, material3. A fixed set of\n\
                        openings is played, each with both colours. Progress goes to standard error.")]
pub(crate) struct Arguments {
    /// Whose results are told
    #[arg(value_name = "A", value_parser = parse_player)]
    first: PlayerKind,
    /// Its opponent
    #[arg(value_name = "B", value_parser = parse_player)]
    second: PlayerKind,
    /// How many games
    #[arg(long, value_name = "N", default_value = "100", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: u32,
    /// Milliseconds a move
    #[arg(long, value_name = "MS", group = "control", value_parser = clap::value_parser!(u64).range(1..))]
    movetime: Option<u64>,
    /// Positions a move; 20000 where nothing else is said
    #[arg(long, value_name = "N", group = "control", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Seconds a game, and seconds added by each move: 10+0.1
    #[arg(long, value_name = "S+S", group = "control", value_parser = parse_clock)]
    clock: Option<(Duration, Duration)>,
    /// Games at a time; by default one for each processor
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    concurrency: Option<u16>,
    /// The size of each engine's table in MiB
    #[arg(long, value_name = "MIB", default_value = "16", value_parser = clap::value_parser!(u32).range(1..=4096))]
    hash: u32,
    /// Seed of what players choose at random
    #[arg(long, value_name = "N", default_value = "0")]
    seed: u64,
    /// End when it is clear whether A is so much better: 0,10
    #[arg(long, value_name = "ELO,ELO", allow_hyphen_values = true, value_parser = parse_sprt)]
    sprt: Option<Sprt>,
    /// Write the games to this file as T-PGN
    #[arg(long, value_name = "FILE")]
    tpgn: Option<PathBuf>,
    /// End with the result as a JSON object
    #[arg(long)]
    json: bool,
    /// The rule book: revised (the default) or meder
    #[arg(long, value_name = "BOOK", value_parser = book_parser(), hide_possible_values = true)]
    rules: Option<RuleBook>,
}

/// The result as JSON, from player A's side.
#[derive(Serialize)]
struct Summary {
    games: u32,
    wins: u32,
    draws: u32,
    losses: u32,
    elo: f64,
    error: f64,
}

impl From<Wdl> for Summary {
    fn from(wdl: Wdl) -> Self {
        let rounded = |value: f64| (value * 10.0).round() / 10.0;
        Self {
            games: wdl.games(),
            wins: wdl.wins,
            draws: wdl.draws,
            losses: wdl.losses,
            elo: rounded(wdl.elo()),
            error: rounded(wdl.error()),
        }
    }
}

fn parse_player(text: &str) -> Result<PlayerKind, String> {
    text.parse().map_err(|error: trid_engine::arena::ParsePlayerError| error.to_string())
}

fn parse_clock(text: &str) -> Result<(Duration, Duration), String> {
    let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
    let seconds = |text: &str| {
        let seconds = text.parse::<f64>().ok().filter(|seconds| (0.0..=1e6).contains(seconds));
        seconds.map(Duration::from_secs_f64).ok_or_else(|| {
            format!("{text:?} is not a number of seconds, expected a clock like 10+0.1")
        })
    };
    Ok((seconds(base)?, seconds(increment)?))
}

fn parse_sprt(text: &str) -> Result<Sprt, String> {
    let error = || format!("{text:?} is not a pair of Elo differences, expected one like 0,10");
    let (elo0, elo1) = text.split_once(',').ok_or_else(error)?;
    let number = |text: &str| text.parse::<f64>().ok().filter(|elo| elo.abs() <= 1000.0);
    match (number(elo0), number(elo1)) {
        (Some(elo0), Some(elo1)) if elo0 < elo1 => Ok(Sprt { elo0, elo1 }),
        _ => Err(error()),
    }
}

impl Arguments {
    pub(crate) fn run(self, output: &mut dyn Write) -> Result<ExitStatus, CliError> {
        // Fail before the first game if the transposition table is too large.
        let options = Options { hash: self.hash as usize, ..Options::default() };
        Engine::try_new(options).map_err(CliError::input)?;
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        let tournament = Tournament {
            players: [self.first, self.second],
            book: self.rules.unwrap_or_default(),
            games: self.games as usize,
            time_control: self.time_control(),
            concurrency: self.concurrency.map_or(processors, usize::from),
            hash: self.hash as usize,
            seed: self.seed,
        };
        let mut games = match &self.tpgn {
            Some(path) => {
                let file = File::create(path).map_err(|error| {
                    CliError::input(format!("cannot write {}: {error}", path.display()))
                })?;
                Some(BufWriter::new(file))
            }
            None => None,
        };
        let mut write_error = None;
        let wdl = tournament.play(|report| {
            self.show_progress(&report);
            if let Some(file) = &mut games
                && let Err(error) = file.write_all(record(&report).to_tpgn().as_bytes())
            {
                write_error = Some(error);
            }
            write_error.is_none()
                && self.sprt.is_none_or(|sprt| sprt.state(report.wdl) == SprtState::Undecided)
        });
        if let Some(error) = write_error {
            return Err(error.into());
        }
        if let Some(mut file) = games {
            file.flush()?;
        }
        if std::io::stderr().is_terminal() {
            eprintln!();
        }
        if self.json {
            write_json(output, &Summary::from(wdl))?;
        } else {
            self.write_result(wdl, output)?;
        }
        Ok(ExitStatus::Success)
    }

    fn time_control(&self) -> TimeControl {
        /// Nodes per move if no time control is given.
        const DEFAULT_NODES: u64 = 20_000;
        match (self.movetime, self.clock) {
            (Some(milliseconds), _) => TimeControl::MoveTime(Duration::from_millis(milliseconds)),
            (None, Some((time, increment))) => TimeControl::Clock(time, increment),
            (None, None) => TimeControl::Nodes(self.nodes.unwrap_or(DEFAULT_NODES)),
        }
    }

    /// In a terminal one updated row; elsewhere one row every 50 games.
    fn show_progress(&self, report: &GameReport) {
        let wdl = report.wdl;
        let progress = format!(
            "{:>5}/{} games  {} - {} - {}  {:.1} %  Elo {:+.0} ± {:.0}",
            wdl.games(),
            self.games,
            wdl.wins,
            wdl.draws,
            wdl.losses,
            100.0 * wdl.score(),
            wdl.elo(),
            wdl.error(),
        );
        if std::io::stderr().is_terminal() {
            eprint!("\r{progress}  ");
        } else if wdl.games().is_multiple_of(50) {
            eprintln!("{progress}");
        }
    }

    fn write_result(&self, wdl: Wdl, output: &mut dyn Write) -> Result<(), CliError> {
        writeln!(output, "{} - {}", self.first, self.second)?;
        writeln!(
            output,
            "{} games: {} won, {} drawn, {} lost, {:.1} %",
            wdl.games(),
            wdl.wins,
            wdl.draws,
            wdl.losses,
            100.0 * wdl.score()
        )?;
        writeln!(output, "Elo {:+.1} ± {:.1} (95 %)", wdl.elo(), wdl.error())?;
        if let Some(sprt) = self.sprt {
            let verdict = match sprt.state(wdl) {
                SprtState::Undecided => "undecided",
                SprtState::Accepted => "accepted",
                SprtState::Rejected => "rejected",
            };
            let Sprt { elo0, elo1 } = sprt;
            writeln!(
                output,
                "SPRT [{elo0}, {elo1}]: {verdict}, log likelihood ratio {:.2}",
                sprt.ratio(wdl)
            )?;
        }
        Ok(())
    }
}

/// The record of a finished game, with tags.
fn record(report: &GameReport) -> Record {
    let mut game = Game::new(report.game.start.clone());
    for &mv in &report.played.moves {
        // The arena plays legal moves; if one is not, the record ends before it.
        if game.play(mv).is_err() {
            break;
        }
    }
    let turn = game.position().turn();
    // Endings that follow from the position need no call.
    let _ = match report.played.ending.reason {
        EndReason::Threefold => game.claim(turn, Claim::Threefold),
        EndReason::FiftyMoves => game.claim(turn, Claim::Fifty),
        EndReason::Time => game.flag(turn),
        EndReason::Illegal => game.resign(turn),
        EndReason::Checkmate | EndReason::Stalemate | EndReason::BareKings => Ok(()),
    };
    let mut record = Record::new(game);
    let mut tag = |name: &str, value: String| record.tags.push((name.to_owned(), value));
    tag("Event", "trid match".to_owned());
    tag("Round", (report.number + 1).to_string());
    for color in Color::ALL {
        tag(player_tag(color), report.game.players[color as usize].to_string());
    }
    record
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_and_sprt_bounds_are_parsed() {
        let milliseconds = Duration::from_millis;
        assert_eq!(parse_clock("10+0.1"), Ok((milliseconds(10_000), milliseconds(100))));
        assert_eq!(parse_clock("0.5"), Ok((milliseconds(500), milliseconds(0))));
        for bad in ["", "x", "10+", "-1", "10+0.1+2", "1e9", "nan"] {
            assert!(parse_clock(bad).is_err(), "{bad}");
        }
        assert_eq!(parse_sprt("-5,5"), Ok(Sprt { elo0: -5.0, elo1: 5.0 }));
        for bad in ["", "5", "5,5", "10,0", "a,b", "0,nan"] {
            assert!(parse_sprt(bad).is_err(), "{bad}");
        }
    }
}
