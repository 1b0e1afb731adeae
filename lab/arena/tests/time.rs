//! The engine keeps its time in fast games. A program of its own, so that nothing else runs beside it.

use std::time::Duration;

use trid_arena::{MatchGame, PlayerKind, TimeControl, openings};
use trid_engine::Strength;
use trid_rules::{Ending, Position, RuleBook};

/// How long this thread has waited for a CPU, if the system reports it. A loss on time on an overloaded
/// machine is not the engine's fault.
fn scheduler_wait() -> Duration {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = text.split_whitespace().nth(1).and_then(|word| word.parse().ok());
    Duration::from_nanos(nanoseconds.unwrap_or(0))
}

#[test]
fn a_hundred_fast_games_have_no_illegal_move_or_loss_on_time() {
    for number in 0..100 {
        let book = RuleBook::ALL[number % 2];
        let openings = openings(book);
        let game = MatchGame {
            players: [
                PlayerKind::Full,
                PlayerKind::Strength(Strength::new(1 + number as u8 % 10).unwrap()),
            ],
            opening: openings[number / 2 % openings.len()].clone(),
            start: Position::start(book),
            time_control: TimeControl::Clock(Duration::from_millis(600), Duration::from_millis(2)),
            hash: 1,
            seed: number as u64,
        };
        let before = scheduler_wait();
        let ending = game.play().ending();
        let stall = scheduler_wait() - before;
        assert!(!matches!(ending, None | Some(Ending::Resigned(_))), "game {number}: illegal move");
        assert!(
            !matches!(ending, Some(Ending::Timeout { .. })) || stall > Duration::from_millis(50),
            "game {number}: lost on time"
        );
    }
}
