//! The database's clock as seen from this process. A host whose own clock is wrong dates events right.

use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};

use trid_protocol::{Millis, Time};

use crate::clock::{SystemClock, TimeSource};

/// A reading that took longer is ignored: it may be wrong by half of this, and clocks that differ by a second make
/// players pay for it.
const MAX_ROUND_TRIP: Millis = 500;

/// A clock that follows the database's.
#[derive(Debug, Default)]
pub struct DatabaseClock {
    /// The database's time less our monotonic time.
    offset: AtomicI64,
    has_reading: AtomicBool,
}

impl DatabaseClock {
    /// Notes the database's time, which was asked for and received at these monotonic times.
    pub(super) fn note(&self, database: Time, asked: Millis, received: Millis) {
        // The first reading is better than none.
        if self.has_reading.swap(true, Ordering::SeqCst) && received - asked > MAX_ROUND_TRIP {
            return;
        }
        self.offset.store(database.0 - i64::midpoint(asked, received), Ordering::SeqCst);
    }
}

impl TimeSource for DatabaseClock {
    fn wall(&self) -> Time {
        Time(self.offset.load(Ordering::SeqCst) + self.monotonic())
    }

    fn monotonic(&self) -> Millis {
        SystemClock.monotonic()
    }

    fn is_shared(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_shows_the_time_of_the_database() {
        let clock = DatabaseClock::default();
        let now = clock.monotonic();
        clock.note(Time(1_000_000), now - 10, now + 10);
        assert!((Time(1_000_000)..Time(1_000_500)).contains(&clock.wall()), "{}", clock.wall());
    }

    #[test]
    fn a_slow_answer_does_not_change_it() {
        let clock = DatabaseClock::default();
        let now = clock.monotonic();
        clock.note(Time(1_000_000), now, now);
        // The database stood still for 4 s before it looked at its clock.
        clock.note(Time(1_004_000), now, now + 4_000);
        assert!((Time(1_000_000)..Time(1_000_500)).contains(&clock.wall()), "{}", clock.wall());
        clock.note(Time(2_000_000), now, now + MAX_ROUND_TRIP);
        assert!(clock.wall() > Time(1_999_000), "{}", clock.wall());
    }
}
