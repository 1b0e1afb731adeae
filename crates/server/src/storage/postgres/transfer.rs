//! Reads and writes whole rows, to copy a PostgreSQL database to another one or back.

use deadpool_postgres::{Object, Transaction};
use tokio_postgres::Row;

use super::Postgres;
use super::error::QueryError;
use super::operations::Operation;
use super::rows::to_integer;
use crate::storage::StorageFuture;
use crate::storage::list_buckets::labels_of_seats;
use crate::storage::transfer::{GameRow, PlayerRow, SeatRow, TransferStorage};

impl TransferStorage for Postgres {
    fn players_after(&self, id: String, limit: usize) -> StorageFuture<'_, Vec<PlayerRow>> {
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        Box::pin(self.read("read players", move |client| {
            let id = id.clone();
            Box::pin(async move { players_after(client, &id, limit).await })
        }))
    }

    fn games_after(&self, id: String, limit: usize) -> StorageFuture<'_, Vec<GameRow>> {
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        Box::pin(self.read("read games", move |client| {
            let id = id.clone();
            Box::pin(async move { games_after(client, &id, limit).await })
        }))
    }

    fn import_players(&self, players: Vec<PlayerRow>) -> StorageFuture<'_, ()> {
        Box::pin(async move {
            self.write("store players", Operation::ImportPlayers(players)).await.map(drop)
        })
    }

    fn import_games(&self, games: Vec<GameRow>) -> StorageFuture<'_, ()> {
        Box::pin(
            async move { self.write("store games", Operation::ImportGames(games)).await.map(drop) },
        )
    }
}

pub(super) async fn players_after(
    client: &Object,
    id: &str,
    limit: i64,
) -> Result<Vec<PlayerRow>, QueryError> {
    let statement = client
        .prepare_cached(
            "SELECT id, token_hash, name, created, seen FROM trid.players
             WHERE id > $1 ORDER BY id LIMIT $2",
        )
        .await?;
    let rows = client.query(&statement, &[&id, &limit]).await?;
    rows.iter()
        .map(|row| {
            Ok(PlayerRow {
                id: row.try_get(0)?,
                token_hash: row.try_get(1)?,
                name: row.try_get(2)?,
                created: row.try_get(3)?,
                seen: row.try_get(4)?,
            })
        })
        .collect()
}

pub(super) async fn games_after(
    client: &Object,
    id: &str,
    limit: i64,
) -> Result<Vec<GameRow>, QueryError> {
    let statement = client
        .prepare_cached(
            "SELECT id, state, access, rules, clock, result, created, updated, deadline, summary
             FROM trid.games WHERE id > $1 ORDER BY id LIMIT $2",
        )
        .await?;
    let rows = client.query(&statement, &[&id, &limit]).await?;
    let mut games = rows.iter().map(game_row).collect::<Result<Vec<GameRow>, QueryError>>()?;
    for game in &mut games {
        read_parts(client, game).await?;
    }
    Ok(games)
}

fn game_row(row: &Row) -> Result<GameRow, QueryError> {
    Ok(GameRow {
        id: row.try_get(0)?,
        properties: [
            row.try_get(1)?,
            row.try_get(2)?,
            row.try_get(3)?,
            row.try_get(4)?,
            row.try_get(5)?,
        ],
        created: row.try_get(6)?,
        updated: row.try_get(7)?,
        deadline: row.try_get(8)?,
        summary: row.try_get(9)?,
        events: Vec::new(),
        seats: Vec::new(),
        absence: None,
        labels: Vec::new(),
    })
}

