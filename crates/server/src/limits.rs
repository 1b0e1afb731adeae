//! How much anyone may ask for: buckets that fill with time, and places that can be held.

use std::collections::HashMap;
use std::hash::Hash;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::clock::Millis;

/// The longest body of a request, in bytes.
pub const LONGEST_BODY: usize = 16 * 1024;
/// The longest message on a socket, in bytes.
pub const LONGEST_MESSAGE: usize = 4 * 1024;

/// So many at once, and then so many a second.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rate {
    /// How many at once.
    pub burst: f64,
    /// How many a second in the long run.
    pub per_second: f64,
}

/// How much anyone may ask for.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Limits {
    /// Requests of one address.
    pub requests: Rate,
    /// Requests of one address for files of the page and the like.
    pub files: Rate,
    /// New identities of one address.
    pub identities: Rate,
    /// New games of one address.
    pub games: Rate,
    /// Messages on one socket.
    pub messages: Rate,
    /// Connections of all together.
    pub connections: usize,
    /// Connections of one address, and its sockets where a proxy holds the connections.
    pub connections_per_address: usize,
    /// Sockets of one player.
    pub sockets_per_player: usize,
    /// Games of one player that wait or are being played.
    pub unfinished_per_player: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            requests: Rate { burst: 120.0, per_second: 20.0 },
            files: Rate { burst: 600.0, per_second: 60.0 },
            identities: Rate { burst: 20.0, per_second: 0.1 },
            games: Rate { burst: 30.0, per_second: 0.2 },
            messages: Rate { burst: 30.0, per_second: 10.0 },
            connections: 10_000,
            connections_per_address: 200,
            sockets_per_player: 50,
            unfinished_per_player: 100,
        }
    }
}

impl Limits {
    /// No limits but those of the machine: for tests and load drivers, which come from one address.
    #[must_use]
    pub fn none() -> Self {
        let all = Rate { burst: 1e12, per_second: 1e12 };
        Self {
            requests: all,
            files: all,
            identities: all,
            games: all,
            messages: all,
            connections: usize::MAX,
            connections_per_address: usize::MAX,
            sockets_per_player: usize::MAX,
            unfinished_per_player: u32::MAX,
        }
    }
}

/// A bucket that fills with time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bucket {
    level: f64,
    at: Millis,
}

impl Bucket {
    pub(crate) fn full(rate: Rate, now: Millis) -> Self {
        Self { level: rate.burst, at: now }
    }

    /// Takes one; if there is none, says in how many seconds there will be.
    pub(crate) fn take(&mut self, rate: Rate, now: Millis) -> Result<(), f64> {
        let passed = (now - self.at).max(0) as f64 / 1000.0;
        self.level = (self.level + passed * rate.per_second).min(rate.burst);
        self.at = now;
        if self.level < 1.0 {
            return Err((1.0 - self.level) / rate.per_second);
        }
        self.level -= 1.0;
        Ok(())
    }
}

/// A bucket for each of many.
pub(crate) struct Buckets<Key> {
    rate: Rate,
    buckets: Mutex<HashMap<Key, Bucket>>,
}

impl<Key: Eq + Hash> Buckets<Key> {
    pub(crate) fn new(rate: Rate) -> Self {
        Self { rate, buckets: Mutex::default() }
    }

    /// Takes one; if there is none, says in how many seconds there will be.
    pub(crate) fn take(&self, key: Key, now: Millis) -> Result<(), f64> {
        let mut buckets = lock(&self.buckets);
        buckets.entry(key).or_insert_with(|| Bucket::full(self.rate, now)).take(self.rate, now)
    }

    /// Forgets those that are full again.
    pub(crate) fn forget_full(&self, now: Millis) {
        let Rate { burst, per_second } = self.rate;
        lock(&self.buckets).retain(|_, bucket| {
            bucket.level + (now - bucket.at).max(0) as f64 / 1000.0 * per_second < burst
        });
    }
}

/// So many places for each of many.
pub(crate) struct Places<Key: Eq + Hash> {
    most: usize,
    taken: Arc<Mutex<HashMap<Key, usize>>>,
}

/// A place, free again when dropped.
pub(crate) struct Place<Key: Eq + Hash> {
    key: Key,
    taken: Arc<Mutex<HashMap<Key, usize>>>,
}

impl<Key: Eq + Hash + Clone> Places<Key> {
    pub(crate) fn new(most: usize) -> Self {
        Self { most, taken: Arc::default() }
    }

    /// Whether no place is taken.
    pub(crate) fn are_free(&self) -> bool {
        lock(&self.taken).is_empty()
    }

    /// Takes a place, if there is one.
    pub(crate) fn take(&self, key: Key) -> Option<Place<Key>> {
        let mut taken = lock(&self.taken);
        let count = taken.entry(key.clone()).or_insert(0);
        if *count >= self.most {
            return None;
        }
        *count += 1;
        Some(Place { key, taken: Arc::clone(&self.taken) })
    }
}

/// The places of a connection, free again when it has ended, and the socket that it may have become.
#[derive(Clone)]
pub(crate) struct Held {
    _places: Arc<(Place<()>, Option<Place<IpAddr>>)>,
}

impl Held {
    pub(crate) fn new(place: Place<()>, by_address: Option<Place<IpAddr>>) -> Self {
        Self { _places: Arc::new((place, by_address)) }
    }
}

impl<Key: Eq + Hash> Drop for Place<Key> {
    fn drop(&mut self) {
        let mut taken = lock(&self.taken);
        if let Some(count) = taken.get_mut(&self.key) {
            *count -= 1;
            if *count == 0 {
                taken.remove(&self.key);
            }
        }
    }
}

/// One household: an IPv4 address, or the network of an IPv6 address.
pub(crate) fn household(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V4(address) => IpAddr::V4(address),
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bucket_empties_and_fills() {
        let rate = Rate { burst: 2.0, per_second: 0.5 };
        let buckets = Buckets::new(rate);
        assert_eq!(buckets.take("a", 0), Ok(()));
        assert_eq!(buckets.take("a", 0), Ok(()));
        assert_eq!(buckets.take("a", 0), Err(2.0));
        assert_eq!(buckets.take("b", 0), Ok(()));
        assert_eq!(buckets.take("a", 1_000), Err(1.0));
        assert_eq!(buckets.take("a", 2_000), Ok(()));
        buckets.forget_full(1_000_000);
        assert!(lock(&buckets.buckets).is_empty());
    }

    #[test]
    fn a_place_is_free_again_when_dropped() {
        let places = Places::new(1);
        let place = places.take("a");
        assert!(place.is_some());
        assert!(places.take("a").is_none());
        assert!(places.take("b").is_some());
        drop(place);
        assert!(places.take("a").is_some());
    }

    #[test]
    fn a_household_is_an_address_or_its_network() {
        let check = |address: &str, expected: &str| {
            assert_eq!(household(address.parse().unwrap()), expected.parse::<IpAddr>().unwrap());
        };
        check("192.0.2.7", "192.0.2.7");
        check("::ffff:192.0.2.7", "192.0.2.7");
        check("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::");
    }
}
