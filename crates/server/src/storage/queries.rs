//! The SQL of the SQLite storage, and nothing else of it.

use rusqlite::types::{ToSql, Type};
use rusqlite::{Connection, ErrorCode, OptionalExtension, Row, named_params, params};
use serde::de::DeserializeOwned;

use super::{Absence, Append, Appended, Deadline, Expired, Listing};
use crate::clock::Millis;
use crate::identity::{GameId, PlayerId, TokenHash};
use crate::wire::{ClockKind, Event, GameState, GameSummary, Player};

/// On a conflict the caller undoes what is stored so far.
pub(super) fn append(connection: &Connection, append: &Append) -> rusqlite::Result<Appended> {
    let Append { game, events, summary, deadline } = append;
    let mut insert = connection
        .prepare_cached("INSERT INTO events (game, seq, at, body) VALUES (?1, ?2, ?3, ?4)")?;
    for event in events {
        let body = to_json(&event.what)?;
        match insert.execute(params![game.as_str(), event.seq, event.at, body]) {
            Err(rusqlite::Error::SqliteFailure(error, _))
                if error.code == ErrorCode::ConstraintViolation =>
            {
                return Ok(Appended::Conflict);
            }
            other => other?,
        };
    }
    // A move changes nothing by which games are found, and so no index either.
    if summary.plies > 0 && summary.state == GameState::Live {
        connection
            .prepare_cached(
                "UPDATE games SET updated = ?2, deadline = ?3, summary = ?4 WHERE id = ?1",
            )?
            .execute(params![game.as_str(), summary.updated, deadline, to_json(summary)?])?;
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
            ":summary": to_json(summary)?,
        })?;
    seat(connection, summary)?;
    if summary.state == GameState::Finished {
        connection
            .prepare_cached("DELETE FROM absences WHERE game = ?1")?
            .execute(params![game.as_str()])?;
    }
    Ok(Appended::Stored)
}

/// Seats change twice in a game's life: when it begins and when it ends.
fn seat(connection: &Connection, summary: &GameSummary) -> rusqlite::Result<()> {
    let finished = summary.state == GameState::Finished;
    let mut insert = connection.prepare_cached(
        "INSERT INTO seats (game, player, finished, created, name) VALUES (?1, ?2, ?3, ?4, ?5)
         ON CONFLICT (game, player) DO UPDATE SET finished = excluded.finished",
    )?;
    for player in
        [Some(&summary.by), summary.white.as_ref(), summary.black.as_ref()].into_iter().flatten()
    {
        insert.execute(params![
            summary.id.as_str(),
            player.id.as_str(),
            finished,
            summary.created,
            folded(&player.name)
        ])?;
    }
    Ok(())
}

pub(super) fn events(
    connection: &Connection,
    game: &GameId,
    after: u32,
) -> rusqlite::Result<Option<Vec<Event>>> {
    let events = connection
        .prepare_cached(
            "SELECT seq, at, body FROM events WHERE game = ?1 AND seq > ?2 ORDER BY seq",
        )?
        .query_map(params![game.as_str(), after], |row| {
            Ok(Event { seq: row.get(0)?, at: row.get(1)?, what: from_json(row, 2)? })
        })?
        .collect::<rusqlite::Result<Vec<Event>>>()?;
    if events.is_empty() && (after == 0 || !exists(connection, game)?) {
        return Ok(None);
    }
    Ok(Some(events))
}

fn exists(connection: &Connection, game: &GameId) -> rusqlite::Result<bool> {
    connection.prepare_cached("SELECT 1 FROM games WHERE id = ?1")?.exists(params![game.as_str()])
}

