//! Storage of games and players, in SQLite (one process) or PostgreSQL (many).
//!
//! A game is a row and a list of events with unique `(game, seq)`, which is append-only. If two writers append
//! the same `seq`, the first wins; the second gets a conflict, reads the new events and decides again.

mod history;
mod list_buckets;
mod names;
mod open_error;
#[cfg(feature = "postgres")]
mod postgres;
mod shared;
mod sqlite;
#[cfg(test)]
pub(crate) mod tests;
mod transfer;

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use tokio::sync::mpsc::UnboundedReceiver;
use trid_protocol::{
    ApiError, ClockKind, ErrorCode, Event, GameId, GameState, GameSummary, Millis, Player,
    PlayerId, Time,
};
use trid_rules::{GameResult, RuleBook};

use self::sqlite::Sqlite;
use crate::clock::{SystemClock, TimeSource};
use crate::identity::TokenHash;

pub use history::{Head, History, StoredEvent};
pub use open_error::OpenError;
#[cfg(feature = "postgres")]
pub use postgres::{PostgresConfig, read_password_file};
pub use shared::{Change, Length, LostPresence, RemotePresence, StartedAs, Tip};
pub use transfer::{Copied, CopyError, PlayerRow, copy};

/// The precision of the time a player was last seen: one hour.
const SEEN_PRECISION: Millis = 3_600_000;
/// How long an idempotency key is remembered: 24 hours.
const KEY_LIFETIME: Millis = 86_400_000;

/// What the methods of [`Storage`] return.
pub type StorageResult<T> = Result<T, StorageError>;

/// Events to append to a game.
#[derive(Clone, Debug)]
pub struct Append {
    /// The game.
    pub game: GameId,
    /// The history by which these events were judged. They are stored only on this one.
    pub after: Head,
    /// The events, numbered without a gap after the last stored one.
    pub events: Vec<Event>,
    /// The game's summary after these events.
    pub summary: GameSummary,
    /// When the game's alarm is due, if a clock runs.
    pub deadline: Option<Time>,
    /// The maximum number of open and live games of a player whom these events give a seat.
    pub max_unfinished: u32,
}

impl Append {
    /// The events as they are stored.
    pub(crate) fn stored_events(&self) -> Vec<StoredEvent> {
        StoredEvent::chain(self.after, &self.events)
    }

    /// The head of the game with these events.
    pub(crate) fn head(&self) -> Head {
        self.stored_events().last().map_or(self.after, |event| event.head)
    }

    /// Whether the events change who plays in the game or what lists show. A move does not.
    pub(crate) fn changes_lists(&self) -> bool {
        self.summary.plies == 0 || self.summary.state != GameState::Live
    }
}

/// The result of an [`Append`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Appended {
    /// The events are stored durably.
    Stored,
    /// The game has other events than those by which these were judged; nothing was stored.
    Conflict,
    /// A player cannot be seated; nothing was stored.
    Rejected(SeatError),
}

/// Why a player gets no seat in a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SeatError {
    /// The player has the maximum number of unfinished games.
    TooManyGames(PlayerId),
    /// The player has deleted their identity.
    NoPlayer(PlayerId),
}

/// A key that a client sends with a request, so that repeating the request has no further effect.
#[derive(Clone, Debug)]
pub struct IdempotencyKey {
    /// The player who sends it. Players cannot see each other's keys.
    pub player: PlayerId,
    /// The key.
    pub text: String,
    /// The SHA-256 hash of the request.
    pub request: [u8; 32],
}

/// What an [`IdempotencyKey`] was used for before.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum KeyUse {
    /// The same request, which created this game.
    SameRequest(GameId),
    /// A different request.
    OtherRequest,
}

/// The result of creating a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Created {
    /// The result of storing it.
    New(Appended),
    /// Nothing was stored, because the key was used before.
    Known(KeyUse),
}

/// The progress of deleting a player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Deletion {
    /// The player is deleted.
    Done,
    /// Some of the player's names are removed; call again.
    InProgress,
    /// These games must end first; nothing was removed.
    Unfinished(Vec<GameId>),
}

