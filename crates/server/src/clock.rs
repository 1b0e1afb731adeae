//! The server's source of time. Tests inject a clock that they control.

use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use trid_protocol::Millis;

/// A source of time.
pub trait Clock: Send + Sync + 'static {
    /// The current time, in milliseconds since 1970 in UTC.
    fn now(&self) -> Millis;
}

/// The system clock.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    fn now(&self) -> Millis {
        SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .map_or(0, |since| Millis::try_from(since.as_millis()).unwrap_or(Millis::MAX))
    }
}

/// A clock that only advances when a test says so.
#[derive(Debug)]
pub struct PausedClock(AtomicI64);

impl PausedClock {
    /// A clock that shows `now`.
    #[must_use]
    pub const fn at(now: Millis) -> Self {
        Self(AtomicI64::new(now))
    }

    /// Advances the clock.
    pub fn advance(&self, by: Millis) {
        self.0.fetch_add(by, Ordering::SeqCst);
    }
}

impl Clock for PausedClock {
    fn now(&self) -> Millis {
        self.0.load(Ordering::SeqCst)
    }
}
