//! `trid match`: plays two engine players against each other and estimates their Elo difference.

use std::fs::File;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::PathBuf;
use std::process;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use clap::Args;
use serde::Serialize;
use trid_arena::{GameReport, MatchResults, PlayerKind, Sprt, SprtState, TimeControl, Tournament};
use trid_engine::{Engine, Options};
use trid_records::Record;
use trid_rules::{Color, RuleBook};

use crate::error::CliError;
use crate::exit_status::ExitStatus;
use crate::interrupt::{INTERRUPTED, on_interrupt};
use crate::json::write_json;
use crate::position::book_parser;
use crate::records::player_tag;

/// Play a match between two players and estimate the Elo difference
#[derive(Clone, Args)]
#[command(after_help = "Examples:\n  \
                        trid match full material3 --games 200 --nodes 20000\n  \
                        trid match level4 level3 --games 400 --json\n  \
                        trid match full level9 --clock 10+0.1 --sprt 0,10 --tpgn games.tpgn\n\n\
                        Players: full, level1 to level10, random, greedy, material3; full strength with\n\
                        one evaluation: classical, network, network:FILE; another version or program:\n\
                        uci:PATH, or 'uci:PATH ARGUMENTS'. Each opening of a fixed set is played twice,\n\
                        with colours reversed. Standard error shows progress: after each game in a\n\
                        terminal, elsewhere a line every 50 games. Ctrl-C stops the match, prints the\n\
                        result so far and exits with 130.")]
pub(crate) struct Arguments {
    /// First player: the result is from its point of view
    #[arg(value_name = "A", value_parser = parse_player)]
    first: PlayerKind,
    /// Second player
    #[arg(value_name = "B", value_parser = parse_player)]
    second: PlayerKind,
    /// Number of games
    #[arg(long, value_name = "N", default_value = "100", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: u32,
    /// Time per move in milliseconds
    #[arg(long, value_name = "MS", group = "control", value_parser = clap::value_parser!(u64).range(1..))]
    movetime: Option<u64>,
    /// Nodes per move [default: 20000, without another limit]
    #[arg(long, value_name = "N", group = "control", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Clock in seconds, base time and increment: 10+0.1
    #[arg(long, value_name = "S+S", group = "control", value_parser = parse_clock)]
    clock: Option<(Duration, Duration)>,
    /// Simultaneous games [default: one per processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    concurrency: Option<u16>,
    /// Hash table of each engine in MiB
    #[arg(long, value_name = "MIB", default_value = "16", value_parser = clap::value_parser!(u32).range(1..=4096))]
    hash: u32,
    /// Seed for the random choices of players
    #[arg(long, value_name = "N", default_value = "0")]
    seed: u64,
    /// Stop when an SPRT decides: 0,10
    #[arg(long, value_name = "ELO,ELO", allow_hyphen_values = true, value_parser = parse_sprt)]
    sprt: Option<Sprt>,
    /// Save the games to this file as T-PGN
    #[arg(long, value_name = "FILE")]
    tpgn: Option<PathBuf>,
    /// Print the result as a JSON object
    #[arg(long)]
    json: bool,
    /// Rule book: revised or meder [default: revised]
    #[arg(long, value_name = "BOOK", value_parser = book_parser(), hide_possible_values = true)]
    rules: Option<RuleBook>,
}

/// The games played so far.
struct Standing {
    results: MatchResults,
    /// The file of `--tpgn`.
    games: Option<BufWriter<File>>,
}

impl Standing {
    fn add(&mut self, report: &GameReport) -> io::Result<()> {
        self.results = report.results;
        match &mut self.games {
            Some(file) => file.write_all(record(report).to_tpgn().as_bytes()),
            None => Ok(()),
        }
    }

    /// Completes the file of games, and the row of progress in a terminal.
    fn finish(&mut self) -> io::Result<()> {
        if io::stderr().is_terminal() {
            eprintln!();
        }
        self.games.as_mut().map_or(Ok(()), BufWriter::flush)
    }
}

fn lock(standing: &Mutex<Standing>) -> MutexGuard<'_, Standing> {
    standing.lock().unwrap_or_else(PoisonError::into_inner)
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

