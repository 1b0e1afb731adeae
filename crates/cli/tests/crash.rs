//! Kills the server at random moments under load: every acknowledged event is stored afterwards, none twice.

mod server_process;

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use server_process::start_server;
use tokio::task::JoinSet;
use trid_client::{Client, ClientError};
use trid_protocol::{
    Action, ClientMessage, ColorChoice, Event, EventKind, GameId, NewGame, ServerMessage,
    TimeControl,
};
use trid_rules::{Game, Position, RuleBook};

const PAIRS: usize = 8;

#[test]
fn five_kills_lose_nothing() {
    kill_repeatedly(5);
}

#[test]
#[ignore = "takes minutes; cargo xtask test --long runs it"]
fn fifty_kills_lose_nothing() {
    kill_repeatedly(50);
}

fn kill_repeatedly(times: u64) {
    let folder = tempfile::tempdir().unwrap();
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    let received = runtime.block_on(async {
        let received = ReceivedEvents::default();
        let mut players: Vec<[Client; 2]> = Vec::new();
        let mut random = fastrand::Rng::with_seed(0x2545_F491_4F6C_DD1D);
        for round in 0..times {
            let (server, url) = start_server(folder.path());
            if round > 0 {
                check(&url, &received).await;
            }
            if players.is_empty() {
                players = register(&url).await;
            }
            let load = load(&url, &players, &received).await;
            tokio::time::sleep(Duration::from_millis(random.u64(150..650))).await;
            server.kill();
            finish(load).await;
        }
        let (server, url) = start_server(folder.path());
        check(&url, &received).await;
        server.kill();
        received
    });
    let events: usize = received.events.lock().unwrap().values().map(HashMap::len).sum();
    assert!(events as u64 > times * 20, "only {events} events: the load is too low");
}

/// All events that clients received, by game and number.
#[derive(Clone, Default)]
struct ReceivedEvents {
    events: Arc<Mutex<HashMap<GameId, HashMap<u32, Event>>>>,
}

impl ReceivedEvents {
    fn add(&self, game: &GameId, event: &Event) {
        let mut events = self.events.lock().unwrap();
        let before = events.entry(game.clone()).or_default().insert(event.seq, event.clone());
        assert!(
            before.is_none_or(|before| before == *event),
            "event {} of {game} was received in two versions",
            event.seq
        );
    }
}

async fn register(url: &str) -> Vec<[Client; 2]> {
    let mut players = Vec::new();
    for _ in 0..PAIRS {
        players.push([
            Client::register(url, "").await.unwrap(),
            Client::register(url, "").await.unwrap(),
        ]);
    }
    players
}

/// Every pair plays as fast as it can until the server is killed.
async fn load(url: &str, players: &[[Client; 2]], received: &ReceivedEvents) -> JoinSet<()> {
    let mut playing = JoinSet::new();
    for (number, pair) in players.iter().enumerate() {
        let tokens = pair.clone().map(|client| client.token().to_owned());
        let url = url.to_owned();
        let received = received.clone();
        playing.spawn(async move {
            // The connection breaks when the server is killed, which is not an error.
            let _ = play(&url, tokens, number as u64 + 1, &received).await;
        });
    }
    playing
}

async fn finish(mut playing: JoinSet<()>) {
    let deadline = Instant::now() + Duration::from_secs(20);
    while let Ok(Some(ended)) = tokio::time::timeout_at(deadline.into(), playing.join_next()).await
    {
        ended.unwrap();
    }
}

async fn play(
    url: &str,
    [white, black]: [String; 2],
    seed: u64,
    received: &ReceivedEvents,
) -> Result<(), ClientError> {
    let white = Client::with_token(url, &white).await?;
    let black = Client::with_token(url, &black).await?;
    let clock = TimeControl::RealTime { initial: 600, increment: 0 };
    let new = NewGame { clock, color: ColorChoice::White, ..NewGame::default() };
    let id = white.create(&new).await?.id;
    black.join(&id).await?;
    let mut sockets = [white.socket(&id, 0).await?, black.socket(&id, 0).await?];
    let mut game = Game::new(Position::start(RuleBook::Revised));
    let mut random = fastrand::Rng::with_seed(seed);
    while game.ending().is_none() {
        let moves = game.position().legal_moves();
        let mv = moves[random.usize(..moves.len())];
        let ply = game.ply() as u32;
        let mover = game.position().turn() as usize;
        let action = Action::Move { mv: mv.to_string(), ply };
        sockets[mover].send(&ClientMessage::Act { reference: ply, seen: None, action }).await?;
        let acknowledged = loop {
            match sockets[mover].receive().await? {
                Some(ServerMessage::Event { event }) => received.add(&id, &event),
                Some(ServerMessage::Done { reference, seq }) if reference == ply => break seq,
                Some(ServerMessage::Refused { error, .. }) => panic!("{}", error.message),
                Some(_) => {}
                None => return Ok(()),
            }
        };
        let is_received = received.events.lock().unwrap()[&id].contains_key(&acknowledged);
        assert!(is_received, "event {acknowledged} was acknowledged before it was sent");
        game.play(mv).unwrap();
    }
    Ok(())
}

/// Every received event is stored unchanged, without gaps or duplicates, and restarts cost players little time.
async fn check(url: &str, received: &ReceivedEvents) {
    let reader = Client::register(url, "").await.unwrap();
    let received = received.events.lock().unwrap().clone();
    for (game, received) in received {
        let stored = reader.events(&game, 0).await.unwrap();
        let numbers: Vec<u32> = stored.iter().map(|event| event.seq).collect();
        assert_eq!(numbers, (1..=stored.len() as u32).collect::<Vec<u32>>(), "game {game}");
        for (seq, event) in received {
            assert_eq!(stored[seq as usize - 1], event, "game {game}");
        }
        for pair in stored.windows(2) {
            if let [
                Event { kind: EventKind::Moved { clocks: Some(before), .. }, .. },
                Event { kind: EventKind::Resumed { clocks: after }, .. },
            ] = pair
            {
                // The server stores a heartbeat every second and charges no time after the last one.
                for (before, after) in [(before.white, after.white), (before.black, after.black)] {
                    assert!(after <= before && before - after <= 2_000, "{before} became {after}");
                }
            }
        }
    }
}
