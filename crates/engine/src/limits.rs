//! How long to think: limits, and the clock they are measured by.

use core::time::Duration;

use trid_rules::Move;

/// What a search may use up. Whatever is given limits it; nothing given means until it is stopped.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Plies of full search.
    pub depth: Option<u32>,
    /// Positions searched, by all threads together.
    pub nodes: Option<u64>,
    /// Time for this move.
    pub move_time: Option<Duration>,
    /// What the side to move has on its clock.
    pub clock: Option<ClockState>,
    /// Stop when a mate in this many moves is found.
    pub mate: Option<u32>,
    /// Only these moves, if there are any.
    pub moves: Vec<Move>,
}

/// What a player has on the clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ClockState {
    /// What is left.
    pub left: Duration,
    /// What each move adds.
    pub increment: Duration,
    /// Moves until more time is given; `None` if all of the game must be played in it.
    pub moves_to_go: Option<u32>,
}

impl Limits {
    /// So many positions.
    #[must_use]
    pub fn nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..Limits::default() }
    }

    /// So many plies.
    #[must_use]
    pub fn depth(depth: u32) -> Limits {
        Limits { depth: Some(depth), ..Limits::default() }
    }

    /// So much time.
    #[must_use]
    pub fn move_time(time: Duration) -> Limits {
        Limits { move_time: Some(time), ..Limits::default() }
    }
}

/// Tells how long a search has been running. Given from outside, because not every place where the
/// engine runs has a clock that Rust knows.
pub trait Clock: Sync {
    /// The time since the search was asked for.
    fn elapsed(&self) -> Duration;
}

/// The operating system's clock. Not for WebAssembly in a browser, where it panics.
#[derive(Clone, Copy, Debug)]
pub struct SystemClock(std::time::Instant);

impl SystemClock {
    /// A clock that starts now.
    #[must_use]
    pub fn start() -> SystemClock {
        SystemClock(std::time::Instant::now())
    }
}

impl Clock for SystemClock {
    fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }
}

/// When to stop: `soft` is when no new iteration is begun, `hard` when the search is cut off.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Budget {
    pub(crate) soft: Duration,
    pub(crate) hard: Duration,
}

impl Budget {
    /// The time for one move; `overhead` is what may be lost between the engine and the clock.
    pub(crate) fn new(limits: &Limits, overhead: Duration) -> Option<Budget> {
        let fixed = limits.move_time.map(|time| {
            let time = time.saturating_sub(overhead.min(time / 2));
            Budget { soft: time, hard: time }
        });
        let clock = limits.clock.map(|clock| Budget::from_clock(clock, overhead));
        match (fixed, clock) {
            (Some(a), Some(b)) => {
                Some(Budget { soft: a.soft.min(b.soft), hard: a.hard.min(b.hard) })
            }
            (a, b) => a.or(b),
        }
    }

    fn from_clock(clock: ClockState, overhead: Duration) -> Budget {
        /// Moves a game is thought to last from here, where the control does not say.
        const EXPECTED_MOVES: u32 = 32;
        const RESERVE: Duration = Duration::from_millis(100);
        let moves = clock.moves_to_go.unwrap_or(EXPECTED_MOVES).clamp(1, EXPECTED_MOVES);
        // What a busy machine may take away at any moment stays on the clock.
        let reserve = (RESERVE + overhead).min(clock.left * 3 / 4);
        let spendable = clock.left - reserve;
        let share = spendable / moves + clock.increment * 3 / 4;
        // With one move to go nearly all may be used; otherwise never more than a third of the clock.
        let most = if moves == 1 { spendable * 4 / 5 } else { spendable / 3 };
        Budget { soft: (share * 3 / 5).min(most), hard: (share * 3).min(most) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OVERHEAD: Duration = Duration::from_millis(10);

    fn budget(left: u64, increment: u64, moves_to_go: Option<u32>) -> Budget {
        let clock = ClockState {
            left: Duration::from_millis(left),
            increment: Duration::from_millis(increment),
            moves_to_go,
        };
        Budget::new(&Limits { clock: Some(clock), ..Limits::default() }, OVERHEAD).unwrap()
    }

    #[test]
    fn a_budget_never_exceeds_the_clock() {
        for left in [0, 1, 5, 20, 50, 51, 100, 1000, 60_000, 3_600_000] {
            for increment in [0, 1, 100, 30_000] {
                for moves in [None, Some(1), Some(2), Some(40), Some(0)] {
                    let budget = budget(left, increment, moves);
                    assert!(budget.soft <= budget.hard);
                    assert!(
                        budget.hard.as_millis() as u64 <= left * 4 / 5,
                        "{left} {increment} {moves:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn with_50_ms_in_hand_most_of_it_is_kept() {
        assert!(budget(50, 0, None).hard <= Duration::from_millis(5));
    }

    #[test]
    fn without_time_limits_there_is_no_budget() {
        assert_eq!(Budget::new(&Limits::depth(3), OVERHEAD), None);
    }
}
