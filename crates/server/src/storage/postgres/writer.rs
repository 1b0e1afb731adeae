//! The writer: commits waiting writes together, and answers each one only when its outcome is certain.
//!
//! - A write that fails inside the transaction undoes the whole group. Each one then runs in a transaction of its own,
//!   so that one failing write does not affect the others.
//! - If the reply to a commit is lost, the group runs again on a new connection. It waits for the locks of the lost
//!   transaction, so it sees whether that was committed: an event that exists and equals ours is ours.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use deadpool_postgres::{Object, Pool};
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep, timeout_at};
use tokio_postgres::error::SqlState;

use super::append::{Attempt, append_groups};
use super::clock::DatabaseClock;
use super::error::QueryError;
use super::notification::{CHANNEL, to_payloads};
use super::presence::NoteAlive;
use super::write::{Context, Order, PendingWrite, Write as _, WriteKind};
use crate::clock::TimeSource as _;
use crate::storage::shared::Change;
use crate::storage::{Appended, Created, StorageError};

/// The maximum number of writes per transaction. Their changes fit into one notification.
const MAX_GROUP: usize = 256;
/// After this time a group fails.
const GROUP_TIMEOUT: Duration = Duration::from_secs(10);
/// A write that has waited longer for its group is refused.
const MAX_WAIT: Duration = Duration::from_secs(10);
const RETRY_INTERVAL: Duration = Duration::from_millis(100);
/// How often a write is repeated after a deadlock or a failure of its group.
const MAX_RETRIES: usize = 3;

/// What the writer reports.
#[derive(Default)]
pub(super) struct WriterState {
    /// Whether the last commit failed.
    pub(super) failing: AtomicBool,
    pub(super) failed_commits: AtomicU64,
    pub(super) commits: AtomicU64,
    /// The number of writes in all commits.
    pub(super) writes: AtomicU64,
    /// Whether others took this process for lost. It stays so although the reply to a commit is lost.
    pub(super) is_forgotten: AtomicBool,
}

/// Why a group was not committed.
#[derive(Debug)]
pub(super) enum CommitError {
    /// Nothing was stored.
    NotStored(QueryError),
    /// The reply to the commit was lost.
    Unknown(QueryError),
}

impl CommitError {
    pub(super) fn to_storage_error(&self, operation: &str) -> StorageError {
        match self {
            Self::NotStored(error) => error.to_storage_error(operation),
            Self::Unknown(error) => StorageError::unknown(operation, error),
        }
    }
}

/// Commits writes on one connection.
pub(super) struct Writer {
    pub(super) pool: Pool,
    pub(super) node: Arc<str>,
    pub(super) clock: Arc<DatabaseClock>,
    pub(super) state: Arc<WriterState>,
}

impl Writer {
    /// Commits writes until all senders are gone.
    pub(super) async fn run(self, mut queue: mpsc::UnboundedReceiver<PendingWrite>) {
        let mut deferred = Vec::new();
        loop {
            if deferred.is_empty() {
                match queue.recv().await {
                    Some(first) => deferred.push(first),
                    None => return,
                }
            }
            while deferred.len() < MAX_GROUP
                && let Ok(next) = queue.try_recv()
            {
                deferred.push(next);
            }
            let is_late = |write: &mut PendingWrite| write.queued.elapsed() > MAX_WAIT;
            let late: Vec<PendingWrite> = deferred.extract_if(.., is_late).collect();
            if !late.is_empty() {
                self.refuse(late, &CommitError::NotStored(QueryError::Timeout));
                continue;
            }
            let group;
            (group, deferred) = split_group(deferred);
            self.commit(group).await;
        }
    }

