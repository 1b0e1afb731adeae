//! The players' clocks: which one runs, what a move costs, and when a flag falls. Pure arithmetic on given times.

use serde::{Deserialize, Serialize};
use trid_rules::Color;

use crate::{Millis, Time, TimeControl};

/// The milliseconds both players have left at the time of an event.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
pub struct Remaining {
    /// White's milliseconds.
    pub white: Millis,
    /// Black's milliseconds.
    pub black: Millis,
}

impl Remaining {
    /// The milliseconds one side has left.
    #[must_use]
    pub const fn of(self, color: Color) -> Millis {
        match color {
            Color::White => self.white,
            Color::Black => self.black,
        }
    }

    const fn with(self, color: Color, millis: Millis) -> Self {
        match color {
            Color::White => Self { white: millis, ..self },
            Color::Black => Self { black: millis, ..self },
        }
    }
}

/// The clocks of one game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clocks {
    control: TimeControl,
    /// What both had left at `since`; `None` without a clock.
    remaining: Option<Remaining>,
    running: Option<Color>,
    since: Time,
    /// When the clocks were last set or credited. Credits for the time before it are part of `since`.
    settled: Time,
}

/// Both clocks at a point in time, as a display needs them to count down from there.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct RunningClocks {
    /// What both had left at `since`.
    #[serde(flatten)]
    pub remaining: Remaining,
    /// Milliseconds gained by ending a turn.
    pub increment: Millis,
    /// The side whose clock runs.
    #[serde(with = "trid_view::json")]
    #[cfg_attr(feature = "typescript", ts(as = "trid_view::json::TypeOf<_>"))]
    pub running: Option<Color>,
    /// The server time to which the milliseconds refer.
    pub since: Time,
}

impl Clocks {
    /// Stopped clocks with the full time.
    #[must_use]
    pub fn new(control: TimeControl, at: Time) -> Self {
        let remaining = control.initial().map(|full| Remaining { white: full, black: full });
        Self { control, remaining, running: None, since: at, settled: at }
    }

    /// Sets what an event says both have left, and starts this side's clock, or stops both.
    pub fn set(&mut self, remaining: Option<Remaining>, running: Option<Color>, at: Time) {
        self.remaining = remaining.or(self.remaining);
        self.running = running.filter(|_| self.remaining.is_some());
        self.since = at;
        self.settled = at;
    }

    /// Does not charge this much of the time before `at` to the running clock.
    pub fn credit(&mut self, millis: Millis, at: Time) {
        self.since = (self.since + millis).min(at.max(self.since));
        self.settled = at;
    }

    /// When the clocks were last set or credited.
    #[must_use]
    pub const fn settled(&self) -> Time {
        self.settled
    }

    /// The side whose clock runs.
    #[must_use]
    pub const fn running(&self) -> Option<Color> {
        self.running
    }

    /// How long the running clock has run, apart from this much time that is not charged.
    #[must_use]
    pub fn elapsed(&self, now: Time, uncharged: Millis) -> Millis {
        (now - self.since - uncharged).max(0)
    }

    /// What both had left at the last event.
    #[must_use]
    pub const fn remaining(&self) -> Option<Remaining> {
        self.remaining
    }

    /// The clocks for a display; `None` without a clock.
    #[must_use]
    pub fn shown(&self) -> Option<RunningClocks> {
        let Self { control, remaining, running, since, .. } = *self;
        let increment = control.increment();
        remaining.map(|remaining| RunningClocks { remaining, increment, running, since })
    }

    /// The side whose clock runs, and when its flag falls.
    #[must_use]
    pub fn flag_fall(&self) -> Option<(Color, Time)> {
        let color = self.running?;
        Some((color, self.since + self.remaining?.of(color)))
    }

    /// The side whose flag has fallen, with this much time not charged.
    #[must_use]
    pub fn flagged(&self, now: Time, uncharged: Millis) -> Option<Color> {
        let (color, fall) = self.flag_fall()?;
        (now - uncharged >= fall).then_some(color)
    }

    /// What both have left now, with the elapsed time charged to the running clock, apart from `uncharged`.
    #[must_use]
    pub fn charged(&self, now: Time, uncharged: Millis) -> Option<Remaining> {
        let remaining = self.remaining?;
        let Some(color) = self.running else {
            return Some(remaining);
        };
        let left = remaining.of(color) - self.elapsed(now, uncharged);
        Some(remaining.with(color, left.max(0)))
    }