pub(super) fn list(
    connection: &Connection,
    listing: &Listing,
) -> rusqlite::Result<Vec<GameSummary>> {
    let mut conditions: Vec<&str> = Vec::new();
    let mut values: Vec<(&str, &dyn ToSql)> = Vec::new();
    let player = listing.player.as_ref().map(PlayerId::as_str);
    let from = if player.is_some() {
        conditions.push("seats.player = :player");
        values.push((":player", &player));
        "seats JOIN games ON games.id = seats.game"
    } else {
        "games"
    };
    let state = listing.state.map(GameState::name);
    if state.is_some() {
        conditions.push("games.state = :state");
        values.push((":state", &state));
    }
    if !listing.unlisted {
        conditions.push("games.access = 'lobby'");
    }
    let names = listing.name.as_deref().map(folded).map(|name| {
        let end = format!("{name}{}", char::MAX);
        (name, end)
    });
    if let Some((name, end)) = &names {
        // The empty name is excluded by word too, so that the index of those who have one is used.
        conditions
            .push("games.id IN (SELECT game FROM seats WHERE name <> '' AND name >= :name AND name < :nameEnd)");
        values.push((":name", name));
        values.push((":nameEnd", end));
    }
    if let Some(from) = &listing.from {
        conditions.push("games.created >= :from");
        values.push((":from", from));
    }
    if let Some(until) = &listing.until {
        conditions.push("games.created < :until");
        values.push((":until", until));
    }
    let rules = listing.rules.map(trid_rules::RuleBook::name);
    if rules.is_some() {
        conditions.push("games.rules = :rules");
        values.push((":rules", &rules));
    }
    let clock = listing.clock.map(ClockKind::name);
    if clock.is_some() {
        conditions.push("games.clock = :clock");
        values.push((":clock", &clock));
    }
    let result = listing.result.map(crate::wire::Points::name);
    if result.is_some() {
        conditions.push("games.result = :result");
        values.push((":result", &result));
    }
    let before = listing.before.as_ref().map(|(created, id)| (*created, id.as_str()));
    if let Some((created, id)) = &before {
        conditions.push("(games.created, games.id) < (:before, :beforeId)");
        values.push((":before", created));
        values.push((":beforeId", id));
    }
    if conditions.is_empty() {
        conditions.push("1");
    }
    values.push((":limit", &listing.limit));
    let sql = format!(
        "SELECT games.summary FROM {from} WHERE {} ORDER BY games.created DESC, games.id DESC LIMIT :limit",
        conditions.join(" AND ")
    );
    connection
        .prepare_cached(&sql)?
        .query_map(values.as_slice(), |row| from_json(row, 0))?
        .collect()
}

pub(super) fn count_unfinished(
    connection: &Connection,
    player: &PlayerId,
) -> rusqlite::Result<u32> {
    connection
        .prepare_cached("SELECT count(*) FROM seats WHERE player = ?1 AND finished = 0")?
        .query_row(params![player.as_str()], |row| row.get(0))
}

pub(super) fn deadlines(connection: &Connection) -> rusqlite::Result<Vec<Deadline>> {
    connection
        .prepare_cached(
            "SELECT id, deadline, clock FROM games WHERE state = 'live' AND deadline IS NOT NULL",
        )?
        .query_map((), |row| {
            let clock = row.get_ref(2)?.as_str()?;
            let clock = ClockKind::ALL.into_iter().find(|kind| kind.name() == clock);
            let clock = clock.ok_or(rusqlite::Error::InvalidQuery)?;
            Ok(Deadline { game: game_id(row, 0)?, at: row.get(1)?, clock })
        })?
        .collect()
}

pub(super) fn stale(connection: &Connection, since: Millis) -> rusqlite::Result<Vec<GameId>> {
    connection
        .prepare_cached(
            "SELECT id FROM games WHERE state = 'live' AND deadline IS NULL AND updated < ?1",
        )?
        .query_map(params![since], |row| game_id(row, 0))?
        .collect()
}

pub(super) fn add_player(
    connection: &Connection,
    hash: TokenHash,
    player: &Player,
    now: Millis,
) -> rusqlite::Result<()> {
    connection
        .prepare_cached(
            "INSERT INTO players (id, token_hash, name, created, seen) VALUES (?1, ?2, ?3, ?4, ?4)",
        )?
        .execute(params![player.id.as_str(), hash.0, player.name, now])?;
    Ok(())
}

/// The player with this token, and when he was last seen.
pub(super) fn find_player(
    connection: &Connection,
    hash: TokenHash,
) -> rusqlite::Result<Option<(Player, Millis)>> {
    connection
        .prepare_cached("SELECT id, name, seen, token_hash FROM players WHERE token_hash = ?1")?
        .query_row(params![hash.0], |row| {
            let player = Player { id: parsed(row, 0)?, name: row.get(1)? };
            Ok((player, row.get(2)?, TokenHash(row.get(3)?)))
        })
        .optional()
        .map(|found| {
            found.filter(|(_, _, stored)| *stored == hash).map(|(player, seen, _)| (player, seen))
        })
}

