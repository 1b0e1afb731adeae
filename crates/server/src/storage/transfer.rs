//! Copies everything from one database to another and verifies the copy event by event.

use std::fmt;

use trid_protocol::{Millis, OnlineGame};

use super::{History, Storage, StorageError, StoredEvent};

/// The number of players or games that are copied at once.
const PAGE: usize = 200;

/// A player as databases store them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayerRow {
    /// The id.
    pub id: String,
    /// The hash of the token.
    pub token_hash: Vec<u8>,
    /// The display name.
    pub name: String,
    /// When the player was created.
    pub created: Millis,
    /// When the player was last seen.
    pub seen: Millis,
}

/// A game with everything that belongs to it, as databases store it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameRow {
    /// The id.
    pub id: String,
    /// The columns `state`, `access`, `rules`, `clock` and `result`, in this order.
    pub properties: [String; 5],
    /// When the game was created.
    pub created: Millis,
    /// When the last event happened.
    pub updated: Millis,
    /// When its alarm is due.
    pub deadline: Option<Millis>,
    /// The summary as JSON, without names.
    pub summary: String,
    /// The events, in order.
    pub events: Vec<StoredEvent>,
    /// The seats.
    pub seats: Vec<SeatRow>,
    /// Since when White and Black are absent, if that is stored.
    pub absence: Option<[Option<Millis>; 2]>,
    /// The labels under which lists find the game.
    pub labels: Vec<String>,
}

/// A seat as databases store it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct SeatRow {
    /// The player.
    pub player: String,
    /// Whether the game is finished.
    pub finished: bool,
    /// When the game was created.
    pub created: Millis,
    /// The name in the form that searches compare.
    pub name: String,
    /// The name as people see it.
    pub display_name: String,
}

/// What was copied.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Copied {
    /// The number of players.
    pub players: usize,
    /// The number of games.
    pub games: usize,
    /// The number of events.
    pub events: usize,
}

/// Why a database was not copied.
#[derive(Debug)]
pub enum CopyError {
    /// A database failed.
    Storage(StorageError),
    /// The other database holds players or games.
    NotEmpty,
    /// The copy of this game or player differs.
    Differs(String),
}

impl From<StorageError> for CopyError {
    fn from(error: StorageError) -> Self {
        Self::Storage(error)
    }
}

impl fmt::Display for CopyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Storage(error) => error.fmt(f),
            Self::NotEmpty => f.write_str(
                "the database to copy to is not empty; name a new one, or drop its schema trid",
            ),
            Self::Differs(id) => {
                write!(f, "the copy of {id} differs from the original; do not use the copy")
            }
        }
    }
}

impl std::error::Error for CopyError {}

/// Copies all players and games to an empty database, then reads both again and compares them.
///
/// # Errors
/// [`CopyError`]. What was copied until then stays in the new database.
pub async fn copy(from: &Storage, to: &Storage) -> Result<Copied, CopyError> {
    let is_empty = to.players_after(String::new(), 1).await?.is_empty()
        && to.games_after(String::new(), 1).await?.is_empty();
    if !is_empty {
        return Err(CopyError::NotEmpty);
    }
    let mut copied = Copied::default();
    let mut last = String::new();
    loop {
        let players = from.players_after(last, PAGE).await?;
        let Some(end) = players.last() else { break };
        last = end.id.clone();
        copied.players += players.len();
        to.import_players(players).await?;
    }
    last = String::new();
    loop {
        let games = from.games_after(last, PAGE).await?;
        let Some(end) = games.last() else { break };
        last = end.id.clone();
        copied.games += games.len();
        copied.events += games.iter().map(|game| game.events.len()).sum::<usize>();
        to.import_games(games).await?;
    }
    if let Some(at) = from.last_alive().await? {
        to.note_alive(at).await?;
    }
    verify(from, to).await?;
    Ok(copied)
}

/// Compares two databases row by row, and replays every game of the copy.
async fn verify(from: &Storage, to: &Storage) -> Result<(), CopyError> {
    let mut last = String::new();
    loop {
        let (original, copy) =
            (from.players_after(last.clone(), PAGE).await?, to.players_after(last, PAGE).await?);
        if let Some((player, _)) = original.iter().zip(&copy).find(|(a, b)| a != b) {
            return Err(CopyError::Differs(format!("player {}", player.id)));
        }
        match (original.len() == copy.len(), original.last()) {
            (false, _) => return Err(CopyError::Differs("the list of players".to_owned())),
            (true, Some(end)) => last = end.id.clone(),
            (true, None) => break,
        }
    }
    last = String::new();
    loop {
        let (original, copy) =
            (from.games_after(last.clone(), PAGE).await?, to.games_after(last, PAGE).await?);
        for (a, b) in original.iter().zip(&copy) {
            if a != b || !replays_alike(from, to, a).await? {
                return Err(CopyError::Differs(format!("game {}", a.id)));
            }
        }
        match (original.len() == copy.len(), original.last()) {
            (false, _) => return Err(CopyError::Differs("the list of games".to_owned())),
            (true, Some(end)) => last = end.id.clone(),
            (true, None) => return Ok(()),
        }
    }
}

/// Whether both databases give the same events and the same game. A damaged game is copied as it is.
async fn replays_alike(from: &Storage, to: &Storage, game: &GameRow) -> Result<bool, CopyError> {
    let Ok(id) = game.id.parse::<trid_protocol::GameId>() else {
        return Ok(true);
    };
    let replay = |history: &History| {
        OnlineGame::replay(id.clone(), &history.events).map(|game| game.summary()).ok()
    };
    match (from.history(&id, 0).await, to.history(&id, 0).await) {
        (Ok(Some(original)), Ok(Some(copy))) => {
            Ok(original == copy && replay(&original) == replay(&copy))
        }
        (Ok(None), Ok(None)) | (Err(_), Err(_)) => Ok(true),
        _ => Ok(false),
    }
}
