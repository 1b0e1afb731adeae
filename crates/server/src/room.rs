//! A room: one loaded game and the sockets that receive its events.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::extract::ws::Utf8Bytes;
use tokio::sync::mpsc;
use trid_protocol::{
    CloseReason, Event, GameId, LAG_BOUND, Millis, OnlineGame, PlayerId, Presence, SeatPresence,
    ServerMessage, Time,
};
use trid_rules::Color;

use crate::fairness::{Outage, Outages};
use crate::storage::{Absence, Head, History, RemotePresence, StorageError};

/// A socket with more than this many pending messages is dropped.
const QUEUE_LENGTH: usize = 128;

/// One loaded game and its sockets.
pub(crate) struct Room {
    pub(crate) id: GameId,
    pub(crate) state: tokio::sync::Mutex<RoomState>,
    connected: Mutex<Connected>,
    /// Whether spectators came or went since the last broadcast of their number.
    pub(crate) spectators_changed: AtomicBool,
    /// Whether players came or went since absences were last stored.
    pub(crate) players_changed: AtomicBool,
    /// When the room was last used.
    pub(crate) used: AtomicI64,
    expired: AtomicBool,
}

/// The game of a room.
pub(crate) struct RoomState {
    pub(crate) game: OnlineGame,
    /// The index of an event is `seq - 1`.
    pub(crate) events: Vec<Event>,
    /// The head of the stored history with the last event.
    pub(crate) head: Head,
    /// Why what is stored after the last event cannot be used. The game can then only be viewed.
    pub(crate) damage: Option<String>,
    /// When the players waited for the storage, as far as it is not credited yet.
    pub(crate) waits: Outages,
    /// When this process learned how the clocks stand, if another one has set them.
    pub(crate) learned: Option<Time>,
}

/// The sockets of a room, and when its players left.
struct Connected {
    sockets: HashMap<u64, RoomSocket>,
    /// When each side's player left; `None` while connected.
    gone: [Option<Time>; 2],
    /// Who is connected to other processes.
    remote: RemotePresence,
}

impl Connected {
    /// Whether this side's player has an open socket in this process.
    fn has(&self, color: Color) -> bool {
        self.sockets.values().any(|socket| socket.seat == Some(color))
    }

    /// Whether this side's player has an open socket in any process.
    fn has_anywhere(&self, color: Color) -> bool {
        self.has(color) || self.remote.here[color as usize]
    }

    fn spectators(&self) -> u32 {
        let count = self.sockets.values().filter(|socket| socket.seat.is_none()).count();
        u32::try_from(count).unwrap_or(u32::MAX)
    }
}

/// Where a player is connected.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Whereabouts {
    /// To this process.
    Here,
    /// Only to other processes.
    Elsewhere,
    Nowhere,
}

/// A socket in a room.
struct RoomSocket {
    player: Option<PlayerId>,
    seat: Option<Color>,
    queue: mpsc::Sender<Utf8Bytes>,
    /// The round trip time in milliseconds.
    lag: Arc<AtomicI64>,
}

/// What a socket gets when it enters a room.
pub(crate) struct Entered {
    pub(crate) key: u64,
    /// The messages to send before those from the queue.
    pub(crate) backlog: Vec<Utf8Bytes>,
    pub(crate) queue: mpsc::Receiver<Utf8Bytes>,
    /// Where the socket stores its round trip time in milliseconds.
    pub(crate) lag: Arc<AtomicI64>,
}

impl RoomState {
    /// The game as far as its stored history, read at `now`, is intact and legal.
    pub(crate) fn replay(id: GameId, history: History, now: Time) -> Result<Self, StorageError> {
        let History { events, head, mut damage, .. } = history;
        let damaged = |error: &dyn std::fmt::Display| StorageError::damaged("read the game", error);
        let Some((first, rest)) = events.split_first() else {
            return Err(damaged(&damage.as_deref().unwrap_or("it has no events")));
        };
        let mut game = OnlineGame::new(id, first).map_err(|error| damaged(&error))?;
        for event in rest {
            if let Err(error) = game.apply(event) {
                damage = Some(error.to_string());
                break;
            }
        }
        if let Some(damage) = &damage {
            tracing::error!(game = %game.id(), last = game.seq(), %damage, "the stored game is damaged");
        }
        let legal = usize::try_from(game.seq()).unwrap_or(usize::MAX);
        let events = events.into_iter().take(legal).collect();
        Ok(Self { game, events, head, damage, waits: Outages::default(), learned: Some(now) })
    }

    /// Adds events that are stored. Whether they have set the clocks.
    pub(crate) fn extend(&mut self, game: OnlineGame, events: &[Event], head: Head) -> bool {
        let before = std::mem::replace(&mut self.game, game);
        self.head = head;
        self.events.extend_from_slice(events);
        // Two events in one millisecond settle the clocks at the same time.
        before.clocks() != self.game.clocks()
    }

