//! A server under faults for a long time: full disk, kills, stops, steps of the wall clock. Confirmed moves are stored, refused ones are not, and
//! no fault costs a player time.

#![cfg(target_os = "linux")]

mod server_process;
#[path = "../../server/tests/server/harness/small_disk.rs"]
mod small_disk;
mod wall_clock;

use std::collections::BTreeMap;
use std::process::Command;
use std::rc::Rc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use server_process::{ChildGuard, start_server_with};
use small_disk::SmallDisk;
use tokio::task::{JoinSet, LocalSet};
use trid_client::{Client, ClientError};
use trid_protocol::{
    Action, ColorChoice, ErrorCode, Event, EventKind, GameId, NewGame, TimeControl,
};
use trid_rules::{Game, Move, Position, RuleBook};
use wall_clock::WallClock;

const MINUTES: u64 = 30;
const PAIRS: u64 = 6;
/// How long a fault lasts: longer than a player may be charged for one move.
const FAULT_SECONDS: std::ops::Range<u64> = 8..12;
/// A move takes milliseconds here. A killed server loses up to two seconds, the interval of its heartbeat.
const MAX_CHARGE: i64 = 5_000;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Fault {
    FullDisk,
    Kill,
    Stop,
    ClockStep,
}

impl Fault {
    const ALL: [Fault; 4] = [Fault::FullDisk, Fault::Kill, Fault::Stop, Fault::ClockStep];
}

/// What the clients share.
#[derive(Default, Debug)]
struct Load {
    url: Mutex<String>,
    is_stopped: AtomicBool,
    games: AtomicU64,
    confirmed: AtomicU64,
    refused: AtomicU64,
    /// Requests without a response, or without a certain one.
    unknown: AtomicU64,
}

impl Load {
    fn is_stopped(&self) -> bool {
        self.is_stopped.load(Ordering::Relaxed)
    }

    async fn client(&self, token: &str) -> Result<Client, ClientError> {
        let url = self.url.lock().unwrap().clone();
        Client::with_token(&url, token).await
    }

