//! What the hub does when several processes serve the same games.
//!
//! No process owns a game. Changes of others arrive as hints; what they say is read from the storage, which is also
//! compared with the loaded games from time to time, because a hint can be missed.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use tokio::task::JoinSet;
use trid_protocol::{GameId, Millis, Time};

use super::upkeep::{ALARM_RETRY, MAX_LOADING};
use super::{Command, Hub, HubError};
use crate::alarms::Alarm;
use crate::fairness::GRACE;
use crate::room::{Room, RoomState, Whereabouts};
use crate::storage::{Change, Deadline, Length, LostPresence, RemotePresence, StartedAs, Tip};

/// An overdue game that cannot be read is tried again after this time.
const DAMAGED_RETRY: Millis = 3_600_000;
/// How many games are compared with the storage by one query.
const GAMES_PER_QUERY: usize = 500;

impl Hub {
    /// Whether this process resumes the games after a start, because no other one serves them.
    pub(super) async fn resumes_games(&self) -> Result<bool, HubError> {
        Ok(self.storage.join().await? == StartedAs::First)
    }

    /// The room of a game, with all events that any process has stored. While the storage fails, it may be behind.
    pub(crate) async fn current_room(&self, id: &GameId) -> Result<Arc<Room>, HubError> {
        let room = self.room(id).await?;
        // Before the game is locked, so that requests do not wait in turn for a database that hangs.
        match self.storage.tips(vec![id.clone()]).await {
            Ok(tips) => {
                for tip in tips.into_iter().flatten() {
                    self.follow(&room, &tip).await;
                }
            }
            Err(error) => tracing::debug!(game = %id, %error, "game may be behind"),
        }
        Ok(room)
    }

    /// Follows what is stored, if that is not what is loaded. False if it is.
    pub(super) async fn catch_up_if_different(
        &self,
        room: &Room,
        state: &mut RoomState,
    ) -> Result<bool, HubError> {
        let tips = self.storage.tips(vec![room.id.clone()]).await?;
        let is_different = tips.into_iter().flatten().any(|tip| tip.head != state.head);
        if is_different {
            self.catch_up(room, state).await?;
        }
        Ok(is_different)
    }

    /// Applies a change that another process made, if the game is loaded.
    pub(crate) fn apply_change(self: &Arc<Self>, change: Change) {
        let hub = Arc::clone(self);
        match change {
            Change::Events(length) => {
                if let Some(room) = self.loaded(&length.game) {
                    tokio::spawn(async move { hub.catch_up_to(&room, &length).await });
                }
            }
            Change::Presence(game) => {
                if let Some(room) = self.loaded(&game) {
                    tokio::spawn(async move { hub.update_remote_presence(&room).await });
                }
            }
            Change::Expired(game) => {
                if let Some(room) = self.loaded(&game) {
                    tokio::spawn(async move { hub.compare(&[room]).await });
                }
            }
            Change::Missed => {
                tokio::spawn(async move {
                    hub.compare_rooms().await;
                    hub.update_all_remote_presences().await;
                });
            }
            Change::Forgotten => self.store_presence_again(),
            Change::Player(_) => {}
        }
    }

    async fn catch_up_to(&self, room: &Room, length: &Length) {
        let mut state = room.state.lock().await;
        if state.game.seq() < length.seq
            && let Err(error) = self.catch_up(room, &mut state).await
        {
            // The comparison with the storage tries again.
            tracing::warn!(game = %room.id, %error, "events of another process not read");
        }
    }

    /// Follows what is stored of a game, if that is not what is loaded: another process has stored more, or the database
    /// has lost something.
    async fn follow(&self, room: &Room, tip: &Tip) {
        let mut state = room.state.lock().await;
        if state.damage.is_none()
            && tip.head != state.head
            && let Err(error) = self.catch_up_if_different(room, &mut state).await
        {
            tracing::warn!(game = %room.id, %error, "stored events not read");
        }
    }

    /// Compares all loaded games with the storage, in case a change was missed.
    pub(crate) async fn compare_rooms(&self) {
        let rooms: Vec<Arc<Room>> = self.rooms().values().map(Arc::clone).collect();
        self.compare(&rooms).await;
    }

