//! Writes other than appends: players and expiry. Those about presence are in `presence.rs`.

use std::collections::BTreeSet;

use deadpool_postgres::Transaction;
use tokio_postgres::types::ToSql;
use trid_protocol::{GameId, GameSummary, Millis, Player, PlayerId};

use super::append::{AppendGroup, remove_list_entries};
use super::error::QueryError;
use super::presence::{note_absences, note_alive, remove_lost_processes};
use super::queries::names;
use super::rows::{from_json, parse_id, readable_rows};
use super::transfer::{import_games, import_players};
use crate::identity::TokenHash;
use crate::storage::list_buckets::{labels, name_labels};
use crate::storage::names::NAMES_PER_WRITE;
use crate::storage::shared::{Change, LostPresence};
use crate::storage::transfer::{GameRow, PlayerRow};
use crate::storage::{Absence, Created, Deletion, Expired, KEY_LIFETIME};

/// The maximum number of games, and of players, that one write expires, so that other writes do not wait long.
pub(super) const EXPIRED_PER_WRITE: usize = 500;

/// A write.
pub(super) enum Operation {
    Append(AppendGroup),
    AddPlayer { hash: TokenHash, player: Player, now: Millis },
    UpdateSeen { player: PlayerId, now: Millis },
    RenamePlayer(Player),
    ReplaceToken { old: TokenHash, new: TokenHash },
    DeletePlayer { player: PlayerId, ignored: Vec<GameId> },
    Expire { open_since: Millis, seen_since: Millis, now: Millis },
    NoteAlive(Millis),
    NoteAbsences(Vec<Absence>),
    ResumeAbsences { last_alive: Millis, now: Millis },
    RemoveLostNodes(Millis),
    ImportPlayers(Vec<PlayerRow>),
    ImportGames(Vec<GameRow>),
}

/// The result of a write.
#[derive(Debug)]
pub(super) enum Output {
    Created(Created),
    Deletion(Deletion),
    Expired(Expired),
    LostPresences(Vec<LostPresence>),
    Flag(bool),
    Done,
}

impl Operation {
    /// Whether it locks many rows in an order that depends on the data, and needs a transaction of its own.
    pub(super) const fn is_exclusive(&self) -> bool {
        matches!(
            self,
            Self::DeletePlayer { .. }
                | Self::Expire { .. }
                | Self::NoteAbsences(_)
                | Self::ResumeAbsences { .. }
                | Self::RemoveLostNodes(_)
                | Self::ImportPlayers(_)
                | Self::ImportGames(_)
        )
    }

    /// Whether it runs before the appends of its group, because it locks players.
    pub(super) const fn is_about_players(&self) -> bool {
        matches!(
            self,
            Self::AddPlayer { .. }
                | Self::UpdateSeen { .. }
                | Self::RenamePlayer(_)
                | Self::ReplaceToken { .. }
        )
    }

    /// Runs a write other than an append. Adds what other processes must learn to `changes`.
    pub(super) async fn run(
        &self,
        transaction: &Transaction<'_>,
        node: &str,
        changes: &mut Vec<Change>,
    ) -> Result<Output, QueryError> {
        match self {
            Self::Append(_) => unreachable!("appends run together"),
            Self::AddPlayer { hash, player, now } => {
                add_player(transaction, *hash, player, *now).await
            }
            Self::UpdateSeen { player, now } => {
                let sql = "UPDATE trid.players SET seen = greatest(seen, $2) WHERE id = $1";
                execute(transaction, sql, &[&player.as_str(), now]).await?;
                Ok(Output::Done)
            }
            Self::RenamePlayer(player) => {
                let sql = "UPDATE trid.players SET name = $2 WHERE id = $1";
                let renamed =
                    execute(transaction, sql, &[&player.id.as_str(), &player.name]).await?;
                Ok(Output::Flag(renamed > 0))
            }
            Self::ReplaceToken { old, new } => {
                replace_token(transaction, *old, *new, changes).await
            }
            Self::DeletePlayer { player, ignored } => {
                delete_player(transaction, player, ignored, changes).await.map(Output::Deletion)
            }
            Self::Expire { open_since, seen_since, now } => {
                expire(transaction, [*open_since, *seen_since, *now], changes)
                    .await
                    .map(Output::Expired)
            }
            Self::NoteAlive(now) => {
                note_alive(transaction, node, *now, changes).await?;
                Ok(Output::Done)
            }
            Self::NoteAbsences(absences) => {
                note_absences(transaction, node, absences, changes).await?;
                Ok(Output::Done)
            }
            Self::ResumeAbsences { last_alive, now } => {
                let sql = "UPDATE trid.absences SET
                     white = $2 - greatest(0, $1 - coalesce(white, $1)),
                     black = $2 - greatest(0, $1 - coalesce(black, $1))";
                execute(transaction, sql, &[last_alive, now]).await?;
                // Nobody else serves: connections to earlier processes are gone.
                execute(transaction, "DELETE FROM trid.presence", &[]).await?;
                execute(transaction, "DELETE FROM trid.nodes WHERE node <> $1", &[&node]).await?;
                Ok(Output::Done)
            }
            Self::ImportPlayers(players) => {
                import_players(transaction, players).await?;
                Ok(Output::Done)
            }
            Self::ImportGames(games) => {
                import_games(transaction, games).await?;
                Ok(Output::Done)
            }
            Self::RemoveLostNodes(now) => {
                let lost = remove_lost_processes(transaction, node, *now, changes).await?;
                Ok(Output::LostPresences(lost))
            }
        }
    }
}