    /// Commits a group and answers its writes.
    async fn commit(&self, mut group: Vec<PendingWrite>) {
        let deadline = Instant::now() + GROUP_TIMEOUT;
        match self.commit_until_certain(&mut group, deadline).await {
            Ok(()) => self.confirm(group),
            Err(CommitError::NotStored(error))
                if is_conflict(&error) || (group.len() > 1 && !is_outage(&error)) =>
            {
                tracing::warn!(%error, writes = group.len(), "group not stored, storing each write alone");
                for mut write in group {
                    match self.commit_alone(&mut write, deadline).await {
                        Ok(()) => self.confirm(vec![write]),
                        Err(error) => self.refuse(vec![write], &error),
                    }
                }
            }
            Err(error) => self.refuse(group, &error),
        }
    }

    /// Commits one write. Repeats it after a deadlock.
    async fn commit_alone(
        &self,
        write: &mut PendingWrite,
        deadline: Instant,
    ) -> Result<(), CommitError> {
        let mut retries = 0;
        loop {
            let result = self.commit_until_certain(std::slice::from_mut(write), deadline).await;
            match (result, &mut write.kind) {
                (Err(CommitError::NotStored(error)), _)
                    if is_conflict(&error) && retries < MAX_RETRIES =>
                {
                    retries += 1;
                }
                // Another process stored the first event of a game with this id.
                (Err(CommitError::NotStored(error)), WriteKind::Append(append))
                    if error.code() == Some(&SqlState::UNIQUE_VIOLATION) =>
                {
                    append.value = Some(Created::New(Appended::Conflict));
                    return Ok(());
                }
                (result, _) => return result,
            }
        }
    }

    /// Commits a group. After a lost reply it finds out whether the group was committed.
    async fn commit_until_certain(
        &self,
        group: &mut [PendingWrite],
        deadline: Instant,
    ) -> Result<(), CommitError> {
        let mut attempt = Attempt::First;
        let mut unknown = None;
        let mut may_reconnect = true;
        loop {
            let error = match self.try_commit(group, attempt, deadline).await {
                Ok(()) => return Ok(()),
                Err(error) => error,
            };
            match error {
                CommitError::Unknown(error) => {
                    tracing::warn!(%error, writes = group.len(), "reply to a commit lost");
                    attempt = Attempt::AfterLostReply;
                    unknown = Some(error);
                }
                // The connection can have been lost while it was idle.
                CommitError::NotStored(error)
                    if unknown.is_none() && may_reconnect && error.lost_connection() =>
                {
                    may_reconnect = false;
                    continue;
                }
                CommitError::NotStored(error) if unknown.is_none() => {
                    return Err(CommitError::NotStored(error));
                }
                CommitError::NotStored(_) => {}
            }
            if Instant::now() + RETRY_INTERVAL >= deadline
                && let Some(error) = unknown.take()
            {
                return Err(CommitError::Unknown(error));
            }
            sleep(RETRY_INTERVAL).await;
        }
    }

    async fn try_commit(
        &self,
        group: &mut [PendingWrite],
        attempt: Attempt,
        deadline: Instant,
    ) -> Result<(), CommitError> {
        let connecting = timeout_at(deadline, self.pool.get()).await;
        let mut client = match connecting {
            Ok(client) => client.map_err(|error| CommitError::NotStored(error.into()))?,
            Err(_) => return Err(CommitError::NotStored(QueryError::Timeout)),
        };
        let mut committing = false;
        let result = timeout_at(deadline, async {
            let transaction = client.transaction().await?;
            let node = Arc::clone(&self.node);
            let mut context = Context { transaction, node, changes: Vec::new() };
            self.run_group(&mut context, group, attempt).await?;
            committing = true;
            Ok(context.transaction.commit().await?)
        })
        .await
        .unwrap_or(Err(QueryError::Timeout));
        result.map_err(|error| {
            // A connection that is lost or in an unknown state is not used again.
            if error.code().is_none() || error.lost_connection() {
                drop(Object::take(client));
            }
            if committing { CommitError::Unknown(error) } else { CommitError::NotStored(error) }
        })
    }

