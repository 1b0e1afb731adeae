//! Streak and storm: puzzles of rising difficulty that count for themselves.

use serde::Serialize;
use trid_rules::RuleBook;

use super::progress::RunKind;

/// A run as the page shows it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct RunState {
    /// Puzzles solved.
    pub solved: u32,
    /// Puzzles failed.
    pub failed: u32,
    /// Milliseconds left; none for a streak.
    pub remaining: Option<u64>,
    /// Whether no further puzzle counts.
    pub is_over: bool,
}

/// How long a storm lasts, in milliseconds.
pub const STORM_MS: u64 = 180_000;

/// What a mistake costs in a storm, in milliseconds.
pub const PENALTY_MS: u64 = 10_000;

/// A streak or storm in progress. Times are milliseconds of any steady clock.
#[derive(Clone, Debug)]
pub struct Run {
    /// Streak or storm.
    pub kind: RunKind,
    /// The rule book.
    pub book: RuleBook,
    /// The puzzles shown so far.
    pub seen: Vec<u32>,
    /// Puzzles solved.
    pub solved: u32,
    /// Puzzles failed.
    pub failed: u32,
    /// When its clock started.
    started: u64,
    is_ended: bool,
}

impl Run {
    /// A run that starts now.
    #[must_use]
    pub const fn new(kind: RunKind, book: RuleBook, now: u64) -> Run {
        Run { kind, book, seen: Vec::new(), solved: 0, failed: 0, started: now, is_ended: false }
    }

    /// The rating of the next puzzle: from easy to hard.
    #[must_use]
    pub fn target_rating(&self) -> u16 {
        let step = match self.kind {
            RunKind::Streak => 40,
            RunKind::Storm => 25,
        };
        (650 + step * (self.solved + self.failed)).min(2600) as u16
    }

    /// Milliseconds left; `None` for a streak.
    #[must_use]
    pub fn remaining(&self, now: u64) -> Option<u64> {
        (self.kind == RunKind::Storm).then(|| {
            let used = now.saturating_sub(self.started) + u64::from(self.failed) * PENALTY_MS;
            STORM_MS.saturating_sub(used)
        })
    }

    /// The run as the page shows it.
    #[must_use]
    pub fn state(&self, now: u64) -> RunState {
        RunState {
            solved: self.solved,
            failed: self.failed,
            remaining: self.remaining(now),
            is_over: self.is_over(now),
        }
    }

    /// Counts a puzzle. One that is finished after the time is up does not count.
    pub fn finish(&mut self, is_solved: bool, now: u64) {
        if self.is_over(now) {
            return;
        }
        if is_solved {
            self.solved += 1;
        } else {
            self.failed += 1;
        }
    }

    /// Starts the clock: the first puzzle is on the boards.
    pub const fn begin(&mut self, now: u64) {
        self.started = now;
    }

    /// Ends the run early.
    pub const fn end(&mut self) {
        self.is_ended = true;
    }

    /// Whether no further puzzle counts.
    #[must_use]
    pub fn is_over(&self, now: u64) -> bool {
        self.is_ended
            || match self.kind {
                RunKind::Streak => self.failed > 0,
                RunKind::Storm => self.remaining(now) == Some(0),
            }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_streak_ends_with_the_first_mistake() {
        let mut run = Run::new(RunKind::Streak, RuleBook::Revised, 0);
        run.finish(true, 1_000_000);
        assert!(!run.is_over(9_000_000));
        assert!(run.target_rating() > 650);
        run.finish(false, 9_000_000);
        assert!(run.is_over(9_000_000));
        run.finish(true, 9_000_001);
        assert_eq!((run.solved, run.failed), (1, 1));
        assert_eq!(run.remaining(5), None);
    }

    #[test]
    fn a_storm_ends_after_three_minutes_less_penalties() {
        let mut run = Run::new(RunKind::Storm, RuleBook::Meder, 5_000);
        assert_eq!(run.remaining(5_000), Some(STORM_MS));
        run.finish(true, 20_000);
        run.finish(false, 30_000);
        assert_eq!(run.remaining(30_000), Some(STORM_MS - 25_000 - PENALTY_MS));
        assert!(!run.is_over(174_999));
        assert!(run.is_over(175_000));
        run.finish(true, 175_000);
        assert_eq!((run.solved, run.failed), (1, 1));
        run.begin(10_000);
        assert_eq!(run.remaining(30_000), Some(STORM_MS - 20_000 - PENALTY_MS));
        // A clock that is set back does not lengthen it.
        assert_eq!(run.remaining(0), Some(STORM_MS - PENALTY_MS));
    }

    #[test]
    fn a_run_can_be_ended() {
        let mut run = Run::new(RunKind::Storm, RuleBook::Revised, 0);
        run.end();
        assert!(run.is_over(0));
    }
}