/// A query for a list of games, newest first.
#[derive(Clone, Debug, Default)]
pub struct ListQuery {
    /// Only games in this state.
    pub state: Option<GameState>,
    /// Only games that this player created or plays in.
    pub player: Option<PlayerId>,
    /// Whether to include games that only a link leads to.
    pub unlisted: bool,
    /// Only games with a player whose name starts with this text, ignoring case.
    pub name: Option<String>,
    /// Only games created at this time or later.
    pub from: Option<Time>,
    /// Only games created before this time.
    pub until: Option<Time>,
    /// Only games with this rule book.
    pub rules: Option<RuleBook>,
    /// Only games with this kind of clock.
    pub clock: Option<ClockKind>,
    /// Only games with this result.
    pub result: Option<GameResult>,
    /// Only games after this one in the list: the cursor of the previous page.
    pub before: Option<(Time, GameId)>,
    /// The maximum number of games.
    pub limit: u32,
}

/// When a live game's clock runs out or a deadline passes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Deadline {
    /// The game.
    pub game: GameId,
    /// When it is due.
    pub at: Time,
    /// The kind of clock.
    pub clock: ClockKind,
}

/// Who is connected to a game, and since when its players are absent. White is first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Absence {
    /// The game.
    pub game: GameId,
    /// Since when each player is absent; `None` for a player who is present.
    pub since: [Option<Time>; 2],
    /// Whether each player is connected to this process.
    pub here: [bool; 2],
    /// The number of spectators who are connected to this process.
    pub spectators: u32,
}

/// What an expiry run removed.
#[derive(Clone, Debug, Default)]
pub struct Expired {
    /// Open games that found no opponent in time.
    pub open_games: Vec<GameId>,
    /// The number of players without games who were not seen in time.
    pub players: usize,
}

/// Stores games and players.
pub enum Storage {
    /// A file. One server uses it at a time.
    Sqlite(Sqlite),
    /// A database that any number of servers use at the same time.
    #[cfg(feature = "postgres")]
    Postgres(postgres::Postgres),
}

impl Storage {
    /// Opens a SQLite file, creating and migrating it if needed, and locks it until it is closed.
    ///
    /// # Errors
    /// [`OpenError`] if another server uses the file, it cannot be opened, or it is from a newer version or another
    /// program. Such a file is left as it is.
    pub fn open_file(path: &Path) -> Result<Self, OpenError> {
        Sqlite::open(path).map(Self::Sqlite)
    }

    /// Connects to a PostgreSQL database and migrates it. `node` names this process for people.
    ///
    /// # Errors
    /// [`OpenError`] if the database cannot be reached, used or migrated, or is from a newer version.
    #[cfg(feature = "postgres")]
    pub async fn connect(config: PostgresConfig, node: Option<&str>) -> Result<Self, OpenError> {
        postgres::Postgres::open(config, node).await.map(Self::Postgres)
    }

    /// The clock that dates events: all processes that share a database use the database's.
    #[must_use]
    pub fn clock(&self) -> Arc<dyn TimeSource> {
        match self {
            Self::Sqlite(_) => Arc::new(SystemClock),
            #[cfg(feature = "postgres")]
            Self::Postgres(storage) => storage.clock(),
        }
    }

    /// Writes the server's address to the lock file, for the error message of a second server.
    pub fn write_address(&self, address: &str) {
        match self {
            Self::Sqlite(storage) => storage.write_address(address),
            #[cfg(feature = "postgres")]
            Self::Postgres(_) => {}
        }
    }

    /// Whether other processes may use the database at the same time.
    #[must_use]
    pub const fn is_shared(&self) -> bool {
        !matches!(self, Self::Sqlite(_))
    }

    /// The changes of other processes, if there can be any. Only the first call gets them.
    #[must_use]
    pub fn changes(&self) -> Option<UnboundedReceiver<Change>> {
        match self {
            Self::Sqlite(_) => None,
            #[cfg(feature = "postgres")]
            Self::Postgres(storage) => storage.changes(),
        }
    }

