//! The players and games that a transaction has locked, and what may be stored in them.

use std::collections::{HashMap, HashSet};

use trid_protocol::{GameState, GameSummary, Player};

use super::append::AppendGroup;
use super::error::QueryError;
use super::rows::{head, seq};
use super::write::Context;
use crate::storage::names::Names;
use crate::storage::{Append, Appended, Head, SeatError};

pub(super) fn players(summary: &GameSummary) -> impl Iterator<Item = &Player> {
    [Some(&summary.by), summary.white.as_ref(), summary.black.as_ref()].into_iter().flatten()
}

/// What the transaction has locked: it cannot change before the commit.
pub(super) struct LockedState {
    /// The number of events of each game that exists, and its head.
    tips: HashMap<String, (u32, Head)>,
    players: HashSet<String>,
    /// The unfinished games of each player.
    unfinished: HashMap<String, u32>,
    /// The player and name of each seat, by game.
    seats: HashMap<String, Vec<(String, String)>>,
}

impl LockedState {
    pub(super) async fn load(
        context: &Context<'_>,
        groups: &[&AppendGroup],
    ) -> Result<Self, QueryError> {
        let appends = || groups.iter().flat_map(|group| &group.appends);
        let seating = || appends().filter(|append| append.changes_lists());
        let players_to_seat: Vec<&str> = seating()
            .filter(|append| append.summary.state != GameState::Finished)
            .flat_map(|append| players(&append.summary))
            .map(|player| player.id.as_str())
            .collect();
        let mut state = Self {
            tips: HashMap::new(),
            players: HashSet::new(),
            unfinished: HashMap::new(),
            seats: HashMap::new(),
        };
        if !players_to_seat.is_empty() {
            state.lock_players(context, &players_to_seat).await?;
        }
        let games: Vec<&str> = appends().map(|append| append.game.as_str()).collect();
        let lock = "SELECT id, seq, head FROM trid.games WHERE id = ANY($1) ORDER BY id FOR UPDATE";
        for row in context.query(lock, &[&games]).await? {
            state.tips.insert(row.try_get(0)?, (seq(&row, 1)?, head(&row, 2)?));
        }
        let seated: Vec<&str> = seating().map(|append| append.game.as_str()).collect();
        if !seated.is_empty() {
            let seats = "SELECT game, player, display_name FROM trid.seats WHERE game = ANY($1)";
            for row in context.query(seats, &[&seated]).await? {
                let seats = state.seats.entry(row.try_get(0)?).or_default();
                seats.push((row.try_get(1)?, row.try_get(2)?));
            }
        }
        Ok(state)
    }

    /// Locks players, so that no other process gives them a seat or deletes them before the commit.
    async fn lock_players(
        &mut self,
        context: &Context<'_>,
        ids: &[&str],
    ) -> Result<(), QueryError> {
        let lock = "SELECT id FROM trid.players WHERE id = ANY($1) ORDER BY id FOR UPDATE";
        for row in context.query(lock, &[&ids]).await? {
            self.players.insert(row.try_get(0)?);
        }
        let count = "SELECT player, count(*) FROM trid.seats
                 WHERE player = ANY($1) AND NOT finished GROUP BY player";
        for row in context.query(count, &[&ids]).await? {
            let unfinished = u32::try_from(row.try_get::<_, i64>(1)?).unwrap_or(u32::MAX);
            self.unfinished.insert(row.try_get(0)?, unfinished);
        }
        Ok(())
    }

    /// Whether a group can be stored.
    pub(super) fn check(&self, group: &AppendGroup) -> Appended {
        for append in &group.appends {
            let stored = self.tips.get(append.game.as_str()).copied();
            let (seq, head) = stored.unwrap_or_else(|| (0, Head::of(&append.game)));
            if head != append.after
                || append.events.first().is_some_and(|first| first.seq != seq + 1)
            {
                return Appended::Conflict;
            }
        }
        for append in group.appends.iter().filter(|append| append.changes_lists()) {
            if append.summary.state == GameState::Finished {
                continue;
            }
            for Player { id, .. } in players(&append.summary) {
                if self.has_seat(append.game.as_str(), id.as_str()) {
                    continue;
                }
                if !self.players.contains(id.as_str()) {
                    return Appended::Rejected(SeatError::NoPlayer(id.clone()));
                }
                let unfinished = self.unfinished.get(id.as_str()).copied().unwrap_or(0);
                if unfinished >= append.max_unfinished {
                    return Appended::Rejected(SeatError::TooManyGames(id.clone()));
                }
            }
        }
        Appended::Stored
    }

    fn has_seat(&self, game: &str, player: &str) -> bool {
        self.seats.get(game).is_some_and(|seats| seats.iter().any(|(id, _)| id == player))
    }

    /// Seats the players of an accepted append. Returns the names of all players; `None` for a move.
    pub(super) fn seat(&mut self, append: &Append) -> Option<Names> {
        if !append.changes_lists() {
            return None;
        }
        for Player { id, name } in players(&append.summary) {
            if !self.has_seat(append.game.as_str(), id.as_str()) {
                let seats = self.seats.entry(append.game.to_string()).or_default();
                seats.push((id.to_string(), name.clone()));
                *self.unfinished.entry(id.to_string()).or_default() += 1;
            }
        }
        let seats = self.seats.get(append.game.as_str()).into_iter().flatten();
        let names = seats.filter_map(|(id, name)| Some((id.parse().ok()?, name.clone())));
        Some(Names(names.collect()))
    }
}
