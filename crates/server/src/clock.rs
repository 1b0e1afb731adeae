//! The clocks of the system: one for the time of day, one for elapsed time. Tests inject clocks that they control.

use std::sync::LazyLock;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use trid_protocol::{Millis, Time};

/// The clocks of the system.
pub trait TimeSource: Send + Sync + 'static {
    /// The time of day. It jumps when someone sets it.
    fn wall(&self) -> Time;
    /// The milliseconds since some fixed time. It never jumps or goes back.
    fn monotonic(&self) -> Millis;
    /// Whether a test advances the time. Then a gap between two observations does not show that the process stalled.
    fn is_simulated(&self) -> bool {
        false
    }
    /// Whether other processes use the same clock, so that this one must follow it closely.
    fn is_shared(&self) -> bool {
        false
    }
}

/// The real clocks.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemClock;

impl TimeSource for SystemClock {
    fn wall(&self) -> Time {
        SystemTime::now().duration_since(UNIX_EPOCH).map_or(Time(0), |since| {
            Time(Millis::try_from(since.as_millis()).unwrap_or(Millis::MAX))
        })
    }

    fn monotonic(&self) -> Millis {
        static ORIGIN: LazyLock<Instant> = LazyLock::new(Instant::now);
        Millis::try_from(ORIGIN.elapsed().as_millis()).unwrap_or(Millis::MAX)
    }
}

/// Clocks that only advance when a test says so.
#[derive(Debug)]
pub struct PausedClock {
    wall: AtomicI64,
    monotonic: AtomicI64,
}

impl PausedClock {
    /// Clocks that show `now`.
    #[must_use]
    pub const fn at(now: Time) -> Self {
        Self { wall: AtomicI64::new(now.0), monotonic: AtomicI64::new(0) }
    }

    /// Lets time pass.
    pub fn advance(&self, by: Millis) {
        self.monotonic.fetch_add(by, Ordering::SeqCst);
        self.step_wall(by);
    }

    /// Sets the time of day ahead, or back, while no time passes.
    pub fn step_wall(&self, by: Millis) {
        self.wall.fetch_add(by, Ordering::SeqCst);
    }
}

impl TimeSource for PausedClock {
    fn wall(&self) -> Time {
        Time(self.wall.load(Ordering::SeqCst))
    }

    fn monotonic(&self) -> Millis {
        self.monotonic.load(Ordering::SeqCst)
    }

    fn is_simulated(&self) -> bool {
        true
    }
}
