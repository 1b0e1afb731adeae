//! The index behind lists of games (the SQL table `list_entries`), so that no list scans other games.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use rusqlite::{Connection, named_params, params};
use trid_protocol::{GameSummary, PlayerId, Time};

use super::connection::is_damage;
use super::seats;
use crate::storage::ListQuery;
use crate::storage::list_buckets::{Bucket, Selection, labels, name_labels};

/// The newest entries of a bucket.
const NEWEST: &str = "SELECT created, game FROM list_entries
     WHERE label = :label AND bucket = :bucket AND created >= :from AND (created, game) < (:until, :untilGame)
     ORDER BY created DESC, game DESC LIMIT :limit";

/// The newest entries of a bucket with a player whose name has a prefix.
const NEWEST_BY_NAME: &str = "SELECT created, game FROM list_entries
     WHERE label = :label AND bucket = :bucket AND created >= :from AND (created, game) < (:until, :untilGame)
         AND EXISTS (SELECT 1 FROM seats
                     WHERE seats.game = list_entries.game AND seats.name >= :name AND seats.name < :nameEnd)
     ORDER BY created DESC, game DESC LIMIT :limit";

/// Removes the entries of a player's name, except those that the opponent's name has too.
pub(super) fn remove_name(
    connection: &Connection,
    game: &str,
    player: &PlayerId,
) -> rusqlite::Result<()> {
    let mut names = connection.prepare_cached("SELECT player, name FROM seats WHERE game = ?1")?;
    let (mut removed, mut kept) = (BTreeSet::new(), BTreeSet::new());
    let mut rows = names.query(params![game])?;
    while let Some(row) = rows.next()? {
        let is_removed = row.get_ref(0)?.as_str()? == player.as_str();
        let labels = if is_removed { &mut removed } else { &mut kept };
        labels.extend(name_labels(row.get_ref(1)?.as_str()?));
    }
    let mut delete = connection.prepare_cached(
        "DELETE FROM list_entries WHERE label = ?1 AND game = ?2 AND (bucket, created) =
             (SELECT concat_ws(' ', state, access, rules, clock, result), created FROM games WHERE id = ?2)",
    )?;
    for label in removed.difference(&kept) {
        delete.execute(params![label, game])?;
    }
    Ok(())
}

/// Inserts or moves a game's entries.
pub(super) fn update(connection: &Connection, game: &GameSummary) -> rusqlite::Result<()> {
    remove(connection, game)?;
    let mut insert = connection.prepare_cached(
        "INSERT OR IGNORE INTO list_entries (label, bucket, created, game) VALUES (?1, ?2, ?3, ?4)",
    )?;
    let bucket = Bucket::of(game).key();
    for label in labels(game) {
        insert.execute(params![label, bucket, game.created, game.id.as_str()])?;
    }
    Ok(())
}

/// Removes the entries of an open or live game. A finished game never moves again.
pub(super) fn remove(connection: &Connection, game: &GameSummary) -> rusqlite::Result<()> {
    let mut delete = connection.prepare_cached(
        "DELETE FROM list_entries WHERE label = ?1 AND bucket = ?2 AND created = ?3 AND game = ?4",
    )?;
    for bucket in Bucket::unfinished(game) {
        for label in labels(game) {
            delete.execute(params![label, bucket.key(), game.created, game.id.as_str()])?;
        }
    }
    Ok(())
}

pub(super) fn list(
    connection: &Connection,
    query: &ListQuery,
) -> rusqlite::Result<Vec<GameSummary>> {
    // One snapshot: a game that moves between buckets meanwhile appears exactly once.
    let transaction = connection.unchecked_transaction()?;
    let limit = usize::try_from(query.limit).unwrap_or(usize::MAX);
    let mut before = query.before.as_ref().map(|(created, game)| (*created, game.to_string()));
    let mut games = Vec::new();
    // Damaged games are skipped: only the last page is short.
    while games.len() < limit {
        let mut found = Vec::new();
        for bucket in Bucket::matching(query) {
            found.append(&mut newest(&transaction, query, before.as_ref(), bucket)?);
        }
        found.sort_unstable_by(|a, b| Reverse(a).cmp(&Reverse(b)));
        let is_last = found.len() < limit;
        found.truncate(limit);
        before = found.last().cloned();
        for (_, game) in &found {
            games.extend(summary(&transaction, game)?);
        }
        if is_last {
            break;
        }
    }
    games.truncate(limit);
    Ok(games)
}