    async fn compare(&self, rooms: &[Arc<Room>]) {
        for rooms in rooms.chunks(GAMES_PER_QUERY) {
            let games: Vec<GameId> = rooms.iter().map(|room| room.id.clone()).collect();
            let tips = match self.storage.tips(games).await {
                Ok(Some(tips)) => tips,
                Ok(None) => return,
                Err(error) => return tracing::warn!(%error, "games not compared with the storage"),
            };
            for room in rooms {
                match tips.iter().find(|tip| tip.game == room.id) {
                    Some(tip) => self.follow(room, tip).await,
                    None => self.remove_expired(&room.id),
                }
            }
        }
    }

    async fn update_all_remote_presences(&self) {
        let rooms: Vec<Arc<Room>> = self.rooms().values().map(Arc::clone).collect();
        for room in rooms.iter().filter(|room| room.len() > 0) {
            self.update_remote_presence(room).await;
        }
    }

    /// Reads who is connected to other processes.
    async fn update_remote_presence(&self, room: &Room) {
        match self.read_remote_presence(&room.id).await {
            Ok((remote, gone)) => room.set_remote_presence(remote, gone, self.now()),
            Err(error) => tracing::warn!(game = %room.id, %error, "presence not read"),
        }
    }

    async fn read_remote_presence(
        &self,
        game: &GameId,
    ) -> Result<(RemotePresence, [Option<Time>; 2]), HubError> {
        let remote = self.storage.remote_presence(game).await?;
        Ok((remote, self.storage.absence(game).await?.unwrap_or_default()))
    }

    /// Ends overdue games that no process has loaded, or whose process is gone.
    pub(crate) async fn end_overdue_games(self: &Arc<Self>) {
        let overdue = match self.storage.deadlines(self.now() - GRACE).await {
            Ok(overdue) => overdue,
            Err(error) => return tracing::warn!(%error, "overdue games not found"),
        };
        for Deadline { game, clock, .. } in overdue {
            if self.alarms.has(&game) {
                continue;
            }
            if let Err(error) = self.carry_out(&game, Command::CheckClock, 0).await {
                tracing::error!(%game, %error, "overdue game not ended");
                // The alarm keeps it from being tried every second.
                let wait = if error.is_temporary() { ALARM_RETRY } else { DAMAGED_RETRY };
                self.alarms.set(&game, Some(Alarm { at: self.now() + wait, clock }));
            }
        }
    }

    /// Removes the stored presence of processes that are gone, and takes over their games.
    pub(crate) async fn remove_lost_processes(self: &Arc<Self>) {
        let lost = match self.storage.remove_lost_processes(self.now()).await {
            Ok(lost) => lost,
            Err(error) => return tracing::warn!(%error, "lost processes not removed"),
        };
        let mut taking_over = JoinSet::new();
        for lost in lost {
            if taking_over.len() >= MAX_LOADING {
                taking_over.join_next().await;
            }
            let hub = Arc::clone(self);
            taking_over.spawn(async move {
                if let Err(error) = hub.take_over(&lost).await {
                    tracing::warn!(game = %lost.game, %error, "game of a lost process not taken over");
                }
            });
        }
        taking_over.join_all().await;
    }

    /// Notes that the players of a process that is gone are absent. The time in which it could not serve them is
    /// charged to nobody.
    async fn take_over(self: &Arc<Self>, lost: &LostPresence) -> Result<(), HubError> {
        let room = if lost.here.contains(&true) {
            self.room(&lost.game).await?
        } else {
            // Spectators only.
            let Some(room) = self.loaded(&lost.game) else { return Ok(()) };
            room
        };
        self.update_remote_presence(&room).await;
        let mut state = room.state.lock().await;
        let running = state.game.clocks().running().filter(|color| lost.here[*color as usize]);
        if running.is_none_or(|color| room.whereabouts(color) != Whereabouts::Nowhere) {
            return Ok(());
        }
        self.note_lost_process(&mut state, lost.alive);
        drop(state);
        self.carry_out(&lost.game, Command::CheckClock, 0).await.map(drop)
    }

    /// Marks the presence of all rooms to be stored again.
    pub(super) fn store_presence_again(&self) {
        for room in self.rooms().values().filter(|room| room.len() > 0) {
            room.players_changed.store(true, Ordering::Relaxed);
        }
    }

    fn loaded(&self, game: &GameId) -> Option<Arc<Room>> {
        self.rooms().get(game).map(Arc::clone)
    }

    pub(super) fn remove_expired(&self, game: &GameId) {
        if let Some(room) = self.rooms().remove(game) {
            room.expire();
        }
    }
}
