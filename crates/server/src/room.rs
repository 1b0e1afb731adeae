//! A game with those who are there: its table, and the sockets to which every event is told.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::extract::ws::Utf8Bytes;
use tokio::sync::mpsc;
use trid_rules::Color;

use crate::clock::Millis;
use crate::identity::{GameId, PlayerId};
use crate::table::{ReplayError, Table};
use crate::wire::{Event, Presence, SeatPresence, ServerMessage};

/// So many messages may wait for a slow reader before it is dropped.
const QUEUE: usize = 128;

/// A game with those who are there.
pub(crate) struct Room {
    pub(crate) id: GameId,
    pub(crate) state: tokio::sync::Mutex<RoomState>,
    here: Mutex<Here>,
    /// Whether watchers came or went since that was last told.
    pub(crate) watchers_changed: AtomicBool,
    /// Whether players came or went since that was last stored.
    pub(crate) players_changed: AtomicBool,
    pub(crate) used: AtomicI64,
    expired: AtomicBool,
}

/// What the room knows of its game.
pub(crate) struct RoomState {
    pub(crate) table: Table,
    /// The events as they are told; the index is `seq - 1`.
    pub(crate) told: Vec<Utf8Bytes>,
}

struct Here {
    subscribers: HashMap<u64, Subscriber>,
    /// Since when each side's player is gone; `None` while he is here.
    gone: [Option<Millis>; 2],
}

impl Here {
    /// Whether a socket of this side's player is open.
    fn has(&self, color: Color) -> bool {
        self.subscribers.values().any(|each| each.seat == Some(color))
    }
}

/// A socket in a room.
struct Subscriber {
    player: Option<PlayerId>,
    seat: Option<Color>,
    queue: mpsc::Sender<Utf8Bytes>,
    lag: Arc<AtomicI64>,
}

/// What a socket gets when it enters a room.
pub(crate) struct Entered {
    pub(crate) key: u64,
    /// What is to be sent before anything from the queue.
    pub(crate) backlog: Vec<Utf8Bytes>,
    pub(crate) queue: mpsc::Receiver<Utf8Bytes>,
    /// The socket notes here how long a message's way is, there and back.
    pub(crate) lag: Arc<AtomicI64>,
}

impl RoomState {
    pub(crate) fn replay(id: GameId, events: &[Event]) -> Result<Self, ReplayError> {
        let table = Table::replay(id, events)?;
        let told = events
            .iter()
            .map(|event| to_text(&ServerMessage::Event { event: event.clone() }))
            .collect();
        Ok(Self { table, told })
    }

    pub(crate) fn told_after(&self, seq: u32) -> &[Utf8Bytes] {
        let from = usize::try_from(seq).unwrap_or(usize::MAX).min(self.told.len());
        &self.told[from..]
    }
}

impl Room {
    /// A room that no one is in yet, with the times since when the players are gone.
    pub(crate) fn new(state: RoomState, gone: [Millis; 2], now: Millis) -> Self {
        Self {
            id: state.table.id.clone(),
            state: tokio::sync::Mutex::new(state),
            here: Mutex::new(Here { subscribers: HashMap::new(), gone: gone.map(Some) }),
            watchers_changed: AtomicBool::new(false),
            players_changed: AtomicBool::new(false),
            used: AtomicI64::new(now),
            expired: AtomicBool::new(false),
        }
    }

    /// Lets a socket in. It misses nothing: what happened before is its backlog, the rest comes by its queue.
    pub(crate) async fn enter(&self, player: Option<PlayerId>, after: u32, now: Millis) -> Entered {
        static KEYS: AtomicU64 = AtomicU64::new(0);
        let key = KEYS.fetch_add(1, Ordering::Relaxed);
        let state = self.state.lock().await;
        let seat = player.as_ref().and_then(|player| state.table.seat_of(player));
        let (sender, queue) = mpsc::channel(QUEUE);
        let lag = Arc::new(AtomicI64::new(0));
        let welcome = ServerMessage::Welcome {
            game: self.id.clone(),
            you: player.clone(),
            seat,
            seq: state.table.seq,
            now,
            lag_bound: crate::clocks::LAG_BOUND,
            gone_after: state.table.gone_after(),
            overdue_after: state.table.overdue_after(),
        };
        let mut backlog = vec![to_text(&welcome)];
        backlog.extend_from_slice(state.told_after(after));
        let subscriber = Subscriber { player, seat, queue: sender, lag: Arc::clone(&lag) };
        self.here().subscribers.insert(key, subscriber);
        self.note_presence(seat, now);
        backlog.push(to_text(&ServerMessage::Presence(self.presence())));
        Entered { key, backlog, queue, lag }
    }

