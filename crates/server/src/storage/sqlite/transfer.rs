//! Reads and writes what is copied from one database to another.

use rusqlite::{Connection, params};

use crate::storage::transfer::PlayerRow;

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
) -> rusqlite::Result<Vec<String>> {
    connection
        .prepare_cached("SELECT id FROM games WHERE id > ?1 ORDER BY id LIMIT ?2")?
        .query_map(params![id, limit], |row| row.get(0))?
        .collect()
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