pub(super) fn note_seen(
    connection: &Connection,
    player: &PlayerId,
    now: Millis,
) -> rusqlite::Result<()> {
    connection
        .prepare_cached("UPDATE players SET seen = ?2 WHERE id = ?1")?
        .execute(params![player.as_str(), now])?;
    Ok(())
}

pub(super) fn rename_player(connection: &Connection, player: &Player) -> rusqlite::Result<()> {
    connection
        .prepare_cached("UPDATE players SET name = ?2 WHERE id = ?1")?
        .execute(params![player.id.as_str(), player.name])?;
    Ok(())
}

pub(super) fn expire(
    connection: &Connection,
    open_since: Millis,
    seen_since: Millis,
) -> rusqlite::Result<Expired> {
    let old = "SELECT id FROM games WHERE state = 'open' AND updated < ?1";
    for table in ["events", "seats", "absences"] {
        connection
            .execute(&format!("DELETE FROM {table} WHERE game IN ({old})"), params![open_since])?;
    }
    let open_games = connection
        .execute("DELETE FROM games WHERE state = 'open' AND updated < ?1", params![open_since])?;
    let players = connection.execute(
        "DELETE FROM players WHERE seen < ?1
         AND NOT EXISTS (SELECT 1 FROM seats WHERE seats.player = players.id)",
        params![seen_since],
    )?;
    Ok(Expired { open_games, players })
}

pub(super) fn note_alive(connection: &Connection, now: Millis) -> rusqlite::Result<()> {
    connection
        .prepare_cached(
            "INSERT INTO alive (one, at) VALUES (1, ?1) ON CONFLICT (one) DO UPDATE SET at = ?1",
        )?
        .execute(params![now])?;
    Ok(())
}

pub(super) fn last_alive(connection: &Connection) -> rusqlite::Result<Option<Millis>> {
    connection.prepare_cached("SELECT at FROM alive")?.query_row((), |row| row.get(0)).optional()
}

pub(super) fn note_absence(connection: &Connection, absence: &Absence) -> rusqlite::Result<()> {
    let Absence { game, since: [white, black] } = absence;
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
) -> rusqlite::Result<Option<[Option<Millis>; 2]>> {
    connection
        .prepare_cached("SELECT white, black FROM absences WHERE game = ?1")?
        .query_row(params![game.as_str()], |row| Ok([row.get(0)?, row.get(1)?]))
        .optional()
}

pub(super) fn resume_absences(
    connection: &Connection,
    last_alive: Millis,
    now: Millis,
) -> rusqlite::Result<()> {
    connection.execute(
        "UPDATE absences SET white = ?2 - max(0, ?1 - coalesce(white, ?1)),
                             black = ?2 - max(0, ?1 - coalesce(black, ?1))",
        params![last_alive, now],
    )?;
    Ok(())
}

/// A name as it is looked for.
pub(super) fn folded(name: &str) -> String {
    name.to_lowercase()
}

fn to_json(value: &impl serde::Serialize) -> rusqlite::Result<String> {
    serde_json::to_string(value)
        .map_err(|error| rusqlite::Error::ToSqlConversionFailure(error.into()))
}

fn from_json<T: DeserializeOwned>(row: &Row<'_>, column: usize) -> rusqlite::Result<T> {
    serde_json::from_str(row.get_ref(column)?.as_str()?).map_err(|error| {
        rusqlite::Error::FromSqlConversionFailure(column, Type::Text, error.into())
    })
}

fn game_id(row: &Row<'_>, column: usize) -> rusqlite::Result<GameId> {
    parsed(row, column)
}

fn parsed<T>(row: &Row<'_>, column: usize) -> rusqlite::Result<T>
where
    T: std::str::FromStr<Err: std::error::Error + Send + Sync + 'static>,
{
    row.get_ref(column)?.as_str()?.parse().map_err(|error| {
        rusqlite::Error::FromSqlConversionFailure(column, Type::Text, Box::new(error))
    })
}
