//! SQL queries of the SQLite storage, except for lists.

use rusqlite::types::Type;
use rusqlite::{Connection, ErrorCode, OptionalExtension, Row, Rows, named_params, params};
use serde::de::DeserializeOwned;
use trid_protocol::{ClockKind, Event, GameId, GameState, GameSummary, Player, PlayerId, Time};

use super::connection::is_damage;
use super::seats::{names, update_seats};
use super::writer::ROLL_BACK_TO_SAVEPOINT;
use super::{idempotency, list_index};
use crate::identity::TokenHash;
use crate::storage::names::{FIRST_EVENT_WITHOUT_PLAYERS, clear_names};
use crate::storage::{Absence, Append, Appended, Deadline, Expired, Head, History, StoredEvent};

const DEADLINES: &str =
    "SELECT id, deadline, clock FROM games WHERE state = 'live' AND deadline <= ?1";
const STALE: &str =
    "SELECT id FROM games WHERE state = 'live' AND deadline IS NULL AND updated < ?1";
const OPEN: &str = "SELECT id, summary FROM games WHERE state = 'open' AND updated < ?1";

/// Appends to all games or to none. Must run in the writer's savepoint.
pub(super) fn append_all(
    connection: &Connection,
    appends: &[Append],
) -> rusqlite::Result<Appended> {
    for each in appends {
        let appended = append(connection, each)?;
        if appended != Appended::Stored {
            connection.prepare_cached(ROLL_BACK_TO_SAVEPOINT)?.execute(())?;
            return Ok(appended);
        }
    }
    Ok(Appended::Stored)
}

/// Unless the events are stored, the caller must roll back.
pub(super) fn append(connection: &Connection, append: &Append) -> rusqlite::Result<Appended> {
    let Append { game, summary, deadline, max_unfinished, .. } = append;
    if !follows(connection, append)? {
        return Ok(Appended::Conflict);
    }
    let mut insert = connection.prepare_cached(
        "INSERT INTO events (game, seq, at, body, head) VALUES (?1, ?2, ?3, ?4, ?5)",
    )?;
    for StoredEvent { seq, at, body, head } in append.stored_events() {
        match insert.execute(params![game.as_str(), seq, at, body, head.as_bytes()]) {
            Err(rusqlite::Error::SqliteFailure(error, _))
                if error.code == ErrorCode::ConstraintViolation =>
            {
                return Ok(Appended::Conflict);
            }
            other => other?,
        };
    }
    let mut stored = summary.clone();
    clear_names(stored.players_mut());
    if !append.changes_lists() {
        connection
            .prepare_cached(
                "UPDATE games SET updated = ?2, deadline = ?3, summary = ?4 WHERE id = ?1",
            )?
            .execute(params![game.as_str(), summary.updated, deadline, to_json(&stored)?])?;
        return Ok(Appended::Stored);
    }
    connection
        .prepare_cached(
            "INSERT INTO games (id, state, access, rules, clock, result, created, updated, deadline, summary)
             VALUES (:id, :state, :access, :rules, :clock, :result, :created, :updated, :deadline, :summary)
             ON CONFLICT (id) DO UPDATE SET state = excluded.state, result = excluded.result,
                 updated = excluded.updated, deadline = excluded.deadline, summary = excluded.summary",
        )?
        .execute(named_params! {
            ":id": game.as_str(),
            ":state": summary.state.name(),
            ":access": summary.access.name(),
            ":rules": summary.rules.name(),
            ":clock": summary.clock.kind().name(),
            ":result": summary.result.name(),
            ":created": summary.created,
            ":updated": summary.updated,
            ":deadline": deadline,
            ":summary": to_json(&stored)?,
        })?;
    if let Err(error) = update_seats(connection, summary, *max_unfinished)? {
        return Ok(Appended::Rejected(error));
    }
    // The names in memory may be older than the deletion of a player.
    names(connection, game.as_str())?.fill(stored.players_mut());
    list_index::update(connection, &stored)?;
    if summary.state == GameState::Finished {
        connection
            .prepare_cached("DELETE FROM absences WHERE game = ?1")?
            .execute(params![game.as_str()])?;
    }
    Ok(Appended::Stored)
}

/// Whether the game ends with the history by which these events were judged. It does not if the game has expired.
fn follows(connection: &Connection, append: &Append) -> rusqlite::Result<bool> {
    match append.events.first() {
        Some(Event { seq: seq @ 2.., .. }) => connection
            .prepare_cached("SELECT 1 FROM events WHERE game = ?1 AND seq = ?2 AND head = ?3")?
            .exists(params![append.game.as_str(), seq - 1, append.after.as_bytes()]),
        Some(_) | None => Ok(true),
    }
}

