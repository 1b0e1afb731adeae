//! Idempotency keys: a repeated request to create a game returns the game that the first one created.

use rusqlite::{Connection, OptionalExtension, params};
use trid_protocol::{GameId, Time};

use super::queries::parse_id;
use crate::storage::{IdempotencyKey, KEY_LIFETIME, KeyUse};

/// What a key was used for; `None` if it is new.
pub(super) fn find(
    connection: &Connection,
    key: &IdempotencyKey,
    now: Time,
) -> rusqlite::Result<Option<KeyUse>> {
    connection
        .prepare_cached(
            "SELECT request, game FROM idempotency_keys
             WHERE player = ?1 AND key = ?2 AND created > ?3",
        )?
        .query_row(params![key.player.as_str(), key.text, now - KEY_LIFETIME], |row| {
            Ok(if row.get::<_, [u8; 32]>(0)? == key.request {
                KeyUse::SameRequest(parse_id(row, 1)?)
            } else {
                KeyUse::OtherRequest
            })
        })
        .optional()
}

/// Stores a new key, in place of one that has expired.
pub(super) fn insert(
    connection: &Connection,
    key: &IdempotencyKey,
    game: &GameId,
    now: Time,
) -> rusqlite::Result<()> {
    connection
        .prepare_cached(
            "INSERT OR REPLACE INTO idempotency_keys (player, key, request, game, created)
             VALUES (?1, ?2, ?3, ?4, ?5)",
        )?
        .execute(params![key.player.as_str(), key.text, key.request, game.as_str(), now])?;
    Ok(())
}

pub(super) fn remove_expired(connection: &Connection, now: Time) -> rusqlite::Result<()> {
    connection
        .prepare_cached("DELETE FROM idempotency_keys WHERE created <= ?1")?
        .execute(params![now - KEY_LIFETIME])?;
    Ok(())
}