    /// Numbers for the operator.
    #[must_use]
    pub fn metrics(&self) -> StorageMetrics {
        match self {
            Self::Sqlite(storage) => storage.metrics(),
            #[cfg(feature = "postgres")]
            Self::Postgres(storage) => storage.metrics(),
        }
    }
}

/// Adds methods that the database in use carries out.
macro_rules! methods {
    ($($(#[$doc:meta])* $name:ident($($argument:ident: $type:ty),*) -> $value:ty;)+) => {
        impl Storage {
            $($(#[$doc])*
            pub async fn $name(&self, $($argument: $type),*) -> StorageResult<$value> {
                match self {
                    Self::Sqlite(storage) => storage.$name($($argument),*).await,
                    #[cfg(feature = "postgres")]
                    Self::Postgres(storage) => storage.$name($($argument),*).await,
                }
            })+
        }
    };
}

methods! {
    /// Appends events to all of these games or to none. They are durable when the future resolves.
    append(appends: Vec<Append>) -> Appended;
    /// The events of a game after this number, in order, as far as they are intact; `None` if the game does not exist.
    history(game: &GameId, after: u32) -> Option<History>;
    /// The games that match a query.
    list(query: ListQuery) -> Vec<GameSummary>;
    /// Stores a new game, unless the key was used in the last 24 hours. It is durable when the future resolves.
    create(game: Append, key: Option<IdempotencyKey>) -> Created;
    /// What a key was used for in the last 24 hours.
    find_key(key: IdempotencyKey, now: Time) -> Option<KeyUse>;
    /// The deadlines of live games, up to this time.
    deadlines(until: Time) -> Vec<Deadline>;
    /// The live games without a running clock and without an event since this time.
    stale(since: Time) -> Vec<GameId>;

    /// Stores a new player.
    add_player(hash: TokenHash, player: Player, now: Time) -> ();
    /// The player with this token. Updates when they were last seen.
    find_player(hash: TokenHash, now: Time) -> Option<Player>;
    /// Changes a player's display name in future games. False if the player does not exist.
    rename_player(player: Player) -> bool;
    /// Replaces a token. False if the old one is not valid.
    replace_token(old: TokenHash, new: TokenHash) -> bool;
    /// Deletes a player's token and removes their name from every game. Unfinished games that are not `ignored`
    /// prevent it. Call it until it is done: each call does a bounded part.
    delete_player(player: &PlayerId, ignored: Vec<GameId>) -> Deletion;

    /// Removes open games unchanged since `open_since`, players without games unseen since `seen_since`, and expired
    /// idempotency keys.
    expire(open_since: Time, seen_since: Time, now: Time) -> Expired;
    /// Stores that the server is alive at this time.
    note_alive(now: Time) -> ();
    /// When the server was last alive.
    last_alive() -> Option<Time>;
    /// Stores who is absent from these games. Finished games are ignored.
    note_absences(absences: Vec<Absence>) -> ();
    /// Since when the players of a live game are absent, White first; `None` if nothing is stored.
    absence(game: &GameId) -> Option<[Option<Time>; 2]>;
    /// Excludes the server's downtime from all absences. Players who were present count as absent from now on.
    resume_absences(last_alive: Time, now: Time) -> ();
    /// Checks that the storage can be read and that the last write succeeded.
    ready(now: Time) -> ();

    /// Joins the other processes.
    join() -> StartedAs;
    /// Lets waiting processes start, after the first one has resumed the games.
    resumed() -> ();
    /// Where those of these games that exist end; `None` if no other process can have stored anything.
    tips(games: Vec<GameId>) -> Option<Vec<Tip>>;
    /// The tokens of those of these players that exist; `None` if no other process can have changed them.
    tokens(players: Vec<PlayerId>) -> Option<Vec<(PlayerId, TokenHash)>>;
    /// Who is connected to other processes.
    remote_presence(game: &GameId) -> RemotePresence;
    /// Removes the stored presence of processes that are gone. Returns whom it removed; other processes learn of it by
    /// a change.
    remove_lost_processes(now: Time) -> Vec<LostPresence>;

    /// The next players in the order of their ids, after this id.
    players_after(id: String, limit: usize) -> Vec<PlayerRow>;
    /// The ids of the next games, in order, after this one.
    games_after(id: String, limit: usize) -> Vec<String>;
    /// Stores players in an empty database.
    import_players(players: Vec<PlayerRow>) -> ();

    /// Finishes pending work and closes.
    close() -> ();
}

/// Numbers for the operator.
#[derive(Clone, Copy, Debug, Default)]
pub struct StorageMetrics {
    /// The pages in the write-ahead log.
    pub log_pages: u64,
    /// The pages in the write-ahead log that are not yet copied into the database.
    pub log_pages_remaining: u64,
    /// Checkpoints that copied nothing, because of a reader.
    pub blocked_checkpoints: u64,
    /// Commits that failed, and groups of writes that did not get the lock.
    pub failed_commits: u64,
    /// Commits that succeeded. Each stores a group of writes.
    pub commits: u64,
    /// The number of writes in all commits.
    pub writes: u64,
    /// Numbers of a storage that several processes use.
    pub shared: Option<SharedMetrics>,
}

/// Numbers of a storage that several processes use.
#[derive(Clone, Copy, Debug, Default)]
pub struct SharedMetrics {
    /// The open connections of the pool.
    pub connections: u64,
    /// The connections of the pool that are not in use.
    pub connections_available: u64,
    /// The reads that wait for a connection.
    pub waiting_reads: u64,
    /// The reads that failed.
    pub failed_reads: u64,
    /// The notifications received, also from this process itself.
    pub notifications: u64,
    /// The time from sending the last notification to receiving it, in milliseconds.
    pub notification_lag: u64,
    /// How often the listening connection was restored.
    pub reconnections: u64,
}

/// A failure of the storage.
#[derive(Debug)]
pub struct StorageError {
    message: String,
    kind: StorageErrorKind,
}

/// What a failure of the storage means for the caller.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum StorageErrorKind {
    /// The storage cannot be used now. Nothing was stored, and a retry may succeed.
    Unavailable,
    /// Something in the storage cannot be read. A retry does not help.
    Damaged,
    /// A commit failed in a way that a restart may find it stored.
    Unknown,
}

impl StorageError {
    /// The storage cannot be used now. Nothing was stored, and a retry may succeed.
    pub(crate) fn new(operation: &str, error: impl fmt::Display) -> Self {
        let message = format!("cannot {operation}: {error}");
        Self { message, kind: StorageErrorKind::Unavailable }
    }

    /// Something in the storage cannot be read. A retry does not help.
    pub(crate) fn damaged(operation: &str, error: impl fmt::Display) -> Self {
        Self { kind: StorageErrorKind::Damaged, ..Self::new(operation, error) }
    }

    /// A commit failed in a way that a restart may find it stored.
    pub(crate) fn unknown(operation: &str, error: impl fmt::Display) -> Self {
        Self { kind: StorageErrorKind::Unknown, ..Self::new(operation, error) }
    }

    pub(crate) const fn kind(&self) -> StorageErrorKind {
        self.kind
    }

    /// The error for clients, without details.
    pub(crate) fn to_api_error(&self) -> ApiError {
        match self.kind {
            StorageErrorKind::Unavailable => ApiError::new(
                ErrorCode::Storage,
                "the database is not available and nothing was stored, try again",
            ),
            StorageErrorKind::Damaged => {
                ApiError::new(ErrorCode::Internal, "the stored data cannot be read")
            }
            StorageErrorKind::Unknown => ApiError::new(
                ErrorCode::Internal,
                "the database failed and it is unknown whether this was stored, reload to see",
            ),
        }
    }
}

impl fmt::Display for StorageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for StorageError {}
