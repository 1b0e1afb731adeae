//! All loaded games: loads rooms, carries out commands, sets alarms.

mod cluster;
mod deletion;
mod error;
mod new_games;
#[cfg(test)]
pub(crate) mod tests;
mod upkeep;

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use trid_protocol::{
    ActionContext, ActionRequest, Decision, Event, EventKind, GameId, Millis, Player, PlayerId,
    ServerMessage, Time,
};

use crate::alarms::{Alarm, Alarms};
use crate::clock::TimeSource;
use crate::fairness::ServerTime;
use crate::identity::random_color;
use crate::limits::{ClientLimits, KeyedRateLimiter};
use crate::metrics::{Metrics, Sizes};
use crate::room::{Room, RoomState, event_text, to_text};
use crate::storage::{Append, Appended, History, Storage, StorageError};

pub(crate) use error::{DAMAGED, HubError};

/// How long a command waits for earlier ones in its game, which may wait for the storage.
const MAX_WAIT: Duration = Duration::from_secs(10);
/// How often a command is retried after another writer stored an event first.
const MAX_ATTEMPTS: usize = 5;

/// All loaded games.
pub(crate) struct Hub {
    pub(crate) storage: Arc<Storage>,
    pub(crate) metrics: Metrics,
    rooms: Mutex<HashMap<GameId, Arc<Room>>>,
    pub(crate) alarms: Alarms,
    pub(crate) time: ServerTime,
    /// The length of the longest outage for which clocks have to be credited; 0 if there is none.
    pub(crate) credit_due: AtomicI64,
    new_games: KeyedRateLimiter<IpAddr>,
    max_unfinished: u32,
    /// The number of players deleted since the start. A room that was read before a deletion is read again.
    deletions: AtomicU64,
}

/// An internal request to a game.
#[derive(Clone, Debug)]
pub(crate) enum Command {
    Join(Player),
    Act {
        player: PlayerId,
        address: IpAddr,
        request: ActionRequest,
    },
    /// Ends the game of a player who deletes their identity.
    Leave(PlayerId),
    /// Only applies what is due, and credits what is charged to nobody.
    CheckClock,
    Expire,
}

impl Hub {
    pub(crate) fn new(
        storage: Arc<Storage>,
        clock: Arc<dyn TimeSource>,
        limits: &ClientLimits,
    ) -> Self {
        Self {
            storage,
            metrics: Metrics::default(),
            rooms: Mutex::default(),
            alarms: Alarms::default(),
            time: ServerTime::new(clock),
            credit_due: AtomicI64::new(0),
            new_games: KeyedRateLimiter::new(limits.games),
            max_unfinished: limits.unfinished_per_player,
            deletions: AtomicU64::new(0),
        }
    }

    pub(crate) fn now(&self) -> Time {
        self.time.now()
    }

    /// The room of a game, loaded if necessary.
    pub(crate) async fn room(&self, id: &GameId) -> Result<Arc<Room>, HubError> {
        if let Some(room) = self.rooms().get(id) {
            room.used.store(self.now().0, Ordering::Relaxed);
            return Ok(Arc::clone(room));
        }
        loop {
            let deletions = self.deletions.load(Ordering::SeqCst);
            let room = self.load(id).await?;
            let room = {
                let mut rooms = self.rooms();
                if self.deletions.load(Ordering::SeqCst) != deletions {
                    continue;
                }
                Arc::clone(rooms.entry(id.clone()).or_insert_with(|| Arc::new(room)))
            };
            if self.storage.is_shared() {
                // Changes that came between reading the game and adding the room were not applied to it.
                let mut state = room.state.lock().await;
                self.catch_up(&room, &mut state).await?;
            }
            return Ok(room);
        }
    }

    async fn load(&self, id: &GameId) -> Result<Room, HubError> {
        let history = self.storage.history(id, 0).await?.ok_or(HubError::NoGame)?;
        let state = RoomState::replay(id.clone(), history, self.now())?;
        let stored = self.storage.absence(id).await?.unwrap_or_default();
        // A player who never connected is gone since the last event, or since the server started.
        let never_here = state.game.updated().max(self.time.started());
        let gone = stored.map(|since| since.unwrap_or(never_here));
        let remote = self.storage.remote_presence(id).await?;
        Ok(Room::new(state, gone, remote, self.now()))
    }

    /// Takes the free seat. Returns the number of the event.
    pub(crate) async fn join(
        self: &Arc<Self>,
        id: &GameId,
        player: Player,
    ) -> Result<u32, HubError> {
        self.carry_out(id, Command::Join(player), 0).await
    }

