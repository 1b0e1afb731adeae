//! Tests a change by SPRT: pairs of games under both rule books, until the test decides.

use std::{collections::HashMap, sync::Mutex, thread};

use clap::Args;
use trid_arena::{GameReport, Pentanomial, PlayerKind, Sprt, SprtState, TimeControl, Tournament};
use trid_rules::RuleBook;

use crate::{LabResult, all_threads};

const SPRT: Sprt = Sprt { elo0: 0.0, elo1: 10.0 };

/// SPRT [0, 10], alpha = beta = 0.05
#[derive(Args)]
pub(crate) struct Test {
    /// The player of `trid match` that may be stronger
    first: PlayerKind,
    /// The other player, usually an older version, uci:PATH
    second: PlayerKind,
    /// Nodes per move (5000), time per move (20ms) or clock (400ms+4ms)
    control: TimeControl,
    /// The most games per rule book
    games: usize,
}

impl Test {
    pub(crate) fn run(self) -> LabResult {
        let tournaments = RuleBook::ALL.map(|book| Tournament {
            players: [self.first.clone(), self.second.clone()],
            book,
            games: self.games,
            time_control: self.control,
            concurrency: all_threads().div_ceil(2),
            hash: 8,
            seed: 0,
        });
        let results = play(&tournaments);
        println!("{}: {:?}", describe(results), SPRT.pair_state(results));
        Ok(())
    }
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
