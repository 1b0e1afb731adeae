//! `bench`: searches fixed positions to a fixed depth on one thread. The node count changes whenever the
//! search or the evaluation does.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use trid_rules::{Move, Position, RuleBook};

use crate::{Clock, Engine, Limits, Options, Signals};

/// The default depth of the bench.
pub const BENCH_DEPTH: u32 = 9;

/// The bench positions as moves from the start, played under each rule book.
const GAMES: [&str; 8] = [
    "",
    "b2Wb4N d7Bd5N b1Wa3N",
    "c2Wc4N b7Bb5N d1Wc3W d8Bc6B c4Nb5B",
    "d2Wd3W c8Ba6N a1Wb3W b8Bd6B c1Wa3W",
    "a1Wb3N d8Bc6N b3Na5B c6Nd4W a5Bc6N d4Wb3N",
    "b2Wb3W c7Bc6N b1Wc2W b8Bc7B e0KL1e1KL1 e9KL6e8KL6",
    "c2Wc3W b7Bb6B a2Wa4W d7Bd5B d1Wb2W a8Bc7B",
    "d2Wd4N a7Ba5N d4Nd5B a5Na4N d1Wc3N a8Bb6N",
];

/// The bench does not depend on time, and WebAssembly has no system clock.
struct StoppedClock;

impl Clock for StoppedClock {
    fn elapsed(&self) -> Duration {
        Duration::ZERO
    }
}

fn positions() -> impl Iterator<Item = Position> {
    RuleBook::ALL.into_iter().flat_map(|book| {
        GAMES.into_iter().map(move |game| {
            let mut position = Position::start(book);
            for text in game.split_whitespace() {
                // Should a rule change make a move illegal, use the position before it.
                match text.parse::<Move>().ok().filter(|&mv| position.is_legal(mv)) {
                    Some(mv) => position.play_unchecked(mv),
                    None => break,
                }
            }
            position
        })
    })
}

/// Searches all positions to a depth with the default options and returns the total node count. `report`
/// gets each position with its node count.
pub fn bench(depth: u32, report: impl FnMut(&Position, u64)) -> u64 {
    bench_engine(&mut Engine::new(Options::default()), depth, report)
}

/// Like [`bench()`], with this engine.
pub fn bench_engine(
    engine: &mut Engine,
    depth: u32,
    mut report: impl FnMut(&Position, u64),
) -> u64 {
    let (stop, pondering) = (AtomicBool::new(false), AtomicBool::new(false));
    let signals = Signals { stop: &stop, pondering: &pondering, clock: &StoppedClock };
    positions()
        .map(|position| {
            engine.new_game();
            let limits = Limits::depth(depth);
            let nodes = engine.search_until(&position, &limits, signals, |_| {}).nodes;
            report(&position, nodes);
            nodes
        })
        .sum()
}