pub(super) fn history(
    connection: &Connection,
    game: &GameId,
    after: u32,
) -> rusqlite::Result<Option<History>> {
    // Before the events, so that one that is stored meanwhile does not seem to be missing.
    let last = last_event(connection, game)?;
    let mut rows = connection.prepare_cached(
        "SELECT seq, at, body, head FROM events WHERE game = ?1 AND seq >= ?2 ORDER BY seq",
    )?;
    let events = rows
        .query_map(params![game.as_str(), after], |row| match stored_event(row) {
            Err(error) if is_damage(&error) => Ok(Err(error.to_string())),
            event => event.map(Ok),
        })?
        .collect::<rusqlite::Result<Vec<_>>>()?;
    if events.is_empty() && last.is_none() {
        return Ok(None);
    }
    let mut history = History::check(game, after, last.flatten(), events);
    if after < FIRST_EVENT_WITHOUT_PLAYERS - 1 {
        let players = history.events.iter_mut().flat_map(|event| event.kind.players_mut());
        names(connection, game.as_str())?.fill(players);
    }
    Ok(Some(history))
}

/// An event in the columns `seq`, `at`, `body` and `head`.
fn stored_event(row: &Row<'_>) -> rusqlite::Result<StoredEvent> {
    let head = Head::from_bytes(row.get_ref(3)?.as_blob()?).ok_or_else(|| damaged(3, "no head"))?;
    Ok(StoredEvent { seq: row.get(0)?, at: row.get(1)?, body: row.get(2)?, head })
}

/// The number of a game's last event, unless its summary is damaged; `None` if there is no such game.
fn last_event(connection: &Connection, game: &GameId) -> rusqlite::Result<Option<Option<u32>>> {
    connection
        .prepare_cached(
            "SELECT CASE WHEN json_valid(summary) THEN CAST(summary ->> 'seq' AS INTEGER) END
             FROM games WHERE id = ?1",
        )?
        .query_row(params![game.as_str()], |row| Ok(row.get(0).unwrap_or(None)))
        .optional()
}

pub(super) fn deadlines(connection: &Connection, until: Time) -> rusqlite::Result<Vec<Deadline>> {
    let mut deadlines = connection.prepare_cached(DEADLINES)?;
    readable_rows(deadlines.query(params![until])?, |row| {
        let clock = row.get_ref(2)?.as_str()?;
        let clock = ClockKind::ALL.into_iter().find(|kind| kind.name() == clock);
        let clock = clock.ok_or_else(|| damaged(2, "an unknown clock"))?;
        Ok(Deadline { game: parse_id(row, 0)?, at: row.get(1)?, clock })
    })
}

pub(super) fn stale(connection: &Connection, since: Time) -> rusqlite::Result<Vec<GameId>> {
    let mut stale = connection.prepare_cached(STALE)?;
    readable_rows(stale.query(params![since])?, |row| parse_id(row, 0))
}

