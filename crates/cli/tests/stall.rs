//! Stops a server process and lets it continue: neither player is charged for that time.

#![cfg(unix)]

mod server_process;

use std::process::Command;
use std::time::Duration;

use server_process::{ChildGuard, start_server};
use trid_client::{Client, GameSocket};
use trid_protocol::{
    Action, ClientMessage, ColorChoice, CreditReason, EventKind, NewGame, OnlineGame,
    ServerMessage, TimeControl,
};
use trid_rules::{Color, Move};

fn signal(server: &ChildGuard, signal: &str) {
    let pid = server.0.id().to_string();
    assert!(Command::new("kill").args([signal, &pid]).status().unwrap().success());
}

async fn play(socket: &mut GameSocket, mv: &str, ply: u32) -> Result<(), String> {
    let mv = mv.parse::<Move>().unwrap().to_string();
    let action = Action::Move { mv, ply };
    socket.send(&ClientMessage::Act { reference: ply, seen: None, action }).await.unwrap();
    loop {
        match socket.receive().await.unwrap().expect("the socket is closed") {
            ServerMessage::Done { reference, .. } if reference == ply => return Ok(()),
            ServerMessage::Refused { error, .. } => return Err(error.message),
            _ => {}
        }
    }
}

#[tokio::test]
async fn a_stopped_server_charges_nobody() {
    let folder = tempfile::tempdir().unwrap();
    let (server, url) = start_server(folder.path());
    let white = Client::register(&url, "").await.unwrap();
    let black = Client::register(&url, "").await.unwrap();
    let clock = TimeControl::RealTime { initial: 5, increment: 0 };
    let new = NewGame { clock, color: ColorChoice::White, ..NewGame::default() };
    let id = white.create(&new).await.unwrap().id;
    black.join(&id).await.unwrap();
    let mut sockets = [white.socket(&id, 0).await.unwrap(), black.socket(&id, 0).await.unwrap()];
    play(&mut sockets[0], "b2Wb4N", 0).await.unwrap();
    play(&mut sockets[1], "b7Bb5N", 1).await.unwrap();
    // For longer than White has.
    signal(&server, "-STOP");
    tokio::time::sleep(Duration::from_secs(8)).await;
    signal(&server, "-CONT");
    play(&mut sockets[0], "c2Wc3W", 2).await.unwrap();
    let events = black.events(&id, 0).await.unwrap();
    let credited: i64 = events
        .iter()
        .map(|event| match event.kind {
            EventKind::TimeCredited { to: Some(Color::White), ms, reason: CreditReason::Stall } => {
                ms
            }
            _ => 0,
        })
        .sum();
    assert!((7_000..12_000).contains(&credited), "{credited}: {events:?}");
    let left = OnlineGame::replay(id, &events).unwrap().clocks().remaining().unwrap();
    assert!(left.white > 2_000, "{left:?}");
}
