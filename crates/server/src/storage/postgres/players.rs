//! Writes about players.

use std::collections::BTreeSet;

use trid_protocol::{GameId, Player, PlayerId, Time};

use super::error::QueryError;
use super::rows::{parse_id, readable_rows};
use super::write::{Context, Order, Write};
use crate::identity::TokenHash;
use crate::storage::Deletion;
use crate::storage::list_buckets::name_labels;
use crate::storage::names::NAMES_PER_WRITE;
use crate::storage::shared::Change;

pub(super) struct AddPlayer {
    pub(super) hash: TokenHash,
    pub(super) player: Player,
    pub(super) now: Time,
}

impl Write for AddPlayer {
    type Output = ();
    const NAME: &str = "store a player";
    const ORDER: Order = Order::BeforeAppends;

    async fn run(&self, context: &mut Context<'_>) -> Result<(), QueryError> {
        // The ids are random: one that exists is ours, stored by an attempt whose reply was lost.
        let sql = "INSERT INTO trid.players (id, token_hash, name, created, seen)
                   VALUES ($1, $2, $3, $4, $4) ON CONFLICT (id) DO NOTHING";
        let Player { id, name } = &self.player;
        let hash = self.hash.0.as_slice();
        context.execute(sql, &[&id.as_str(), &hash, name, &self.now]).await?;
        Ok(())
    }
}

/// Stores when a player was seen.
pub(super) struct UpdateSeen {
    pub(super) player: PlayerId,
    pub(super) now: Time,
}

impl Write for UpdateSeen {
    type Output = ();
    const NAME: &str = "update a player";
    const ORDER: Order = Order::BeforeAppends;

    async fn run(&self, context: &mut Context<'_>) -> Result<(), QueryError> {
        let sql = "UPDATE trid.players SET seen = greatest(seen, $2) WHERE id = $1";
        context.execute(sql, &[&self.player.as_str(), &self.now]).await?;
        Ok(())
    }
}

/// False if the player does not exist.
pub(super) struct RenamePlayer(pub(super) Player);

impl Write for RenamePlayer {
    type Output = bool;
    const NAME: &str = "rename a player";
    const ORDER: Order = Order::BeforeAppends;

    async fn run(&self, context: &mut Context<'_>) -> Result<bool, QueryError> {
        let Player { id, name } = &self.0;
        let sql = "UPDATE trid.players SET name = $2 WHERE id = $1";
        Ok(context.execute(sql, &[&id.as_str(), name]).await? > 0)
    }
}

/// False if the old token is not valid.
pub(super) struct ReplaceToken {
    pub(super) old: TokenHash,
    pub(super) new: TokenHash,
}

impl Write for ReplaceToken {
    type Output = bool;
    const NAME: &str = "replace a token";
    const ORDER: Order = Order::BeforeAppends;

    async fn run(&self, context: &mut Context<'_>) -> Result<bool, QueryError> {
        // The new token exists already if the reply to an earlier attempt was lost.
        let sql = "UPDATE trid.players SET token_hash = $2
                   WHERE token_hash = $1 OR token_hash = $2 RETURNING id";
        let hashes = [self.old.0.as_slice(), self.new.0.as_slice()];
        let rows = context.query(sql, &[&hashes[0], &hashes[1]]).await?;
        for row in &rows {
            context.changes.push(Change::Player(parse_id(row, 0)?));
        }
        Ok(!rows.is_empty())
    }
}

/// Removes a player's names, token and keys, once none of their games is unfinished except `ignored` ones.
pub(super) struct DeletePlayer {
    pub(super) player: PlayerId,
    pub(super) ignored: Vec<GameId>,
}

impl Write for DeletePlayer {
    type Output = Deletion;
    const NAME: &str = "delete a player";
    const ORDER: Order = Order::Alone;

    async fn run(&self, context: &mut Context<'_>) -> Result<Deletion, QueryError> {
        let id = self.player.as_str();
        // From now on no process gives them a seat.
        context.execute("SELECT id FROM trid.players WHERE id = $1 FOR UPDATE", &[&id]).await?;
        let sql = "SELECT game FROM trid.seats WHERE player = $1 AND NOT finished";
        let rows = context.query(sql, &[&id]).await?;
        let mut unfinished: Vec<GameId> = readable_rows(&rows, |row| parse_id(row, 0))?;
        unfinished.retain(|game| !self.ignored.contains(game));
        if !unfinished.is_empty() {
            return Ok(Deletion::Unfinished(unfinished));
        }
        let sql = "SELECT game FROM trid.seats WHERE player = $1 AND display_name <> '' LIMIT $2";
        let named = context.query(sql, &[&id, &i64::from(NAMES_PER_WRITE)]).await?;
        let games = named.iter().map(|row| row.try_get(0)).collect::<Result<Vec<&str>, _>>()?;
        // Another process that appends to one of these games has read its names, and lists the game under them.
        let sql = "SELECT id FROM trid.games WHERE id = ANY($1) ORDER BY id FOR UPDATE";
        context.execute(sql, &[&games]).await?;
        for game in games {
            remove_name(context, game, id).await?;
        }
        if named.len() == NAMES_PER_WRITE as usize {
            return Ok(Deletion::InProgress);
        }
        for sql in [
            "DELETE FROM trid.idempotency_keys WHERE player = $1",
            "DELETE FROM trid.players WHERE id = $1",
        ] {
            context.execute(sql, &[&id]).await?;
        }
        context.changes.push(Change::Player(self.player.clone()));
        Ok(Deletion::Done)
    }
}

/// Removes a player's name from a game and from lists, except from entries that the opponent's name has too.
async fn remove_name(context: &Context<'_>, game: &str, player: &str) -> Result<(), QueryError> {
    let (mut removed, mut kept) = (BTreeSet::new(), BTreeSet::new());
    let sql = "SELECT player, name FROM trid.seats WHERE game = $1";
    for row in context.query(sql, &[&game]).await? {
        let is_removed = row.try_get::<_, &str>(0)? == player;
        let labels = if is_removed { &mut removed } else { &mut kept };
        labels.extend(name_labels(row.try_get(1)?));
    }
    let labels: Vec<&String> = removed.difference(&kept).collect();
    let sql = "DELETE FROM trid.list_entries USING trid.games
         WHERE label = ANY($1) AND game = $2 AND games.id = $2
             AND list_entries.created = games.created
             AND bucket = concat_ws(' ', state, access, rules, clock, result)";
    context.execute(sql, &[&labels, &game]).await?;
    let sql = "UPDATE trid.seats SET name = '', display_name = '' WHERE game = $1 AND player = $2";
    context.execute(sql, &[&game, &player]).await?;
    Ok(())
}