/// Reads rows whose first column is the id of a game. A damaged row is logged and skipped, so that it does not affect
/// other games.
fn readable_rows<T>(
    mut rows: Rows<'_>,
    read: impl Fn(&Row<'_>) -> rusqlite::Result<T>,
) -> rusqlite::Result<Vec<T>> {
    let mut readable = Vec::new();
    while let Some(row) = rows.next()? {
        match read(row) {
            Ok(value) => readable.push(value),
            Err(error) if is_damage(&error) => {
                tracing::error!(game = ?row.get_ref(0)?, %error, "damaged row skipped");
            }
            Err(error) => return Err(error),
        }
    }
    Ok(readable)
}

pub(super) fn add_player(
    connection: &Connection,
    hash: TokenHash,
    player: &Player,
    now: Time,
) -> rusqlite::Result<()> {
    connection
        .prepare_cached(
            "INSERT INTO players (id, token_hash, name, created, seen) VALUES (?1, ?2, ?3, ?4, ?4)",
        )?
        .execute(params![player.id.as_str(), hash.0, player.name, now])?;
    Ok(())
}

/// The player with this token, and when they were last seen.
pub(super) fn find_player(
    connection: &Connection,
    hash: TokenHash,
) -> rusqlite::Result<Option<(Player, Time)>> {
    connection
        .prepare_cached("SELECT id, name, seen FROM players WHERE token_hash = ?1")?
        .query_row(params![hash.0], |row| {
            Ok((Player { id: parse_id(row, 0)?, name: row.get(1)? }, row.get(2)?))
        })
        .optional()
}

pub(super) fn update_seen(
    connection: &Connection,
    player: &PlayerId,
    now: Time,
) -> rusqlite::Result<()> {
    connection
        .prepare_cached("UPDATE players SET seen = ?2 WHERE id = ?1")?
        .execute(params![player.as_str(), now])?;
    Ok(())
}

/// False if the player does not exist.
pub(super) fn rename_player(connection: &Connection, player: &Player) -> rusqlite::Result<bool> {
    let renamed = connection
        .prepare_cached("UPDATE players SET name = ?2 WHERE id = ?1")?
        .execute(params![player.id.as_str(), player.name])?;
    Ok(renamed > 0)
}

/// False if the old token is not valid.
pub(super) fn replace_token(
    connection: &Connection,
    old: TokenHash,
    new: TokenHash,
) -> rusqlite::Result<bool> {
    let replaced = connection
        .prepare_cached("UPDATE players SET token_hash = ?2 WHERE token_hash = ?1")?
        .execute(params![old.0, new.0])?;
    Ok(replaced > 0)
}

pub(super) fn expire(
    connection: &Connection,
    open_since: Time,
    seen_since: Time,
    now: Time,
) -> rusqlite::Result<Expired> {
    let mut open = connection.prepare_cached(OPEN)?;
    let expired: Vec<GameSummary> = readable_rows(open.query(params![open_since])?, |row| {
        let mut game: GameSummary = from_json(row, 1)?;
        names(connection, game.id.as_str())?.fill(game.players_mut());
        Ok(game)
    })?;
    for game in &expired {
        for delete in [
            "DELETE FROM idempotency_keys WHERE game = ?1",
            "DELETE FROM events WHERE game = ?1",
            "DELETE FROM seats WHERE game = ?1",
            "DELETE FROM absences WHERE game = ?1",
            "DELETE FROM games WHERE id = ?1",
        ] {
            connection.prepare_cached(delete)?.execute(params![game.id.as_str()])?;
        }
        list_index::remove(connection, game)?;
    }
    idempotency::remove_expired(connection, now)?;
    let players = connection.execute(
        "DELETE FROM players WHERE seen < ?1
         AND NOT EXISTS (SELECT 1 FROM seats WHERE seats.player = players.id)",
        params![seen_since],
    )?;
    Ok(Expired { open_games: expired.into_iter().map(|game| game.id).collect(), players })
}

pub(super) fn set_alive(connection: &Connection, now: Time) -> rusqlite::Result<()> {
    connection
        .prepare_cached(
            "INSERT INTO alive (one, at) VALUES (1, ?1) ON CONFLICT (one) DO UPDATE SET at = ?1",
        )?
        .execute(params![now])?;
    Ok(())
}

pub(super) fn last_alive(connection: &Connection) -> rusqlite::Result<Option<Time>> {
    connection.prepare_cached("SELECT at FROM alive")?.query_row((), |row| row.get(0)).optional()
}

pub(super) fn set_absence(connection: &Connection, absence: &Absence) -> rusqlite::Result<()> {
    let Absence { game, since: [white, black], .. } = absence;
    connection
        .prepare_cached(
            "INSERT INTO absences (game, white, black)
             SELECT id, ?2, ?3 FROM games WHERE id = ?1 AND state = 'live'
             ON CONFLICT (game) DO UPDATE SET white = excluded.white, black = excluded.black",
        )?
        .execute(params![game.as_str(), white, black])?;
    Ok(())
}

pub(super) fn absence(
    connection: &Connection,
    game: &GameId,
) -> rusqlite::Result<Option<[Option<Time>; 2]>> {
    connection
        .prepare_cached("SELECT white, black FROM absences WHERE game = ?1")?
        .query_row(params![game.as_str()], |row| Ok([row.get(0)?, row.get(1)?]))
        .optional()
}

pub(super) fn resume_absences(
    connection: &Connection,
    last_alive: Time,
    now: Time,
) -> rusqlite::Result<()> {
    connection.execute(
        "UPDATE absences SET white = ?2 - max(0, ?1 - coalesce(white, ?1)),
                             black = ?2 - max(0, ?1 - coalesce(black, ?1))",
        params![last_alive, now],
    )?;
    Ok(())
}

fn to_json(value: &impl serde::Serialize) -> rusqlite::Result<String> {
    serde_json::to_string(value)
        .map_err(|error| rusqlite::Error::ToSqlConversionFailure(error.into()))
}

pub(super) fn from_json<T: DeserializeOwned>(row: &Row<'_>, column: usize) -> rusqlite::Result<T> {
    serde_json::from_str(row.get_ref(column)?.as_str()?).map_err(|error| {
        rusqlite::Error::FromSqlConversionFailure(column, Type::Text, error.into())
    })
}

fn damaged(column: usize, message: &str) -> rusqlite::Error {
    rusqlite::Error::FromSqlConversionFailure(column, Type::Text, message.into())
}

pub(super) fn parse_id<T>(row: &Row<'_>, column: usize) -> rusqlite::Result<T>
where
    T: std::str::FromStr<Err: std::error::Error + Send + Sync + 'static>,
{
    row.get_ref(column)?.as_str()?.parse().map_err(|error| {
        rusqlite::Error::FromSqlConversionFailure(column, Type::Text, Box::new(error))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::storage::sqlite::migrations::migrate;

    #[test]
    fn due_games_are_found_by_index() {
        let mut connection = Connection::open_in_memory().unwrap();
        migrate(&mut connection).unwrap();
        for (sql, index) in [
            (DEADLINES, "games_due (deadline<?)"),
            (STALE, "games_due (deadline=? AND updated<?)"),
            (OPEN, "games_waiting (updated<?)"),
        ] {
            let plan = list_index::query_plan(&connection, sql);
            assert_eq!(plan, [format!("SEARCH games USING INDEX {index}")]);
        }
    }
}
