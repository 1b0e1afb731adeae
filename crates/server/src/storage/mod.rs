//! Where games and players are kept: one trait, so that several databases can stand behind it.
//!
//! A game is a row and a list of events `(game, seq)`, unique and only ever appended to. Whoever stores a
//! `seq` first has won it; whoever comes second is told so, reads what happened, and decides again.

mod lock;
mod migrations;
mod opening;
mod queries;
mod shelves;
mod sqlite;

use std::fmt;
use std::future::Future;
use std::pin::Pin;

use trid_rules::RuleBook;

use crate::clock::Millis;
use crate::identity::{GameId, PlayerId, TokenHash};
use crate::wire::{ClockKind, Event, GameState, GameSummary, Player, Points};

pub use opening::OpenError;
pub use sqlite::Sqlite;

/// What a storage answers, sooner or later.
pub type Answer<'a, T> = Pin<Box<dyn Future<Output = Result<T, StorageError>> + Send + 'a>>;

/// Events of one game to be stored.
#[derive(Clone, Debug)]
pub struct Append {
    /// Which game.
    pub game: GameId,
    /// The events, numbered without a gap from the last one stored.
    pub events: Vec<Event>,
    /// The game as lists show it afterwards.
    pub summary: GameSummary,
    /// When the running clock falls, if one runs.
    pub deadline: Option<Millis>,
}

/// What became of an [`Append`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Appended {
    /// It is stored, and survives whatever comes.
    Stored,
    /// Someone else stored an event with one of these numbers first; nothing was stored.
    Conflict,
}

/// Which games to list, the newest first.
#[derive(Clone, Debug, Default)]
pub struct Listing {
    /// Only games in this state.
    pub state: Option<GameState>,
    /// Only games in which this player sits, or which he created.
    pub player: Option<PlayerId>,
    /// Whether to show games that only those with the link know.
    pub unlisted: bool,
    /// Only games of someone whose name begins so, whatever the case.
    pub name: Option<String>,
    /// Only games created at this time or later.
    pub from: Option<Millis>,
    /// Only games created before this time.
    pub until: Option<Millis>,
    /// Only games by this rule book.
    pub rules: Option<RuleBook>,
    /// Only games with this kind of clock.
    pub clock: Option<ClockKind>,
    /// Only games with this result.
    pub result: Option<Points>,
    /// Only games before this place in the list.
    pub before: Option<(Millis, GameId)>,
    /// At most so many.
    pub limit: u32,
}

/// A live game in which time alone will bring something about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Deadline {
    /// The game.
    pub game: GameId,
    /// When.
    pub at: Millis,
    /// Its kind of clock.
    pub clock: ClockKind,
}

/// Since when the players of a live game are gone, White first; `None` for one who is here.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Absence {
    /// The game.
    pub game: GameId,
    /// Since when.
    pub since: [Option<Millis>; 2],
}

/// What the expiry of old things has removed or ended.
#[derive(Clone, Debug, Default)]
pub struct Expired {
    /// Games that waited too long for an opponent, now gone.
    pub open_games: Vec<GameId>,
    /// Players who were not seen for too long and sit in no game, now gone.
    pub players: usize,
}

/// A storage of games and players.
pub trait Storage: Send + Sync + 'static {
    /// Stores events after those that are there, of all these games or of none, durably before it answers.
    fn append(&self, appends: Vec<Append>) -> Answer<'_, Appended>;
    /// All events of a game after this number, in order; `None` if there is no such game.
    fn events(&self, game: &GameId, after: u32) -> Answer<'_, Option<Vec<Event>>>;
    /// Games that fit.
    fn list(&self, listing: Listing) -> Answer<'_, Vec<GameSummary>>;
    /// How many games of this player wait or are being played.
    fn count_unfinished(&self, player: &PlayerId) -> Answer<'_, u32>;
    /// The live games in which something is due.
    fn deadlines(&self) -> Answer<'_, Vec<Deadline>>;
    /// The live games in which nothing has happened since that time and no clock runs.
    fn stale(&self, since: Millis) -> Answer<'_, Vec<GameId>>;

    /// Stores a new player.
    fn add_player(&self, hash: TokenHash, player: Player, now: Millis) -> Answer<'_, ()>;
    /// The player with this token; notes that he was seen.
    fn find_player(&self, hash: TokenHash, now: Millis) -> Answer<'_, Option<Player>>;
    /// Gives a player another display name.
    fn rename_player(&self, player: Player) -> Answer<'_, ()>;

    /// Removes open games without a change since one time, and players unseen since another.
    fn expire(&self, open_since: Millis, seen_since: Millis) -> Answer<'_, Expired>;
    /// Notes that the server is alive.
    fn note_alive(&self, now: Millis) -> Answer<'_, ()>;
    /// When the server was last known to be alive.
    fn last_alive(&self) -> Answer<'_, Option<Millis>>;
    /// Stores who is gone from these games, those that are over aside.
    fn note_absences(&self, absences: Vec<Absence>) -> Answer<'_, ()>;
    /// Since when the players of a live game are gone, White first; `None` if that was never noted.
    fn absence(&self, game: &GameId) -> Answer<'_, Option<[Option<Millis>; 2]>>;
    /// Leaves out of every absence the time that the server was away: whoever was here is gone since now.
    fn resume_absences(&self, last_alive: Millis, now: Millis) -> Answer<'_, ()>;
    /// Whether it can be read and, as far as is known, written to.
    fn ready(&self, now: Millis) -> Answer<'_, ()>;
    /// Finishes what was begun and closes.
    fn close(&self) -> Answer<'_, ()>;
}

/// What went wrong in a storage.
#[derive(Debug)]
pub struct StorageError(String);

impl StorageError {
    pub(crate) fn new(doing: &str, error: impl fmt::Display) -> Self {
        Self(format!("cannot {doing}: {error}"))
    }
}

impl fmt::Display for StorageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for StorageError {}
