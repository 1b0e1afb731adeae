//! Values of our types in rows and parameters.

use deadpool_postgres::GenericClient;
use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio_postgres::Row;
use tokio_postgres::types::ToSql;
use trid_protocol::ClockKind;

use super::error::QueryError;
use crate::storage::{Head, StoredEvent};

/// Runs a statement that is prepared once per connection.
pub(super) async fn select(
    client: &impl GenericClient,
    sql: &str,
    parameters: &[&(dyn ToSql + Sync)],
) -> Result<Vec<Row>, QueryError> {
    let statement = client.prepare_cached(sql).await?;
    Ok(client.query(&statement, parameters).await?)
}

/// A text column as one of our ids.
pub(super) fn parse_id<T: std::str::FromStr>(row: &Row, column: usize) -> Result<T, QueryError> {
    let text: &str = row.try_get(column)?;
    text.parse().map_err(|_| QueryError::Damaged(format!("{text:?} is not an id")))
}

pub(super) fn from_json<T: DeserializeOwned>(row: &Row, column: usize) -> Result<T, QueryError> {
    serde_json::from_str(row.try_get(column)?)
        .map_err(|error| QueryError::Damaged(error.to_string()))
}

pub(super) fn to_json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("events and summaries serialize to JSON")
}

/// The number of an event.
pub(super) fn seq(row: &Row, column: usize) -> Result<u32, QueryError> {
    u32::try_from(row.try_get::<_, i32>(column)?)
        .map_err(|error| QueryError::Damaged(error.to_string()))
}

pub(super) fn head(row: &Row, column: usize) -> Result<Head, QueryError> {
    Head::from_bytes(row.try_get(column)?).ok_or_else(|| QueryError::Damaged("no head".to_owned()))
}

/// An event in the columns `seq`, `at`, `body` and `head`, the first of which has this number.
pub(super) fn stored_event(row: &Row, first: usize) -> Result<StoredEvent, QueryError> {
    let (at, body) = (row.try_get(first + 1)?, row.try_get(first + 2)?);
    Ok(StoredEvent { seq: seq(row, first)?, at, body, head: head(row, first + 3)? })
}

pub(super) fn clock_kind(row: &Row, column: usize) -> Result<ClockKind, QueryError> {
    let name: &str = row.try_get(column)?;
    let found = ClockKind::ALL.into_iter().find(|kind| kind.name() == name);
    found.ok_or_else(|| QueryError::Damaged("an unknown clock".to_owned()))
}

/// The number of an event as PostgreSQL stores it. No game has two billion events: larger numbers find none, and a
/// second event under the largest one is a conflict.
pub(super) fn to_integer(seq: u32) -> i32 {
    i32::try_from(seq).unwrap_or(i32::MAX)
}

/// Reads rows whose first column is the id of a game. A damaged row is logged and skipped, so that it does not
/// affect other games.
pub(super) fn readable_rows<T>(
    rows: &[Row],
    read: impl Fn(&Row) -> Result<T, QueryError>,
) -> Result<Vec<T>, QueryError> {
    let mut readable = Vec::with_capacity(rows.len());
    for row in rows {
        match read(row) {
            Ok(value) => readable.push(value),
            Err(QueryError::Damaged(error)) => {
                tracing::error!(game = row.try_get::<_, &str>(0)?, %error, "damaged row skipped");
            }
            Err(error) => return Err(error),
        }
    }
    Ok(readable)
}
