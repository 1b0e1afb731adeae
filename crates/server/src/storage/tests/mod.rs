//! What every storage must do. Each test runs with SQLite and, where it is installed, with PostgreSQL.

pub(crate) mod far_away;
mod games;
mod lists;
mod players;
mod processes;
mod transfer;

use std::sync::Arc;

use trid_protocol::{
    Access, ColorChoice, Event, EventKind, GameId, GameSummary, NewGame, OnlineGame, Player, Time,
};
use trid_rules::Color;
use trid_testbed::TemporaryPostgres;

use super::{Append, Appended, Created, Head, PostgresConfig, Storage};
use crate::identity::{Token, TokenHash, random_game_id, random_player_id};

/// Runs an async test with each storage.
macro_rules! for_each_storage {
    ($($name:ident),+ $(,)?) => {
        mod sqlite {
            $(#[tokio::test]
            async fn $name() {
                let folder = tempfile::tempdir().unwrap();
                let storage = crate::storage::Storage::open_file(&folder.path().join("trid.db")).unwrap();
                super::$name(std::sync::Arc::new(storage)).await;
            })+
        }
        mod postgres {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $name() {
                if let Some(storage) = crate::storage::tests::open_postgres().await {
                    super::$name(std::sync::Arc::new(storage)).await;
                }
            })+
        }
    };
}
pub(super) use for_each_storage;

pub(crate) fn server() -> &'static TemporaryPostgres {
    TemporaryPostgres::shared().unwrap()
}

pub(crate) fn new_database() -> Option<String> {
    TemporaryPostgres::new_database()
}

/// Opens a storage like another process that uses the same database.
pub(crate) async fn open_url(url: &str) -> Storage {
    Storage::connect(PostgresConfig::parse(url, None).unwrap(), Some("test")).await.unwrap()
}

async fn open_postgres() -> Option<Storage> {
    Some(open_url(&new_database()?).await)
}

/// Stores a new player with this name.
async fn add_player(storage: &Storage, name: &str) -> (Player, TokenHash) {
    let player = Player { id: random_player_id(), name: name.to_owned() };
    let hash = Token::random().hash();
    storage.add_player(hash, player.clone(), Time(1)).await.unwrap();
    (player, hash)
}

/// A game that changes event by event, and what to store for each.
struct TestGame {
    game: OnlineGame,
    head: Head,
    max_unfinished: u32,
}

impl TestGame {
    /// A new game of this player, and what stores it.
    fn new(by: &Player, created: Time) -> (Self, Append) {
        let new =
            NewGame { color: ColorChoice::White, access: Access::Lobby, ..NewGame::default() };
        let kind = trid_protocol::create(new, by.clone()).unwrap();
        let event = Event { seq: 1, at: created, kind };
        let game = OnlineGame::new(random_game_id(), &event).unwrap();
        let head = Head::of(game.id());
        let mut game = Self { game, head, max_unfinished: 1_000 };
        let append = game.append(vec![event]);
        (game, append)
    }

    /// Applies events at this time. Returns what stores them.
    fn apply(&mut self, at: Time, kinds: Vec<EventKind>) -> Append {
        let mut events = Vec::new();
        for kind in kinds {
            let event = Event { seq: self.game.seq() + 1, at, kind };
            self.game.apply(&event).unwrap();
            events.push(event);
        }
        self.append(events)
    }

    fn join(&mut self, at: Time, player: &Player) -> Append {
        match self.game.join(player.clone(), Color::White).unwrap() {
            trid_protocol::Decision::Append(kinds) => self.apply(at, kinds),
            other => panic!("{other:?}"),
        }
    }

    fn append(&mut self, events: Vec<Event>) -> Append {
        let append = Append {
            game: self.game.id().clone(),
            after: self.head,
            events,
            summary: self.game.summary(),
            deadline: self.game.deadline().map(|(at, _)| at),
            max_unfinished: self.max_unfinished,
        };
        self.head = append.head();
        append
    }

    fn summary(&self) -> GameSummary {
        self.game.summary()
    }
}

async fn create(storage: &Storage, append: Append) {
    assert_eq!(storage.create(append, None).await.unwrap(), Created::New(Appended::Stored));
}

async fn store(storage: &Storage, append: Append) {
    assert_eq!(storage.append(vec![append]).await.unwrap(), Appended::Stored);
}

type TestStorage = Arc<Storage>;

#[tokio::test]
async fn a_closed_storage_refuses() {
    let folder = tempfile::tempdir().unwrap();
    let storage = Storage::open_file(&folder.path().join("trid.db")).unwrap();
    storage.close().await.unwrap();
    assert!(storage.last_alive().await.is_err());
}

/// The events of a game after this number; `None` if the game does not exist.
async fn read_events(storage: &Storage, game: &GameId, after: u32) -> Option<Vec<Event>> {
    let history = storage.history(game, after).await.unwrap()?;
    assert_eq!(history.damage, None);
    Some(history.events)
}
