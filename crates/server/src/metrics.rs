//! Metrics in the Prometheus text format.

use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use crate::storage::{SharedMetrics, StorageMetrics};

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
    pub(crate) fn render(
        &self,
        (rooms, sockets, alarms): (usize, usize, usize),
        storage: StorageMetrics,
    ) -> String {
        let mut text = String::new();
        let mut add = |name: &str, kind: &str, help: &str, value: u64| {
            let _ = write!(text, "# HELP {name} {help}\n# TYPE {name} {kind}\n{name} {value}\n");
        };
        let read = |count: &AtomicU64| count.load(Ordering::Relaxed);
        add("trid_rooms", "gauge", "Games loaded in memory.", rooms as u64);
        add("trid_sockets", "gauge", "Open sockets.", sockets as u64);
        add("trid_alarms", "gauge", "Games with a clock or deadline pending.", alarms as u64);
        add("trid_games_created_total", "counter", "Games created.", read(&self.games_created));
        add("trid_events_total", "counter", "Events stored and broadcast.", read(&self.events));
        add("trid_refusals_total", "counter", "Actions rejected.", read(&self.refusals));
        add(
            "trid_rate_limited_total",
            "counter",
            "Requests and messages over a rate limit.",
            read(&self.rate_limited),
        );
        add("trid_sockets_opened_total", "counter", "Sockets opened.", read(&self.sockets_opened));
        add("trid_messages_total", "counter", "Socket messages received.", read(&self.messages));
        let StorageMetrics { log_pages, log_pages_remaining, blocked_checkpoints, .. } = storage;
        let StorageMetrics { failed_commits, commits, writes, shared, .. } = storage;
        add("trid_wal_pages", "gauge", "Pages in the write-ahead log.", log_pages);
        add(
            "trid_wal_pages_remaining",
            "gauge",
            "Pages in the write-ahead log that no checkpoint has copied yet.",
            log_pages_remaining,
        );
        add(
            "trid_checkpoints_blocked_total",
            "counter",
            "Checkpoints that copied nothing because of a reader.",
            blocked_checkpoints,
        );
        add("trid_commits_failed_total", "counter", "Commits that failed.", failed_commits);
        add("trid_commits_total", "counter", "Commits, each of a group of writes.", commits);
        add("trid_writes_total", "counter", "Writes in all commits.", writes);
        if let Some(shared) = shared {
            add_shared(&mut add, shared);
        }
        text.push_str(
            "# HELP trid_requests_total Requests answered.\n# TYPE trid_requests_total counter\n",
        );
        for (count, class) in self.requests.iter().zip(1..) {
            let _ = writeln!(text, "trid_requests_total{{status=\"{class}xx\"}} {}", read(count));
        }
        let name = "trid_action_seconds";
        let _ = write!(
            text,
            "# HELP {name} Time from receiving an action until its event is stored and broadcast.\n# TYPE {name} histogram\n"
        );
        for (bucket, bound) in self.actions.buckets.iter().zip(BOUNDS) {
            let _ =
                writeln!(text, "{name}_bucket{{le=\"{}\"}} {}", bound as f64 / 1e6, read(bucket));
        }
        let count = read(&self.actions.count);
        let sum = read(&self.actions.sum) as f64 / 1e6;
        let _ = write!(
            text,
            "{name}_bucket{{le=\"+Inf\"}} {count}\n{name}_sum {sum}\n{name}_count {count}\n"
        );
        text
    }
}

/// The metrics of a database that several processes use.
fn add_shared(add: &mut impl FnMut(&str, &str, &str, u64), shared: SharedMetrics) {
    let SharedMetrics { connections, connections_available, waiting_reads, failed_reads, .. } =
        shared;
    let SharedMetrics { notifications, notification_lag, reconnections, .. } = shared;
    add("trid_pool_connections", "gauge", "Open connections of the pool.", connections);
    add(
        "trid_pool_connections_available",
        "gauge",
        "Connections of the pool that are not in use.",
        connections_available,
    );
    add("trid_pool_waiting", "gauge", "Reads that wait for a connection.", waiting_reads);
    add("trid_reads_failed_total", "counter", "Reads that failed.", failed_reads);
    add("trid_notifications_total", "counter", "Notifications received.", notifications);
    add(
        "trid_notification_lag_milliseconds",
        "gauge",
        "Time from sending the last notification to receiving it.",
        notification_lag,
    );
    add(
        "trid_listener_reconnections_total",
        "counter",
        "How often the listening connection was restored.",
        reconnections,
    );
}
