//! What the hub does without being asked: it resumes games after a start, lets time bring about what it does, notes who is
//! gone, and forgets what is no longer needed.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use tokio::task::JoinSet;

use super::{Hub, HubError, Wish};
use crate::clock::Millis;
use crate::identity::GameId;
use crate::room::{Room, to_text};
use crate::storage::{Absence, Deadline};
use crate::wire::{ClockKind, Happening, ServerMessage};

/// A room that no one is in and no one has used for so long is forgotten; its events are stored.
const FORGET_AFTER: Millis = 60_000;
/// An alarm that could not be heeded, for a full disk or the like, goes off again after so long.
pub(super) const RING_AGAIN: Millis = 10_000;

impl Hub {
    /// After a start: real-time clocks that ran while the server was away are set back, and all alarms are set.
    pub(crate) async fn resume(self: &Arc<Self>) -> Result<(), HubError> {
        let now = self.now();
        let last_alive = self.storage.last_alive().await?.unwrap_or(now).min(now);
        self.storage.resume_absences(last_alive, now).await?;
        let mut resuming = JoinSet::new();
        for Deadline { game, at, clock } in self.storage.deadlines().await? {
            self.alarms.set(&game, Some(at));
            if clock == ClockKind::RealTime {
                let hub = Arc::clone(self);
                resuming.spawn(async move {
                    // One game that cannot be read must not keep all others from being played.
                    if let Err(error) = hub.resume_game(&game, last_alive).await {
                        tracing::error!(%game, %error, "a game was not resumed");
                    }
                });
            }
        }
        resuming.join_all().await;
        self.storage.note_alive(now).await?;
        Ok(())
    }

    async fn resume_game(&self, game: &GameId, last_alive: Millis) -> Result<(), HubError> {
        let room = self.room(game).await?;
        let mut state = room.state.lock().await;
        let last_alive = last_alive.clamp(state.table.updated, self.now().max(state.table.updated));
        if let Some(clocks) = state.table.resumed_clocks(last_alive)
            && !self
                .commit(&room, &mut state, vec![Happening::Resumed { clocks }], Vec::new())
                .await?
        {
            tracing::info!(%game, "resumed elsewhere");
        }
        Ok(())
    }

    /// Notes that the server is alive, where a clock or an absence depends on it.
    pub(crate) async fn note_alive(&self) {
        let (rooms, _, alarms) = self.sizes();
        if rooms + alarms > 0
            && let Err(error) = self.storage.note_alive(self.now()).await
        {
            tracing::error!(%error, "the time was not noted");
        }
    }

    /// Lets the time bring about what it does, for ever.
    pub(crate) async fn watch_alarms(self: Arc<Self>) {
        loop {
            self.ring_alarms().await;
            let wait = self.alarms.next().map_or(3_600_000, |at| (at - self.now()).max(1));
            let wait = Duration::from_millis(wait.unsigned_abs());
            tokio::select! {
                () = tokio::time::sleep(wait) => {}
                () = self.alarms.changed() => {}
            }
        }
    }

    pub(super) async fn ring_alarms(self: &Arc<Self>) {
        for game in self.alarms.take_due(self.now()) {
            if let Err(error) = self.carry_out(&game, Wish::LookAtClock, 0).await {
                tracing::error!(%game, %error, "alarm failed");
                if let HubError::Internal(_) = error {
                    self.alarms.set(&game, Some(self.now() + RING_AGAIN));
                }
            }
        }
    }

    /// Tells how many watch, where that has changed.
    pub(crate) fn tell_watchers(&self) {
        let rooms: Vec<Arc<Room>> = self.rooms().values().map(Arc::clone).collect();
        for room in rooms {
            if room.watchers_changed.swap(false, Ordering::Relaxed) {
                room.tell(&to_text(&ServerMessage::Presence(room.presence())));
            }
        }
    }

    /// Notes which players came or went, so that an absence outlives the room and the server.
    pub(crate) async fn note_absences(&self) {
        let changed: Vec<Absence> = self
            .rooms()
            .values()
            .filter(|room| room.players_changed.swap(false, Ordering::Relaxed))
            .map(|room| Absence { game: room.id.clone(), since: room.gone() })
            .collect();
        if !changed.is_empty()
            && let Err(error) = self.storage.note_absences(changed).await
        {
            tracing::error!(%error, "who is gone was not noted");
        }
    }

    /// Forgets rooms that no one is in.
    pub(crate) fn forget_unused(&self) {
        let now = self.now();
        self.rooms().retain(|_, room| {
            Arc::strong_count(room) > 1
                || room.len() > 0
                || now - room.used.load(Ordering::Relaxed) < FORGET_AFTER
        });
    }

    /// Calls games off that everyone left, and removes what no one needs: games that no one joined, identities that no one uses.
    pub(crate) async fn expire(
        self: &Arc<Self>,
        idle_since: Millis,
        open_since: Millis,
        seen_since: Millis,
    ) -> Result<(), HubError> {
        for game in self.storage.stale(idle_since).await? {
            if let Err(error) = self.call_off(&game).await {
                tracing::error!(%game, %error, "a stale game was not called off");
            }
        }
        let expired = self.storage.expire(open_since, seen_since).await?;
        for game in &expired.open_games {
            if let Some(room) = self.rooms().remove(game) {
                room.expire();
            }
        }
        tracing::info!(open_games = expired.open_games.len(), players = expired.players, "expired");
        Ok(())
    }
}
