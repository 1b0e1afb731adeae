//! All games that are open here: finds and loads them, carries out what players wish, watches the time.

mod error;
mod keeping;
#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::alarms::Alarms;
use crate::clock::{Clock, Millis};
use crate::decide::{self, Decision, Moment};
use crate::identity::{GameId, PlayerId};
use crate::metrics::Metrics;
use crate::room::{Room, RoomState, to_text};
use crate::storage::{Append, Appended, Storage};
use crate::table::{Due, Table};
use crate::wire::{Action, Event, GameSummary, Happening, NewGame, Player, ServerMessage};

pub(crate) use error::HubError;

/// So often someone else may store an event first before we give up.
const ATTEMPTS: usize = 5;

/// All games that are open here.
pub(crate) struct Hub {
    pub(crate) storage: Arc<dyn Storage>,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) metrics: Metrics,
    rooms: Mutex<HashMap<GameId, Arc<Room>>>,
    alarms: Alarms,
    started: Millis,
}

/// What a player wishes.
#[derive(Clone, Debug)]
enum Wish {
    Join(Player),
    Act {
        player: PlayerId,
        action: Action,
    },
    /// No one's: it is only to be seen whether something is due.
    LookAtClock,
    CallOff,
}

impl Hub {
    pub(crate) fn new(storage: Arc<dyn Storage>, clock: Arc<dyn Clock>) -> Self {
        let rooms = Mutex::new(HashMap::new());
        let started = clock.now();
        let alarms = Alarms::default();
        Self { storage, clock, metrics: Metrics::default(), rooms, alarms, started }
    }

    pub(crate) fn now(&self) -> Millis {
        self.clock.now()
    }

    /// Creates a game that waits for an opponent.
    pub(crate) async fn create(&self, new: NewGame, by: Player) -> Result<GameSummary, HubError> {
        let created = decide::create(new, by)?;
        let event = Event { seq: 1, at: self.now(), what: created };
        let id = GameId::random();
        let state = RoomState::replay(id.clone(), std::slice::from_ref(&event))?;
        let summary = state.table.summary();
        let append = Append {
            game: id.clone(),
            events: vec![event],
            summary: summary.clone(),
            deadline: None,
        };
        match self.storage.append(vec![append]).await? {
            Appended::Stored => {}
            Appended::Conflict => return Err(HubError::Internal(format!("game {id} exists"))),
        }
        self.metrics.games_created.fetch_add(1, Ordering::Relaxed);
        Ok(summary)
    }

    /// A game with those who are there.
    pub(crate) async fn room(&self, id: &GameId) -> Result<Arc<Room>, HubError> {
        if let Some(room) = self.rooms().get(id) {
            room.used.store(self.now(), Ordering::Relaxed);
            return Ok(Arc::clone(room));
        }
        let events = self.storage.events(id, 0).await?.ok_or(HubError::NoGame)?;
        let state = RoomState::replay(id.clone(), &events)?;
        let stored = self.storage.absence(id).await?.unwrap_or_default();
        // Whoever has not been here yet is gone since the game began, or since anyone could come.
        let never_here = state.table.updated.max(self.started);
        let gone = stored.map(|since| since.unwrap_or(never_here));
        let room = Room::new(state, gone, self.now());
        let room = Arc::clone(self.rooms().entry(id.clone()).or_insert_with(|| Arc::new(room)));
        Ok(room)
    }

    /// Takes the free seat. Returns the number of the event.
    pub(crate) async fn join(
        self: &Arc<Self>,
        id: &GameId,
        player: Player,
    ) -> Result<u32, HubError> {
        self.carry_out(id, Wish::Join(player), 0).await
    }

    /// Does what a player wishes. Returns the number of the event, which is stored and told.
    pub(crate) async fn act(
        self: &Arc<Self>,
        id: &GameId,
        player: PlayerId,
        action: Action,
        lag: Millis,
    ) -> Result<u32, HubError> {
        self.carry_out(id, Wish::Act { player, action }, lag).await
    }

    /// Ends a game in which nothing has happened for too long.
    pub(crate) async fn call_off(self: &Arc<Self>, id: &GameId) -> Result<u32, HubError> {
        self.carry_out(id, Wish::CallOff, 0).await
    }

    /// In a task of its own: a client that goes away in the middle must not leave it half done.
    async fn carry_out(
        self: &Arc<Self>,
        id: &GameId,
        wish: Wish,
        lag: Millis,
    ) -> Result<u32, HubError> {
        let hub = Arc::clone(self);
        let id = id.clone();
        tokio::spawn(async move {
            let room = hub.room(&id).await?;
            let mut state = room.state.lock().await;
            for _ in 0..ATTEMPTS {
                if let Some(seq) = hub.attempt(&room, &mut state, &wish, lag).await? {
                    return Ok(seq);
                }
            }
            Err(HubError::Internal(format!("game {id}: others were first {ATTEMPTS} times")))
        })
        .await
        .unwrap_or_else(|error| Err(HubError::Internal(error.to_string())))
    }

