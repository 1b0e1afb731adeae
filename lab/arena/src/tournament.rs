//! A match of many games between two players, several at a time.

use std::{
    sync::{
        atomic::{AtomicBool, AtomicUsize, Ordering},
        mpsc,
    },
    thread,
};

use trid_rules::{Color, Game, Position, RuleBook};

use super::{
    game::{MatchGame, TimeControl},
    openings::openings,
    player::PlayerKind,
    statistics::MatchResults,
};

/// A match between two players.
#[derive(Clone, Debug)]
pub struct Tournament {
    /// The players; results count for the first.
    pub players: [PlayerKind; 2],
    /// The rule book.
    pub book: RuleBook,
    /// Number of games.
    pub games: usize,
    /// The time control.
    pub time_control: TimeControl,
    /// Number of games played at a time.
    pub concurrency: usize,
    /// Size of each engine's transposition table in MiB.
    pub hash: usize,
    /// Seed of players that choose at random.
    pub seed: u64,
}

/// A finished game of a match.
#[derive(Clone, Debug)]
pub struct GameReport {
    /// Number of the game, from 0. Games 2n and 2n + 1 share an opening.
    pub number: usize,
    /// The game's setup.
    pub game: MatchGame,
    /// The game at its end.
    pub played: Game,
    /// The results so far.
    pub results: MatchResults,
}

impl GameReport {
    /// Half points of the first player, 0 to 2.
    #[must_use]
    pub fn half_points(&self) -> usize {
        let first = if self.number.is_multiple_of(2) { Color::White } else { Color::Black };
        match self.played.result().winner() {
            None => 1,
            Some(winner) => 2 * usize::from(winner == first),
        }
    }
}

impl Tournament {
    /// The game with this number. Each opening is played with both colors.
    #[must_use]
    pub fn game(&self, number: usize) -> MatchGame {
        let openings = openings(self.book);
        let [first, second] = self.players.clone();
        MatchGame {
            players: if number.is_multiple_of(2) { [first, second] } else { [second, first] },
            opening: openings[number / 2 % openings.len()].clone(),
            start: Position::start(self.book),
            time_control: self.time_control,
            hash: self.hash,
            seed: self.seed.wrapping_mul(1_000_003).wrapping_add(number as u64),
        }
    }

    /// Plays all games and calls `report` after each; if it returns `false`, the match ends early.
    pub fn play(&self, mut report: impl FnMut(GameReport) -> bool) -> MatchResults {
        let next = AtomicUsize::new(0);
        let stop = AtomicBool::new(false);
        let (sender, receiver) = mpsc::channel();
        let mut results = MatchResults::default();
        thread::scope(|scope| {
            for _ in 0..self.concurrency.clamp(1, self.games.max(1)) {
                let (sender, next, stop) = (sender.clone(), &next, &stop);
                scope.spawn(move || {
                    while !stop.load(Ordering::Relaxed) {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        if number >= self.games {
                            break;
                        }
                        let game = self.game(number);
                        let played = game.play();
                        if sender.send((number, game, played)).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(sender);
            for (number, game, played) in receiver {
                let mut finished = GameReport { number, game, played, results };
                match finished.half_points() {
                    0 => results.losses += 1,
                    1 => results.draws += 1,
                    _ => results.wins += 1,
                }
                finished.results = results;
                if !report(finished) {
                    stop.store(true, Ordering::Relaxed);
                }
            }
        });
        results
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_opening_is_played_with_both_colors() {
        let tournament = Tournament {
            players: [PlayerKind::Greedy, PlayerKind::Random],
            book: RuleBook::Meder,
            games: 6,
            time_control: TimeControl::Nodes(1),
            concurrency: 2,
            hash: 1,
            seed: 0,
        };
        for number in [0, 2, 4] {
            let (first, second) = (tournament.game(number), tournament.game(number + 1));
            assert_eq!(first.opening, second.opening);
            let reversed = [second.players[1].clone(), second.players[0].clone()];
            assert_eq!(first.players, reversed);
        }
        assert_ne!(tournament.game(0).opening, tournament.game(2).opening);
        let mut numbers = Vec::new();
        let results = tournament.play(|report| {
            numbers.push(report.number);
            true
        });
        numbers.sort_unstable();
        assert_eq!(numbers, [0, 1, 2, 3, 4, 5]);
        assert_eq!(results.games(), 6);
    }
}
