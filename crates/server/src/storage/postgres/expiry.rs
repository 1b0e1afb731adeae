//! Removes open games that found no opponent, unused players and old keys.

use trid_protocol::{GameSummary, Time};

use super::append::remove_list_entries;
use super::error::QueryError;
use super::queries::names;
use super::rows::{from_json, readable_rows};
use super::write::{Context, Order, Write};
use crate::storage::list_buckets::labels;
use crate::storage::shared::Change;
use crate::storage::{Expired, KEY_LIFETIME};

/// The maximum number of games, and of players, that one write expires, so that other writes do not wait long.
pub(super) const EXPIRED_PER_WRITE: usize = 500;

#[derive(Clone, Copy)]
pub(super) struct Expire {
    pub(super) open_since: Time,
    pub(super) seen_since: Time,
    pub(super) now: Time,
}

impl Write for Expire {
    type Output = Expired;
    const NAME: &str = "expire games and players";
    const ORDER: Order = Order::Alone;

    async fn run(&self, context: &mut Context<'_>) -> Result<Expired, QueryError> {
        let open_games = self.expire_games(context).await?;
        let sql = "DELETE FROM trid.idempotency_keys WHERE created <= $1";
        context.execute(sql, &[&(self.now - KEY_LIFETIME)]).await?;
        let players = self.expire_players(context).await?;
        let open_games = open_games.into_iter().map(|game| game.id).collect();
        Ok(Expired { open_games, players: usize::try_from(players).unwrap_or(usize::MAX) })
    }
}

impl Expire {
    async fn expire_games(
        &self,
        context: &mut Context<'_>,
    ) -> Result<Vec<GameSummary>, QueryError> {
        // A game that another process changes right now is not expired.
        let sql = "SELECT id, summary FROM trid.games WHERE state = 'open' AND updated < $1
             ORDER BY id LIMIT $2 FOR UPDATE SKIP LOCKED";
        let rows = context.query(sql, &[&self.open_since, &(EXPIRED_PER_WRITE as i64)]).await?;
        let expired: Vec<GameSummary> = readable_rows(&rows, |row| from_json(row, 1))?;
        let ids: Vec<&str> = expired.iter().map(|game| game.id.as_str()).collect();
        let names = names(&context.transaction, &ids).await?;
        for game in &expired {
            let mut named = game.clone();
            names.of(game.id.as_str()).fill(named.players_mut());
            let labels: Vec<String> = labels(&named).into_iter().collect();
            remove_list_entries(context, &named, &labels).await?;
            context.changes.push(Change::Expired(game.id.clone()));
        }
        for sql in [
            "DELETE FROM trid.idempotency_keys WHERE game = ANY($1)",
            "DELETE FROM trid.events WHERE game = ANY($1)",
            "DELETE FROM trid.seats WHERE game = ANY($1)",
            "DELETE FROM trid.absences WHERE game = ANY($1)",
            "DELETE FROM trid.presence WHERE game = ANY($1)",
            "DELETE FROM trid.games WHERE id = ANY($1)",
        ] {
            context.execute(sql, &[&ids]).await?;
        }
        Ok(expired)
    }

    async fn expire_players(&self, context: &Context<'_>) -> Result<u64, QueryError> {
        // Players with a game are many and stay. A locked player cannot get a seat, so the second statement sees all
        // seats.
        let lock = "SELECT id FROM trid.players WHERE seen < $1
                 AND NOT EXISTS (SELECT 1 FROM trid.seats WHERE seats.player = players.id)
             ORDER BY id LIMIT $2 FOR UPDATE SKIP LOCKED";
        let unseen = context.query(lock, &[&self.seen_since, &(EXPIRED_PER_WRITE as i64)]).await?;
        let unseen = unseen.iter().map(|row| row.try_get(0)).collect::<Result<Vec<&str>, _>>()?;
        let sql = "DELETE FROM trid.players WHERE id = ANY($1)
             AND NOT EXISTS (SELECT 1 FROM trid.seats WHERE seats.player = players.id)";
        context.execute(sql, &[&unseen]).await
    }
}
