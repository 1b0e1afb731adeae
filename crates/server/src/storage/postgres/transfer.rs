//! Reads and writes whole rows, to copy a PostgreSQL database to another one or back.

use deadpool_postgres::Object;
use tokio_postgres::Row;
use tokio_postgres::types::ToSql;
use trid_protocol::Millis;

use super::error::QueryError;
use super::rows::{stored_event, to_integer};
use super::write::{Context, Order, Write};
use crate::storage::list_buckets::labels_of_seats;
use crate::storage::transfer::{GameRow, PlayerRow, SeatRow};

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
    // A statement for all games: the database can be far away.
    read_events(client, &mut games).await?;
    read_seats(client, &mut games).await?;
    read_absences(client, &mut games).await?;
    read_labels(client, &mut games).await?;
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

/// Reads rows that belong to these games. Their first column is the id of the game.
async fn read_parts(
    client: &Object,
    games: &mut [GameRow],
    sql: &str,
    mut add: impl FnMut(&mut GameRow, &Row) -> Result<(), QueryError>,
) -> Result<(), QueryError> {
    let statement = client.prepare_cached(sql).await?;
    let ids: Vec<&str> = games.iter().map(|game| game.id.as_str()).collect();
    for row in client.query(&statement, &[&ids]).await? {
        add(find(games, row.try_get(0)?)?, &row)?;
    }
    Ok(())
}

/// A game in a list that is sorted by id.
fn find<'a>(games: &'a mut [GameRow], id: &str) -> Result<&'a mut GameRow, QueryError> {
    match games.binary_search_by(|game| game.id.as_str().cmp(id)) {
        Ok(index) => Ok(&mut games[index]),
        Err(_) => Err(QueryError::Damaged(format!("a row of another game, {id:?}"))),
    }
}

async fn read_events(client: &Object, games: &mut [GameRow]) -> Result<(), QueryError> {
    let sql = "SELECT game, seq, at, body, head FROM trid.events WHERE game = ANY($1)
         ORDER BY game, seq";
    read_parts(client, games, sql, |game, row| {
        game.events.push(stored_event(row, 1)?);
        Ok(())
    })
    .await
}

async fn read_seats(client: &Object, games: &mut [GameRow]) -> Result<(), QueryError> {
    let sql = "SELECT game, player, finished, created, name, display_name FROM trid.seats
         WHERE game = ANY($1) ORDER BY game, player";
    read_parts(client, games, sql, |game, row| {
        game.seats.push(SeatRow {
            player: row.try_get(1)?,
            finished: row.try_get(2)?,
            created: row.try_get(3)?,
            name: row.try_get(4)?,
            display_name: row.try_get(5)?,
        });
        Ok(())
    })
    .await
}

async fn read_absences(client: &Object, games: &mut [GameRow]) -> Result<(), QueryError> {
    let sql = "SELECT game, white, black FROM trid.absences WHERE game = ANY($1)";
    read_parts(client, games, sql, |game, row| {
        game.absence = Some([row.try_get(1)?, row.try_get(2)?]);
        Ok(())
    })
    .await
}

async fn read_labels(client: &Object, games: &mut [GameRow]) -> Result<(), QueryError> {
    let mut possible = ListEntries::default();
    for game in &*games {
        let seats = game.seats.iter().map(|seat| (seat.player.as_str(), seat.name.as_str()));
        possible.add(game, labels_of_seats(seats));
    }
    let ListEntries { labels, buckets, created, games: ids } = possible;
    let statement = client
        .prepare_cached(
            "SELECT entry.game, entry.label
             FROM unnest($1::text[], $2::text[], $3::bigint[], $4::text[])
                 AS possible (label, bucket, created, game)
             JOIN trid.list_entries AS entry USING (label, bucket, created, game)
             ORDER BY entry.game, entry.label",
        )
        .await?;
    for row in client.query(&statement, &[&labels, &buckets, &created, &ids]).await? {
        find(games, row.try_get(0)?)?.labels.push(row.try_get(1)?);
    }
    Ok(())
}

/// The columns of list entries.
#[derive(Default)]
struct ListEntries {
    labels: Vec<String>,
    buckets: Vec<String>,
    created: Vec<Millis>,
    games: Vec<String>,
}

impl ListEntries {
    fn add(&mut self, game: &GameRow, labels: impl IntoIterator<Item = String>) {
        for label in labels {
            self.labels.push(label);
            self.buckets.push(game.properties.join(" "));
            self.created.push(game.created);
            self.games.push(game.id.clone());
        }
    }
}

/// The values of a column.
fn column<'a, Row, T>(rows: &'a [Row], value: impl Fn(&'a Row) -> T) -> Vec<T> {
    rows.iter().map(value).collect()
}

pub(super) struct ImportPlayers(pub(super) Vec<PlayerRow>);

impl Write for ImportPlayers {
    type Output = ();
    const NAME: &str = "store players";
    const ORDER: Order = Order::Alone;

    async fn run(&self, context: &mut Context<'_>) -> Result<(), QueryError> {
        import_players(context, &self.0).await
    }
}

/// Games. Rows that exist were stored by an attempt whose reply was lost.
pub(super) struct ImportGames(pub(super) Vec<GameRow>);

impl Write for ImportGames {
    type Output = ();
    const NAME: &str = "store games";
    const ORDER: Order = Order::Alone;

