//! Plays a match under both rule books at several time controls, to compare evaluations.

use clap::Args;
use trid_arena::{PlayerKind, TimeControl, Tournament};
use trid_rules::RuleBook;

use crate::{LabResult, all_threads};

#[derive(Args)]
pub(crate) struct Match {
    /// A player of `trid match`, for example network:FILE
    first: PlayerKind,
    /// Another player, for example classical
    second: PlayerKind,
    /// Games per rule book and time control
    games: usize,
    /// Nodes per move (20000) or time per move (20ms)
    #[arg(required = true)]
    controls: Vec<TimeControl>,
}

impl Match {
    pub(crate) fn run(self) -> LabResult {
        for &time_control in &self.controls {
            for book in RuleBook::ALL {
                play(&Tournament {
                    players: [self.first.clone(), self.second.clone()],
                    book,
                    games: self.games,
                    time_control,
                    concurrency: all_threads(),
                    hash: 8,
                    seed: 0,
                });
            }
        }
        Ok(())
    }
}

fn play(tournament: &Tournament) {
    let [first, second] = &tournament.players;
    let results = tournament.play(|_| true);
    let (elo, error) = (results.elo(), results.error());
    println!(
        "{first} - {second}, {}, {:?}: {} games, {} - {} - {}, {:.1} %, Elo {elo:+.0} ± {error:.0} (95 %: {:+.0} to {:+.0})",
        tournament.book,
        tournament.time_control,
        results.games(),
        results.wins,
        results.draws,
        results.losses,
        100.0 * results.score(),
        elo - error,
        elo + error,
    );
}
