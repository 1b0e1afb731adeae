//! What the hub does on its own: resuming games after a start, alarms, presence, unloading rooms, expiry.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use tokio::task::JoinSet;
use trid_protocol::{ClockKind, EventKind, GameId, Millis, ServerMessage, Time};

use super::{Command, Hub, HubError};
use crate::alarms::Alarm;
use crate::room::{Room, to_text};
use crate::storage::{Absence, Deadline};

/// An empty room that has not been used for this long is unloaded.
const UNLOAD_AFTER: Millis = 60_000;
/// An alarm that failed, because the disk is full for example, is retried after this time.
pub(super) const ALARM_RETRY: Millis = 10_000;
/// How many games are loaded at the same time. More would wait for the storage until they give up.
pub(super) const MAX_LOADING: usize = 200;

impl Hub {
    /// After a start: does not charge the downtime to real-time clocks, and sets all alarms.
    pub(crate) async fn resume(self: &Arc<Self>) -> Result<(), HubError> {
        if !self.resumes_games().await? {
            self.storage.note_alive(self.now()).await?;
            return Ok(());
        }
        let last_alive = self.storage.last_alive().await?.unwrap_or(self.now());
        self.time.continue_from(last_alive);
        let now = self.now();
        self.storage.resume_absences(last_alive, now).await?;
        let mut resuming = JoinSet::new();
        for Deadline { game, at, clock } in self.storage.deadlines(Time::MAX).await? {
            if !self.storage.is_shared() {
                self.alarms.set(&game, Some(Alarm { at, clock }));
            }
            if clock == ClockKind::RealTime {
                if resuming.len() >= MAX_LOADING {
                    resuming.join_next().await;
                }
                let hub = Arc::clone(self);
                resuming.spawn(async move {
                    // A game that cannot be read does not affect the others.
                    if let Err(error) = hub.resume_game(&game, last_alive).await {
                        tracing::error!(%game, %error, "game not resumed");
                    }
                });
            }
        }
        resuming.join_all().await;
        self.storage.note_alive(now).await?;
        Ok(self.storage.resumed().await?)
    }

    async fn resume_game(&self, game: &GameId, last_alive: Time) -> Result<(), HubError> {
        let room = self.room(game).await?;
        let mut state = room.state.lock().await;
        if state.damage.is_some() {
            return Ok(());
        }
        let updated = state.game.updated();
        let last_alive = last_alive.clamp(updated, self.now().max(updated));
        let Some(clocks) = state.game.resumed_clocks(last_alive) else {
            return Ok(());
        };
        let resumed = vec![EventKind::Resumed { clocks }];
        if !self.commit(&room, &mut state, self.now(), resumed, Vec::new()).await? {
            tracing::info!(%game, "resumed by another process");
        }
        Ok(())
    }

    /// Stores that the server is alive while a real-time clock runs. Nothing else depends on the exact time, and an
    /// idle server writes nothing. While writes fail, it shows when they succeed again. With other processes, it also
    /// shows them that this one lives.
    pub(crate) async fn heartbeat(&self) {
        let is_needed = self.alarms.any_real_time() || self.storage.is_shared();
        if is_needed || self.time.is_storage_failing() {
            self.note_alive().await;
        }
    }

    /// Stores that the server is alive.
    pub(crate) async fn note_alive(&self) {
        let now = self.now();
        let noted = self.storage.note_alive(now).await;
        self.note_heartbeat(now);
        self.watch_storage(now, noted.is_ok());
        if let Err(error) = noted {
            tracing::error!(%error, "time of the last heartbeat not stored");
        }
    }

    /// Runs due alarms until the task is cancelled.
    pub(crate) async fn run_alarms(self: Arc<Self>) {
        loop {
            self.run_due_alarms().await;
            let wait = self.alarms.next().map_or(3_600_000, |at| (at - self.now()).max(1));
            let wait = Duration::from_millis(wait.unsigned_abs());
            tokio::select! {
                () = tokio::time::sleep(wait) => {}
                () = self.alarms.changed() => {}
            }
        }
    }

    pub(crate) async fn run_due_alarms(self: &Arc<Self>) {
        for (game, Alarm { clock, .. }) in self.alarms.take_due(self.now()) {
            if let Err(error) = self.carry_out(&game, Command::CheckClock, 0).await {
                tracing::error!(%game, %error, "alarm failed");
                if error.is_temporary() {
                    let at = self.now() + ALARM_RETRY;
                    self.alarms.set(&game, Some(Alarm { at, clock }));
                }
            }
        }
    }

    /// Broadcasts the number of spectators where it changed.
    pub(crate) fn broadcast_spectators(&self) {
        let rooms: Vec<Arc<Room>> = self.rooms().values().map(Arc::clone).collect();
        for room in rooms {
            if room.spectators_changed.swap(false, Ordering::Relaxed) {
                if self.storage.is_shared() {
                    room.players_changed.store(true, Ordering::Relaxed);
                }
                room.broadcast(&to_text(&ServerMessage::Presence(room.presence())), self.now());
            }
        }
    }

    /// Stores which players came or went, so that absences survive unloading and restarts.
    pub(crate) async fn note_absences(&self) {
        let changed: Vec<Absence> = self
            .rooms()
            .values()
            .filter(|room| room.players_changed.swap(false, Ordering::Relaxed))
            .map(|room| room.absence())
            .collect();
        if !changed.is_empty()
            && let Err(error) = self.storage.note_absences(changed).await
        {
            tracing::error!(%error, "absences not stored");
            if self.storage.is_shared() {
                self.store_presence_again();
            }
        }
    }

    /// Unloads empty rooms that nobody uses.
    pub(crate) fn unload_unused(&self) {
        let now = self.now();
        let is_shared = self.storage.is_shared();
        self.rooms().retain(|id, room| {
            let is_used = Arc::strong_count(room) > 1
                || room.len() > 0
                || now - Time(room.used.load(Ordering::Relaxed)) < UNLOAD_AFTER;
            if !is_used && is_shared {
                // From now on the game is found when its deadline has passed.
                self.alarms.set(id, None);
            }
            is_used
        });
    }

    /// Ends live games without an event since `idle_since`, and removes open games that nobody joined and identities
    /// that nobody uses.
    pub(crate) async fn expire(
        self: &Arc<Self>,
        idle_since: Time,
        open_since: Time,
        seen_since: Time,
    ) -> Result<(), HubError> {
        for game in self.storage.stale(idle_since).await? {
            if let Err(error) = self.carry_out(&game, Command::Expire, 0).await {
                tracing::error!(%game, %error, "stale game not ended");
            }
        }
        let expired = self.storage.expire(open_since, seen_since, self.now()).await?;
        for game in &expired.open_games {
            self.remove_expired(game);
        }
        tracing::info!(open_games = expired.open_games.len(), players = expired.players, "expired");
        Ok(())
    }
}
