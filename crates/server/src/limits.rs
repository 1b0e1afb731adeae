//! Limits on what a client may use: request rates, and how many connections and sockets it may hold at once.

use std::collections::HashMap;
use std::hash::Hash;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::mpsc;
use trid_protocol::Time;

/// The longest request body, in bytes.
pub const MAX_BODY_BYTES: usize = 16 * 1024;
/// The longest socket message, in bytes.
pub const MAX_MESSAGE_BYTES: usize = 4 * 1024;

/// The largest number of an event that a client may name. PostgreSQL has no larger integers, and games are much shorter.
pub const MAX_EVENT_NUMBER: u32 = i32::MAX as u32;
/// The latest time that a client may name: 15 digits, as in a cursor.
pub const MAX_TIME: Time = Time(999_999_999_999_999);

/// A rate limit: a burst, then a sustained rate.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rate {
    /// How many at once.
    pub burst: f64,
    /// How many per second on average.
    pub per_second: f64,
}

/// All limits of a server.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ClientLimits {
    /// API requests per address.
    pub requests: Rate,
    /// Requests per address for everything outside the API, such as the page's files.
    pub files: Rate,
    /// New identities per address.
    pub identities: Rate,
    /// New games per address.
    pub games: Rate,
    /// Messages per socket.
    pub messages: Rate,
    /// Open connections in total.
    pub connections: usize,
    /// Open connections per address. Behind a proxy: open sockets per address.
    pub connections_per_address: usize,
    /// Open sockets per player.
    pub sockets_per_player: usize,
    /// Open and live games per player.
    pub unfinished_per_player: u32,
}

impl Default for ClientLimits {
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

impl ClientLimits {
    /// No limits except the machine's own, for tests and load drivers that use a single address.
    #[must_use]
    pub fn none() -> Self {
        let unlimited = Rate { burst: 1e12, per_second: 1e12 };
        Self {
            requests: unlimited,
            files: unlimited,
            identities: unlimited,
            games: unlimited,
            messages: unlimited,
            connections: usize::MAX,
            connections_per_address: usize::MAX,
            sockets_per_player: usize::MAX,
            unfinished_per_player: u32::MAX,
        }
    }
}

/// A rate limiter (token bucket).
#[derive(Clone, Copy, Debug)]
pub(crate) struct RateLimiter {
    available: f64,
    updated: Time,
}

impl RateLimiter {
    pub(crate) fn new(rate: Rate, now: Time) -> Self {
        Self { available: rate.burst, updated: now }
    }

    /// Takes one; the error is the number of seconds until one is available.
    pub(crate) fn take(&mut self, rate: Rate, now: Time) -> Result<(), f64> {
        self.available = self.available_at(rate, now);
        self.updated = now;
        if self.available < 1.0 {
            return Err((1.0 - self.available) / rate.per_second);
        }
        self.available -= 1.0;
        Ok(())
    }

    fn available_at(&self, rate: Rate, now: Time) -> f64 {
        let elapsed = (now - self.updated).max(0) as f64 / 1000.0;
        (self.available + elapsed * rate.per_second).min(rate.burst)
    }
}

/// A rate limiter per key.
pub(crate) struct KeyedRateLimiter<Key> {
    rate: Rate,
    limiters: Mutex<HashMap<Key, RateLimiter>>,
}

impl<Key: Eq + Hash> KeyedRateLimiter<Key> {
    pub(crate) fn new(rate: Rate) -> Self {
        Self { rate, limiters: Mutex::default() }
    }

    /// Takes one; the error is the number of seconds until one is available.
    pub(crate) fn take(&self, key: Key, now: Time) -> Result<(), f64> {
        let mut limiters = lock(&self.limiters);
        limiters.entry(key).or_insert_with(|| RateLimiter::new(self.rate, now)).take(self.rate, now)
    }

