//! Writes with their results: what a transaction runs, and who waits for it.

use std::sync::Arc;

use deadpool_postgres::Transaction;
use futures_util::future::BoxFuture;
use tokio::sync::oneshot;
use tokio::time::Instant;
use tokio_postgres::Row;
use tokio_postgres::types::ToSql;

use super::append::AppendGroup;
use super::error::QueryError;
use super::rows;
use super::writer::CommitError;
use crate::storage::shared::Change;
use crate::storage::{Created, StorageResult};

/// A transaction, and what other processes must learn when it is committed.
pub(super) struct Context<'a> {
    pub(super) transaction: Transaction<'a>,
    /// This process.
    pub(super) node: Arc<str>,
    pub(super) changes: Vec<Change>,
}

impl Context<'_> {
    pub(super) async fn query(
        &self,
        sql: &str,
        parameters: &[&(dyn ToSql + Sync)],
    ) -> Result<Vec<Row>, QueryError> {
        rows::select(&self.transaction, sql, parameters).await
    }

    /// Returns the number of rows that changed.
    pub(super) async fn execute(
        &self,
        sql: &str,
        parameters: &[&(dyn ToSql + Sync)],
    ) -> Result<u64, QueryError> {
        let statement = self.transaction.prepare_cached(sql).await?;
        Ok(self.transaction.execute(&statement, parameters).await?)
    }
}

/// When a write runs.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Order {
    /// Before the appends of its group, because it locks players.
    BeforeAppends,
    AfterAppends,
    /// In a transaction of its own, because it locks many rows in an order that depends on the data.
    Alone,
}

/// A write other than an append. It runs again if its transaction was not committed, or may not have been.
pub(super) trait Write: Send + Sync + 'static {
    type Output: Send;
    /// What it does, for error messages.
    const NAME: &str;
    const ORDER: Order;

    fn run(
        &self,
        context: &mut Context<'_>,
    ) -> impl Future<Output = Result<Self::Output, QueryError>> + Send;
}

/// A write of any type that waits to be committed.
pub(super) trait AnyWrite: Send {
    fn order(&self) -> Order;
    fn run<'a>(&'a mut self, context: &'a mut Context<'_>)
    -> BoxFuture<'a, Result<(), QueryError>>;
    /// Answers the caller.
    fn respond(self: Box<Self>, committed: Result<(), &CommitError>);
}

struct Waiting<W: Write> {
    write: W,
    /// The value of the last run.
    value: Option<W::Output>,
    caller: oneshot::Sender<StorageResult<W::Output>>,
}

impl<W: Write> AnyWrite for Waiting<W> {
    fn order(&self) -> Order {
        W::ORDER
    }

    fn run<'a>(
        &'a mut self,
        context: &'a mut Context<'_>,
    ) -> BoxFuture<'a, Result<(), QueryError>> {
        Box::pin(async {
            self.value = Some(self.write.run(context).await?);
            Ok(())
        })
    }

    fn respond(self: Box<Self>, committed: Result<(), &CommitError>) {
        respond(W::NAME, self.value, self.caller, committed);
    }
}

/// An append that waits to be committed.
pub(super) struct WaitingAppend {
    pub(super) name: &'static str,
    pub(super) group: AppendGroup,
    /// The value of the last run.
    pub(super) value: Option<Created>,
    pub(super) caller: oneshot::Sender<StorageResult<Created>>,
}

pub(super) enum WriteKind {
    /// Those of a group run together.
    Append(WaitingAppend),
    Other(Box<dyn AnyWrite>),
}

/// A write in the queue of the writer.
pub(super) struct PendingWrite {
    pub(super) kind: WriteKind,
    pub(super) queued: Instant,
}

impl PendingWrite {
    pub(super) fn new<W: Write>(
        write: W,
        caller: oneshot::Sender<StorageResult<W::Output>>,
    ) -> Self {
        let kind = WriteKind::Other(Box::new(Waiting { write, value: None, caller }));
        Self { kind, queued: Instant::now() }
    }

    pub(super) fn append(
        name: &'static str,
        group: AppendGroup,
        caller: oneshot::Sender<StorageResult<Created>>,
    ) -> Self {
        let kind = WriteKind::Append(WaitingAppend { name, group, value: None, caller });
        Self { kind, queued: Instant::now() }
    }

    pub(super) fn is_exclusive(&self) -> bool {
        matches!(&self.kind, WriteKind::Other(write) if write.order() == Order::Alone)
    }

    pub(super) fn respond(self, committed: Result<(), &CommitError>) {
        match self.kind {
            WriteKind::Append(WaitingAppend { name, value, caller, .. }) => {
                respond(name, value, caller, committed);
            }
            WriteKind::Other(write) => write.respond(committed),
        }
    }
}

fn respond<T>(
    name: &str,
    value: Option<T>,
    caller: oneshot::Sender<StorageResult<T>>,
    committed: Result<(), &CommitError>,
) {
    let result = match committed {
        Ok(()) => Ok(value.expect("every write of a committed group has run")),
        Err(error) => Err(error.to_storage_error(name)),
    };
    // The caller may have been cancelled.
    let _ = caller.send(result);
}