    /// Repeats a request until it succeeds. `None` if the load is stopped meanwhile.
    async fn retry<T>(&self, request: impl AsyncFn() -> Result<T, ClientError>) -> Option<T> {
        while !self.is_stopped() {
            if let Ok(value) = request().await {
                return Some(value);
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        None
    }

    async fn start_game(&self, tokens: &[String; 2]) -> Option<GameId> {
        let clock = TimeControl::RealTime { initial: 3_600, increment: 0 };
        let new = NewGame { clock, color: ColorChoice::White, ..NewGame::default() };
        let created = self.retry(async || self.client(&tokens[0]).await?.create(&new).await);
        let id = created.await?.id;
        self.retry(async || match self.client(&tokens[1]).await?.join(&id).await {
            // An earlier attempt succeeded, but its response was lost.
            Err(ClientError::Api { error, .. }) if error.code == ErrorCode::SeatsTaken => Ok(()),
            joined => joined.map(drop),
        })
        .await?;
        Some(id)
    }

    async fn events(&self, id: &GameId, token: &str) -> Option<Vec<Event>> {
        self.retry(async || self.client(token).await?.events(id, 0).await).await
    }
}

/// The confirmed moves of a game, by the number of their event.
type Confirmed = BTreeMap<u32, String>;

/// Plays random games until the load is stopped.
async fn play_games(load: Rc<Load>, tokens: [String; 2], seed: u64) -> BTreeMap<GameId, Confirmed> {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut games = BTreeMap::new();
    while let Some(id) = load.start_game(&tokens).await {
        load.games.fetch_add(1, Ordering::Relaxed);
        let confirmed = play_game(&load, &tokens, &id, &mut random).await;
        games.insert(id, confirmed);
    }
    games
}

async fn play_game(
    load: &Load,
    tokens: &[String; 2],
    id: &GameId,
    random: &mut fastrand::Rng,
) -> Confirmed {
    let mut game = Game::new(Position::start(RuleBook::Revised));
    let mut confirmed = Confirmed::new();
    while game.ending().is_none() && !load.is_stopped() {
        let mv = random.choice(game.position().legal_moves()).unwrap();
        let ply = u32::try_from(game.ply()).unwrap();
        let token = &tokens[game.position().turn() as usize];
        let action = Action::Move { mv: mv.to_string(), ply };
        let sent = match load.client(token).await {
            Ok(client) => client.act(id, &action).await,
            Err(error) => Err(error),
        };
        match sent {
            Ok(seq) => {
                load.confirmed.fetch_add(1, Ordering::Relaxed);
                // A move that ends the game is followed by the event of the end.
                confirmed.insert(seq, mv.to_string());
                game.play(mv).unwrap();
            }
            // Another move is tried at the same ply: it would be stale if the refused one was stored.
            Err(ClientError::Api { error, .. }) if error.code == ErrorCode::Storage => {
                load.refused.fetch_add(1, Ordering::Relaxed);
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
            // A lost response, or a disk that confirms neither the write nor its removal.
            Err(error) if is_unknown(&error) => {
                load.unknown.fetch_add(1, Ordering::Relaxed);
                let Some(events) = load.events(id, token).await else { break };
                game = replay(&events);
            }
            Err(error) => panic!("{error} for {action:?} in {id}"),
        }
    }
    confirmed
}

fn is_unknown(error: &ClientError) -> bool {
    match error {
        ClientError::Connection(_) => true,
        ClientError::Api { error, .. } => error.code == ErrorCode::Internal,
        ClientError::Address(_) => false,
    }
}

fn moved(event: &Event) -> Option<&str> {
    match &event.kind {
        EventKind::Moved { mv, .. } => Some(mv),
        _ => None,
    }
}

fn replay(events: &[Event]) -> Game {
    let mut game = Game::new(Position::start(RuleBook::Revised));
    for mv in events.iter().filter_map(moved) {
        game.play(mv.parse::<Move>().unwrap()).unwrap();
    }
    game
}

fn signal(server: &ChildGuard, signal: &str) {
    let pid = server.0.id().to_string();
    assert!(Command::new("kill").args([signal, &pid]).status().unwrap().success());
}

/// The server that the clients use.
struct Target<'a> {
    disk: &'a SmallDisk,
    clock: Option<&'a WallClock>,
    load: &'a Load,
    server: Option<ChildGuard>,
}

impl Target<'_> {
    fn start(&mut self) {
        let environment = self.clock.map(WallClock::environment).unwrap_or_default();
        let (server, url) = start_server_with(self.disk.path(), environment);
        self.server = Some(server);
        *self.load.url.lock().unwrap() = url;
    }

    async fn suffer(&mut self, fault: Fault, random: &mut fastrand::Rng) {
        let pause = Duration::from_secs(random.u64(FAULT_SECONDS));
        match fault {
            Fault::FullDisk => {
                self.disk.fill(random.usize(..200_000));
                tokio::time::sleep(pause).await;
                self.disk.free();
            }
            Fault::Kill => {
                self.server.take().unwrap().kill();
                tokio::time::sleep(pause).await;
                self.start();
            }
            Fault::Stop => {
                let server = self.server.as_ref().unwrap();
                signal(server, "-STOP");
                tokio::time::sleep(pause).await;
                signal(server, "-CONT");
            }
            // The next step may go back, and a server may start with a wrong clock.
            Fault::ClockStep => {
                self.clock.unwrap().step(random.i64(-7_200..7_200));
                tokio::time::sleep(pause).await;
            }
        }
    }
}

/// Every confirmed move is stored with its number, and no move was charged for a fault.
fn check(id: &GameId, confirmed: &Confirmed, events: &[Event]) {
    for (seq, mv) in confirmed {
        let upto = &events[..*seq as usize];
        assert!(upto.iter().rev().take(2).any(|event| moved(event) == Some(mv)), "{id} lost {mv}");
    }
    let mut left = [3_600_000; 2];
    for event in events {
        if let EventKind::Moved { clocks: Some(clocks), .. } = &event.kind {
            let now = [clocks.white, clocks.black];
            let charged = left[0] - now[0] + left[1] - now[1];
            assert!(charged < MAX_CHARGE, "{id}: {charged} ms for event {}", event.seq);
            left = now;
        }
    }
}

async fn run(disk: &SmallDisk, clock: Option<&WallClock>, duration: Duration) {
    let load = Rc::new(Load::default());
    let mut target = Target { disk, clock, load: &load, server: None };
    let possible: Vec<Fault> = Fault::ALL
        .into_iter()
        .filter(|&fault| fault != Fault::ClockStep || clock.is_some())
        .collect();
    target.start();
    let url = load.url.lock().unwrap().clone();
    let mut clients = JoinSet::new();
    for seed in 0..PAIRS {
        let white = Client::register(&url, "").await.unwrap();
        let black = Client::register(&url, "").await.unwrap();
        let tokens = [white, black].map(|client| client.token().to_owned());
        clients.spawn_local(play_games(Rc::clone(&load), tokens, seed));
    }
    let mut random = fastrand::Rng::with_seed(7);
    let mut faults = BTreeMap::<Fault, u32>::new();
    let started = Instant::now();
    while started.elapsed() < duration {
        tokio::time::sleep(Duration::from_millis(random.u64(500..4_000))).await;
        let fault = *random.choice(&possible).unwrap();
        target.suffer(fault, &mut random).await;
        *faults.entry(fault).or_default() += 1;
    }
    tokio::time::sleep(Duration::from_secs(2)).await;
    load.is_stopped.store(true, Ordering::Relaxed);
    let games: BTreeMap<GameId, Confirmed> =
        clients.join_all().await.into_iter().flatten().collect();
    target.server.take().unwrap().kill();
    target.start();
    let url = load.url.lock().unwrap().clone();
    let reader = Client::register(&url, "").await.unwrap();
    for (id, confirmed) in &games {
        check(id, confirmed, &reader.events(id, 0).await.unwrap());
    }
    eprintln!("{faults:?}, {load:?}");
    assert!(load.confirmed.load(Ordering::Relaxed) > 100 * started.elapsed().as_secs() / 60);
}

#[tokio::test]
#[ignore = "takes 30 minutes, needs root; cargo xtask test --long runs it"]
async fn faults_of_every_kind_lose_nothing_and_cost_nobody_time() {
    // Half an hour of games fits.
    let Some(disk) = SmallDisk::mount(1_000) else { return };
    let seconds = std::env::var("TRID_FAULT_SECONDS").ok().and_then(|text| text.parse().ok());
    let duration = Duration::from_secs(seconds.unwrap_or(MINUTES * 60));
    let clock = WallClock::new();
    LocalSet::new().run_until(run(&disk, clock.as_ref(), duration)).await;
}