    /// What both have left after this side ended its turn: charged, plus the increment or the next move's days.
    #[must_use]
    pub fn pressed(&self, color: Color, now: Time, uncharged: Millis) -> Option<Remaining> {
        let charged = self.charged(now, uncharged)?;
        let left = match self.control {
            TimeControl::RealTime { .. } if self.running.is_some() => {
                charged.of(color) + self.control.increment()
            }
            TimeControl::RealTime { .. } | TimeControl::Unlimited {} => charged.of(color),
            TimeControl::Days { .. } => self.control.initial()?,
        };
        Some(charged.with(color, left))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lag::LagQuota;

    const DAY: Millis = 86_400_000;
    const FIVE_PLUS_THREE: TimeControl = TimeControl::RealTime { initial: 300, increment: 3 };

    fn running(control: TimeControl, color: Color) -> Clocks {
        let mut clocks = Clocks::new(control, Time(0));
        clocks.set(None, Some(color), Time(1_000));
        clocks
    }

    #[track_caller]
    fn check_pressed(now: Time, lag: Millis, expected_white: Millis) {
        let clocks = running(FIVE_PLUS_THREE, Color::White);
        let left = clocks.pressed(Color::White, now, LagQuota::default().allowed(lag));
        assert_eq!(left, Some(Remaining { white: expected_white, black: 300_000 }));
    }

    #[test]
    fn a_move_costs_its_time_and_earns_the_increment() {
        check_pressed(Time(1_000), 0, 303_000);
        check_pressed(Time(11_000), 0, 293_000);
        check_pressed(Time(11_000), 200, 293_200);
        check_pressed(Time(11_000), 60_000, 293_500);
        check_pressed(Time(11_000), -5, 293_000);
        check_pressed(Time(1_100), 500, 303_000);
        // A system clock set back costs nothing and gains nothing.
        check_pressed(Time(0), 0, 303_000);
    }

    #[test]
    fn a_stopped_clock_earns_no_increment() {
        let clocks = Clocks::new(FIVE_PLUS_THREE, Time(0));
        assert_eq!(clocks.pressed(Color::White, Time(99_000), 0), clocks.remaining());
        assert_eq!(clocks.flag_fall(), None);
        assert_eq!(clocks.flagged(Time::MAX, 0), None);
    }

    #[test]
    fn a_flag_falls_to_the_millisecond_and_lag_delays_it() {
        let clocks = running(FIVE_PLUS_THREE, Color::Black);
        assert_eq!(clocks.flag_fall(), Some((Color::Black, Time(301_000))));
        assert_eq!(clocks.flagged(Time(300_999), 0), None);
        assert_eq!(clocks.flagged(Time(301_000), 0), Some(Color::Black));
        assert_eq!(clocks.flagged(Time(301_000), 1), None);
        let allowed = LagQuota::default().allowed(10_000);
        assert_eq!(clocks.flagged(Time(301_499), allowed), None);
        assert_eq!(clocks.flagged(Time(301_500), allowed), Some(Color::Black));
    }

    #[test]
    fn credited_time_is_not_charged() {
        let mut clocks = running(FIVE_PLUS_THREE, Color::White);
        clocks.credit(5_000, Time(8_000));
        assert_eq!(clocks.flag_fall(), Some((Color::White, Time(306_000))));
        assert_eq!(clocks.charged(Time(11_000), 0).unwrap().white, 295_000);
        assert_eq!((clocks.settled(), clocks.shown().unwrap().since), (Time(8_000), Time(6_000)));
        // No more than the time that has passed.
        clocks.credit(60_000, Time(12_000));
        assert_eq!(clocks.charged(Time(12_000), 0).unwrap().white, 300_000);
    }

    #[test]
    fn each_move_has_its_own_days() {
        let clocks = running(TimeControl::Days { days: 2 }, Color::White);
        let full = 2 * DAY;
        assert_eq!(
            clocks.charged(Time(1_000 + DAY), 0),
            Some(Remaining { white: DAY, black: full })
        );
        assert_eq!(
            clocks.pressed(Color::White, Time(1_000 + DAY), 0),
            Some(Remaining { white: full, black: full })
        );
        assert_eq!(clocks.flagged(Time(1_000 + full), 0), Some(Color::White));
    }

    #[test]
    fn without_a_clock_nothing_runs() {
        let mut clocks = Clocks::new(TimeControl::Unlimited {}, Time(0));
        clocks.set(None, Some(Color::White), Time(5));
        assert_eq!((clocks.flag_fall(), clocks.charged(Time(9), 0)), (None, None));
        assert_eq!(clocks.shown(), None);
    }
}
