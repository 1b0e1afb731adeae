//! The server killed at random moments under load: every acknowledged event is there afterwards, none twice.

mod serving;

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use serving::{Folder, serve};
use tokio::task::JoinSet;
use trid_rules::{Game, Position, RuleBook};
use trid_server::client::{Client, ClientError};
use trid_server::identity::GameId;
use trid_server::wire::{
    Action, ClientMessage, ColorChoice, Event, Happening, NewGame, ServerMessage, TimeControl,
};

const PAIRS: usize = 8;

#[test]
fn five_kills_lose_nothing() {
    kill_again_and_again(5);
}

#[test]
#[ignore = "takes minutes; cargo xtask test --long runs it"]
fn fifty_kills_lose_nothing() {
    kill_again_and_again(50);
}

fn kill_again_and_again(times: u64) {
    let folder = Folder::new();
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    let told = runtime.block_on(async {
        let told: Told = Told::default();
        let mut players: Vec<[Client; 2]> = Vec::new();
        let mut random = 0x2545_F491_4F6C_DD1D_u64;
        for round in 0..times {
            let (server, url) = serve(folder.path());
            if round > 0 {
                check(&url, &told).await;
            }
            if players.is_empty() {
                players = register(&url).await;
            }
            let load = load(&url, &players, &told).await;
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            tokio::time::sleep(Duration::from_millis(150 + random % 500)).await;
            server.kill();
            finish(load).await;
        }
        let (server, url) = serve(folder.path());
        check(&url, &told).await;
        server.kill();
        told
    });
    let events: usize = told.events.lock().unwrap().values().map(HashMap::len).sum();
    assert!(events as u64 > times * 20, "only {events} events: that is no load");
}

/// What anyone was ever told, by game and number.
#[derive(Clone, Default)]
struct Told {
    events: Arc<Mutex<HashMap<GameId, HashMap<u32, Event>>>>,
}

impl Told {
    fn note(&self, game: &GameId, event: &Event) {
        let mut events = self.events.lock().unwrap();
        let before = events.entry(game.clone()).or_default().insert(event.seq, event.clone());
        assert!(
            before.is_none_or(|before| before == *event),
            "event {} of {game} was told in two ways",
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

/// Every pair plays as fast as it can, until the server is gone.
async fn load(url: &str, players: &[[Client; 2]], told: &Told) -> JoinSet<()> {
    let mut playing = JoinSet::new();
    for (number, pair) in players.iter().enumerate() {
        let tokens = pair.clone().map(|client| client.token().to_owned());
        let url = url.to_owned();
        let told = told.clone();
        playing.spawn(async move {
            // The connection breaks when the server is killed: that is the end of this task, not an error.
            let _ = play(&url, tokens, number as u64 + 1, &told).await;
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
    told: &Told,
) -> Result<(), ClientError> {
    let white = Client::with_token(url, &white).await?;
    let black = Client::with_token(url, &black).await?;
    let clock = TimeControl::RealTime { initial: 600, increment: 0 };
    let new = NewGame { clock, color: ColorChoice::White, ..NewGame::default() };
    let id = white.create(&new).await?.id;
    black.join(&id).await?;
    let mut sockets = [white.socket(&id, 0).await?, black.socket(&id, 0).await?];
    let mut game = Game::new(Position::start(RuleBook::Revised));
    let mut random = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    while game.ending().is_none() {
        let moves = game.position().legal_moves();
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        let mv = moves[(random % moves.len() as u64) as usize];
        let ply = game.ply() as u32;
        let mover = game.position().turn() as usize;
        let action = Action::Move { mv: mv.to_string(), ply };
        sockets[mover].say(&ClientMessage::Act { reference: ply, action }).await?;
        let acknowledged = loop {
            match sockets[mover].hear().await? {
                Some(ServerMessage::Event { event }) => told.note(&id, &event),
                Some(ServerMessage::Done { reference, seq }) if reference == ply => break seq,
                Some(ServerMessage::Refused { refusal, .. }) => panic!("{}", refusal.message),
                Some(_) => {}
                None => return Ok(()),
            }
        };
        let known = told.events.lock().unwrap()[&id].contains_key(&acknowledged);
        assert!(known, "event {acknowledged} was acknowledged before it was told");
        game.play(mv).unwrap();
    }
    Ok(())
}

/// Everything that was told is stored as it was told, without gap or double, and clocks went on fairly.
async fn check(url: &str, told: &Told) {
    let reader = Client::register(url, "").await.unwrap();
    let told = told.events.lock().unwrap().clone();
    for (game, told) in told {
        let stored = reader.events(&game, 0).await.unwrap();
        let numbers: Vec<u32> = stored.iter().map(|event| event.seq).collect();
        assert_eq!(numbers, (1..=stored.len() as u32).collect::<Vec<u32>>(), "game {game}");
        for (seq, event) in told {
            assert_eq!(stored[seq as usize - 1], event, "game {game}");
        }
        for pair in stored.windows(2) {
            if let [
                Event { what: Happening::Moved { clocks: Some(before), .. }, .. },
                Event { what: Happening::Resumed { clocks: after }, .. },
            ] = pair
            {
                // The server notes every second that it is alive; what it does not know it does not charge.
                for (before, after) in [(before.white, after.white), (before.black, after.black)] {
                    assert!(after <= before && before - after <= 2_000, "{before} became {after}");
                }
            }
        }
    }
}