pub(super) async fn execute(
    transaction: &Transaction<'_>,
    sql: &str,
    parameters: &[&(dyn ToSql + Sync)],
) -> Result<u64, QueryError> {
    let statement = transaction.prepare_cached(sql).await?;
    Ok(transaction.execute(&statement, parameters).await?)
}

async fn add_player(
    transaction: &Transaction<'_>,
    hash: TokenHash,
    player: &Player,
    now: Millis,
) -> Result<Output, QueryError> {
    // The ids are random: one that exists is ours, stored by an attempt whose reply was lost.
    let sql = "INSERT INTO trid.players (id, token_hash, name, created, seen)
               VALUES ($1, $2, $3, $4, $4) ON CONFLICT (id) DO NOTHING";
    execute(transaction, sql, &[&player.id.as_str(), &hash.0.as_slice(), &player.name, &now])
        .await?;
    Ok(Output::Done)
}

async fn replace_token(
    transaction: &Transaction<'_>,
    old: TokenHash,
    new: TokenHash,
    changes: &mut Vec<Change>,
) -> Result<Output, QueryError> {
    // The new token exists already if the reply to an earlier attempt was lost.
    let sql = "UPDATE trid.players SET token_hash = $2
               WHERE token_hash = $1 OR token_hash = $2 RETURNING id";
    let statement = transaction.prepare_cached(sql).await?;
    let rows = transaction.query(&statement, &[&old.0.as_slice(), &new.0.as_slice()]).await?;
    for row in &rows {
        changes.push(Change::Player(parse_id(row, 0)?));
    }
    Ok(Output::Flag(!rows.is_empty()))
}

/// Removes a player's names, token and keys, once none of their games is unfinished except `ignored` ones.
async fn delete_player(
    transaction: &Transaction<'_>,
    player: &PlayerId,
    ignored: &[GameId],
    changes: &mut Vec<Change>,
) -> Result<Deletion, QueryError> {
    let id = player.as_str();
    // From now on no process gives them a seat.
    execute(transaction, "SELECT id FROM trid.players WHERE id = $1 FOR UPDATE", &[&id]).await?;
    let statement = transaction
        .prepare_cached("SELECT game FROM trid.seats WHERE player = $1 AND NOT finished")
        .await?;
    let rows = transaction.query(&statement, &[&id]).await?;
    let mut unfinished: Vec<GameId> = readable_rows(&rows, |row| parse_id(row, 0))?;
    unfinished.retain(|game| !ignored.contains(game));
    if !unfinished.is_empty() {
        return Ok(Deletion::Unfinished(unfinished));
    }
    let statement = transaction
        .prepare_cached(
            "SELECT game FROM trid.seats WHERE player = $1 AND display_name <> '' LIMIT $2",
        )
        .await?;
    let named = transaction.query(&statement, &[&id, &i64::from(NAMES_PER_WRITE)]).await?;
    let games = named.iter().map(|row| row.try_get(0)).collect::<Result<Vec<&str>, _>>()?;
    // Another process that appends to one of these games has read its names, and lists the game under them.
    let sql = "SELECT id FROM trid.games WHERE id = ANY($1) ORDER BY id FOR UPDATE";
    execute(transaction, sql, &[&games]).await?;
    for game in games {
        remove_name(transaction, game, id).await?;
    }
    if named.len() == NAMES_PER_WRITE as usize {
        return Ok(Deletion::InProgress);
    }
    for sql in [
        "DELETE FROM trid.idempotency_keys WHERE player = $1",
        "DELETE FROM trid.players WHERE id = $1",
    ] {
        execute(transaction, sql, &[&id]).await?;
    }
    changes.push(Change::Player(player.clone()));
    Ok(Deletion::Done)
}

