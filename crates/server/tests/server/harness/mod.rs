//! Test harness: a server on a free port and players connected to it.

pub(crate) mod postgres;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use trid_client::{Client, GameSocket};
use trid_protocol::{
    Action, ClientMessage, ColorChoice, Event, EventKind, GameId, GameSummary, NewGame,
    ServerMessage, Time, TimeControl,
};
use trid_server::clock::{PausedClock, TimeSource};
use trid_server::limits::ClientLimits;
use trid_server::storage::{Append, Appended, Storage};
use trid_server::{Server, Settings};

pub(crate) const START: Time = Time(1_800_000_000_000);

/// A temporary folder for a server's database, which is in PostgreSQL if `TRID_TEST_DATABASE` is `postgres`.
pub(crate) struct DataFolder {
    folder: TempDir,
    postgres: Option<String>,
}

impl DataFolder {
    pub(crate) fn new() -> Self {
        let is_postgres = std::env::var("TRID_TEST_DATABASE").is_ok_and(|name| name == "postgres");
        let postgres =
            is_postgres.then(|| postgres::new_database().expect("PostgreSQL is installed"));
        Self { folder: tempfile::tempdir().unwrap(), postgres }
    }

    pub(crate) fn database(&self) -> PathBuf {
        self.folder.path().join("trid.db")
    }

    /// Whether the database is not a file.
    pub(crate) fn is_postgres(&self) -> bool {
        self.postgres.is_some()
    }

    /// Runs SQL that both databases know.
    pub(crate) fn run_sql(&self, sql: &str) {
        if let Some(url) = &self.postgres {
            let name = url.rsplit('/').next().unwrap();
            postgres::server().run_sql(name, &format!("SET search_path = trid; {sql}")).unwrap();
        } else {
            rusqlite::Connection::open(self.database()).unwrap().execute_batch(sql).unwrap();
        }
    }

    pub(crate) async fn open(&self) -> Arc<Storage> {
        match &self.postgres {
            Some(url) => Arc::new(postgres::open(url).await),
            None => Arc::new(Storage::open_file(&self.database()).unwrap()),
        }
    }
}

pub(crate) fn unlimited() -> Settings {
    Settings { limits: ClientLimits::none(), ..Settings::default() }
}

pub(crate) async fn start_on(
    storage: Arc<Storage>,
    settings: Settings,
    clock: Arc<dyn TimeSource>,
) -> (Server, String) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let server = Server::start(listener, storage, clock, settings).await.unwrap();
    let url = format!("http://{}", server.address());
    (server, url)
}

/// A server with a database of its own and a clock that only the test advances. It ends with the test.
pub(crate) struct TestServer {
    pub(crate) url: String,
    pub(crate) clock: Arc<PausedClock>,
    pub(crate) folder: DataFolder,
    settings: Settings,
    server: Option<Server>,
}

impl TestServer {
    /// Without limits.
    pub(crate) async fn start() -> Self {
        Self::with(unlimited()).await
    }

    pub(crate) async fn limited(limits: ClientLimits) -> Self {
        Self::with(Settings { limits, ..Settings::default() }).await
    }

    pub(crate) async fn with(settings: Settings) -> Self {
        Self::serve(DataFolder::new(), settings, START).await
    }

    /// Serves what is stored from this time on.
    pub(crate) async fn serve(folder: DataFolder, settings: Settings, at: Time) -> Self {
        let clock = Arc::new(PausedClock::at(at));
        let mut server = Self { url: String::new(), clock, folder, settings, server: None };
        server.resume().await;
        server
    }

    pub(crate) async fn stop(&mut self) {
        self.server.take().unwrap().stop().await.unwrap();
    }

    /// Starts it again.
    pub(crate) async fn resume(&mut self) {
        let (storage, clock) = (self.folder.open().await, Arc::clone(&self.clock));
        let (server, url) = start_on(storage, self.settings.clone(), clock).await;
        (self.server, self.url) = (Some(server), url);
    }

    pub(crate) async fn restart(&mut self) {
        self.stop().await;
        self.resume().await;
    }

    pub(crate) fn metrics_url(&self) -> Option<String> {
        let address = self.server.as_ref().and_then(Server::metrics_address);
        address.map(|address| format!("http://{address}"))
    }

    pub(crate) fn host(&self) -> &str {
        self.url.strip_prefix("http://").unwrap()
    }

    pub(crate) async fn connect(&self) -> TcpStream {
        TcpStream::connect(self.host()).await.unwrap()
    }

    /// A new player.
    pub(crate) async fn register(&self, name: &str) -> Client {
        Client::register(&self.url, name).await.unwrap()
    }

    /// A player who has been here before.
    pub(crate) async fn sign_in(&self, player: &Client) -> Client {
        Client::with_token(&self.url, player.token()).await.unwrap()
    }

    /// Sends a request as [`request`] does.
    pub(crate) async fn request(&self, start: &str, headers: &[&str], body: &str) -> RawResponse {
        request(&self.url, start, headers, body).await
    }

    /// Starts a game between two new players, White first.
    pub(crate) async fn start_game(&self, new: NewGame) -> (Player, Player) {
        let (game, white, black) = new_game(&self.url, new).await;
        (Player::connect(&white, &game).await, Player::connect(&black, &game).await)
    }

    /// Starts a game in which both have made their first move.
    pub(crate) async fn start_clocks(&self, clock: TimeControl) -> (Player, Player) {
        let (mut white, mut black) = self.start_game(NewGame { clock, ..NewGame::default() }).await;
        white.play("b2Wb4N", 0).await.unwrap();
        black.play("b7Bb5N", 1).await.unwrap();
        (white, black)
    }
}

