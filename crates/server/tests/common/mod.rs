//! A server of our own on a free port, and players who use it, for the tests.

#![allow(dead_code, reason = "each test file uses its part")]

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use tokio::net::TcpListener;
use trid_server::client::{Client, GameSocket};
use trid_server::clock::{Clock, SystemClock};
use trid_server::identity::GameId;
use trid_server::limits::Limits;
use trid_server::storage::{Sqlite, Storage};
use trid_server::wire::{Action, ClientMessage, Event, Happening, NewGame, ServerMessage};
use trid_server::{Server, Settings};

/// A folder that is gone when the test ends.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    pub(crate) fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let name =
            format!("trid-test-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    pub(crate) fn database(&self) -> PathBuf {
        self.0.join("trid.db")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A server on a free port, without limits.
pub(crate) async fn start(folder: &Folder) -> (Server, String) {
    let settings = Settings { limits: Limits::none(), ..Settings::default() };
    start_with(folder, settings, Arc::new(SystemClock)).await
}

pub(crate) async fn start_with(
    folder: &Folder,
    settings: Settings,
    clock: Arc<dyn Clock>,
) -> (Server, String) {
    let storage = Arc::new(Sqlite::open(&folder.database()).unwrap());
    start_on(storage, settings, clock).await
}

pub(crate) async fn start_on(
    storage: Arc<dyn Storage>,
    settings: Settings,
    clock: Arc<dyn Clock>,
) -> (Server, String) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let server = Server::start(listener, storage, clock, settings).await.unwrap();
    let url = format!("http://{}", server.address());
    (server, url)
}

/// A player with the socket of a game open.
pub(crate) struct Seat {
    pub(crate) client: Client,
    pub(crate) game: GameId,
    pub(crate) socket: GameSocket,
    pub(crate) events: Vec<Event>,
    next: u32,
}

impl Seat {
    pub(crate) async fn open(client: &Client, game: &GameId) -> Self {
        let socket = client.socket(game, 0).await.unwrap();
        Self { client: client.clone(), game: game.clone(), socket, events: Vec::new(), next: 1 }
    }

    /// The next message, noted if it is an event.
    pub(crate) async fn hear(&mut self) -> ServerMessage {
        let message = tokio::time::timeout(Duration::from_secs(20), self.socket.hear())
            .await
            .expect("a message comes in time")
            .unwrap()
            .expect("the socket is open");
        if let ServerMessage::Event { event } = &message {
            self.events.push(event.clone());
        }
        message
    }

    /// Acts, and waits for the answer: the number of the event, or the code of the refusal.
    pub(crate) async fn act(&mut self, action: Action) -> Result<u32, String> {
        let reference = self.next;
        self.next += 1;
        self.socket.say(&ClientMessage::Act { reference, action }).await.unwrap();
        loop {
            match self.hear().await {
                ServerMessage::Done { reference: answered, seq } if answered == reference => {
                    return Ok(seq);
                }
                ServerMessage::Refused { reference: Some(answered), refusal }
                    if answered == reference =>
                {
                    return Err(refusal.code);
                }
                _ => {}
            }
        }
    }

    pub(crate) async fn play(&mut self, mv: &str, ply: u32) -> Result<u32, String> {
        self.act(Action::Move { mv: mv.to_owned(), ply }).await
    }

    /// Waits for an event of a kind.
    pub(crate) async fn until(&mut self, wanted: impl Fn(&Happening) -> bool) -> Event {
        if let Some(event) = self.events.iter().rev().find(|event| wanted(&event.what)) {
            return event.clone();
        }
        loop {
            if let ServerMessage::Event { event } = self.hear().await
                && wanted(&event.what)
            {
                return event;
            }
        }
    }
}

/// A game between two new players, White first.
pub(crate) async fn begin(url: &str, mut new: NewGame) -> (Seat, Seat) {
    new.color = trid_server::wire::ColorChoice::White;
    let white = Client::register(url, "White").await.unwrap();
    let black = Client::register(url, "Black").await.unwrap();
    let game = white.create(&new).await.unwrap().id;
    black.join(&game).await.unwrap();
    (Seat::open(&white, &game).await, Seat::open(&black, &game).await)
}

pub(crate) fn ended(what: &Happening) -> bool {
    matches!(what, Happening::Ended { .. })
}
