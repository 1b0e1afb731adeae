//! Several servers with one PostgreSQL database: no server owns a game.

use std::sync::Arc;
use std::time::Duration;

use tokio::task::JoinSet;
use trid_client::{Client, ClientError};
use trid_protocol::{
    Action, Event, EventKind, GameId, GoneClaim, NewGame, ServerMessage, TimeControl,
};
use trid_rules::Color;
use trid_server::clock::{PausedClock, SystemClock, TimeSource};
use trid_server::limits::ClientLimits;
use trid_server::storage::Absence;
use trid_server::{Server, Settings};
use trid_testbed::{HaProxy, find_program, free_port};

use crate::harness::postgres::{end_connections, new_database, open, start_process};
use crate::harness::{Player, START, bearer, is_ended, new_game, request, start_on};

/// Starts one more server for this database.
async fn start(database: &str) -> (Server, String) {
    start_process(database, None).await
}

async fn start_with_clock(database: &str, clock: &Arc<PausedClock>) -> (Server, String) {
    start_process(database, Some(clock)).await
}

/// The same player, at another server.
async fn at(url: &str, client: &Client) -> Client {
    Client::with_token(url, client.token()).await.unwrap()
}

/// A game with this clock between two new players, White first.
async fn clocked_game(url: &str, clock: TimeControl) -> (GameId, Client, Client) {
    new_game(url, NewGame { clock, ..NewGame::default() }).await
}

async fn ended_events(client: &Client, game: &GameId) -> Vec<Event> {
    let events = client.events(game, 0).await.unwrap();
    events.into_iter().filter(|event| is_ended(&event.kind)).collect()
}

/// Receives until a presence message matches.
async fn wait_for_presence(
    player: &mut Player,
    matches: impl Fn(&trid_protocol::Presence) -> bool,
) {
    loop {
        if let ServerMessage::Presence(presence) = player.receive().await
            && matches(&presence)
        {
            return;
        }
    }
}