/// Removes a player's name from a game and from lists, except from entries that the opponent's name has too.
async fn remove_name(
    transaction: &Transaction<'_>,
    game: &str,
    player: &str,
) -> Result<(), QueryError> {
    let statement =
        transaction.prepare_cached("SELECT player, name FROM trid.seats WHERE game = $1").await?;
    let (mut removed, mut kept) = (BTreeSet::new(), BTreeSet::new());
    for row in transaction.query(&statement, &[&game]).await? {
        let is_removed = row.try_get::<_, &str>(0)? == player;
        let labels = if is_removed { &mut removed } else { &mut kept };
        labels.extend(name_labels(row.try_get(1)?));
    }
    let labels: Vec<&String> = removed.difference(&kept).collect();
    let sql = "DELETE FROM trid.list_entries USING trid.games
         WHERE label = ANY($1) AND game = $2 AND games.id = $2
             AND list_entries.created = games.created
             AND bucket = concat_ws(' ', state, access, rules, clock, result)";
    execute(transaction, sql, &[&labels, &game]).await?;
    let sql = "UPDATE trid.seats SET name = '', display_name = '' WHERE game = $1 AND player = $2";
    execute(transaction, sql, &[&game, &player]).await?;
    Ok(())
}

async fn expire(
    transaction: &Transaction<'_>,
    [open_since, seen_since, now]: [Millis; 3],
    changes: &mut Vec<Change>,
) -> Result<Expired, QueryError> {
    // A game that another process changes right now is not expired.
    let statement = transaction
        .prepare_cached(
            "SELECT id, summary FROM trid.games WHERE state = 'open' AND updated < $1
             ORDER BY id LIMIT $2 FOR UPDATE SKIP LOCKED",
        )
        .await?;
    let limit = i64::try_from(EXPIRED_PER_WRITE).unwrap_or(i64::MAX);
    let rows = transaction.query(&statement, &[&open_since, &limit]).await?;
    let expired: Vec<GameSummary> = readable_rows(&rows, |row| from_json(row, 1))?;
    let ids: Vec<&str> = expired.iter().map(|game| game.id.as_str()).collect();
    let names = names(transaction, &ids).await?;
    for game in &expired {
        let mut named = game.clone();
        names.of(game.id.as_str()).fill(named.players_mut());
        let labels: Vec<String> = labels(&named).into_iter().collect();
        remove_list_entries(transaction, &named, &labels).await?;
        changes.push(Change::Expired(game.id.clone()));
    }
    for sql in [
        "DELETE FROM trid.idempotency_keys WHERE game = ANY($1)",
        "DELETE FROM trid.events WHERE game = ANY($1)",
        "DELETE FROM trid.seats WHERE game = ANY($1)",
        "DELETE FROM trid.absences WHERE game = ANY($1)",
        "DELETE FROM trid.presence WHERE game = ANY($1)",
        "DELETE FROM trid.games WHERE id = ANY($1)",
    ] {
        execute(transaction, sql, &[&ids]).await?;
    }
    let sql = "DELETE FROM trid.idempotency_keys WHERE created <= $1";
    execute(transaction, sql, &[&(now - KEY_LIFETIME)]).await?;
    // Players with a game are many and stay. A locked player cannot get a seat, so the second statement sees all seats.
    let lock = transaction
        .prepare_cached(
            "SELECT id FROM trid.players WHERE seen < $1
                 AND NOT EXISTS (SELECT 1 FROM trid.seats WHERE seats.player = players.id)
             ORDER BY id LIMIT $2 FOR UPDATE SKIP LOCKED",
        )
        .await?;
    let unseen = transaction.query(&lock, &[&seen_since, &limit]).await?;
    let unseen = unseen.iter().map(|row| row.try_get(0)).collect::<Result<Vec<String>, _>>()?;
    let sql = "DELETE FROM trid.players WHERE id = ANY($1)
         AND NOT EXISTS (SELECT 1 FROM trid.seats WHERE seats.player = players.id)";
    let players = execute(transaction, sql, &[&unseen]).await?;
    Ok(Expired {
        open_games: expired.into_iter().map(|game| game.id).collect(),
        players: usize::try_from(players).unwrap_or(usize::MAX),
    })
}