    /// `None` if someone else stored an event first: then the state is up to date again.
    async fn attempt(
        &self,
        room: &Room,
        state: &mut RoomState,
        wish: &Wish,
        lag: Millis,
    ) -> Result<Option<u32>, HubError> {
        let now = self.now();
        if let Some((_, due)) = state.table.deadline() {
            let waiting_for = match due {
                Due::Flag(color) => room.lag(color),
                Due::NoFirstMove => 0,
            };
            if let Some(ended) = state.table.due(now, waiting_for)
                && !self.commit(room, state, vec![ended], Vec::new()).await?
            {
                return Ok(None);
            }
        }
        let decision = match wish {
            Wish::Join(player) => state.table.join(player.clone())?,
            Wish::Act { player, action } => {
                let opponent = state.table.seat_of(player).map(trid_rules::Color::other);
                let opponent_gone = opponent.and_then(|color| room.gone_for(color, now));
                state.table.decide(player, action, Moment { now, lag, opponent_gone })?
            }
            Wish::LookAtClock => Decision::Already(state.table.seq),
            Wish::CallOff => state.table.call_off()?,
        };
        let stored = match decision {
            Decision::Already(seq) => {
                self.set_alarm(room, &state.table);
                return Ok(Some(seq));
            }
            Decision::Happen(happenings) => {
                self.commit(room, state, happenings, Vec::new()).await?
            }
            Decision::Rematch => {
                let (next, append) = self.rematch(&state.table, now)?;
                let started = vec![Happening::RematchStarted { game: next }];
                self.commit(room, state, started, vec![append]).await?
            }
        };
        Ok(stored.then_some(state.table.seq))
    }

    /// Stores what happens; then, and only then, tells it. False if someone else stored an event first.
    async fn commit(
        &self,
        room: &Room,
        state: &mut RoomState,
        happenings: Vec<Happening>,
        beside: Vec<Append>,
    ) -> Result<bool, HubError> {
        let at = self.now().max(state.table.updated);
        let mut table = state.table.clone();
        let mut events = Vec::with_capacity(happenings.len());
        for what in happenings {
            let event = Event { seq: table.seq + 1, at, what };
            table.apply(&event)?;
            events.push(event);
        }
        let mut appends = vec![Append {
            game: room.id.clone(),
            events: events.clone(),
            summary: table.summary(),
            deadline: table.deadline().map(|(at, _)| at),
        }];
        appends.extend(beside);
        let alarms: Vec<(GameId, Option<Millis>)> =
            appends.iter().skip(1).map(|append| (append.game.clone(), append.deadline)).collect();
        if self.storage.append(appends).await? == Appended::Conflict {
            self.catch_up(room, state).await?;
            return Ok(false);
        }
        state.table = table;
        self.tell(room, state, &events);
        for (game, deadline) in alarms {
            self.alarms.set(&game, deadline);
        }
        Ok(true)
    }

    /// Reads and tells what others have stored.
    async fn catch_up(&self, room: &Room, state: &mut RoomState) -> Result<(), HubError> {
        let events =
            self.storage.events(&room.id, state.table.seq).await?.ok_or(HubError::NoGame)?;
        for event in &events {
            state.table.apply(event)?;
        }
        self.tell(room, state, &events);
        Ok(())
    }

    fn tell(&self, room: &Room, state: &mut RoomState, events: &[Event]) {
        if events.iter().any(|event| matches!(event.what, Happening::Started { .. })) {
            room.seat_players(&state.table, self.now());
        }
        for event in events {
            let message = to_text(&ServerMessage::Event { event: event.clone() });
            room.tell(&message);
            state.told.push(message);
        }
        self.metrics.events.fetch_add(events.len() as u64, Ordering::Relaxed);
        self.set_alarm(room, &state.table);
    }

    fn set_alarm(&self, room: &Room, table: &Table) {
        let at = table.deadline().map(|(at, due)| match due {
            Due::Flag(color) => at + room.lag(color).clamp(0, crate::clocks::LAG_BOUND),
            Due::NoFirstMove => at,
        });
        self.alarms.set(&room.id, at);
    }

    /// The rematch of a game: its id, and what is to be stored with the event that names it.
    fn rematch(&self, table: &Table, at: Millis) -> Result<(GameId, Append), HubError> {
        let events: Vec<Event> = table
            .rematch_events()
            .ok_or_else(|| HubError::Internal("a rematch without players".to_owned()))?
            .into_iter()
            .zip(1..)
            .map(|(what, seq)| Event { seq, at, what })
            .collect();
        let id = GameId::random();
        let next = Table::replay(id.clone(), &events)?;
        let deadline = next.deadline().map(|(at, _)| at);
        Ok((id.clone(), Append { game: id, events, summary: next.summary(), deadline }))
    }

    /// How many games are open here, how many sockets are in them, how many alarms are set.
    pub(crate) fn sizes(&self) -> (usize, usize, usize) {
        let rooms = self.rooms();
        let sockets = rooms.values().map(|room| room.len()).sum();
        (rooms.len(), sockets, self.alarms.len())
    }

    fn rooms(&self) -> MutexGuard<'_, HashMap<GameId, Arc<Room>>> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