    /// Runs the writes of a group and notifies the other processes.
    async fn run_group(
        &self,
        context: &mut Context<'_>,
        group: &mut [PendingWrite],
        attempt: Attempt,
    ) -> Result<(), QueryError> {
        let mut appends = Vec::new();
        let mut others = Vec::new();
        for write in group {
            match &mut write.kind {
                WriteKind::Append(append) => appends.push(append),
                WriteKind::Other(write) => others.push(write),
            }
        }
        let (before, after): (Vec<_>, Vec<_>) =
            others.into_iter().partition(|write| write.order() == Order::BeforeAppends);
        for write in before {
            write.run(context).await?;
        }
        if !appends.is_empty() {
            append_groups(context, &mut appends, attempt).await?;
        }
        for write in after {
            write.run(context).await?;
        }
        if attempt == Attempt::AfterLostReply {
            // This commit waits for synchronous replicas, and so for what was committed before it.
            NoteAlive(self.clock.wall()).run(context).await?;
        }
        if context.changes.extract_if(.., |change| *change == Change::Forgotten).count() > 0 {
            self.state.is_forgotten.store(true, Ordering::Relaxed);
        }
        if !context.changes.is_empty() {
            let payloads = to_payloads(&self.node, self.clock.wall(), &context.changes);
            let notify = "SELECT pg_notify($1, payload) FROM unnest($2::text[]) AS p (payload)";
            context.query(notify, &[&CHANNEL, &payloads]).await?;
        }
        Ok(())
    }

    fn confirm(&self, group: Vec<PendingWrite>) {
        self.state.failing.store(false, Ordering::Relaxed);
        self.state.commits.fetch_add(1, Ordering::Relaxed);
        self.state.writes.fetch_add(group.len() as u64, Ordering::Relaxed);
        group.into_iter().for_each(|write| write.respond(Ok(())));
    }

    fn refuse(&self, group: Vec<PendingWrite>, error: &CommitError) {
        self.state.failing.store(true, Ordering::Relaxed);
        self.state.failed_commits.fetch_add(1, Ordering::Relaxed);
        let (CommitError::NotStored(cause) | CommitError::Unknown(cause)) = error;
        let is_unknown = matches!(error, CommitError::Unknown(_));
        tracing::error!(error = %cause, is_unknown, writes = group.len(), "writes refused");
        group.into_iter().for_each(|write| write.respond(Err(error)));
    }
}

/// The next group, and the writes that wait: those that touch what the group touches already, and those that need a
/// transaction of their own.
fn split_group(waiting: Vec<PendingWrite>) -> (Vec<PendingWrite>, Vec<PendingWrite>) {
    let (mut group, mut rest) = (Vec::new(), Vec::new());
    let mut touched: HashSet<String> = HashSet::new();
    let mut is_complete = false;
    for write in waiting {
        let is_exclusive = write.is_exclusive();
        let touches: Vec<String> = match &write.kind {
            WriteKind::Append(append) => append.group.touches().collect(),
            WriteKind::Other(_) => Vec::new(),
        };
        let overlaps = touches.iter().any(|touch| touched.contains(touch));
        touched.extend(touches);
        if is_complete || overlaps || (is_exclusive && !group.is_empty()) {
            rest.push(write);
        } else {
            is_complete = is_exclusive;
            group.push(write);
        }
    }
    (group, rest)
}

/// Whether all writes fail alike: there is no point in trying each one.
fn is_outage(error: &QueryError) -> bool {
    match error.code() {
        // Connections, resources such as disk space, and operator intervention.
        Some(code) => {
            ["08", "53", "57", "25006"].iter().any(|class| code.code().starts_with(class))
        }
        None => !matches!(error, QueryError::Damaged(_)),
    }
}

/// Whether the same transaction may succeed at once: it lost a race for locks.
fn is_conflict(error: &QueryError) -> bool {
    error.code().is_some_and(|code| ["40P01", "40001", "55P03"].contains(&code.code()))
}

#[cfg(test)]
mod tests;
