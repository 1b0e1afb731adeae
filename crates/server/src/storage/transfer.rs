//! Copies all players and games from one database to another and compares them.
//!
//! A game is its events and the names of its players. They are appended as a server appends them, so that the other
//! database derives everything else from them.

use std::fmt;

use futures_util::future::try_join_all;
use trid_protocol::{Event, EventKind, GameId, GameState, OnlineGame, ReplayError, Time};

use super::{Absence, Append, Appended, Head, History, Storage, StorageError, StorageErrorKind};

const PLAYERS_PER_WRITE: usize = 200;
/// Few enough for one write to a database that is far away.
const GAMES_PER_WRITE: usize = 50;

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
    pub created: Time,
    /// When the player was last seen.
    pub seen: Time,
}

/// What was copied.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Copied {
    /// The number of players.
    pub players: usize,
    /// The number of games.
    pub games: usize,
    /// The number of events.
    pub events: usize,
    /// The games that were not copied, because their events are damaged.
    pub damaged: Vec<String>,
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

/// Copies all players and games to an empty database, reads them from there and compares them.
///
/// # Errors
/// [`CopyError`]. What was copied until then stays in the new database.
pub async fn copy(from: &Storage, to: &Storage) -> Result<Copied, CopyError> {
    let is_empty = to.players_after(String::new(), 1).await?.is_empty()
        && to.games_after(String::new(), 1).await?.is_empty();
    if !is_empty {
        return Err(CopyError::NotEmpty);
    }
    // Before absences are stored, which shows that a server is alive.
    if let Some(at) = from.last_alive().await? {
        to.note_alive(at).await?;
    }
    let mut copied = Copied { players: copy_players(from, to).await?, ..Copied::default() };
    let mut last = String::new();
    loop {
        let ids = from.games_after(last, GAMES_PER_WRITE).await?;
        let Some(end) = ids.last() else { return Ok(copied) };
        last = end.clone();
        copy_games(from, to, &ids, &mut copied).await?;
    }
}

async fn copy_players(from: &Storage, to: &Storage) -> Result<usize, CopyError> {
    let (mut count, mut last) = (0, String::new());
    loop {
        let players = from.players_after(last.clone(), PLAYERS_PER_WRITE).await?;
        let Some(end) = players.last() else { return Ok(count) };
        to.import_players(players.clone()).await?;
        if to.players_after(last, PLAYERS_PER_WRITE).await? != players {
            return Err(CopyError::Differs("the players".to_owned()));
        }
        count += players.len();
        last = end.id.clone();
    }
}

async fn copy_games(
    from: &Storage,
    to: &Storage,
    ids: &[String],
    copied: &mut Copied,
) -> Result<(), CopyError> {
    let read = try_join_all(ids.iter().map(|id| StoredGame::read(from, id))).await?;
    let mut games = Vec::new();
    for (id, game) in ids.iter().zip(read) {
        match game {
            Some(game) => games.push(game),
            None => copied.damaged.push(id.clone()),
        }
    }
    for part in 0..2 {
        let appends = games.iter().filter_map(|game| game.appends.get(part).cloned()).collect();
        if to.append(appends).await? != Appended::Stored {
            return Err(CopyError::Differs("some games".to_owned()));
        }
    }
    let absences: Vec<Absence> = games.iter().filter_map(|game| game.absence.clone()).collect();
    if !absences.is_empty() {
        to.note_absences(absences).await?;
    }
    for game in games {
        if to.history(&game.id, 0).await? != Some(game.history.clone()) {
            return Err(CopyError::Differs(format!("game {}", game.id)));
        }
        copied.games += 1;
        copied.events += game.history.events.len();
    }
    Ok(())
}

/// A game and what stores it in an empty database.
struct StoredGame {
    id: GameId,
    history: History,
    appends: Vec<Append>,
    absence: Option<Absence>,
}

impl StoredGame {
    /// `None` if it is damaged.
    async fn read(from: &Storage, id: &str) -> Result<Option<Self>, CopyError> {
        let Ok(id) = id.parse::<GameId>() else { return Ok(None) };
        let history = match from.history(&id, 0).await {
            Ok(Some(history)) if history.damage.is_none() => history,
            Err(error) if error.kind() != StorageErrorKind::Damaged => return Err(error.into()),
            _ => return Ok(None),
        };
        let Ok(appends) = appends(&id, &history.events) else { return Ok(None) };
        let since = from.absence(&id).await?;
        let game = id.clone();
        let absence = since.map(|since| Absence { game, since, here: [false; 2], spectators: 0 });
        Ok(Some(Self { id, history, appends, absence }))
    }
}

/// One or two appends: a move of a live game changes a game that exists, so what comes before the first one is stored first.
fn appends(id: &GameId, events: &[Event]) -> Result<Vec<Append>, ReplayError> {
    let is_live = OnlineGame::replay(id.clone(), events)?.state() == GameState::Live;
    let is_move = |event: &Event| matches!(event.kind, EventKind::Moved { .. });
    let start = events.iter().position(|event| is_live && is_move(event)).unwrap_or(events.len());
    let mut appends = Vec::new();
    let mut after = Head::of(id);
    for part in [0..start, start..events.len()].into_iter().filter(|part| !part.is_empty()) {
        let game = OnlineGame::replay(id.clone(), &events[..part.end])?;
        let append = Append {
            game: id.clone(),
            after,
            events: events[part].to_vec(),
            summary: game.summary(),
            deadline: game.deadline().map(|(at, _)| at),
            max_unfinished: u32::MAX,
        };
        after = append.head();
        appends.push(append);
    }
    Ok(appends)
}