    /// Drops the keys that have their full burst available again.
    pub(crate) fn drop_unused(&self, now: Time) {
        lock(&self.limiters)
            .retain(|_, limiter| limiter.available_at(self.rate, now) < self.rate.burst);
    }
}

/// A limit, per key, on how many permits are held at once.
pub(crate) struct ConcurrencyLimiter<Key: Eq + Hash> {
    max: usize,
    held: Arc<Mutex<HashMap<Key, usize>>>,
}

/// A permit of a [`ConcurrencyLimiter`], returned when dropped.
pub(crate) struct Permit<Key: Eq + Hash> {
    key: Key,
    held: Arc<Mutex<HashMap<Key, usize>>>,
}

impl<Key: Eq + Hash + Clone> ConcurrencyLimiter<Key> {
    pub(crate) fn new(max: usize) -> Self {
        Self { max, held: Arc::default() }
    }

    /// A permit for this key, unless the maximum is held already.
    pub(crate) fn acquire(&self, key: Key) -> Option<Permit<Key>> {
        let mut held = lock(&self.held);
        let count = held.entry(key.clone()).or_insert(0);
        if *count >= self.max {
            return None;
        }
        *count += 1;
        Some(Permit { key, held: Arc::clone(&self.held) })
    }
}

impl<Key: Eq + Hash> Drop for Permit<Key> {
    fn drop(&mut self) {
        let mut held = lock(&self.held);
        if let Some(count) = held.get_mut(&self.key) {
            *count -= 1;
            if *count == 0 {
                held.remove(&self.key);
            }
        }
    }
}

/// The permits of a connection. They are held until the connection, and the socket it may have become, has ended.
#[derive(Clone)]
pub(crate) struct ConnectionPermit {
    _total: Arc<Permit<()>>,
    _by_address: Option<Arc<Permit<IpAddr>>>,
    _open: mpsc::Sender<()>,
}

impl ConnectionPermit {
    /// Shutdown waits until every clone of `open` is dropped.
    pub(crate) fn new(
        total: Permit<()>,
        by_address: Option<Permit<IpAddr>>,
        open: mpsc::Sender<()>,
    ) -> Self {
        Self { _total: Arc::new(total), _by_address: by_address.map(Arc::new), _open: open }
    }
}

/// What limits per address count as one client: an IPv4 address, or the /64 network of an IPv6 address.
pub(crate) fn client_network(address: IpAddr) -> IpAddr {
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
    fn rate_limiter_empties_and_refills() {
        let rate = Rate { burst: 2.0, per_second: 0.5 };
        let limiter = KeyedRateLimiter::new(rate);
        assert_eq!(limiter.take("a", Time(0)), Ok(()));
        assert_eq!(limiter.take("a", Time(0)), Ok(()));
        assert_eq!(limiter.take("a", Time(0)), Err(2.0));
        assert_eq!(limiter.take("b", Time(0)), Ok(()));
        assert_eq!(limiter.take("a", Time(1_000)), Err(1.0));
        assert_eq!(limiter.take("a", Time(2_000)), Ok(()));
        limiter.drop_unused(Time(1_000_000));
        assert!(lock(&limiter.limiters).is_empty());
    }

    #[test]
    fn dropped_permit_can_be_acquired_again() {
        let limiter = ConcurrencyLimiter::new(1);
        let permit = limiter.acquire("a");
        assert!(permit.is_some());
        assert!(limiter.acquire("a").is_none());
        assert!(limiter.acquire("b").is_some());
        drop(permit);
        assert!(limiter.acquire("a").is_some());
    }

    #[test]
    fn client_network_is_an_ipv4_address_or_an_ipv6_network() {
        let check = |address: &str, expected: &str| {
            let network = client_network(address.parse().unwrap());
            assert_eq!(network, expected.parse::<IpAddr>().unwrap());
        };
        check("192.0.2.7", "192.0.2.7");
        check("::ffff:192.0.2.7", "192.0.2.7");
        check("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::");
    }
}