    /// Removes the display name of a player who deleted their identity.
    pub(crate) fn remove_name(&mut self, player: &PlayerId) {
        self.game.remove_name(player);
        let named = self.events.iter_mut().flat_map(|event| event.kind.players_mut());
        named.filter(|named| named.id == *player).for_each(|named| named.name.clear());
    }

    /// The events after this number.
    pub(crate) fn events_after(&self, seq: u32) -> &[Event] {
        let from = usize::try_from(seq).unwrap_or(usize::MAX).min(self.events.len());
        &self.events[from..]
    }
}

impl Room {
    /// A room without sockets. `gone` says when each player left, unless they are connected elsewhere.
    pub(crate) fn new(
        state: RoomState,
        gone: [Time; 2],
        remote: RemotePresence,
        now: Time,
    ) -> Self {
        let gone = Color::ALL.map(|color| {
            let color = color as usize;
            (!remote.here[color]).then_some(gone[color])
        });
        Self {
            id: state.game.id().clone(),
            state: tokio::sync::Mutex::new(state),
            connected: Mutex::new(Connected { sockets: HashMap::new(), gone, remote }),
            spectators_changed: AtomicBool::new(false),
            players_changed: AtomicBool::new(false),
            used: AtomicI64::new(now.0),
            expired: AtomicBool::new(false),
        }
    }

    /// Adds a socket. It misses no event: earlier ones are in its backlog, later ones arrive in its queue.
    pub(crate) async fn enter(&self, player: Option<PlayerId>, after: u32, now: Time) -> Entered {
        static KEYS: AtomicU64 = AtomicU64::new(0);
        let key = KEYS.fetch_add(1, Ordering::Relaxed);
        let state = self.state.lock().await;
        let seat = player.as_ref().and_then(|player| state.game.seat_of(player));
        let (sender, queue) = mpsc::channel(QUEUE_LENGTH);
        let lag = Arc::new(AtomicI64::new(0));
        let welcome = ServerMessage::Welcome {
            game: self.id.clone(),
            you: player.clone(),
            seat,
            seq: state.game.seq(),
            now,
            lag_bound: LAG_BOUND,
            gone_after: state.game.gone_after(),
            overdue_after: state.game.overdue_after(),
            damaged: state.damage.is_some(),
        };
        let mut backlog = vec![to_text(&welcome)];
        backlog.extend(state.events_after(after).iter().map(event_text));
        let socket = RoomSocket { player, seat, queue: sender, lag: Arc::clone(&lag) };
        self.connected().sockets.insert(key, socket);
        self.note_presence(seat, now);
        backlog.push(to_text(&ServerMessage::Presence(self.presence())));
        Entered { key, backlog, queue, lag }
    }

    /// Removes a socket.
    pub(crate) fn leave(&self, key: u64, now: Time) {
        let Some(socket) = self.connected().sockets.remove(&key) else {
            return;
        };
        self.note_presence(socket.seat, now);
    }

    /// Sends a message to all sockets. Sockets with a full queue are dropped, which makes their players absent.
    pub(crate) fn broadcast(&self, message: &Utf8Bytes, now: Time) {
        let mut dropped = Vec::new();
        self.connected().sockets.retain(|_, socket| {
            let sent = socket.queue.try_send(message.clone()).is_ok();
            if !sent {
                dropped.push(socket.seat);
            }
            sent
        });
        if !dropped.is_empty() {
            tracing::info!(game = %self.id, dropped = dropped.len(), "slow sockets dropped");
        }
        for seat in dropped {
            self.note_presence(seat, now);
        }
    }

    /// Drops all sockets because the game was removed.
    pub(crate) fn expire(&self) {
        self.expired.store(true, Ordering::Relaxed);
        self.connected().sockets.clear();
    }

    /// Why a socket was dropped.
    pub(crate) fn why_dropped(&self) -> CloseReason {
        if self.expired.load(Ordering::Relaxed) { CloseReason::Expired } else { CloseReason::Slow }
    }

    /// Assigns seats to the players' sockets when the game starts.
    pub(crate) fn seat_players(&self, game: &OnlineGame, now: Time) {
        let mut connected = self.connected();
        for socket in connected.sockets.values_mut() {
            socket.seat = socket.player.as_ref().and_then(|player| game.seat_of(player));
        }
        // Absence before the start does not count.
        connected.gone = Color::ALL.map(|color| (!connected.has_anywhere(color)).then_some(now));
        drop(connected);
        self.broadcast_absences(now);
    }

