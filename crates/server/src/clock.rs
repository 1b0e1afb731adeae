//! The time of day as the server sees it: injected, so that a test can hold it still.

use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

/// Milliseconds since 1970 in universal time.
pub type Millis = i64;

/// Where the time comes from.
pub trait Clock: Send + Sync + 'static {
    /// The time now.
    fn now(&self) -> Millis;
}

/// The machine's clock.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    fn now(&self) -> Millis {
        SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .map_or(0, |since| Millis::try_from(since.as_millis()).unwrap_or(Millis::MAX))
    }
}

/// A clock that moves only when told to.
#[derive(Debug)]
pub struct PausedClock(AtomicI64);

impl PausedClock {
    /// A clock that stands at `now`.
    #[must_use]
    pub const fn at(now: Millis) -> Self {
        Self(AtomicI64::new(now))
    }

    /// Lets time pass.
    pub fn advance(&self, by: Millis) {
        self.0.fetch_add(by, Ordering::SeqCst);
    }
}

impl Clock for PausedClock {
    fn now(&self) -> Millis {
        self.0.load(Ordering::SeqCst)
    }
}
