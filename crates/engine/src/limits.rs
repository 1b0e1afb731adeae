//! Search limits, the clock they are measured by, and time management.

use std::time::Duration;

use trid_rules::Move;

/// Limits of a search. Every limit that is set applies; with none the search runs until it is stopped.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Full-width depth in plies.
    pub depth: Option<u32>,
    /// Nodes searched by all threads together.
    pub nodes: Option<u64>,
    /// Fixed time for this move.
    pub move_time: Option<Duration>,
    /// The clock of the side to move.
    pub clock: Option<ClockState>,
    /// Stop when a mate in at most this many moves is found.
    pub mate: Option<u32>,
    /// Search only these root moves; empty means all.
    pub search_moves: Vec<Move>,
}

/// A player's clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ClockState {
    /// Time left.
    pub remaining: Duration,
    /// Time added after each move.
    pub increment: Duration,
    /// Moves until the next time control; `None` for sudden death.
    pub moves_to_go: Option<u32>,
}

impl Limits {
    /// A node limit.
    ///
    /// ```
    /// use trid_engine::Limits;
    ///
    /// let limits = Limits { depth: Some(8), ..Limits::nodes(100_000) };
    /// assert_eq!(limits.nodes, Some(100_000));
    /// ```
    #[must_use]
    pub fn nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..Limits::default() }
    }

    /// A depth limit.
    #[must_use]
    pub fn depth(depth: u32) -> Limits {
        Limits { depth: Some(depth), ..Limits::default() }
    }

    /// A fixed time per move.
    #[must_use]
    pub fn move_time(time: Duration) -> Limits {
        Limits { move_time: Some(time), ..Limits::default() }
    }
}

/// Measures the time of a search. The caller provides it, because `Instant` panics in a browser.
pub trait Clock: Sync {
    /// Time since the start of the search.
    fn elapsed(&self) -> Duration;
}

/// The operating system's monotonic clock. It panics in WebAssembly in a browser.
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

/// When to stop: after `soft` no new iteration starts, at `hard` the search is aborted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TimeBudget {
    pub(crate) soft: Duration,
    pub(crate) hard: Duration,
}

impl TimeBudget {
    /// The time for one move; `overhead` is the time that may be lost between the engine and the clock.
    pub(crate) fn new(limits: &Limits, overhead: Duration) -> Option<TimeBudget> {
        let fixed = limits.move_time.map(|time| {
            let time = time.saturating_sub(overhead.min(time / 2));
            TimeBudget { soft: time, hard: time }
        });
        let clock = limits.clock.map(|clock| TimeBudget::from_clock(clock, overhead));
        match (fixed, clock) {
            (Some(a), Some(b)) => {
                Some(TimeBudget { soft: a.soft.min(b.soft), hard: a.hard.min(b.hard) })
            }
            (a, b) => a.or(b),
        }
    }

    fn from_clock(clock: ClockState, overhead: Duration) -> TimeBudget {
        /// Expected number of moves to the end of the game without `moves_to_go`.
        const EXPECTED_MOVES: u32 = 32;
        const RESERVE: Duration = Duration::from_millis(100);
        let moves = clock.moves_to_go.unwrap_or(EXPECTED_MOVES).clamp(1, EXPECTED_MOVES);
        // A busy machine may stall the engine at any moment.
        let reserve = (RESERVE + overhead).min(clock.remaining * 3 / 4);
        let spendable = clock.remaining - reserve;
        let share = spendable / moves + clock.increment * 3 / 4;
        // Before the next time control use nearly everything; otherwise at most a third of the clock.
        let max = if moves == 1 { spendable * 4 / 5 } else { spendable / 3 };
        TimeBudget { soft: (share * 3 / 5).min(max), hard: (share * 3).min(max) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OVERHEAD: Duration = Duration::from_millis(10);

    fn budget(remaining: u64, increment: u64, moves_to_go: Option<u32>) -> TimeBudget {
        let clock = ClockState {
            remaining: Duration::from_millis(remaining),
            increment: Duration::from_millis(increment),
            moves_to_go,
        };
        TimeBudget::new(&Limits { clock: Some(clock), ..Limits::default() }, OVERHEAD).unwrap()
    }

    #[test]
    fn budget_never_exceeds_the_clock() {
        for remaining in [0, 1, 5, 20, 50, 51, 100, 1000, 60_000, 3_600_000] {
            for increment in [0, 1, 100, 30_000] {
                for moves in [None, Some(1), Some(2), Some(40), Some(0)] {
                    let budget = budget(remaining, increment, moves);
                    assert!(budget.soft <= budget.hard);
                    assert!(
                        budget.hard.as_millis() as u64 <= remaining * 4 / 5,
                        "{remaining} {increment} {moves:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn budget_keeps_most_of_50_ms() {
        assert!(budget(50, 0, None).hard <= Duration::from_millis(5));
    }

    #[test]
    fn no_budget_without_time_limits() {
        assert_eq!(TimeBudget::new(&Limits::depth(3), OVERHEAD), None);
    }
}