    async fn run(&self, context: &mut Context<'_>) -> Result<(), QueryError> {
        import_games(context, &self.0).await
    }
}

async fn import_players(context: &Context<'_>, players: &[PlayerRow]) -> Result<(), QueryError> {
    let sql = "INSERT INTO trid.players (id, token_hash, name, created, seen)
         SELECT * FROM unnest($1::text[], $2::bytea[], $3::text[], $4::bigint[], $5::bigint[])
         ON CONFLICT DO NOTHING";
    let columns: [&(dyn ToSql + Sync); 5] = [
        &column(players, |player| &player.id),
        &column(players, |player| &player.token_hash),
        &column(players, |player| &player.name),
        &column(players, |player| player.created),
        &column(players, |player| player.seen),
    ];
    context.execute(sql, &columns).await?;
    Ok(())
}

async fn import_games(context: &Context<'_>, games: &[GameRow]) -> Result<(), QueryError> {
    let sql = "INSERT INTO trid.games
             (id, seq, state, access, rules, clock, result, created, updated, deadline, summary, head)
         SELECT * FROM unnest($1::text[], $2::integer[], $3::text[], $4::text[], $5::text[],
             $6::text[], $7::text[], $8::bigint[], $9::bigint[], $10::bigint[], $11::text[], $12::bytea[])
         ON CONFLICT DO NOTHING";
    let last_seq = |game: &GameRow| to_integer(game.events.last().map_or(0, |event| event.seq));
    // Of a game without readable events nothing can be told.
    let head =
        |game: &GameRow| game.events.last().map_or(vec![], |event| event.head.as_bytes().to_vec());
    let columns: [&(dyn ToSql + Sync); 12] = [
        &column(games, |game| &game.id),
        &column(games, last_seq),
        &column(games, |game| &game.properties[0]),
        &column(games, |game| &game.properties[1]),
        &column(games, |game| &game.properties[2]),
        &column(games, |game| &game.properties[3]),
        &column(games, |game| &game.properties[4]),
        &column(games, |game| game.created),
        &column(games, |game| game.updated),
        &column(games, |game| game.deadline),
        &column(games, |game| &game.summary),
        &column(games, head),
    ];
    context.execute(sql, &columns).await?;
    import_events(context, games).await?;
    import_seats(context, games).await?;
    import_absences(context, games).await?;
    import_list_entries(context, games).await
}

async fn import_events(context: &Context<'_>, games: &[GameRow]) -> Result<(), QueryError> {
    let events: Vec<_> =
        games.iter().flat_map(|game| game.events.iter().map(move |event| (game, event))).collect();
    let sql = "INSERT INTO trid.events (game, seq, at, body, head)
         SELECT * FROM unnest($1::text[], $2::integer[], $3::bigint[], $4::text[], $5::bytea[])
         ON CONFLICT DO NOTHING";
    let columns: [&(dyn ToSql + Sync); 5] = [
        &column(&events, |(game, _)| &game.id),
        &column(&events, |(_, event)| to_integer(event.seq)),
        &column(&events, |(_, event)| event.at),
        &column(&events, |(_, event)| &event.body),
        &column(&events, |(_, event)| event.head.as_bytes()),
    ];
    context.execute(sql, &columns).await?;
    Ok(())
}

async fn import_seats(context: &Context<'_>, games: &[GameRow]) -> Result<(), QueryError> {
    let seats: Vec<_> =
        games.iter().flat_map(|game| game.seats.iter().map(move |seat| (game, seat))).collect();
    let sql = "INSERT INTO trid.seats (game, player, finished, created, name, display_name)
         SELECT * FROM unnest($1::text[], $2::text[], $3::boolean[], $4::bigint[], $5::text[],
             $6::text[])
         ON CONFLICT DO NOTHING";
    let columns: [&(dyn ToSql + Sync); 6] = [
        &column(&seats, |(game, _)| &game.id),
        &column(&seats, |(_, seat)| &seat.player),
        &column(&seats, |(_, seat)| seat.finished),
        &column(&seats, |(_, seat)| seat.created),
        &column(&seats, |(_, seat)| &seat.name),
        &column(&seats, |(_, seat)| &seat.display_name),
    ];
    context.execute(sql, &columns).await?;
    Ok(())
}

async fn import_absences(context: &Context<'_>, games: &[GameRow]) -> Result<(), QueryError> {
    let absences: Vec<_> =
        games.iter().filter_map(|game| Some((&game.id, game.absence?))).collect();
    let sql = "INSERT INTO trid.absences (game, white, black)
         SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[]) ON CONFLICT DO NOTHING";
    let columns: [&(dyn ToSql + Sync); 3] = [
        &column(&absences, |(game, _)| *game),
        &column(&absences, |(_, [white, _])| *white),
        &column(&absences, |(_, [_, black])| *black),
    ];
    context.execute(sql, &columns).await?;
    Ok(())
}

async fn import_list_entries(context: &Context<'_>, games: &[GameRow]) -> Result<(), QueryError> {
    let mut entries = ListEntries::default();
    for game in games {
        entries.add(game, game.labels.iter().cloned());
    }
    let ListEntries { labels, buckets, created, games } = entries;
    let sql = "INSERT INTO trid.list_entries (label, bucket, created, game)
         SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[], $4::text[])
         ON CONFLICT DO NOTHING";
    context.execute(sql, &[&labels, &buckets, &created, &games]).await?;
    Ok(())
}
