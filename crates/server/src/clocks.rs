//! The players' clocks: whose runs since when, what a move costs, and when a flag falls. Pure arithmetic on given times.

use trid_rules::Color;

use crate::clock::Millis;
use crate::wire::{Remaining, TimeControl};

/// At most so much of a move's way over the network is not charged to the clock.
pub const LAG_BOUND: Millis = 500;

const SECOND: Millis = 1_000;
const DAY: Millis = 86_400_000;

/// The clocks of one game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Clocks {
    control: TimeControl,
    /// What both had left at the last event; `None` without a clock.
    remaining: Option<Remaining>,
    running: Option<Running>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Running {
    color: Color,
    since: Millis,
}

impl Clocks {
    /// Clocks that stand at the start of a game.
    pub(crate) fn new(control: TimeControl) -> Self {
        let full = match control {
            TimeControl::Unlimited {} => None,
            TimeControl::RealTime { initial, .. } => Some(Millis::from(initial) * SECOND),
            TimeControl::Days { days } => Some(Millis::from(days) * DAY),
        };
        let remaining = full.map(|full| Remaining { white: full, black: full });
        Self { control, remaining, running: None }
    }

    /// Takes what an event says both have left, and lets this side's clock run from then on.
    pub(crate) fn set(&mut self, remaining: Option<Remaining>, running: Option<Color>, at: Millis) {
        self.remaining = remaining.or(self.remaining);
        self.running =
            running.filter(|_| self.remaining.is_some()).map(|color| Running { color, since: at });
    }

    /// What both have left at the last event.
    pub(crate) const fn remaining(&self) -> Option<Remaining> {
        self.remaining
    }

    /// When the flag of the side whose clock runs falls, and which side that is.
    pub(crate) fn fall(&self) -> Option<(Color, Millis)> {
        let Running { color, since } = self.running?;
        Some((color, since + self.remaining?.of(color)))
    }

    /// The side whose flag has fallen by now, its lag allowed for.
    pub(crate) fn flagged(&self, now: Millis, lag: Millis) -> Option<Color> {
        let (color, fall) = self.fall()?;
        (now - allowed(lag) >= fall).then_some(color)
    }

    /// What both have left when the side whose clock runs has used it until now.
    pub(crate) fn charged(&self, now: Millis, lag: Millis) -> Option<Remaining> {
        let remaining = self.remaining?;
        let Some(Running { color, since }) = self.running else {
            return Some(remaining);
        };
        let used = (now - since - allowed(lag)).max(0);
        Some(remaining.with(color, (remaining.of(color) - used).max(0)))
    }

    /// What both have left after this side has ended its turn.
    pub(crate) fn pressed(&self, color: Color, now: Millis, lag: Millis) -> Option<Remaining> {
        let charged = self.charged(now, lag)?;
        let left = match self.control {
            TimeControl::RealTime { increment, .. } if self.running.is_some() => {
                charged.of(color) + Millis::from(increment) * SECOND
            }
            TimeControl::RealTime { .. } | TimeControl::Unlimited {} => charged.of(color),
            TimeControl::Days { days } => Millis::from(days) * DAY,
        };
        Some(charged.with(color, left))
    }
}

fn allowed(lag: Millis) -> Millis {
    lag.clamp(0, LAG_BOUND)
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIVE_PLUS_THREE: TimeControl = TimeControl::RealTime { initial: 300, increment: 3 };

    fn running(control: TimeControl, color: Color) -> Clocks {
        let mut clocks = Clocks::new(control);
        clocks.set(None, Some(color), 1_000);
        clocks
    }

    #[track_caller]
    fn check_pressed(now: Millis, lag: Millis, expected_white: Millis) {
        let clocks = running(FIVE_PLUS_THREE, Color::White);
        let left = clocks.pressed(Color::White, now, lag);
        assert_eq!(left, Some(Remaining { white: expected_white, black: 300_000 }));
    }

    #[test]
    fn a_move_costs_its_time_and_earns_the_increment() {
        check_pressed(1_000, 0, 303_000);
        check_pressed(11_000, 0, 293_000);
        check_pressed(11_000, 200, 293_200);
        check_pressed(11_000, 60_000, 293_500);
        check_pressed(11_000, -5, 293_000);
        check_pressed(1_100, 500, 303_000);
        // A clock that was set back costs nothing and gives nothing.
        check_pressed(0, 0, 303_000);
    }

    #[test]
    fn a_clock_that_does_not_run_earns_nothing() {
        let clocks = Clocks::new(FIVE_PLUS_THREE);
        assert_eq!(clocks.pressed(Color::White, 99_000, 0), clocks.remaining());
        assert_eq!(clocks.fall(), None);
        assert_eq!(clocks.flagged(Millis::MAX, 0), None);
    }

    #[test]
    fn a_flag_falls_to_the_millisecond_and_lag_holds_it_up() {
        let clocks = running(FIVE_PLUS_THREE, Color::Black);
        assert_eq!(clocks.fall(), Some((Color::Black, 301_000)));
        assert_eq!(clocks.flagged(300_999, 0), None);
        assert_eq!(clocks.flagged(301_000, 0), Some(Color::Black));
        assert_eq!(clocks.flagged(301_000, 1), None);
        assert_eq!(clocks.flagged(301_499, 10_000), None);
        assert_eq!(clocks.flagged(301_500, 10_000), Some(Color::Black));
    }

    #[test]
    fn each_move_has_its_own_days() {
        let clocks = running(TimeControl::Days { days: 2 }, Color::White);
        let full = 2 * DAY;
        assert_eq!(clocks.charged(1_000 + DAY, 0), Some(Remaining { white: DAY, black: full }));
        assert_eq!(
            clocks.pressed(Color::White, 1_000 + DAY, 0),
            Some(Remaining { white: full, black: full })
        );
        assert_eq!(clocks.flagged(1_000 + full, 0), Some(Color::White));
    }

    #[test]
    fn without_a_clock_nothing_runs() {
        let mut clocks = Clocks::new(TimeControl::Unlimited {});
        clocks.set(None, Some(Color::White), 5);
        assert_eq!((clocks.fall(), clocks.charged(9, 0)), (None, None));
    }
}