    /// Carries out a player's action. Returns the number of the event, which is stored and broadcast.
    pub(crate) async fn act(
        self: &Arc<Self>,
        id: &GameId,
        player: PlayerId,
        address: IpAddr,
        request: ActionRequest,
        lag: Millis,
    ) -> Result<u32, HubError> {
        self.carry_out(id, Command::Act { player, address, request }, lag).await
    }

    /// Runs in a task of its own, so that a client that disconnects does not cancel it halfway.
    pub(crate) async fn carry_out(
        self: &Arc<Self>,
        id: &GameId,
        command: Command,
        lag: Millis,
    ) -> Result<u32, HubError> {
        let arrived = self.now();
        let hub = Arc::clone(self);
        let id = id.clone();
        tokio::spawn(async move {
            let room = hub.room(&id).await?;
            let mut state = lock_in_time(&room).await?;
            for _ in 0..MAX_ATTEMPTS {
                match hub.attempt(&room, &mut state, &command, arrived, lag).await {
                    Ok(Some(seq)) => return Ok(seq),
                    Ok(None) => {}
                    // It may have been judged by a game that another process has changed meanwhile.
                    Err(HubError::Rejected(error)) => {
                        if !hub.catch_up_if_different(&room, &mut state).await? {
                            return Err(HubError::Rejected(error));
                        }
                    }
                    Err(error) => {
                        drop(state);
                        hub.credit_before_refusal(&id, &error).await;
                        return Err(error);
                    }
                }
            }
            Err(HubError::Internal(format!("game {id}: {MAX_ATTEMPTS} conflicts in a row")))
        })
        .await
        .unwrap_or_else(|error| Err(HubError::Internal(error.to_string())))
    }

    /// A command counts from its arrival: waiting for earlier ones costs no time. `None` if another writer stored an
    /// event first; the state is then up to date again.
    async fn attempt(
        &self,
        room: &Room,
        state: &mut RoomState,
        command: &Command,
        arrived: Time,
        lag: Millis,
    ) -> Result<Option<u32>, HubError> {
        if state.damage.is_some() {
            return Err(HubError::Damaged);
        }
        let now = arrived.max(state.game.updated());
        if let Command::Act { player, .. } = command
            && let Some(seat) = state.game.seat_of(player)
        {
            room.note_action(seat, now);
        }
        if !self.credit(room, state, now).await? || !self.end_if_due(room, state, now).await? {
            return Ok(None);
        }
        let decision = match command {
            Command::Join(player) => state.game.join(player.clone(), random_color())?,
            Command::Act { player, request: ActionRequest { seen, action }, .. } => {
                let opponent = state.game.seat_of(player).map(trid_rules::Color::other);
                let opponent_gone_since = opponent.and_then(|color| room.gone_since(color));
                let uncharged = self.uncharged(state, now).ms;
                let seen = *seen;
                let context = ActionContext { now, lag, uncharged, opponent_gone_since, seen };
                state.game.decide(player, action, context)?
            }
            Command::Leave(player) => state.game.leave(player)?,
            Command::CheckClock => Decision::AlreadyDone(state.game.seq()),
            Command::Expire => state.game.expire(),
        };
        let stored = match decision {
            Decision::AlreadyDone(seq) => {
                self.set_alarm(room, state);
                return Ok(Some(seq));
            }
            Decision::Append(kinds) => self.commit(room, state, now, kinds, Vec::new()).await?,
            Decision::OutOfTime(flag) => {
                self.commit(room, state, now, vec![flag], Vec::new()).await?;
                // Decided again, by the game that is over.
                return Ok(None);
            }
            Decision::Rematch => {
                if let Command::Act { address, .. } = command {
                    self.take_new_game(*address)?;
                }
                let (next, append) = self.rematch(&state.game, now)?;
                let started = vec![EventKind::RematchStarted { game: next }];
                let stored = self.commit(room, state, now, started, vec![append]).await?;
                self.metrics.games_created.fetch_add(u64::from(stored), Ordering::Relaxed);
                stored
            }
        };
        Ok(stored.then_some(state.game.seq()))
    }