/// A game between two new players, White first.
pub(crate) async fn new_game(url: &str, new: NewGame) -> (GameId, Client, Client) {
    let white = Client::register(url, "White").await.unwrap();
    let black = Client::register(url, "Black").await.unwrap();
    let new = NewGame { color: ColorChoice::White, ..new };
    let game = white.create(&new).await.unwrap().id;
    black.join(&game).await.unwrap();
    (game, white, black)
}

/// A response to a raw request.
#[derive(Debug)]
pub(crate) struct RawResponse {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
}

impl RawResponse {
    /// The values of a header.
    pub(crate) fn header<'a>(&'a self, name: &str) -> Vec<&'a str> {
        let pairs = self.head.lines().skip(1).filter_map(|line| line.split_once(": "));
        pairs.filter(|(key, _)| *key == name).map(|(_, value)| value).collect()
    }

    /// The `code` of an error.
    pub(crate) fn code(&self) -> String {
        let body: serde_json::Value = serde_json::from_str(&self.body).unwrap_or_default();
        body["code"].as_str().unwrap_or_default().to_owned()
    }
}

/// Sends a request such as `GET /api/me` with these header lines. A body is sent as JSON.
pub(crate) async fn request(url: &str, start: &str, headers: &[&str], body: &str) -> RawResponse {
    let host = url.strip_prefix("http://").unwrap();
    let mut head = format!("{start} HTTP/1.1\r\nconnection: close\r\n");
    if !headers.iter().any(|header| header.starts_with("host:")) {
        head += &format!("host: {host}\r\n");
    }
    if !body.is_empty() {
        head += &format!("content-type: application/json\r\ncontent-length: {}\r\n", body.len());
    }
    for header in headers {
        head += &format!("{header}\r\n");
    }
    let mut stream = TcpStream::connect(host).await.unwrap();
    stream.write_all(format!("{head}\r\n{body}").as_bytes()).await.unwrap();
    let mut response = String::new();
    stream.read_to_string(&mut response).await.unwrap();
    let (head, body) = response.split_once("\r\n\r\n").expect("no response");
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok());
    let status = status.unwrap_or_else(|| panic!("no status: {head}"));
    RawResponse { status, head: head.to_owned(), body: body.to_owned() }
}

/// The header line with which a program sends its token.
pub(crate) fn bearer(client: &Client) -> String {
    format!("authorization: Bearer {}", client.token())
}

/// A player with an open socket in a game.
pub(crate) struct Player {
    pub(crate) client: Client,
    pub(crate) game: GameId,
    pub(crate) socket: GameSocket,
    pub(crate) events: Vec<Event>,
    next_reference: u32,
}

impl Player {
    pub(crate) async fn connect(client: &Client, game: &GameId) -> Self {
        let socket = client.socket(game, 0).await.unwrap();
        let (client, game) = (client.clone(), game.clone());
        Self { client, game, socket, events: Vec::new(), next_reference: 1 }
    }

    /// Receives the next message and stores it if it is an event.
    pub(crate) async fn receive(&mut self) -> ServerMessage {
        let message = tokio::time::timeout(Duration::from_secs(20), self.socket.receive())
            .await
            .expect("no message within 20 s")
            .unwrap()
            .expect("the socket is closed");
        if let ServerMessage::Event { event } = &message {
            self.events.push(event.clone());
        }
        message
    }

    /// Sends an action and waits for the response: the event's number or the error code.
    pub(crate) async fn act(&mut self, action: Action) -> Result<u32, String> {
        self.act_having_seen(None, action).await
    }

    /// Sends an action with `seen`, the number of the last event that the player had received.
    pub(crate) async fn act_having_seen(
        &mut self,
        seen: impl Into<Option<u32>>,
        action: Action,
    ) -> Result<u32, String> {
        let seen = seen.into();
        let reference = self.next_reference;
        self.next_reference += 1;
        self.socket.send(&ClientMessage::Act { reference, seen, action }).await.unwrap();
        loop {
            match self.receive().await {
                ServerMessage::Done { reference: answered, seq } if answered == reference => {
                    return Ok(seq);
                }
                ServerMessage::Refused { reference: Some(answered), error }
                    if answered == reference =>
                {
                    return Err(error.code.to_string());
                }
                _ => {}
            }
        }
    }

    pub(crate) async fn play(&mut self, mv: &str, ply: u32) -> Result<u32, String> {
        self.act(Action::Move { mv: mv.to_owned(), ply }).await
    }

    /// Waits for an event that matches, unless one has been received already.
    pub(crate) async fn wait_for(&mut self, matches: impl Fn(&EventKind) -> bool) -> Event {
        if let Some(event) = self.events.iter().rev().find(|event| matches(&event.kind)) {
            return event.clone();
        }
        loop {
            if let ServerMessage::Event { event } = self.receive().await
                && matches(&event.kind)
            {
                return event;
            }
        }
    }
}

/// Stores an event like a process that has judged it, without looking whether it is legal.
pub(crate) async fn store_event(storage: &Storage, before: GameSummary, at: Time, kind: EventKind) {
    let game = before.id.clone();
    let after = storage.history(&game, 0).await.unwrap().unwrap().head;
    let seq = before.seq + 1;
    let (events, summary) = (vec![Event { seq, at, kind }], GameSummary { seq, ..before });
    let append = Append { game, after, events, summary, deadline: None, max_unfinished: 9 };
    assert_eq!(storage.append(vec![append]).await.unwrap(), Appended::Stored);
}

pub(crate) fn is_ended(kind: &EventKind) -> bool {
    matches!(kind, EventKind::Ended { .. })
}
