//! Seats: who plays in a game and under which name, how many unfinished games a player has, and deleting a player.
//!
//! The name under which a player plays a game is stored only in their seat. Events and summaries are stored with
//! player ids alone and get the names when they are read.

use rusqlite::{Connection, params};
use trid_protocol::{GameId, GameState, GameSummary, Player, PlayerId};

use super::list_index;
use super::queries::{from_json, parse_id};
use crate::storage::list_buckets::fold_case;
use crate::storage::names::{NAMES_PER_WRITE, Names};
use crate::storage::{Deletion, SeatError};

/// Seats the players of a game, or marks their seats as finished. A rejection must be rolled back.
pub(super) fn update_seats(
    connection: &Connection,
    summary: &GameSummary,
    max_unfinished: u32,
) -> rusqlite::Result<Result<(), SeatError>> {
    let finished = summary.state == GameState::Finished;
    let mut update = connection
        .prepare_cached("UPDATE seats SET finished = ?3 WHERE game = ?1 AND player = ?2")?;
    let mut insert = connection.prepare_cached(
        "INSERT INTO seats (game, player, finished, created, name, display_name)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
    )?;
    let players = [Some(&summary.by), summary.white.as_ref(), summary.black.as_ref()];
    for Player { id, name } in players.into_iter().flatten() {
        if update.execute(params![summary.id.as_str(), id.as_str(), finished])? > 0 {
            continue;
        }
        if !finished && !player_exists(connection, id)? {
            return Ok(Err(SeatError::NoPlayer(id.clone())));
        }
        if !finished && count_unfinished(connection, id)? >= max_unfinished {
            return Ok(Err(SeatError::TooManyGames(id.clone())));
        }
        insert.execute(params![
            summary.id.as_str(),
            id.as_str(),
            finished,
            summary.created,
            fold_case(name),
            name
        ])?;
    }
    Ok(Ok(()))
}

fn player_exists(connection: &Connection, player: &PlayerId) -> rusqlite::Result<bool> {
    connection
        .prepare_cached("SELECT 1 FROM players WHERE id = ?1")?
        .exists(params![player.as_str()])
}

fn count_unfinished(connection: &Connection, player: &PlayerId) -> rusqlite::Result<u32> {
    connection
        .prepare_cached("SELECT count(*) FROM seats WHERE player = ?1 AND finished = 0")?
        .query_row(params![player.as_str()], |row| row.get(0))
}

/// The open and live games of a player.
pub(super) fn unfinished(
    connection: &Connection,
    player: &PlayerId,
) -> rusqlite::Result<Vec<GameId>> {
    connection
        .prepare_cached("SELECT game FROM seats WHERE player = ?1 AND finished = 0")?
        .query_map(params![player.as_str()], |row| parse_id(row, 0))?
        .collect()
}

/// The names under which the players of a game play.
pub(super) fn names(connection: &Connection, game: &str) -> rusqlite::Result<Names> {
    connection
        .prepare_cached("SELECT player, display_name FROM seats WHERE game = ?1")?
        .query_map(params![game], |row| Ok((parse_id(row, 0)?, row.get(1)?)))?
        .collect::<rusqlite::Result<_>>()
        .map(Names)
}

/// The summary of a game, with names.
pub(super) fn summary(connection: &Connection, game: &str) -> rusqlite::Result<GameSummary> {
    let mut summary: GameSummary = connection
        .prepare_cached("SELECT summary FROM games WHERE id = ?1")?
        .query_row(params![game], |row| from_json(row, 0))?;
    names(connection, game)?.fill(summary.players_mut());
    Ok(summary)
}

/// Removes a player's names, token and keys, once none of their games is unfinished except `ignored` ones.
pub(super) fn delete_player(
    connection: &Connection,
    player: &PlayerId,
    ignored: &[GameId],
) -> rusqlite::Result<Deletion> {
    let mut unfinished = unfinished(connection, player)?;
    unfinished.retain(|game| !ignored.contains(game));
    if !unfinished.is_empty() {
        return Ok(Deletion::Unfinished(unfinished));
    }
    let named: Vec<String> = connection
        .prepare_cached("SELECT game FROM seats WHERE player = ?1 AND display_name <> '' LIMIT ?2")?
        .query_map(params![player.as_str(), NAMES_PER_WRITE], |row| row.get(0))?
        .collect::<rusqlite::Result<_>>()?;
    let mut clear = connection.prepare_cached(
        "UPDATE seats SET name = '', display_name = '' WHERE game = ?1 AND player = ?2",
    )?;
    for game in &named {
        list_index::remove_name(connection, game, player)?;
        clear.execute(params![game, player.as_str()])?;
    }
    if named.len() == NAMES_PER_WRITE as usize {
        return Ok(Deletion::InProgress);
    }
    for delete in
        ["DELETE FROM idempotency_keys WHERE player = ?1", "DELETE FROM players WHERE id = ?1"]
    {
        connection.prepare_cached(delete)?.execute(params![player.as_str()])?;
    }
    Ok(Deletion::Done)
}

#[cfg(test)]
mod tests {
    use trid_protocol::Time;

    use super::*;
    use crate::identity::{Token, random_player_id};
    use crate::storage::sqlite::migrations::migrate;
    use crate::storage::sqlite::queries::add_player;

    #[test]
    fn names_are_removed_in_bounded_parts() {
        let mut connection = Connection::open_in_memory().unwrap();
        migrate(&mut connection).unwrap();
        let player = Player { id: random_player_id(), name: "Ada".to_owned() };
        add_player(&connection, Token::random().hash(), &player, Time(0)).unwrap();
        let mut insert = connection
            .prepare("INSERT INTO seats VALUES (printf('%016d', ?1), ?2, 1, 0, 'ada', 'Ada')")
            .unwrap();
        for game in 0..2 * NAMES_PER_WRITE + 1 {
            insert.execute(params![game, player.id.as_str()]).unwrap();
        }
        for expected in [Deletion::InProgress, Deletion::InProgress, Deletion::Done] {
            assert!(player_exists(&connection, &player.id).unwrap());
            assert_eq!(delete_player(&connection, &player.id, &[]).unwrap(), expected);
        }
        assert!(!player_exists(&connection, &player.id).unwrap());
        let named = "SELECT count(*) FROM seats WHERE name <> '' OR display_name <> ''";
        assert_eq!(connection.query_row(named, (), |row| row.get(0)), Ok(0));
        let plan = "SELECT game FROM seats WHERE player = ?1 AND display_name <> '' LIMIT ?2";
        let plan = list_index::query_plan(&connection, plan);
        assert_eq!(plan, ["SEARCH seats USING INDEX seats_with_name (player=?)"]);
    }
}