    /// Stores events, then broadcasts them. False if another writer stored an event first.
    pub(crate) async fn commit(
        &self,
        room: &Room,
        state: &mut RoomState,
        at: Time,
        kinds: Vec<EventKind>,
        other_games: Vec<Append>,
    ) -> Result<bool, HubError> {
        let at = at.max(state.game.updated());
        let mut game = state.game.clone();
        let mut events = Vec::with_capacity(kinds.len());
        for kind in kinds {
            let event = Event { seq: game.seq() + 1, at, kind };
            game.apply(&event)?;
            events.push(event);
        }
        let mut appends = vec![Append {
            game: room.id.clone(),
            after: state.head,
            events: events.clone(),
            summary: game.summary(),
            deadline: game.deadline().map(|(at, _)| at),
            max_unfinished: self.max_unfinished,
        }];
        let who = if other_games.is_empty() { "you have" } else { "you or your opponent have" };
        appends.extend(other_games);
        let alarms: Vec<(GameId, Option<Alarm>)> = appends
            .iter()
            .skip(1)
            .map(|Append { game, summary, deadline, .. }| {
                let clock = summary.clock.kind();
                (game.clone(), deadline.map(|at| Alarm { at, clock }))
            })
            .collect();
        let head = appends[0].head();
        let appended = self.storage.append(appends).await;
        self.note_wait(state, at, appended.is_ok());
        match appended? {
            Appended::Stored => {}
            Appended::Conflict => {
                self.catch_up(room, state).await?;
                return Ok(false);
            }
            Appended::Rejected(error) => return Err(self.seat_error(&error, who)),
        }
        if state.extend(game, &events, head) {
            state.learned = None;
        }
        self.broadcast(room, state, &events);
        for (game, alarm) in alarms {
            self.alarms.set(&game, alarm);
        }
        Ok(true)
    }

    /// Loads and broadcasts the events that other writers stored.
    async fn catch_up(&self, room: &Room, state: &mut RoomState) -> Result<(), HubError> {
        let history =
            self.storage.history(&room.id, state.game.seq()).await?.ok_or(HubError::NoGame)?;
        if history.base != Some(state.head) || history.damage.is_some() {
            return self.fall_back(room, state).await;
        }
        let History { events, head, .. } = history;
        let mut game = state.game.clone();
        for event in &events {
            if game.apply(event).is_err() {
                return self.fall_back(room, state).await;
            }
        }
        if state.extend(game, &events, head) {
            self.note_delivery(room, state);
        }
        self.broadcast(room, state, &events);
        Ok(())
    }

    /// Reads a game again whose stored history is not the one that is loaded. What the database has lost, after it fell
    /// back to a replica for example, did not happen.
    async fn fall_back(&self, room: &Room, state: &mut RoomState) -> Result<(), HubError> {
        let history = self.storage.history(&room.id, 0).await?.ok_or(HubError::NoGame)?;
        let stored = RoomState::replay(room.id.clone(), history, self.now())?;
        let before = std::mem::replace(state, stored);
        let pairs = before.events.iter().zip(&state.events);
        let kept = pairs.take_while(|(before, stored)| before == stored).count();
        let (lost, new) = (&before.events[kept..], state.events[kept..].to_vec());
        if let Some(first) = lost.first() {
            tracing::error!(game = %room.id, from = first.seq, events = lost.len(), "the database has lost events");
            let moves = lost.iter().filter_map(|event| match &event.kind {
                EventKind::Moved { mv, .. } => Some(mv.clone()),
                _ => None,
            });
            let seq = u32::try_from(kept).unwrap_or(u32::MAX);
            let message = ServerMessage::RolledBack { seq, lost: moves.collect() };
            room.broadcast(&to_text(&message), self.now());
            room.seat_players(&state.game, self.now());
            // The player to move knew nothing of it.
            state.waits = before.waits;
            self.note_lost_events(state, first.at);
        }
        self.broadcast(room, state, &new);
        Ok(())
    }

    fn broadcast(&self, room: &Room, state: &mut RoomState, events: &[Event]) {
        if events.iter().any(|event| matches!(event.kind, EventKind::Started { .. })) {
            room.seat_players(&state.game, self.now());
        }
        for event in events {
            room.broadcast(&event_text(event), self.now());
        }
        self.metrics.events.fetch_add(events.len() as u64, Ordering::Relaxed);
        self.set_alarm(room, state);
    }

    fn set_alarm(&self, room: &Room, state: &RoomState) {
        let clock = state.game.terms().clock.kind();
        let at = self.due_at(room, state).filter(|_| state.damage.is_none());
        self.alarms.set(&room.id, at.map(|at| Alarm { at, clock }));
    }

    /// Frees the rate limiters of addresses that created no game for a while.
    pub(crate) fn drop_unused_limiters(&self) {
        self.new_games.drop_unused(self.now());
    }

    /// The number of rooms, of sockets in them, and of alarms.
    pub(crate) fn sizes(&self) -> Sizes {
        let rooms = self.rooms();
        let sockets = rooms.values().map(|room| room.len()).sum();
        Sizes { rooms: rooms.len(), sockets, alarms: self.alarms.len() }
    }

    pub(crate) fn rooms(&self) -> MutexGuard<'_, HashMap<GameId, Arc<Room>>> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

async fn lock_in_time(room: &Room) -> Result<tokio::sync::MutexGuard<'_, RoomState>, HubError> {
    let locking = tokio::time::timeout(MAX_WAIT, room.state.lock());
    locking.await.map_err(|_| {
        HubError::Storage(StorageError::new("change the game", "earlier requests still wait"))
    })
}