async fn read_parts(client: &Object, game: &mut GameRow) -> Result<(), QueryError> {
    let events = client
        .prepare_cached("SELECT seq, at, body FROM trid.events WHERE game = $1 ORDER BY seq")
        .await?;
    for row in client.query(&events, &[&game.id]).await? {
        let seq = u32::try_from(row.try_get::<_, i32>(0)?)
            .map_err(|error| QueryError::Damaged(error.to_string()))?;
        game.events.push((seq, row.try_get(1)?, row.try_get(2)?));
    }
    let seats = client
        .prepare_cached(
            "SELECT player, finished, created, name, display_name FROM trid.seats
             WHERE game = $1 ORDER BY player",
        )
        .await?;
    for row in client.query(&seats, &[&game.id]).await? {
        game.seats.push(SeatRow {
            player: row.try_get(0)?,
            finished: row.try_get(1)?,
            created: row.try_get(2)?,
            name: row.try_get(3)?,
            display_name: row.try_get(4)?,
        });
    }
    let absence =
        client.prepare_cached("SELECT white, black FROM trid.absences WHERE game = $1").await?;
    if let Some(row) = client.query_opt(&absence, &[&game.id]).await? {
        game.absence = Some([row.try_get(0)?, row.try_get(1)?]);
    }
    let possible: Vec<String> =
        labels_of_seats(game.seats.iter().map(|seat| (seat.player.as_str(), seat.name.as_str())))
            .into_iter()
            .collect();
    let labels = client
        .prepare_cached(
            "SELECT label FROM trid.list_entries
             WHERE label = ANY($1) AND bucket = $2 AND created = $3 AND game = $4 ORDER BY label",
        )
        .await?;
    let bucket = game.properties.join(" ");
    for row in client.query(&labels, &[&possible, &bucket, &game.created, &game.id]).await? {
        game.labels.push(row.try_get(0)?);
    }
    Ok(())
}

pub(super) async fn import_players(
    transaction: &Transaction<'_>,
    players: &[PlayerRow],
) -> Result<(), QueryError> {
    let insert = transaction
        .prepare_cached(
            "INSERT INTO trid.players (id, token_hash, name, created, seen)
             VALUES ($1, $2, $3, $4, $5) ON CONFLICT (id) DO NOTHING",
        )
        .await?;
    for PlayerRow { id, token_hash, name, created, seen } in players {
        transaction.execute(&insert, &[id, token_hash, name, created, seen]).await?;
    }
    Ok(())
}

pub(super) async fn import_games(
    transaction: &Transaction<'_>,
    games: &[GameRow],
) -> Result<(), QueryError> {
    for game in games {
        import_game(transaction, game).await?;
    }
    Ok(())
}

async fn import_game(transaction: &Transaction<'_>, game: &GameRow) -> Result<(), QueryError> {
    let [state, access, rules, clock, result] = &game.properties;
    let insert = transaction
        .prepare_cached(
            "INSERT INTO trid.games (id, seq, state, access, rules, clock, result, created, updated, deadline, summary)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
        )
        .await?;
    let seq = to_integer(game.events.last().map_or(0, |(seq, _, _)| *seq));
    transaction
        .execute(
            &insert,
            &[
                &game.id,
                &seq,
                state,
                access,
                rules,
                clock,
                result,
                &game.created,
                &game.updated,
                &game.deadline,
                &game.summary,
            ],
        )
        .await?;
    let insert = transaction
        .prepare_cached(
            "INSERT INTO trid.events (game, seq, at, body)
             SELECT $1, * FROM unnest($2::integer[], $3::bigint[], $4::text[])",
        )
        .await?;
    let seqs: Vec<i32> = game.events.iter().map(|(seq, _, _)| to_integer(*seq)).collect();
    let times: Vec<i64> = game.events.iter().map(|(_, at, _)| *at).collect();
    let bodies: Vec<&str> = game.events.iter().map(|(_, _, body)| body.as_str()).collect();
    transaction.execute(&insert, &[&game.id, &seqs, &times, &bodies]).await?;
    let insert = transaction
        .prepare_cached(
            "INSERT INTO trid.seats (game, player, finished, created, name, display_name)
             VALUES ($1, $2, $3, $4, $5, $6)",
        )
        .await?;
    for SeatRow { player, finished, created, name, display_name } in &game.seats {
        transaction
            .execute(&insert, &[&game.id, player, finished, created, name, display_name])
            .await?;
    }
    if let Some([white, black]) = &game.absence {
        let insert = transaction
            .prepare_cached("INSERT INTO trid.absences (game, white, black) VALUES ($1, $2, $3)")
            .await?;
        transaction.execute(&insert, &[&game.id, white, black]).await?;
    }
    let insert = transaction
        .prepare_cached(
            "INSERT INTO trid.list_entries (label, bucket, created, game)
             SELECT label, $2, $3, $4 FROM unnest($1::text[]) AS new (label)",
        )
        .await?;
    let bucket = game.properties.join(" ");
    transaction.execute(&insert, &[&game.labels, &bucket, &game.created, &game.id]).await?;
    Ok(())
}
