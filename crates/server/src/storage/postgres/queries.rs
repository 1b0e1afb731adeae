//! Queries that only read.

use deadpool_postgres::{GenericClient, Object};
use tokio_postgres::Row;
use tokio_postgres::types::ToSql;
use trid_protocol::{GameId, GameSummary, Player, PlayerId, Time};

use super::error::QueryError;
use super::rows::{
    clock_kind, from_json, head, parse_id, readable_rows, select, seq, stored_event, to_integer,
};
use crate::identity::TokenHash;
use crate::storage::list_buckets::{Bucket, Selection};
use crate::storage::names::{FIRST_EVENT_WITHOUT_PLAYERS, Names};
use crate::storage::shared::{RemotePresence, Tip};
use crate::storage::{Deadline, History, IdempotencyKey, KEY_LIFETIME, KeyUse, ListQuery};

/// The newest entries of all matching buckets, in one snapshot: a game that moves between buckets appears once.
const NEWEST: &str = "SELECT entry.game, entry.created, games.summary
     FROM unnest($2::text[]) AS matching (bucket)
     CROSS JOIN LATERAL (
         SELECT created, game FROM trid.list_entries
         WHERE label = $1 AND list_entries.bucket = matching.bucket
             AND created >= $3 AND (created, game) < ($4, $5)
             AND ($7::text IS NULL OR EXISTS (
                 SELECT 1 FROM trid.seats
                 WHERE seats.game = list_entries.game AND seats.name >= $7 AND seats.name < $8))
         ORDER BY created DESC, game DESC LIMIT $6
     ) AS entry
     LEFT JOIN trid.games ON games.id = entry.game
     ORDER BY entry.created DESC, entry.game DESC LIMIT $6";

pub(super) async fn history(
    client: &Object,
    game: &GameId,
    after: u32,
) -> Result<Option<History>, QueryError> {
    let sql = "SELECT events.seq, at, body, events.head, games.seq
               FROM trid.events LEFT JOIN trid.games ON games.id = game
               WHERE game = $1 AND events.seq >= $2 ORDER BY events.seq";
    let rows = select(client, sql, &[&game.as_str(), &to_integer(after)]).await?;
    if rows.is_empty() && tips(client, std::slice::from_ref(game)).await?.is_empty() {
        return Ok(None);
    }
    let events = rows.iter().map(|row| stored_event(row, 0).map_err(|error| error.to_string()));
    let last = rows.first().and_then(|row| seq(row, 4).ok());
    let mut history = History::check(game, after, last, events);
    if after < FIRST_EVENT_WITHOUT_PLAYERS - 1 {
        let players = history.events.iter_mut().flat_map(|event| event.kind.players_mut());
        names(client, &[game.as_str()]).await?.of(game.as_str()).fill(players);
    }
    Ok(Some(history))
}

/// Where each of these games that exists ends.
pub(super) async fn tips(client: &Object, games: &[GameId]) -> Result<Vec<Tip>, QueryError> {
    let ids: Vec<&str> = games.iter().map(GameId::as_str).collect();
    let sql = "SELECT id, seq, head FROM trid.games WHERE id = ANY($1)";
    let rows = select(client, sql, &[&ids]).await?;
    readable_rows(&rows, |row| {
        Ok(Tip { game: parse_id(row, 0)?, seq: seq(row, 1)?, head: head(row, 2)? })
    })
}

/// The names of the players of several games.
pub(super) struct NamesByGame(Vec<(String, PlayerId, String)>);

impl NamesByGame {
    /// The names of one game.
    pub(super) fn of(&self, game: &str) -> Names {
        let of_game = self.0.iter().filter(|(id, _, _)| id == game);
        Names(of_game.map(|(_, player, name)| (player.clone(), name.clone())).collect())
    }
}

pub(super) async fn names(
    client: &impl GenericClient,
    games: &[&str],
) -> Result<NamesByGame, QueryError> {
    let sql = "SELECT game, player, display_name FROM trid.seats WHERE game = ANY($1)";
    let rows = select(client, sql, &[&games]).await?;
    let names = rows.iter().map(|row| Ok((row.try_get(0)?, parse_id(row, 1)?, row.try_get(2)?)));
    names.collect::<Result<_, QueryError>>().map(NamesByGame)
}

