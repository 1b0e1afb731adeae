//! Storage faults seen by clients: exactly the moves, games and names that the server confirmed are stored.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use tokio::net::TcpListener;
use trid_client::{Client, ClientError, GameSocket};
use trid_protocol::{
    Action, ClientMessage, ColorChoice, ErrorCode, Event, EventKind, GameId, NewGame, ServerMessage,
};
use trid_rules::{Game, Position, RuleBook};

use super::disk::{Disk, Fault, Image, Survival};
use super::vfs::MountedDisk;
use super::{base_image, database, reopen};
use crate::clock::SystemClock;
use crate::limits::ClientLimits;
use crate::storage::sqlite::Options;
use crate::storage::sqlite::connection::READ_TIMEOUT;
use crate::storage::sqlite::queries;
use crate::storage::{Sqlite, Storage};
use crate::{Server, Settings};

const PLIES: usize = 4;

async fn start(disk: &MountedDisk) -> (Server, String) {
    let database = database(disk, None);
    let options = Options { lock_timeout: Duration::ZERO, ..Options::default() };
    let writer = database.connect(READ_TIMEOUT).unwrap();
    let storage = Sqlite::start(&database, writer, None, options).unwrap();
    let storage = Arc::new(Storage::Sqlite(storage));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let settings = Settings { limits: ClientLimits::none(), ..Settings::default() };
    let server = Server::start(listener, storage, Arc::new(SystemClock), settings).await.unwrap();
    let url = format!("http://{}", server.address());
    (server, url)
}

/// What the clients know.
#[derive(Default)]
struct ClientView {
    /// Moves answered with `done`.
    done: BTreeSet<String>,
    /// Moves that the opponent received.
    received: BTreeSet<String>,
    /// Games answered with 201.
    created: BTreeSet<GameId>,
    /// Whether an answer was that the outcome is unknown.
    has_unknown: bool,
    /// Whether a request was refused because of the storage.
    has_refused: bool,
}

impl ClientView {
    /// Counts an answer to a write. Returns its value unless it was refused.
    fn count<T>(&mut self, answer: Result<T, ErrorCode>) -> Option<T> {
        match answer {
            Ok(value) => return Some(value),
            Err(ErrorCode::Storage) => self.has_refused = true,
            Err(ErrorCode::Internal) => self.has_unknown = true,
            Err(other) => panic!("{other}"),
        }
        None
    }
}

fn code(error: ClientError) -> ErrorCode {
    match error {
        ClientError::Api { error, .. } => error.code,
        other => panic!("{other}"),
    }
}

async fn receive(socket: &mut GameSocket) -> ServerMessage {
    let received = tokio::time::timeout(Duration::from_secs(30), socket.receive()).await;
    received.expect("a message within 30 s").unwrap().expect("an open socket")
}

async fn play(socket: &mut GameSocket, mv: &str, ply: usize) -> Result<u32, ErrorCode> {
    let action = Action::Move { mv: mv.to_owned(), ply: u32::try_from(ply).unwrap() };
    socket.send(&ClientMessage::Act { reference: 1, seen: None, action }).await.unwrap();
    loop {
        match receive(socket).await {
            ServerMessage::Done { seq, .. } => return Ok(seq),
            ServerMessage::Refused { error, .. } => return Err(error.code),
            _ => {}
        }
    }
}

/// All moves that a socket has received when it gets the answer to a ping.
async fn received_moves(socket: &mut GameSocket) -> BTreeSet<String> {
    socket.send(&ClientMessage::Ping { reference: 2 }).await.unwrap();
    let mut moves = BTreeSet::new();
    loop {
        match receive(socket).await {
            ServerMessage::Event { event: Event { kind: EventKind::Moved { mv, .. }, .. } } => {
                moves.insert(mv);
            }
            ServerMessage::Pong { .. } => return moves,
            _ => {}
        }
    }
}

/// Plays, creates games and renames on a disk that fails. Returns what the clients know and whether the disk failed.
async fn play_on_failing_disk(base: &Image, fault: Fault, at: u64) -> (ClientView, bool) {
    let disk = MountedDisk::new(Disk::with(base.clone()));
    let (server, url) = start(&disk).await;
    let white = Client::register(&url, "White").await.unwrap();
    let black = Client::register(&url, "Black").await.unwrap();
    let new = NewGame { color: ColorChoice::White, ..NewGame::default() };
    let id = white.create(&new).await.unwrap().id;
    black.join(&id).await.unwrap();
    let mut sockets = [white.socket(&id, 0).await.unwrap(), black.socket(&id, 0).await.unwrap()];
    let mut spectator = white.socket(&id, 0).await.unwrap();
    let mut view = ClientView { created: BTreeSet::from([id.clone()]), ..ClientView::default() };

    disk.disk.fail(fault, at);
    let mut game = Game::new(Position::start(RuleBook::Revised));
    for ply in 0..PLIES {
        let mv = game.position().legal_moves()[ply];
        let answer = play(&mut sockets[ply % 2], &mv.to_string(), ply).await;
        let created = white.create(&new).await.map_err(code);
        let created = view.count(created).map(|game| game.id);
        view.created.extend(created);
        if view.count(answer).is_none() {
            break;
        }
        view.done.insert(mv.to_string());
        game.play(mv).unwrap();
    }
    view.received = received_moves(&mut spectator).await;
    let has_failed = disk.disk.failures() > 0;
    let context = format!("{fault:?} at operation {at}");
    for survival in [Survival::Written, Survival::Synced, Survival::Some(at)] {
        check(&id, &view, disk.disk.image(survival), &format!("{context}, {survival:?}"));
    }
    disk.disk.repair();
    server.stop().await.unwrap();
    (view, has_failed)
}

#[track_caller]
fn check(id: &GameId, view: &ClientView, image: Image, context: &str) {
    let (_disk, connection) = reopen(image);
    let events = queries::history(&connection, id, 0).unwrap().unwrap().events;
    let stored: BTreeSet<String> = events
        .into_iter()
        .filter_map(|event| match event.kind {
            EventKind::Moved { mv, .. } => Some(mv),
            _ => None,
        })
        .collect();
    let mut games = connection.prepare("SELECT id FROM games").unwrap();
    let games: BTreeSet<GameId> = games
        .query_map((), |row| Ok(row.get_ref(0)?.as_str()?.parse().unwrap()))
        .unwrap()
        .collect::<rusqlite::Result<_>>()
        .unwrap();
    assert_eq!(view.received, view.done, "broadcast but not confirmed: {context}");
    if view.has_unknown {
        assert!(stored.is_superset(&view.done), "{context}");
        assert!(games.is_superset(&view.created), "{context}");
    } else {
        assert_eq!(stored, view.done, "{context}");
        assert_eq!(games, view.created, "{context}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn clients_are_told_exactly_what_is_stored() {
    let base = base_image();
    let [mut refused, mut cases] = [0, 0];
    for fault in [Fault::Once, Fault::Lasting, Fault::Full, Fault::Sync] {
        let mut unreached = 0;
        // The number of operations varies a little with the grouping of the writes.
        for at in 1.. {
            let (view, has_failed) = play_on_failing_disk(&base, fault, at).await;
            cases += 1;
            refused += u32::from(view.has_refused);
            unreached = if has_failed { 0 } else { unreached + 1 };
            let may_be_unknown = matches!(fault, Fault::Lasting | Fault::Sync);
            assert!(!view.has_unknown || may_be_unknown, "{fault:?} at operation {at}");
            if unreached == 3 {
                break;
            }
        }
    }
    assert!(cases > 100 && refused > 20, "{cases} cases, {refused} with a refusal");
}
