//! Tests a change by SPRT: pairs of games under both rule books, until the test decides.

use std::{collections::HashMap, env, error::Error, process::ExitCode, sync::Mutex, thread};

use trid_engine::arena::{
    GameReport, Pentanomial, PlayerKind, Sprt, SprtState, TimeControl, Tournament,
};
use trid_rules::RuleBook;

const USAGE: &str = "\
Usage: sprt A B CONTROL GAMES

Tests whether the player A of `trid match` is 10 Elo stronger than B (SPRT [0, 10], alpha = beta = 0.05).
B is usually an older version, uci:PATH. CONTROL is 5000 (nodes per move), 20ms (time per move) or
400ms+4ms (clock). Plays at most GAMES games per rule book.";

const SPRT: Sprt = Sprt { elo0: 0.0, elo1: 10.0 };

fn main() -> ExitCode {
    let words: Vec<String> = env::args().skip(1).collect();
    match tournaments(&words) {
        Ok(tournaments) => {
            let results = play(&tournaments);
            println!("{}: {:?}", describe(results), SPRT.pair_state(results));
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error}\n\n{USAGE}");
            ExitCode::from(2)
        }
    }
}

fn tournaments(words: &[String]) -> Result<[Tournament; 2], Box<dyn Error>> {
    let [first, second, control, games] = words else {
        return Err("four arguments are needed".into());
    };
    let players: [PlayerKind; 2] = [first.parse()?, second.parse()?];
    let time_control: TimeControl = control.parse()?;
    let games = games.parse()?;
    let threads = thread::available_parallelism().map_or(1, usize::from);
    Ok(RuleBook::ALL.map(|book| Tournament {
        players: players.clone(),
        book,
        games,
        time_control,
        concurrency: threads.div_ceil(2),
        hash: 8,
        seed: 0,
    }))
}

/// The pairs of both tournaments so far.
#[derive(Default)]
struct Pairs {
    /// Half points of games whose pair is not complete, by rule book and number of the pair.
    single: HashMap<(RuleBook, usize), usize>,
    results: Pentanomial,
}

impl Pairs {
    fn add(&mut self, book: RuleBook, report: &GameReport) {
        let pair = (book, report.number / 2);
        match self.single.remove(&pair) {
            Some(other) => self.results.0[other + report.half_points()] += 1,
            None => _ = self.single.insert(pair, report.half_points()),
        }
    }
}

/// Plays both tournaments at once until the test decides.
fn play(tournaments: &[Tournament; 2]) -> Pentanomial {
    let pairs = Mutex::new(Pairs::default());
    thread::scope(|scope| {
        for tournament in tournaments {
            let pairs = &pairs;
            scope.spawn(move || {
                tournament.play(|report| {
                    let mut pairs = pairs.lock().expect("no thread panics while it adds a game");
                    if SPRT.pair_state(pairs.results) != SprtState::Undecided {
                        return false;
                    }
                    pairs.add(tournament.book, &report);
                    let results = pairs.results;
                    if results.pairs() > 0 && report.number.is_multiple_of(100) {
                        eprintln!("{}", describe(results));
                    }
                    SPRT.pair_state(results) == SprtState::Undecided
                });
            });
        }
    });
    pairs.into_inner().expect("no thread panics while it adds a game").results
}

fn describe(results: Pentanomial) -> String {
    let (elo, error) = results.elo();
    format!(
        "{} games, Elo {elo:+.1} ± {error:.1}, LLR {:+.2}, pairs by half points {:?}",
        2 * results.pairs(),
        SPRT.pair_ratio(results),
        results.0
    )
}