pub(super) async fn list(
    client: &Object,
    query: &ListQuery,
) -> Result<Vec<GameSummary>, QueryError> {
    let buckets: Vec<String> = Bucket::matching(query).into_iter().map(Bucket::key).collect();
    let limit = usize::try_from(query.limit).unwrap_or(usize::MAX);
    let mut before = query.before.as_ref().map(|(created, game)| (*created, game.to_string()));
    let mut games = Vec::new();
    // Damaged games are skipped: only the last page is short.
    while games.len() < limit {
        let Selection { label, from, until: (until, until_game), name_range } =
            Selection::of(query, before.as_ref());
        let (name, name_end) = name_range.unzip();
        let wanted = i64::try_from(limit - games.len()).unwrap_or(i64::MAX);
        let bounds: [&(dyn ToSql + Sync); 8] =
            [&label, &buckets, &from, &until, &until_game, &wanted, &name, &name_end];
        let rows = select(client, NEWEST, &bounds).await?;
        let mut page = readable_rows(&rows, |row| match row.try_get::<_, Option<&str>>(2)? {
            Some(_) => from_json::<GameSummary>(row, 2),
            None => Err(QueryError::Damaged("the game does not exist".to_owned())),
        })?;
        let ids: Vec<&str> = page.iter().map(|game| game.id.as_str()).collect();
        let names = names(client, &ids).await?;
        for game in &mut page {
            let names = names.of(game.id.as_str());
            names.fill(game.players_mut());
        }
        games.append(&mut page);
        if i64::try_from(rows.len()).is_ok_and(|found| found < wanted) {
            break;
        }
        before = match rows.last() {
            Some(last) => Some((last.try_get(1)?, last.try_get(0)?)),
            None => break,
        };
    }
    Ok(games)
}

pub(super) async fn find_key(
    client: &impl GenericClient,
    key: &IdempotencyKey,
    now: Time,
) -> Result<Option<KeyUse>, QueryError> {
    let sql = "SELECT request, game FROM trid.idempotency_keys
             WHERE player = $1 AND key = $2 AND created > $3";
    let found =
        select(client, sql, &[&key.player.as_str(), &key.text, &(now - KEY_LIFETIME)]).await?;
    let Some(row) = found.first() else {
        return Ok(None);
    };
    Ok(Some(if row.try_get::<_, &[u8]>(0)? == key.request {
        KeyUse::SameRequest(parse_id(row, 1)?)
    } else {
        KeyUse::OtherRequest
    }))
}

/// The deadlines of live games, up to this time.
pub(super) async fn deadlines(client: &Object, until: Time) -> Result<Vec<Deadline>, QueryError> {
    let sql = "SELECT id, deadline, clock FROM trid.games WHERE state = 'live' AND deadline <= $1";
    readable_rows(&select(client, sql, &[&until]).await?, |row| {
        Ok(Deadline { game: parse_id(row, 0)?, at: row.try_get(1)?, clock: clock_kind(row, 2)? })
    })
}

pub(super) async fn stale(client: &Object, since: Time) -> Result<Vec<GameId>, QueryError> {
    let sql =
        "SELECT id FROM trid.games WHERE state = 'live' AND deadline IS NULL AND updated < $1";
    readable_rows(&select(client, sql, &[&since]).await?, |row| parse_id(row, 0))
}

/// The tokens of those of these players that exist.
pub(super) async fn tokens(
    client: &Object,
    players: &[PlayerId],
) -> Result<Vec<(PlayerId, TokenHash)>, QueryError> {
    let ids: Vec<&str> = players.iter().map(PlayerId::as_str).collect();
    let sql = "SELECT id, token_hash FROM trid.players WHERE id = ANY($1)";
    let rows = select(client, sql, &[&ids]).await?;
    let token = |row: &Row| {
        let hash: &[u8] = row.try_get(1)?;
        let hash = hash.try_into().map_err(|_| QueryError::Damaged("a token hash".to_owned()))?;
        Ok((parse_id(row, 0)?, TokenHash(hash)))
    };
    rows.iter().map(token).collect()
}

/// The player with this token, and when they were last seen.
pub(super) async fn find_player(
    client: &Object,
    hash: TokenHash,
) -> Result<Option<(Player, Time)>, QueryError> {
    let sql = "SELECT id, name, seen FROM trid.players WHERE token_hash = $1";
    let found = select(client, sql, &[&hash.0.as_slice()]).await?;
    let Some(row) = found.first() else {
        return Ok(None);
    };
    Ok(Some((Player { id: parse_id(row, 0)?, name: row.try_get(1)? }, row.try_get(2)?)))
}

pub(super) async fn last_alive(client: &Object) -> Result<Option<Time>, QueryError> {
    let sql = "SELECT max(at) FROM trid.nodes";
    Ok(select(client, sql, &[]).await?[0].try_get(0)?)
}

pub(super) async fn absence(
    client: &Object,
    game: &GameId,
) -> Result<Option<[Option<Time>; 2]>, QueryError> {
    let sql = "SELECT white, black FROM trid.absences WHERE game = $1";
    match select(client, sql, &[&game.as_str()]).await?.first() {
        Some(row) => Ok(Some([row.try_get(0)?, row.try_get(1)?])),
        None => Ok(None),
    }
}

/// Who is connected to other processes.
pub(super) async fn remote_presence(
    client: &Object,
    game: &GameId,
    node: &str,
) -> Result<RemotePresence, QueryError> {
    let sql = "SELECT coalesce(bool_or(white), false), coalesce(bool_or(black), false),
                    coalesce(sum(spectators), 0)
             FROM trid.presence WHERE game = $1 AND node <> $2";
    let row = &select(client, sql, &[&game.as_str(), &node]).await?[0];
    let spectators = u32::try_from(row.try_get::<_, i64>(2)?).unwrap_or(u32::MAX);
    Ok(RemotePresence { here: [row.try_get(0)?, row.try_get(1)?], spectators })
}
