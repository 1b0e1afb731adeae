//! What processes that use the same database tell each other.

use trid_protocol::{GameId, PlayerId, Time};

use super::Head;

/// A change that another process made. It is a hint: the storage has the truth, a hint can be missed, and anybody who
/// may use the database can send one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Change {
    /// The game has this many events.
    Events(Length),
    /// Players or spectators of the game came or went.
    Presence(GameId),
    /// The game was removed because nobody joined it.
    Expired(GameId),
    /// The player has another token, or is deleted.
    Player(PlayerId),
    /// Changes may have been missed.
    Missed,
    /// Other processes took this one for lost: it must store its presence again.
    Forgotten,
}

/// The number of events of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Length {
    /// The game.
    pub game: GameId,
    /// The number of its last event.
    pub seq: u32,
}

/// Where the stored history of a game ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tip {
    /// The game.
    pub game: GameId,
    /// The number of its last event.
    pub seq: u32,
    /// The head with that event.
    pub head: Head,
}

/// Who is connected to other processes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct RemotePresence {
    /// Whether White and Black are.
    pub here: [bool; 2],
    /// The number of spectators.
    pub spectators: u32,
}

/// Who was connected to processes that are gone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LostPresence {
    /// The game.
    pub game: GameId,
    /// Whether White and Black were.
    pub here: [bool; 2],
    /// When the last of these processes was alive.
    pub alive: Time,
}

/// Whether other processes were using the storage when this one started.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StartedAs {
    /// No other process was. This one resumes the games; others that start meanwhile wait.
    First,
    /// Another process serves the games.
    Another,
}