    /// Lets a socket out.
    pub(crate) fn leave(&self, key: u64, now: Millis) {
        let Some(subscriber) = self.here().subscribers.remove(&key) else {
            return;
        };
        self.note_presence(subscriber.seat, now);
    }

    /// Tells everyone here; whoever does not keep up is dropped.
    pub(crate) fn tell(&self, message: &Utf8Bytes) {
        let mut here = self.here();
        let before = here.subscribers.len();
        here.subscribers.retain(|_, subscriber| subscriber.queue.try_send(message.clone()).is_ok());
        let dropped = before - here.subscribers.len();
        if dropped > 0 {
            tracing::info!(game = %self.id, dropped, "slow readers dropped");
        }
    }

    /// Sends everyone away: the game is no more.
    pub(crate) fn expire(&self) {
        self.expired.store(true, Ordering::Relaxed);
        self.here().subscribers.clear();
    }

    /// Why a socket is no longer among those told.
    pub(crate) fn why_dropped(&self) -> &'static str {
        if self.expired.load(Ordering::Relaxed) { "expired" } else { "slow" }
    }

    /// Gives their seats to the sockets of players who have just sat down.
    pub(crate) fn seat_players(&self, table: &Table, now: Millis) {
        let mut here = self.here();
        for subscriber in here.subscribers.values_mut() {
            subscriber.seat = subscriber.player.as_ref().and_then(|player| table.seat_of(player));
        }
        // No one was missed before there was a game.
        here.gone = Color::ALL.map(|color| (!here.has(color)).then_some(now));
        drop(here);
        self.players_changed.store(true, Ordering::Relaxed);
        self.tell(&to_text(&ServerMessage::Presence(self.presence())));
    }

    /// Since when each side's player is gone; `None` for one who is here.
    pub(crate) fn gone(&self) -> [Option<Millis>; 2] {
        self.here().gone
    }

    /// Whether the socket is still among those told.
    pub(crate) fn holds(&self, key: u64) -> bool {
        self.here().subscribers.contains_key(&key)
    }

    /// Who is here.
    pub(crate) fn presence(&self) -> Presence {
        let here = self.here();
        let seat = |color: Color| {
            let gone_since = here.gone[color as usize];
            SeatPresence { here: gone_since.is_none(), gone_since }
        };
        let watchers = here.subscribers.values().filter(|each| each.seat.is_none()).count();
        Presence {
            white: seat(Color::White),
            black: seat(Color::Black),
            watchers: u32::try_from(watchers).unwrap_or(u32::MAX),
        }
    }

    /// For how long this side's player is gone; `None` while he is here.
    pub(crate) fn gone_for(&self, color: Color, now: Millis) -> Option<Millis> {
        self.here().gone[color as usize].map(|since| now - since)
    }

    /// The longest way of this side's sockets, there and back.
    pub(crate) fn lag(&self, color: Color) -> Millis {
        self.here()
            .subscribers
            .values()
            .filter(|each| each.seat == Some(color))
            .map(|each| each.lag.load(Ordering::Relaxed))
            .max()
            .unwrap_or(0)
    }

    /// How many sockets are here.
    pub(crate) fn len(&self) -> usize {
        self.here().subscribers.len()
    }

    /// A player's coming and going is told at once; watchers' together, now and then.
    fn note_presence(&self, seat: Option<Color>, now: Millis) {
        let Some(color) = seat else {
            self.watchers_changed.store(true, Ordering::Relaxed);
            return;
        };
        let mut here = self.here();
        let is_here = here.has(color);
        let gone = &mut here.gone[color as usize];
        if is_here == gone.is_none() {
            return;
        }
        *gone = (!is_here).then_some(now);
        drop(here);
        self.players_changed.store(true, Ordering::Relaxed);
        self.tell(&to_text(&ServerMessage::Presence(self.presence())));
    }

    fn here(&self) -> MutexGuard<'_, Here> {
        self.here.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A message as it goes over the wire.
pub(crate) fn to_text(message: &ServerMessage) -> Utf8Bytes {
    serde_json::to_string(message).expect("every message can be written as JSON").into()
}