const MOVES: [&str; 4] = ["b2Wb4N", "b7Bb5N", "c2Wc3W", "c7Bc6B"];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn players_of_different_servers_play_each_other() {
    let Some(database) = new_database() else { return };
    let (_first, a) = start(&database).await;
    let (_second, b) = start(&database).await;
    let (game, white, black) = new_game(&a, NewGame::default()).await;
    let mut white = Player::connect(&white, &game).await;
    let mut black = Player::connect(&at(&b, &black).await, &game).await;
    wait_for_presence(&mut white, |presence| presence.black.here).await;
    wait_for_presence(&mut black, |presence| presence.white.here).await;
    for (mv, ply) in MOVES.into_iter().zip(0..) {
        let (player, opponent) =
            if ply % 2 == 0 { (&mut white, &mut black) } else { (&mut black, &mut white) };
        let seq = player.play(mv, ply).await.unwrap();
        while opponent.events.last().is_none_or(|event| event.seq < seq) {
            opponent.receive().await;
        }
    }
    assert_eq!(white.events, black.events);
    // Spectators of both servers count together, and an absence is seen by the other server.
    let spectator = Client::register(&b, "Spectator").await.unwrap();
    let _spectators = [
        Player::connect(&spectator, &game).await,
        Player::connect(&at(&a, &spectator).await, &game).await,
    ];
    wait_for_presence(&mut white, |presence| presence.spectators == 2).await;
    drop(black);
    wait_for_presence(&mut white, |presence| presence.black.gone_since.is_some()).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn requests_of_one_player_may_go_to_any_server() {
    let Some(database) = new_database() else { return };
    let (_first, a) = start(&database).await;
    let (_second, b) = start(&database).await;
    let (game, white, black) = new_game(&a, NewGame::default()).await;
    let sides = [[white.clone(), at(&b, &white).await], [at(&b, &black).await, black.clone()]];
    // Both servers have the game loaded, so each is behind after a move at the other.
    for side in sides.iter().flatten() {
        side.show(&game).await.unwrap();
    }
    for (mv, ply) in MOVES.into_iter().zip(0..) {
        let [here, there] = &sides[ply as usize % 2];
        let (server, other) = if ply < 2 { (here, there) } else { (there, here) };
        let action = Action::Move { mv: mv.to_owned(), ply };
        let seq = server.act(&game, &action).await.unwrap();
        assert_eq!(other.show(&game).await.unwrap().seq, seq, "what is done is seen everywhere");
        // The same request at the other server changes nothing.
        assert_eq!(other.act(&game, &action).await.unwrap(), seq);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_servers_that_store_the_same_number_agree() {
    let Some(database) = new_database() else { return };
    let (_first, a) = start(&database).await;
    let (_second, b) = start(&database).await;
    let mut games = JoinSet::new();
    for _ in 0..10 {
        let (game, white, black) = new_game(&a, NewGame::default()).await;
        let black = at(&b, &black).await;
        games.spawn(async move {
            let mut sockets =
                [Player::connect(&white, &game).await, Player::connect(&black, &game).await];
            // Both act at the same time, several times.
            for _ in 0..5 {
                let [white, black] = &mut sockets;
                let _ = tokio::join!(
                    white.act(Action::OfferDraw {}),
                    black.act(Action::DeclineDraw {})
                );
                let _ = tokio::join!(
                    white.act(Action::DeclineDraw {}),
                    black.act(Action::OfferDraw {})
                );
            }
            let stored = white.events(&game, 0).await.unwrap();
            assert!(stored.iter().zip(1..).all(|(event, seq)| event.seq == seq), "no gap");
            for player in &mut sockets {
                while player.events.len() < stored.len() {
                    player.receive().await;
                }
                assert_eq!(player.events, stored);
            }
        });
    }
    games.join_all().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_that_no_server_has_loaded_ends_on_time_once() {
    let Some(database) = new_database() else { return };
    let clock = Arc::new(PausedClock::at(START));
    let (first, a) = start_with_clock(&database, &clock).await;
    let (game, white, _) = clocked_game(&a, TimeControl::Days { days: 1 }).await;
    first.stop().await.unwrap();
    // The deadline passes while nobody has the game in memory.
    clock.advance(2 * 86_400_000);
    let mut servers = Vec::new();
    for _ in 0..3 {
        servers.push(start_with_clock(&database, &clock).await);
    }
    let white = at(&servers[0].1, &white).await;
    while ended_events(&white, &game).await.is_empty() {
        clock.advance(100);
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    tokio::time::sleep(Duration::from_millis(1_500)).await;
    assert_eq!(ended_events(&white, &game).await.len(), 1);
}

/// A process to which Black is connected ends without a word. Of `servers` others, this one removes it: the first
/// whose clock shows that the lost one is silent.
async fn check_killed_process(servers: usize, remover: usize) {
    const SILENT: i64 = 14_000;
    let Some(database) = new_database() else { return };
    let clocks: Vec<_> = (0..servers).map(|_| Arc::new(PausedClock::at(START))).collect();
    let mut left = Vec::new();
    for clock in &clocks {
        left.push(start_with_clock(&database, clock).await);
    }
    let advance = |by| clocks.iter().for_each(|clock| clock.advance(by));
    let control = TimeControl::RealTime { initial: 600, increment: 0 };
    let (game, white, black) = clocked_game(&left[0].1, control).await;
    for (client, mv, ply) in [(&white, MOVES[0], 0), (&black, MOVES[1], 1), (&white, MOVES[2], 2)] {
        client.act(&game, &Action::Move { mv: mv.to_owned(), ply }).await.unwrap();
    }
    let killed = open(&database).await;
    killed.note_alive(START - SILENT).await.unwrap();
    let since = [Some(START), None];
    let absence = Absence { game: game.clone(), since, here: [false, true], spectators: 0 };
    killed.note_absences(vec![absence]).await.unwrap();
    killed.close().await.unwrap();
    let mut sockets = Vec::new();
    for (_, url) in &left {
        let mut socket = Player::connect(&at(url, &white).await, &game).await;
        wait_for_presence(&mut socket, |presence| presence.black.here).await;
        sockets.push(socket);
    }
    // The process that removes the lost one learns it too.
    clocks[remover].advance(2_000);
    for socket in &mut sockets {
        wait_for_presence(socket, |presence| presence.black.gone_since == Some(START + 2_000))
            .await;
    }
    let credited = |kind: &EventKind| matches!(kind, EventKind::TimeCredited { .. });
    for socket in &mut sockets {
        let EventKind::TimeCredited { to, ms, .. } = socket.wait_for(credited).await.kind else {
            panic!()
        };
        assert_eq!((to, ms), (Some(Color::Black), 2_000), "Black could not be served");
    }
    clocks.iter().filter(|clock| clock.wall() == START).for_each(|clock| clock.advance(2_000));
    advance(59_000);
    let claim = || Action::ClaimGone { outcome: GoneClaim::Win };
    for socket in &mut sockets {
        assert_eq!(socket.act(claim()).await, Err("E_NOT_GONE".to_owned()));
    }
    advance(1_000);
    sockets.pop().unwrap().act(claim()).await.unwrap();
    let events = white.events(&game, 0).await.unwrap();
    assert_eq!(events.iter().filter(|event| credited(&event.kind)).count(), 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_players_of_a_killed_process_are_absent_at_the_other_one() {
    check_killed_process(1, 0).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_players_of_a_killed_process_are_absent_when_the_first_of_two_others_removes_it() {
    check_killed_process(2, 0).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_players_of_a_killed_process_are_absent_when_the_second_of_two_others_removes_it() {
    check_killed_process(2, 1).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn unfinished_games_are_limited_across_servers() {
    let Some(database) = new_database() else { return };
    let limits = ClientLimits { unfinished_per_player: 3, ..ClientLimits::none() };
    let settings = Settings { limits, ..Settings::default() };
    let mut servers = Vec::new();
    for _ in 0..2 {
        let storage = Arc::new(open(&database).await);
        let clock = storage.clock();
        servers.push(start_on(storage, settings.clone(), clock).await);
    }
    let player = Client::register(&servers[0].1, "Ada").await.unwrap();
    let mut requests = JoinSet::new();
    for number in 0..12 {
        let client = at(&servers[number % 2].1, &player).await;
        requests.spawn(async move { client.create(&NewGame::default()).await });
    }
    let results = requests.join_all().await;
    let created = results.iter().filter(|result| result.is_ok()).count();
    assert_eq!(created, 3);
    for error in results.into_iter().filter_map(Result::err) {
        assert!(matches!(&error, ClientError::Api { .. }), "{error}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_lost_listening_connection_is_repaired() {
    let Some(database) = new_database() else { return };
    let (_first, a) = start(&database).await;
    let (_second, b) = start(&database).await;
    let (game, white, black) = new_game(&a, NewGame::default()).await;
    let mut black = Player::connect(&at(&b, &black).await, &game).await;
    for (mv, ply) in MOVES.into_iter().zip(0..) {
        // Those of both servers, in the middle of the game.
        end_connections(&database);
        let seq = if ply % 2 == 0 {
            white.act(&game, &Action::Move { mv: mv.to_owned(), ply }).await.unwrap()
        } else {
            black.play(mv, ply).await.unwrap()
        };
        while black.events.last().is_none_or(|event| event.seq < seq) {
            black.receive().await;
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_the_first_server_resumes_the_games() {
    let Some(database) = new_database() else { return };
    let clock = Arc::new(PausedClock::at(START));
    let (first, a) = start_with_clock(&database, &clock).await;
    let control = TimeControl::RealTime { initial: 600, increment: 0 };
    let (game, white, black) = clocked_game(&a, control).await;
    for (client, mv, ply) in [(&white, MOVES[0], 0), (&black, MOVES[1], 1)] {
        client.act(&game, &Action::Move { mv: mv.to_owned(), ply }).await.unwrap();
    }
    let resumed = async |url: &str| {
        let events = at(url, &white).await.events(&game, 0).await.unwrap();
        events.iter().filter(|event| matches!(event.kind, EventKind::Resumed { .. })).count()
    };
    // Another server starts while the first one serves.
    let (second, b) = start_with_clock(&database, &clock).await;
    assert_eq!(resumed(&b).await, 0);
    clock.advance(60_000);
    first.stop().await.unwrap();
    second.stop().await.unwrap();
    // All are down for an hour, which nobody is charged for.
    clock.advance(3_600_000);
    let (first, a) = start_with_clock(&database, &clock).await;
    assert_eq!(resumed(&a).await, 1);
    let summary = at(&a, &white).await.events(&game, 0).await.unwrap();
    let Some(EventKind::Resumed { clocks }) = summary.last().map(|event| event.kind.clone()) else {
        panic!("{summary:?}");
    };
    assert_eq!((clocks.white, clocks.black), (540_000, 600_000));
    first.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_deleted_player_disappears_from_all_servers() {
    let Some(database) = new_database() else { return };
    let (_first, a) = start(&database).await;
    let (_second, b) = start(&database).await;
    let (game, white, black) = new_game(&a, NewGame::default()).await;
    let mut socket = Player::connect(&at(&b, &white).await, &game).await;
    let at_b = at(&b, &black).await;
    assert_eq!(at_b.show(&game).await.unwrap().white.unwrap().name, "White");
    request(&a, "DELETE /api/me", &[&bearer(&white)], "").await;
    // The socket at the other server is closed.
    while let Ok(Ok(Some(_))) =
        tokio::time::timeout(Duration::from_secs(20), socket.socket.receive()).await
    {}
    while !at_b.show(&game).await.unwrap().white.unwrap().name.is_empty() {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_load_balancer_uses_the_servers_that_are_ready() {
    let Some(database) = new_database() else { return };
    if find_program("haproxy").is_none() {
        eprintln!("skipped: HAProxy is not installed; apt-get install haproxy");
        return;
    }
    let (first, a) = start(&database).await;
    let (second, b) = start(&database).await;
    let ports = [&a, &b].map(|url| url.rsplit(':').next().unwrap().parse().unwrap());
    let proxy = HaProxy::start(free_port().unwrap(), &ports).unwrap();
    let url = proxy.url();
    while request(&url, "GET /readyz", &[], "").await.status != 200 {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let (game, white, black) = new_game(&url, NewGame::default()).await;
    let mut socket = Player::connect(&white, &game).await;
    // One server stops: the other serves the players on.
    first.stop().await.unwrap();
    for (mv, ply) in MOVES.into_iter().zip(0..) {
        let client = if ply % 2 == 0 { &white } else { &black };
        let action = Action::Move { mv: mv.to_owned(), ply };
        while client.act(&game, &action).await.is_err() {
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }
    let after = socket.events.last().map_or(0, |event| event.seq);
    socket.socket = white.socket(&game, after).await.unwrap();
    while socket.events.last().is_none_or(|event| event.seq < 2 + MOVES.len() as u32) {
        socket.receive().await;
    }
    drop(proxy);
    second.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ten_servers_may_start_at_once_on_an_empty_database() {
    let Some(database) = new_database() else { return };
    let mut opening = JoinSet::new();
    for _ in 0..10 {
        let database = database.clone();
        opening.spawn(async move { open(&database).await });
    }
    for storage in opening.join_all().await {
        storage.last_alive().await.unwrap();
        storage.close().await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn events_are_dated_by_the_clock_of_the_database() {
    let Some(database) = new_database() else { return };
    let storage = open(&database).await;
    let clock = storage.clock();
    let difference = (clock.wall() - SystemClock.wall()).abs();
    assert!(difference < 1_000, "the database runs on this machine: {difference}");
    storage.close().await.unwrap();
}
