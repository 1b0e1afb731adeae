//! Perft speed, compared with cozy-chess on flat chess.

use std::time::{Duration, Instant};

use cozy_chess::Board;
use trid_rules::{Position, RuleBook};

use crate::{flat, positions};

/// A game to run perft on.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Game {
    Flat,
    Tridimensional(RuleBook),
}

impl Game {
    pub const ALL: [Game; 3] = [
        Game::Flat,
        Game::Tridimensional(RuleBook::Revised),
        Game::Tridimensional(RuleBook::Meder),
    ];

    pub fn name(self) -> &'static str {
        match self {
            Game::Flat => "cozy-chess",
            Game::Tridimensional(book) => book.name(),
        }
    }

    /// The start and eight middlegame positions.
    pub fn positions(self) -> [&'static str; 9] {
        match self {
            Game::Flat => flat::POSITIONS,
            Game::Tridimensional(RuleBook::Revised) => positions::REVISED,
            Game::Tridimensional(RuleBook::Meder) => positions::MEDER,
        }
    }

    /// Parses one of its positions.
    pub fn tree(self, text: &str) -> Tree {
        match self {
            Game::Flat => Tree::Flat(text.parse().expect("a valid FEN")),
            Game::Tridimensional(book) => {
                Tree::Tridimensional(Position::from_tfen(text, book).expect("a valid T-FEN"))
            }
        }
    }
}

/// The root position of a tree.
pub enum Tree {
    Flat(Board),
    Tridimensional(Position),
}

impl Tree {
    pub fn count(&self, depth: u32) -> u64 {
        match self {
            Tree::Flat(board) => measured_flat(board, depth),
            Tree::Tridimensional(position) => measured_tridimensional(position, depth),
        }
    }

    /// The depth with at most about `max` nodes, extrapolated from the growth of the tree.
    pub fn depth_within(&self, max: u64) -> u32 {
        let mut depth = 1;
        let (mut before, mut nodes) = (1, self.count(1));
        while nodes.saturating_mul(nodes) / before.max(1) <= max {
            depth += 1;
            (before, nodes) = (nodes, self.count(depth));
        }
        depth
    }
}

/// Callgrind collects only inside this function, selected by its name.
#[inline(never)]
fn measured_flat(board: &Board, depth: u32) -> u64 {
    flat::perft(board, depth)
}

/// Callgrind collects only inside this function, selected by its name.
#[inline(never)]
fn measured_tridimensional(position: &Position, depth: u32) -> u64 {
    trid_rules::perft(position, depth)
}

/// A node count with its duration.
#[derive(Clone, Copy, Default)]
struct Count {
    nodes: u64,
    time: Duration,
}

impl Count {
    fn per_second(self) -> f64 {
        self.nodes as f64 / self.time.as_secs_f64()
    }
}

/// Prints millions of nodes per second for every position, then the ratios to cozy-chess.
pub fn print_speeds() {
    const MAX_NODES: u64 = 10_000_000;
    const ROUNDS: u32 = 3;
    println!("nodes per second, one thread, bulk counting, best of {ROUNDS}");
    let speeds = Game::ALL.map(|game| {
        println!("\n{}", game.name());
        let mut total = Count::default();
        for text in game.positions() {
            let tree = game.tree(text);
            let depth = tree.depth_within(MAX_NODES);
            let time_once = || {
                let start = Instant::now();
                let nodes = tree.count(depth);
                Count { nodes, time: start.elapsed() }
            };
            let best = (0..ROUNDS).map(|_| time_once()).min_by_key(|count| count.time);
            let count = best.expect("at least one round");
            println!(
                "{:8.1} M  {:>9} nodes at depth {depth}  {text}",
                count.per_second() / 1e6,
                count.nodes
            );
            total.nodes += count.nodes;
            total.time += count.time;
        }
        println!("{:8.1} M  all nine", total.per_second() / 1e6);
        total.per_second()
    });
    println!();
    for (game, speed) in Game::ALL.into_iter().zip(speeds).skip(1) {
        println!("{} / {}: {:.3}", game.name(), Game::Flat.name(), speed / speeds[0]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_round_trip() {
        for game in Game::ALL {
            for text in game.positions() {
                let written = match game.tree(text) {
                    Tree::Flat(board) => board.to_string(),
                    Tree::Tridimensional(position) => position.to_tfen(),
                };
                assert_eq!(written, text);
            }
        }
    }

    #[test]
    fn counts_match_published_values() {
        let check = |game: Game, index: usize, depth, nodes| {
            let text = game.positions()[index];
            assert_eq!(game.tree(text).count(depth), nodes, "{text}");
        };
        check(Game::Flat, 0, 4, 197_281);
        check(Game::Flat, 1, 3, 97_862);
        check(Game::Flat, 2, 3, 9_467);
        check(Game::Flat, 3, 3, 62_379);
        check(Game::Flat, 4, 3, 89_890);
        check(Game::Tridimensional(RuleBook::Revised), 0, 3, 10_004);
        check(Game::Tridimensional(RuleBook::Meder), 0, 3, 9_128);
    }

    #[test]
    fn the_depth_is_judged_by_growth() {
        let tree = Game::Flat.tree(flat::POSITIONS[0]);
        // 20, 400, 8902: from 20 the next is judged to be 400, from 400 it is 8000.
        assert_eq!(tree.depth_within(399), 1);
        assert_eq!(tree.depth_within(400), 2);
        assert_eq!(tree.depth_within(8_000), 3);
    }
}