/// The summary of a game; `None`, with a log entry, if it is damaged.
fn summary(connection: &Connection, game: &str) -> rusqlite::Result<Option<GameSummary>> {
    match seats::summary(connection, game) {
        Ok(summary) => Ok(Some(summary)),
        Err(error) if is_damage(&error) || error == rusqlite::Error::QueryReturnedNoRows => {
            tracing::error!(game, %error, "damaged game not listed");
            Ok(None)
        }
        Err(error) => Err(error),
    }
}

/// The newest entries of a bucket that match a query.
fn newest(
    connection: &Connection,
    query: &ListQuery,
    before: Option<&(Time, String)>,
    bucket: Bucket,
) -> rusqlite::Result<Vec<(Time, String)>> {
    let Selection { label, from, until: (until, until_game), name_range } =
        Selection::of(query, before);
    let bounds = named_params! {
        ":label": label,
        ":bucket": bucket.key(),
        ":from": from,
        ":until": until,
        ":untilGame": until_game,
        ":limit": query.limit,
    };
    let read = |row: &rusqlite::Row<'_>| Ok((row.get(0)?, row.get(1)?));
    match name_range {
        None => connection.prepare_cached(NEWEST)?.query_map(bounds, read)?.collect(),
        Some((name, end)) => {
            let names = named_params! { ":name": name, ":nameEnd": end };
            connection
                .prepare_cached(NEWEST_BY_NAME)?
                .query_map([bounds, names].concat().as_slice(), read)?
                .collect()
        }
    }
}

/// SQLite's query plan, one step per item.
#[cfg(test)]
pub(super) fn query_plan(connection: &Connection, sql: &str) -> Vec<String> {
    let mut explain = connection.prepare(&format!("EXPLAIN QUERY PLAN {sql}")).unwrap();
    explain.raw_query().mapped(|row| row.get(3)).collect::<rusqlite::Result<_>>().unwrap()
}

#[cfg(test)]
mod tests {
    use trid_protocol::{Access, ColorChoice, GameState, Player, TimeControl};
    use trid_rules::{GameResult, RuleBook};

    use super::*;
    use crate::identity::{Token, random_game_id, random_player_id};
    use crate::storage::sqlite::migrations::migrate;
    use crate::storage::sqlite::queries::{add_player, append, expire};
    use crate::storage::{Append, Appended, Head};

    fn database() -> Connection {
        let mut connection = Connection::open_in_memory().unwrap();
        migrate(&mut connection).unwrap();
        connection
    }

    fn count(connection: &Connection) -> usize {
        connection.query_row("SELECT count(*) FROM list_entries", (), |row| row.get(0)).unwrap()
    }

    #[test]
    fn an_expired_game_leaves_no_entries() {
        let connection = database();
        let by = Player { id: random_player_id(), name: "Bartholomäus".to_owned() };
        add_player(&connection, Token::random().hash(), &by, Time(0)).unwrap();
        let summary = GameSummary {
            id: random_game_id(),
            state: GameState::Open,
            rules: RuleBook::ALL[0],
            custom_start: false,
            access: Access::Lobby,
            clock: TimeControl::Unlimited {},
            by,
            color: ColorChoice::White,
            white: None,
            black: None,
            created: Time(1),
            updated: Time(1),
            seq: 1,
            plies: 0,
            turn: trid_rules::Color::White,
            tfen: String::new(),
            last: None,
            status: None,
            result: GameResult::None,
            reason: None,
        };
        let game = summary.id.clone();
        let (after, events) = (Head::of(&game), Vec::new());
        let new = Append { game, after, events, summary, deadline: None, max_unfinished: 1 };
        assert_eq!(append(&connection, &new).unwrap(), Appended::Stored);
        assert_eq!(count(&connection), labels(&new.summary).len());
        assert_eq!(count(&connection), 10, "all games, the player and eight prefixes");
        expire(&connection, Time(100), Time(0), Time(0)).unwrap();
        assert_eq!(count(&connection), 0);
    }

    #[test]
    fn lists_search_only_matching_buckets() {
        let connection = database();
        let search = "SEARCH list_entries USING PRIMARY KEY (label=? AND bucket=? AND created>? AND (created,game)<(?,?))";
        assert_eq!(query_plan(&connection, NEWEST), [search]);
        let by_name = query_plan(&connection, NEWEST_BY_NAME);
        assert_eq!(by_name[0], search);
        assert_eq!(by_name.last().unwrap(), "SEARCH seats EXISTS USING PRIMARY KEY (game=?)");
        assert!(by_name.iter().all(|step| !step.contains("SCAN") && !step.contains("TEMP")));
    }
}
