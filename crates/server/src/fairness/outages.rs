//! Times in which the server could not serve the players, which are charged to nobody.

use trid_protocol::{CreditReason, Millis, Time};

/// How many outages are kept; the oldest is dropped. On a machine that is always late, they cover three minutes.
const MAX_OUTAGES: usize = 2_048;

/// A time in which the server could not serve the players.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Outage {
    pub(crate) from: Time,
    pub(crate) until: Time,
    pub(crate) reason: CreditReason,
}

impl Outage {
    pub(crate) fn length(&self) -> Millis {
        self.until - self.from
    }

    /// The part of it in this time; `None` if there is none.
    fn within(&self, from: Time, until: Time) -> Option<Self> {
        let Self { reason, .. } = *self;
        let (from, until) = (self.from.max(from), self.until.min(until));
        (from < until).then_some(Self { from, until, reason })
    }

    /// When an absence that began at `since` counts from, if this outage does not count.
    pub(crate) fn excuse(&self, since: Time) -> Time {
        if since >= self.until { since } else { since + (self.until - self.from.max(since)) }
    }
}

/// Outages of the server, or of one game.
#[derive(Clone, Debug, Default)]
pub(crate) struct Outages(Vec<Outage>);

impl Outages {
    pub(crate) fn add(&mut self, outage: Outage) {
        if outage.length() > 0 {
            self.0.push(outage);
        }
        if self.0.len() > MAX_OUTAGES {
            self.0.remove(0);
        }
    }

    /// Drops the outages that were over before this time.
    pub(crate) fn drop_before(&mut self, time: Time) {
        self.0.retain(|outage| outage.until > time);
    }

    /// The outages in this time.
    pub(crate) fn within(&self, from: Time, until: Time) -> impl Iterator<Item = Outage> {
        self.0.iter().filter_map(move |outage| outage.within(from, until))
    }
}

/// Time that is charged to nobody.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Uncharged {
    pub(crate) ms: Millis,
    /// What explains most of it.
    pub(crate) reason: CreditReason,
}

impl Uncharged {
    /// The total of these outages. Where they overlap, time counts once.
    pub(crate) fn sum(outages: impl Iterator<Item = Outage>) -> Self {
        let mut outages: Vec<Outage> = outages.collect();
        outages.sort_unstable_by_key(|outage| outage.from);
        let mut counted_until = Time(Millis::MIN);
        let mut ms = 0;
        for &Outage { from, until, .. } in &outages {
            ms += (until - from.max(counted_until)).max(0);
            counted_until = counted_until.max(until);
        }
        let long = outages.iter().filter(|outage| 2 * outage.length() >= ms);
        let reason = long.max_by_key(|outage| depth(outage.reason));
        Self { ms, reason: reason.map_or(CreditReason::Storage, |outage| outage.reason) }
    }
}

/// How deep a cause is: a write waits for a process that stalls, and both last longer when the clock jumps.
const fn depth(reason: CreditReason) -> u8 {
    match reason {
        CreditReason::Storage => 0,
        CreditReason::Stall => 1,
        CreditReason::ClockStep => 2,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn outage(from: Time, until: Time) -> Outage {
        Outage { from, until, reason: CreditReason::Stall }
    }

    #[test]
    fn overlapping_outages_count_once() {
        let mut outages = Outages::default();
        for (from, until) in [(40, 50), (10, 20), (15, 30), (12, 14), (60, 60)] {
            outages.add(outage(Time(from), Time(until)));
        }
        let ms = |from, until| Uncharged::sum(outages.within(from, until)).ms;
        assert_eq!(ms(Time(0), Time(100)), 30);
        assert_eq!(ms(Time(13), Time(45)), 17 + 5);
        assert_eq!(ms(Time(20), Time(20)), 0);
        assert_eq!(ms(Time(30), Time(40)), 0);
        outages.drop_before(Time(30));
        assert_eq!(Uncharged::sum(outages.within(Time(0), Time(100))).ms, 10);
    }

    #[test]
    fn the_deepest_cause_of_most_of_the_time_is_the_reason() {
        let storage = Outage { from: Time(0), until: Time(9), reason: CreditReason::Storage };
        let sum = |stall| Uncharged::sum([stall, storage].into_iter());
        assert_eq!(
            sum(outage(Time(6), Time(10))),
            Uncharged { ms: 10, reason: CreditReason::Storage }
        );
        assert_eq!(
            sum(outage(Time(3), Time(10))),
            Uncharged { ms: 10, reason: CreditReason::Stall }
        );
    }

    #[test]
    fn an_absence_does_not_count_during_an_outage() {
        let outage = outage(Time(100), Time(160));
        for (since, counts_from) in [(0, 60), (100, 160), (130, 160), (160, 160), (200, 200)] {
            assert_eq!(outage.excuse(Time(since)), Time(counts_from), "{since}");
        }
    }
}
