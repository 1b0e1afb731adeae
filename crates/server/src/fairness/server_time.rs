//! The server's time. It follows the time of day but never goes back, and knows when the server could not serve.
//!
//! Elapsed time is monotonic. When the time of day jumps ahead, or the machine was suspended, the server's time jumps
//! too, and the jump is an outage. When the time of day is set back, the server's time goes on until a restart; with a
//! clock that other processes use too, it runs slower until they agree.

use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use trid_protocol::{CreditReason, Millis, Time};

use super::outages::{Outage, Outages, Uncharged};
use crate::clock::TimeSource;

/// How often the server looks at its clocks.
pub(crate) const OBSERVATION_INTERVAL: Millis = 50;
/// An observation that is later than this shows that the process did not run. A stall of which nothing is noticed is at
/// most as long as this and the interval together.
const MAX_DELAY: Millis = 50;
/// By how much the time of day may differ from the server's.
const MAX_CLOCK_ERROR: Millis = 1_000;
/// How long the server's time takes to follow a shared clock by a millisecond: it runs faster or slower by a hundredth.
const FOLLOW_INTERVAL: Millis = 100;

/// The server's time.
pub(crate) struct ServerTime {
    clock: Arc<dyn TimeSource>,
    /// The server's time less the monotonic time.
    offset: AtomicI64,
    started: AtomicI64,
    observations: Mutex<Observations>,
}

/// What the server has observed of its clocks and its storage.
#[derive(Default)]
struct Observations {
    /// The monotonic time of the last observation.
    last_observed: Option<Millis>,
    /// The monotonic time when the server's time last followed a shared clock.
    last_followed: Millis,
    outages: Outages,
    /// Since when writes to the storage fail.
    storage_failing_since: Option<Time>,
    /// By how much the time of day was behind when that was last logged.
    logged_behind: Millis,
}

impl ServerTime {
    pub(crate) fn new(clock: Arc<dyn TimeSource>) -> Self {
        let now = clock.wall();
        let offset = AtomicI64::new(now.0 - clock.monotonic());
        Self { clock, offset, started: AtomicI64::new(now.0), observations: Mutex::default() }
    }

    /// Now, in milliseconds since 1970 in UTC.
    pub(crate) fn now(&self) -> Time {
        Time(self.offset.load(Ordering::SeqCst) + self.clock.monotonic())
    }

    /// Whether a test advances the time. How long something took shows nothing then.
    pub(crate) fn is_simulated(&self) -> bool {
        self.clock.is_simulated()
    }

    /// When the server started.
    pub(crate) fn started(&self) -> Time {
        Time(self.started.load(Ordering::Relaxed))
    }

    /// Continues from the time when the server was last alive, if the time of day was set back meanwhile.
    pub(crate) fn continue_from(&self, last_alive: Time) {
        let now = self.now();
        if last_alive > now {
            let behind = last_alive - now;
            self.offset.fetch_add(behind, Ordering::SeqCst);
            self.started.store(self.now().0, Ordering::Relaxed);
            tracing::warn!(behind, "the system clock is behind the stored games");
        }
    }

    /// Looks at the clocks. `note` gets each new outage before anyone else can look.
    pub(crate) fn observe(&self, mut note: impl FnMut(Outage)) {
        let mut observations = self.observations();
        // First: whatever passes until the other clock is read must not look like a step ahead.
        let wall = self.clock.wall();
        let monotonic = self.clock.monotonic();
        let now = self.now();
        let before = observations.last_observed.replace(monotonic);
        let delay = before.map_or(0, |before| monotonic - before - OBSERVATION_INTERVAL);
        if delay > MAX_DELAY && !self.is_simulated() {
            let outage = Outage { from: now - delay, until: now, reason: CreditReason::Stall };
            observations.outages.add(outage);
            note(outage);
        }
        let ahead = wall - now;
        if ahead > MAX_CLOCK_ERROR {
            self.offset.fetch_add(ahead, Ordering::SeqCst);
            let reason = CreditReason::ClockStep;
            let outage = Outage { from: now, until: now + ahead, reason };
            observations.outages.add(outage);
            note(outage);
        } else if self.clock.is_shared()
            && monotonic - observations.last_followed >= FOLLOW_INTERVAL
        {
            observations.last_followed = monotonic;
            self.offset.fetch_add(ahead.signum(), Ordering::SeqCst);
        }
        let behind = (-ahead).max(0);
        if behind - observations.logged_behind > MAX_CLOCK_ERROR {
            tracing::warn!(behind, "the system clock was set back; the server keeps its own time");
            observations.logged_behind = behind;
        }
        observations.logged_behind = observations.logged_behind.min(behind);
    }

    /// Notes an outage that was noticed elsewhere.
    pub(crate) fn add(&self, outage: Outage) {
        self.observations().outages.add(outage);
    }

    /// Notes that a write to the storage that began at this time failed.
    pub(crate) fn storage_failed(&self, since: Time) {
        self.observations().storage_failing_since.get_or_insert(since);
    }

    /// Whether the last write to the storage failed.
    pub(crate) fn is_storage_failing(&self) -> bool {
        self.observations().storage_failing_since.is_some()
    }