    /// Notes an action of a player. One without a socket is absent only from then on.
    pub(crate) fn note_action(&self, color: Color, now: Time) {
        if let Some(since) = &mut self.connected().gone[color as usize] {
            *since = now.max(*since);
        } else {
            return;
        }
        self.broadcast_absences(now);
    }

    /// Does not count an outage as absence: nobody could connect.
    pub(crate) fn excuse_absences(&self, outage: Outage, now: Time) {
        let mut connected = self.connected();
        let excused = connected.gone.map(|since| since.map(|since| outage.excuse(since)));
        if excused == connected.gone {
            return;
        }
        connected.gone = excused;
        drop(connected);
        self.broadcast_absences(now);
    }

    /// Who is connected to this process, and since when players are absent.
    pub(crate) fn absence(&self) -> Absence {
        let connected = self.connected();
        Absence {
            game: self.id.clone(),
            since: connected.gone,
            here: Color::ALL.map(|color| connected.has(color)),
            spectators: connected.spectators(),
        }
    }

    /// Notes who is connected to other processes. `gone` says when the other players left, as far as it is stored.
    pub(crate) fn set_remote_presence(
        &self,
        remote: RemotePresence,
        gone: [Option<Time>; 2],
        now: Time,
    ) {
        let mut connected = self.connected();
        let before = (connected.gone, connected.remote.spectators);
        connected.remote = remote;
        for color in Color::ALL {
            let is_here = connected.has_anywhere(color);
            let since = &mut connected.gone[color as usize];
            let stored = gone[color as usize];
            *since = if is_here { None } else { (*since).max(stored).or(Some(now)) };
        }
        let changed = before != (connected.gone, connected.remote.spectators);
        drop(connected);
        if changed {
            self.broadcast(&to_text(&ServerMessage::Presence(self.presence())), now);
        }
    }

    /// Where this side's player is connected.
    pub(crate) fn whereabouts(&self, color: Color) -> Whereabouts {
        let connected = self.connected();
        if connected.has(color) {
            Whereabouts::Here
        } else if connected.has_anywhere(color) {
            Whereabouts::Elsewhere
        } else {
            Whereabouts::Nowhere
        }
    }

    /// When this side's player left; `None` while connected.
    pub(crate) fn gone_since(&self, color: Color) -> Option<Time> {
        self.connected().gone[color as usize]
    }

    /// Whether the socket has not been dropped.
    pub(crate) fn holds(&self, key: u64) -> bool {
        self.connected().sockets.contains_key(&key)
    }

    /// Who is connected.
    pub(crate) fn presence(&self) -> Presence {
        let connected = self.connected();
        let seat = |color: Color| {
            let gone_since = connected.gone[color as usize];
            SeatPresence { here: gone_since.is_none(), gone_since }
        };
        Presence {
            white: seat(Color::White),
            black: seat(Color::Black),
            spectators: connected.spectators().saturating_add(connected.remote.spectators),
        }
    }

    /// The longest round trip time of this side's sockets.
    pub(crate) fn lag(&self, color: Color) -> Millis {
        self.connected()
            .sockets
            .values()
            .filter(|socket| socket.seat == Some(color))
            .map(|socket| socket.lag.load(Ordering::Relaxed))
            .max()
            .unwrap_or(0)
    }

    /// The number of sockets.
    pub(crate) fn len(&self) -> usize {
        self.connected().sockets.len()
    }

    /// Broadcasts a player's arrival or departure at once. Those of spectators are broadcast together, periodically.
    fn note_presence(&self, seat: Option<Color>, now: Time) {
        let Some(color) = seat else {
            self.spectators_changed.store(true, Ordering::Relaxed);
            return;
        };
        let mut connected = self.connected();
        let is_connected = connected.has_anywhere(color);
        if connected.remote.here[color as usize] {
            // Other processes must learn that the player is connected to this one too, or no longer.
            self.players_changed.store(true, Ordering::Relaxed);
        }
        let gone = &mut connected.gone[color as usize];
        if is_connected == gone.is_none() {
            return;
        }
        *gone = (!is_connected).then_some(now);
        drop(connected);
        self.broadcast_absences(now);
    }

    /// Broadcasts that players came, went or acted, and has it stored.
    fn broadcast_absences(&self, now: Time) {
        self.players_changed.store(true, Ordering::Relaxed);
        self.broadcast(&to_text(&ServerMessage::Presence(self.presence())), now);
    }

    fn connected(&self) -> MutexGuard<'_, Connected> {
        self.connected.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The message of an event as JSON.
pub(crate) fn event_text(event: &Event) -> Utf8Bytes {
    to_text(&ServerMessage::Event { event: event.clone() })
}

/// A message as JSON.
pub(crate) fn to_text(message: &ServerMessage) -> Utf8Bytes {
    serde_json::to_string(message).expect("messages serialize to JSON").into()
}
