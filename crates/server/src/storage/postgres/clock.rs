//! The database's clock as seen from this process. A host whose own clock is wrong dates events right.

use std::sync::atomic::{AtomicI64, Ordering};

use trid_protocol::Millis;

use crate::clock::{Clock, SystemClock};

/// A clock that follows the database's.
#[derive(Debug, Default)]
pub struct DatabaseClock {
    /// The database's time less our monotonic time.
    offset: AtomicI64,
}

impl DatabaseClock {
    /// Notes the database's time, which was asked for and received at these monotonic times.
    pub(super) fn note(&self, database: Millis, asked: Millis, received: Millis) {
        self.offset.store(database - i64::midpoint(asked, received), Ordering::SeqCst);
    }
}

impl Clock for DatabaseClock {
    fn wall(&self) -> Millis {
        self.offset.load(Ordering::SeqCst) + self.monotonic()
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
        clock.note(1_000_000, now - 10, now + 10);
        assert!((1_000_000..1_000_500).contains(&clock.wall()), "{}", clock.wall());
    }
}