    /// Notes that a write to the storage succeeded. If earlier ones failed, `note` gets the outage.
    pub(crate) fn storage_succeeded(&self, mut note: impl FnMut(Outage)) {
        let mut observations = self.observations();
        if let Some(from) = observations.storage_failing_since.take() {
            let outage = Outage { from, until: self.now(), reason: CreditReason::Storage };
            observations.outages.add(outage);
            note(outage);
        }
    }

    /// The time in this period that is charged to nobody, with the outages of one game.
    pub(crate) fn uncharged(&self, own: &Outages, from: Time, until: Time) -> Uncharged {
        let observations = self.observations();
        let failing = observations.storage_failing_since.map(|since| {
            let (from, reason) = (since.max(from), CreditReason::Storage);
            Outage { from, until: until.max(from), reason }
        });
        let server = observations.outages.within(from, until);
        Uncharged::sum(server.chain(own.within(from, until)).chain(failing))
    }

    fn observations(&self) -> MutexGuard<'_, Observations> {
        self.observations.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::PausedClock;

    /// A clock whose stalls count.
    struct Stalling(PausedClock);

    impl TimeSource for Stalling {
        fn wall(&self) -> Time {
            self.0.wall()
        }

        fn monotonic(&self) -> Millis {
            self.0.monotonic()
        }
    }

    fn observe(time: &ServerTime) -> Vec<Outage> {
        let mut outages = Vec::new();
        time.observe(|outage| outages.push(outage));
        outages
    }

    #[test]
    fn a_late_observation_shows_a_stall() {
        let clock = Arc::new(Stalling(PausedClock::at(Time(50_000))));
        let time = ServerTime::new(clock.clone());
        assert_eq!(observe(&time), []);
        clock.0.advance(OBSERVATION_INTERVAL + MAX_DELAY);
        assert_eq!(observe(&time), [], "the machine is busy");
        clock.0.advance(OBSERVATION_INTERVAL + 5_000);
        let stall = Outage { from: Time(50_150), until: Time(55_150), reason: CreditReason::Stall };
        assert_eq!(observe(&time), [stall]);
        assert_eq!(observe(&time), [], "it is noted once");
        assert_eq!(time.uncharged(&Outages::default(), Time(0), Time(55_000)).ms, 4_850);
    }

    #[test]
    fn a_step_ahead_is_an_outage_and_a_step_back_changes_nothing() {
        let clock = Arc::new(PausedClock::at(Time(50_000)));
        let time = ServerTime::new(clock.clone());
        clock.step_wall(-3_600_000);
        clock.advance(1_000);
        assert_eq!(observe(&time), []);
        assert_eq!(time.now(), Time(51_000));
        clock.step_wall(3_600_000);
        assert_eq!(observe(&time), []);
        clock.step_wall(3_600_000);
        let step =
            Outage { from: Time(51_000), until: Time(3_651_000), reason: CreditReason::ClockStep };
        assert_eq!(observe(&time), [step]);
        assert_eq!(time.now(), Time(3_651_000));
    }

    /// A clock that other processes use too.
    struct Shared(PausedClock);

    impl TimeSource for Shared {
        fn wall(&self) -> Time {
            self.0.wall()
        }

        fn monotonic(&self) -> Millis {
            self.0.monotonic()
        }

        fn is_simulated(&self) -> bool {
            true
        }

        fn is_shared(&self) -> bool {
            true
        }
    }

    #[test]
    fn the_time_approaches_a_shared_clock_and_never_goes_back() {
        for step in [-5_000, -300, 300] {
            let clock = Arc::new(Shared(PausedClock::at(Time(50_000))));
            let time = ServerTime::new(clock.clone());
            clock.0.step_wall(step);
            let mut before = time.now();
            for _ in 0..6_000 {
                clock.0.advance(FOLLOW_INTERVAL);
                // Every command of a player looks at the clocks too.
                for _ in 0..200 {
                    assert_eq!(observe(&time), []);
                    assert!(time.now() >= before, "{step}: {} < {before}", time.now());
                    before = time.now();
                }
            }
            assert_eq!(time.now(), clock.wall(), "{step}");
        }
    }

    #[test]
    fn time_goes_on_after_a_restart_with_the_clock_set_back() {
        let time = ServerTime::new(Arc::new(PausedClock::at(Time(50_000))));
        time.continue_from(Time(70_000));
        assert_eq!((time.now(), time.started()), (Time(70_000), Time(70_000)));
        time.continue_from(Time(60_000));
        assert_eq!(time.now(), Time(70_000));
    }

    #[test]
    fn failing_storage_is_an_outage_until_a_write_succeeds() {
        let clock = Arc::new(PausedClock::at(Time(50_000)));
        let time = ServerTime::new(clock.clone());
        time.storage_failed(Time(50_000));
        clock.advance(5_000);
        time.storage_failed(Time(55_000));
        assert_eq!(time.uncharged(&Outages::default(), Time(51_000), Time(55_000)).ms, 4_000);
        let mut noted = Vec::new();
        time.storage_succeeded(|outage| noted.push(outage));
        time.storage_succeeded(|outage| noted.push(outage));
        assert_eq!(
            noted,
            [Outage { from: Time(50_000), until: Time(55_000), reason: CreditReason::Storage }]
        );
        clock.advance(5_000);
        assert_eq!(time.uncharged(&Outages::default(), Time(51_000), Time(60_000)).ms, 4_000);
    }
}
