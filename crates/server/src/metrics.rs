//! Metrics in the Prometheus text format.

use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use crate::storage::StorageMetrics;

/// Upper bounds of the histogram's buckets, in microseconds.
const BOUNDS: [u64; 9] = [500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 1_000_000];

/// The server's metrics.
#[derive(Default)]
pub(crate) struct Metrics {
    pub(crate) games_created: AtomicU64,
    pub(crate) events: AtomicU64,
    pub(crate) refusals: AtomicU64,
    pub(crate) rate_limited: AtomicU64,
    pub(crate) sockets_opened: AtomicU64,
    pub(crate) messages: AtomicU64,
    /// Requests by status class, 1xx to 5xx.
    requests: [AtomicU64; 5],
    actions: Histogram,
}

#[derive(Default)]
struct Histogram {
    buckets: [AtomicU64; BOUNDS.len()],
    count: AtomicU64,
    sum: AtomicU64,
}

impl Metrics {
    pub(crate) fn count_request(&self, status: u16) {
        if let Some(count) = self.requests.get(usize::from(status / 100).wrapping_sub(1)) {
            count.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Records the time from receiving an action until its event is stored and broadcast.
    pub(crate) fn time_action(&self, elapsed: Duration) {
        let micros = u64::try_from(elapsed.as_micros()).unwrap_or(u64::MAX);
        for (bucket, bound) in self.actions.buckets.iter().zip(BOUNDS) {
            if micros <= bound {
                bucket.fetch_add(1, Ordering::Relaxed);
            }
        }
        self.actions.count.fetch_add(1, Ordering::Relaxed);
        self.actions.sum.fetch_add(micros, Ordering::Relaxed);
    }

    /// All metrics as text, with the current numbers of rooms, sockets and alarms, and those of the storage.
    pub(crate) fn render(&self, sizes: Sizes, storage: StorageMetrics) -> String {
        let mut text = String::new();
        let mut add = |name: &str, help: &str, value: u64| {
            let kind = if name.ends_with("_total") { "counter" } else { "gauge" };
            let _ = write!(text, "# HELP {name} {help}\n# TYPE {name} {kind}\n{name} {value}\n");
        };
        add("trid_rooms", "Games loaded in memory.", sizes.rooms as u64);
        add("trid_sockets", "Open sockets.", sizes.sockets as u64);
        add("trid_alarms", "Games with a clock or deadline pending.", sizes.alarms as u64);
        for (name, help, count) in [
            ("trid_games_created_total", "Games created.", &self.games_created),
            ("trid_events_total", "Events stored and broadcast.", &self.events),
            ("trid_refusals_total", "Actions rejected.", &self.refusals),
            (
                "trid_rate_limited_total",
                "Requests and messages over a rate limit.",
                &self.rate_limited,
            ),
            ("trid_sockets_opened_total", "Sockets opened.", &self.sockets_opened),
            ("trid_messages_total", "Socket messages received.", &self.messages),
        ] {
            add(name, help, read(count));
        }
        add_storage(&mut add, storage);
        self.render_requests(&mut text);
        self.actions.render(&mut text);
        text
    }

    fn render_requests(&self, text: &mut String) {
        text.push_str(
            "# HELP trid_requests_total Requests answered.\n# TYPE trid_requests_total counter\n",
        );
        for (count, class) in self.requests.iter().zip(1..) {
            let _ = writeln!(text, "trid_requests_total{{status=\"{class}xx\"}} {}", read(count));
        }
    }
}

/// How much is in memory.
pub(crate) struct Sizes {
    pub(crate) rooms: usize,
    pub(crate) sockets: usize,
    pub(crate) alarms: usize,
}

impl Histogram {
    fn render(&self, text: &mut String) {
        let name = "trid_action_seconds";
        let _ = write!(
            text,
            "# HELP {name} Time from receiving an action until its event is stored and broadcast.\n# TYPE {name} histogram\n"
        );
        for (bucket, bound) in self.buckets.iter().zip(BOUNDS) {
            let _ =
                writeln!(text, "{name}_bucket{{le=\"{}\"}} {}", bound as f64 / 1e6, read(bucket));
        }
        let (count, sum) = (read(&self.count), read(&self.sum) as f64 / 1e6);
        let _ = write!(
            text,
            "{name}_bucket{{le=\"+Inf\"}} {count}\n{name}_sum {sum}\n{name}_count {count}\n"
        );
    }
}

fn read(count: &AtomicU64) -> u64 {
    count.load(Ordering::Relaxed)
}

fn add_storage(add: &mut impl FnMut(&str, &str, u64), storage: StorageMetrics) {
    add("trid_wal_pages", "Pages in the write-ahead log.", storage.log_pages);
    let help = "Pages in the write-ahead log that no checkpoint has copied yet.";
    add("trid_wal_pages_remaining", help, storage.log_pages_remaining);
    let help = "Checkpoints that copied nothing because of a reader.";
    add("trid_checkpoints_blocked_total", help, storage.blocked_checkpoints);
    add("trid_commits_failed_total", "Commits that failed.", storage.failed_commits);
    add("trid_commits_total", "Commits, each of a group of writes.", storage.commits);
    add("trid_writes_total", "Writes in all commits.", storage.writes);
    let Some(shared) = storage.shared else { return };
    add("trid_pool_connections", "Open connections of the pool.", shared.connections);
    let help = "Connections of the pool that are not in use.";
    add("trid_pool_connections_available", help, shared.connections_available);
    add("trid_pool_waiting", "Reads that wait for a connection.", shared.waiting_reads);
    add("trid_reads_failed_total", "Reads that failed.", shared.failed_reads);
    add("trid_notifications_total", "Notifications received.", shared.notifications);
    let help = "Time from sending the last notification to receiving it.";
    add("trid_notification_lag_milliseconds", help, shared.notification_lag);
    let help = "How often the listening connection was restored.";
    add("trid_listener_reconnections_total", help, shared.reconnections);
}
