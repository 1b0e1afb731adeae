//! Many games between two players, several at a time.

use std::{
    sync::{
        atomic::{AtomicBool, AtomicUsize, Ordering},
        mpsc,
    },
    thread,
};

use trid_rules::{Color, Position, RuleBook};

use super::{
    duel::{Control, Duel, Finished},
    openings::openings,
    player::PlayerKind,
    statistics::Tally,
};

/// A match: who plays, how often, with what.
#[derive(Clone, Debug)]
pub struct Tournament {
    /// The two players; results are told from the first one's side.
    pub players: [PlayerKind; 2],
    /// The rule book.
    pub book: RuleBook,
    /// How many games.
    pub games: usize,
    /// What the players may use.
    pub control: Control,
    /// How many games are played at a time.
    pub concurrency: usize,
    /// The size of each engine's table in MiB.
    pub hash: usize,
    /// Makes the match what it is, where players choose at random.
    pub seed: u64,
}

/// A game has ended.
#[derive(Clone, Debug)]
pub struct Event {
    /// Which game, from 0: the number of its opening is half of it.
    pub number: usize,
    /// What was played.
    pub duel: Duel,
    /// How it went.
    pub finished: Finished,
    /// All results so far.
    pub tally: Tally,
}

impl Tournament {
    /// The game with this number: each opening is played with both colours.
    #[must_use]
    pub fn duel(&self, number: usize) -> Duel {
        let openings = openings(self.book);
        let [first, second] = self.players;
        Duel {
            players: if number.is_multiple_of(2) { [first, second] } else { [second, first] },
            opening: openings[number / 2 % openings.len()].clone(),
            start: Position::start(self.book),
            control: self.control,
            hash: self.hash,
            seed: self.seed.wrapping_mul(1_000_003).wrapping_add(number as u64),
        }
    }

    /// Plays all games, calling back as each ends; `false` from the callback ends the match.
    pub fn play(&self, mut report: impl FnMut(Event) -> bool) -> Tally {
        let next = AtomicUsize::new(0);
        let stop = AtomicBool::new(false);
        let (sender, receiver) = mpsc::channel();
        let mut tally = Tally::default();
        thread::scope(|scope| {
            for _ in 0..self.concurrency.clamp(1, self.games.max(1)) {
                let (sender, next, stop) = (sender.clone(), &next, &stop);
                scope.spawn(move || {
                    while !stop.load(Ordering::Relaxed) {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        if number >= self.games {
                            break;
                        }
                        let duel = self.duel(number);
                        let finished = duel.play();
                        if sender.send((number, duel, finished)).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(sender);
            for (number, duel, finished) in receiver {
                let first = if number.is_multiple_of(2) { Color::White } else { Color::Black };
                match finished.verdict.winner {
                    None => tally.draws += 1,
                    Some(winner) if winner == first => tally.wins += 1,
                    Some(_) => tally.losses += 1,
                }
                if !report(Event { number, duel, finished, tally }) {
                    stop.store(true, Ordering::Relaxed);
                }
            }
        });
        tally
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_opening_is_played_with_both_colours() {
        let tournament = Tournament {
            players: [PlayerKind::Greedy, PlayerKind::Random],
            book: RuleBook::Meder,
            games: 6,
            control: Control::Nodes(1),
            concurrency: 2,
            hash: 1,
            seed: 0,
        };
        for number in [0, 2, 4] {
            let (first, second) = (tournament.duel(number), tournament.duel(number + 1));
            assert_eq!(first.opening, second.opening);
            assert_eq!(first.players, [second.players[1], second.players[0]]);
        }
        assert_ne!(tournament.duel(0).opening, tournament.duel(2).opening);
        let mut numbers = Vec::new();
        let tally = tournament.play(|event| {
            numbers.push(event.number);
            true
        });
        numbers.sort_unstable();
        assert_eq!(numbers, [0, 1, 2, 3, 4, 5]);
        assert_eq!(tally.games(), 6);
    }
}
