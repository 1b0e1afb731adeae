//! Reads and writes whole rows, to copy a SQLite file to another database or back.

use rusqlite::{Connection, OptionalExtension, Row, params};
use trid_protocol::Millis;

use super::queries::stored_event;
use crate::storage::StoredEvent;
use crate::storage::transfer::{GameRow, PlayerRow, SeatRow};

pub(super) fn players_after(
    connection: &Connection,
    id: &str,
    limit: usize,
) -> rusqlite::Result<Vec<PlayerRow>> {
    connection
        .prepare_cached(
            "SELECT id, token_hash, name, created, seen FROM players WHERE id > ?1 ORDER BY id LIMIT ?2",
        )?
        .query_map(params![id, limit], |row| {
            Ok(PlayerRow {
                id: row.get(0)?,
                token_hash: row.get(1)?,
                name: row.get(2)?,
                created: row.get(3)?,
                seen: row.get(4)?,
            })
        })?
        .collect()
}

pub(super) fn games_after(
    connection: &Connection,
    id: &str,
    limit: usize,
) -> rusqlite::Result<Vec<GameRow>> {
    let mut games = connection
        .prepare_cached(
            "SELECT id, state, access, rules, clock, result, created, updated, deadline, summary
             FROM games WHERE id > ?1 ORDER BY id LIMIT ?2",
        )?
        .query_map(params![id, limit], game_row)?
        .collect::<rusqlite::Result<Vec<GameRow>>>()?;
    for game in &mut games {
        read_parts(connection, game)?;
    }
    Ok(games)
}

fn game_row(row: &Row<'_>) -> rusqlite::Result<GameRow> {
    Ok(GameRow {
        id: row.get(0)?,
        properties: [row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?, row.get(5)?],
        created: row.get(6)?,
        updated: row.get(7)?,
        deadline: row.get(8)?,
        summary: row.get(9)?,
        events: Vec::new(),
        seats: Vec::new(),
        absence: None,
        labels: Vec::new(),
    })
}

fn read_parts(connection: &Connection, game: &mut GameRow) -> rusqlite::Result<()> {
    game.events = connection
        .prepare_cached("SELECT seq, at, body, head FROM events WHERE game = ?1 ORDER BY seq")?
        .query_map(params![game.id], stored_event)?
        .collect::<rusqlite::Result<_>>()?;
    game.seats = connection
        .prepare_cached(
            "SELECT player, finished, created, name, display_name FROM seats
             WHERE game = ?1 ORDER BY player",
        )?
        .query_map(params![game.id], |row| {
            Ok(SeatRow {
                player: row.get(0)?,
                finished: row.get(1)?,
                created: row.get(2)?,
                name: row.get(3)?,
                display_name: row.get(4)?,
            })
        })?
        .collect::<rusqlite::Result<_>>()?;
    game.absence = connection
        .prepare_cached("SELECT white, black FROM absences WHERE game = ?1")?
        .query_row(params![game.id], |row| Ok([row.get(0)?, row.get(1)?]))
        .optional()?;
    let bucket = game.properties.join(" ");
    game.labels = labels(connection, &bucket, game.created, &game.id, &game.seats)?;
    Ok(())
}

/// The labels of a game's list entries, which follow from its players and their names.
fn labels(
    connection: &Connection,
    bucket: &str,
    created: Millis,
    game: &str,
    seats: &[SeatRow],
) -> rusqlite::Result<Vec<String>> {
    let mut exists = connection.prepare_cached(
        "SELECT 1 FROM list_entries WHERE label = ?1 AND bucket = ?2 AND created = ?3 AND game = ?4",
    )?;
    let mut found = Vec::new();
    for label in crate::storage::list_buckets::labels_of_seats(
        seats.iter().map(|seat| (seat.player.as_str(), seat.name.as_str())),
    ) {
        if exists.exists(params![label, bucket, created, game])? {
            found.push(label);
        }
    }
    Ok(found)
}

pub(super) fn import_players(
    connection: &Connection,
    players: &[PlayerRow],
) -> rusqlite::Result<()> {
    let mut insert = connection.prepare_cached(
        "INSERT INTO players (id, token_hash, name, created, seen) VALUES (?1, ?2, ?3, ?4, ?5)",
    )?;
    for PlayerRow { id, token_hash, name, created, seen } in players {
        insert.execute(params![id, token_hash, name, created, seen])?;
    }
    Ok(())
}

pub(super) fn import_games(connection: &Connection, games: &[GameRow]) -> rusqlite::Result<()> {
    for game in games {
        let [state, access, rules, clock, result] = &game.properties;
        connection
            .prepare_cached(
                "INSERT INTO games (id, state, access, rules, clock, result, created, updated, deadline, summary)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
            )?
            .execute(params![
                game.id, state, access, rules, clock, result, game.created, game.updated,
                game.deadline, game.summary
            ])?;
        for StoredEvent { seq, at, body, head } in &game.events {
            connection
                .prepare_cached(
                    "INSERT INTO events (game, seq, at, body, head) VALUES (?1, ?2, ?3, ?4, ?5)",
                )?
                .execute(params![game.id, seq, at, body, head.as_bytes()])?;
        }
        for SeatRow { player, finished, created, name, display_name } in &game.seats {
            connection
                .prepare_cached(
                    "INSERT INTO seats (game, player, finished, created, name, display_name)
                     VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
                )?
                .execute(params![game.id, player, finished, created, name, display_name])?;
        }
        if let Some([white, black]) = game.absence {
            connection
                .prepare_cached("INSERT INTO absences (game, white, black) VALUES (?1, ?2, ?3)")?
                .execute(params![game.id, white, black])?;
        }
        for label in &game.labels {
            connection
                .prepare_cached(
                    "INSERT INTO list_entries (label, bucket, created, game) VALUES (?1, ?2, ?3, ?4)",
                )?
                .execute(params![label, game.properties.join(" "), game.created, game.id])?;
        }
    }
    Ok(())
}