impl From<MatchResults> for Summary {
    fn from(results: MatchResults) -> Self {
        let rounded = |value: f64| (value * 10.0).round() / 10.0;
        Self {
            games: results.games(),
            wins: results.wins,
            draws: results.draws,
            losses: results.losses,
            elo: rounded(results.elo()),
            error: rounded(results.error()),
        }
    }
}

fn parse_player(text: &str) -> Result<PlayerKind, String> {
    text.parse().map_err(|error: trid_arena::ParsePlayerError| error.to_string())
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
        let processors = thread::available_parallelism().map_or(1, usize::from);
        let tournament = Tournament {
            players: [self.first.clone(), self.second.clone()],
            book: self.rules.unwrap_or_default(),
            games: self.games as usize,
            time_control: self.time_control(),
            concurrency: self.concurrency.map_or(processors, usize::from),
            hash: self.hash as usize,
            seed: self.seed,
        };
        let games = match &self.tpgn {
            Some(path) => {
                let file = File::create(path).map_err(|error| {
                    CliError::input(format!("cannot write {}: {error}", path.display()))
                })?;
                Some(BufWriter::new(file))
            }
            None => None,
        };
        let standing = Arc::new(Mutex::new(Standing { results: MatchResults::default(), games }));
        self.print_result_on_interrupt(Arc::clone(&standing));
        let mut write_error = None;
        let results = tournament.play(|report| {
            self.show_progress(&report);
            if let Err(error) = lock(&standing).add(&report) {
                write_error = Some(error);
            }
            write_error.is_none()
                && self.sprt.is_none_or(|sprt| sprt.state(report.results) == SprtState::Undecided)
        });
        // Locked to the end, so that an interrupt does not print the result a second time.
        let mut standing = lock(&standing);
        if let Some(error) = write_error {
            return Err(error.into());
        }
        standing.finish()?;
        self.print_result(results, output)?;
        output.flush()?;
        Ok(ExitStatus::Success)
    }

    /// Lets Ctrl-C print the result so far and end the program.
    fn print_result_on_interrupt(&self, standing: Arc<Mutex<Standing>>) {
        let arguments = self.clone();
        on_interrupt(move || {
            let mut standing = lock(&standing);
            let results = standing.results;
            let written = standing
                .finish()
                .map_err(CliError::from)
                .and_then(|()| arguments.print_result(results, &mut io::stdout()));
            if let Err(error) = written {
                eprintln!("error: {error}");
            }
            process::exit(INTERRUPTED);
        });
    }

    fn print_result(&self, results: MatchResults, output: &mut dyn Write) -> Result<(), CliError> {
        if self.json {
            write_json(output, &Summary::from(results))?;
            Ok(())
        } else {
            self.write_result(results, output)
        }
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
        let results = report.results;
        let progress = format!(
            "{:>5}/{} games  {} - {} - {}  {:.1} %  Elo {:+.0} ± {:.0}",
            results.games(),
            self.games,
            results.wins,
            results.draws,
            results.losses,
            100.0 * results.score(),
            results.elo(),
            results.error(),
        );
        if io::stderr().is_terminal() {
            eprint!("\r{progress}  ");
        } else if results.games().is_multiple_of(50) {
            eprintln!("{progress}");
        }
    }

    fn write_result(&self, results: MatchResults, output: &mut dyn Write) -> Result<(), CliError> {
        writeln!(output, "{} - {}", self.first, self.second)?;
        writeln!(
            output,
            "{} games: {} won, {} drawn, {} lost, {:.1} %",
            results.games(),
            results.wins,
            results.draws,
            results.losses,
            100.0 * results.score()
        )?;
        writeln!(output, "Elo {:+.1} ± {:.1} (95 %)", results.elo(), results.error())?;
        if let Some(sprt) = self.sprt {
            let verdict = match sprt.state(results) {
                SprtState::Undecided => "undecided",
                SprtState::Accepted => "accepted",
                SprtState::Rejected => "rejected",
            };
            let Sprt { elo0, elo1 } = sprt;
            writeln!(
                output,
                "SPRT [{elo0}, {elo1}]: {verdict}, log likelihood ratio {:.2}",
                sprt.ratio(results)
            )?;
        }
        Ok(())
    }
}

/// The record of a finished game, with tags.
fn record(report: &GameReport) -> Record {
    let mut record = Record::new(report.played.clone());
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
