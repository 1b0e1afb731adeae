//! Reads and writes what is copied from one database to another.

use deadpool_postgres::Object;
use futures_util::future::try_join_all;

use super::error::QueryError;
use super::rows::select;
use super::write::{Context, Order, Write};
use crate::storage::transfer::PlayerRow;

pub(super) async fn players_after(
    client: &Object,
    id: &str,
    limit: i64,
) -> Result<Vec<PlayerRow>, QueryError> {
    let sql = "SELECT id, token_hash, name, created, seen FROM trid.players
         WHERE id > $1 ORDER BY id LIMIT $2";
    let rows = select(client, sql, &[&id, &limit]).await?;
    let player = |row: &tokio_postgres::Row| {
        Ok(PlayerRow {
            id: row.try_get(0)?,
            token_hash: row.try_get(1)?,
            name: row.try_get(2)?,
            created: row.try_get(3)?,
            seen: row.try_get(4)?,
        })
    };
    rows.iter().map(player).collect()
}

pub(super) async fn games_after(
    client: &Object,
    id: &str,
    limit: i64,
) -> Result<Vec<String>, QueryError> {
    let sql = "SELECT id FROM trid.games WHERE id > $1 ORDER BY id LIMIT $2";
    let rows = select(client, sql, &[&id, &limit]).await?;
    Ok(rows.iter().map(|row| row.try_get(0)).collect::<Result<_, _>>()?)
}

/// Players. Those that exist were stored by an attempt whose reply was lost.
pub(super) struct ImportPlayers(pub(super) Vec<PlayerRow>);

impl Write for ImportPlayers {
    type Output = ();
    const NAME: &str = "store players";
    const ORDER: Order = Order::Alone;

    async fn run(&self, context: &mut Context<'_>) -> Result<(), QueryError> {
        let sql = "INSERT INTO trid.players (id, token_hash, name, created, seen)
             VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING";
        let context = &*context;
        // Sent at once: the database can be far away.
        try_join_all(self.0.iter().map(async |player| {
            let PlayerRow { id, token_hash, name, created, seen } = player;
            context.execute(sql, &[id, token_hash, name, created, seen]).await
        }))
        .await?;
        Ok(())
    }
}
