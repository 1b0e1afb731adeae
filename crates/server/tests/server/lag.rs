//! Lag compensation against clients that lie about their lag.

use std::collections::VecDeque;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use trid_client::Client;
use trid_protocol::{
    Action, EventKind, GameId, LAG_BOUND, LAG_QUOTA, LAG_REFILL, NewGame, TimeControl,
};
use trid_rules::{Game, Position, RuleBook, Status};

use crate::harness::{TestServer, new_game};

const INITIAL: i64 = 600_000;
/// How long the cheat thinks about each move.
const THINKING: i64 = 2_000;
const MOVES: i64 = 20;

const TEXT: u8 = 1;
const PING: u8 = 9;
const PONG: u8 = 10;

/// A WebSocket client that answers pings as it likes.
struct RawSocket {
    stream: TcpStream,
    pings: VecDeque<Vec<u8>>,
}

impl RawSocket {
    async fn open(server: &TestServer, path: &str, token: &str) -> Self {
        let mut stream = server.connect().await;
        let host = server.host();
        let request = format!(
            "GET {path} HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer {token}\r\n\
             Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
             Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        );
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            head.push(stream.read_u8().await.unwrap());
        }
        assert!(head.starts_with(b"HTTP/1.1 101"), "{}", String::from_utf8_lossy(&head));
        Self { stream, pings: VecDeque::new() }
    }

    async fn send(&mut self, opcode: u8, payload: &[u8]) {
        let mut frame = vec![0x80 | opcode];
        match u8::try_from(payload.len()) {
            Ok(length) if length < 126 => frame.push(0x80 | length),
            _ => {
                frame.push(0x80 | 126);
                frame.extend(u16::try_from(payload.len()).unwrap().to_be_bytes());
            }
        }
        // A mask of zeros.
        frame.extend([0; 4]);
        frame.extend(payload);
        self.stream.write_all(&frame).await.unwrap();
    }

    /// Receives the next text message. Pings are kept, not answered.
    async fn receive(&mut self) -> Value {
        loop {
            let [first, second] = [self.read_u8().await, self.read_u8().await];
            let length = match second {
                126 => usize::from(self.stream.read_u16().await.unwrap()),
                length => usize::from(length),
            };
            let mut payload = vec![0; length];
            self.stream.read_exact(&mut payload).await.unwrap();
            match first & 0xf {
                TEXT => return serde_json::from_slice(&payload).unwrap(),
                PING => self.pings.push_back(payload),
                _ => {}
            }
        }
    }

    async fn read_u8(&mut self) -> u8 {
        let read = tokio::time::timeout(Duration::from_secs(20), self.stream.read_u8());
        read.await.expect("no message within 20 s").unwrap()
    }

    async fn play(&mut self, mv: &str, ply: u32) {
        let action = json!({ "type": "move", "move": mv, "ply": ply });
        let message = json!({ "type": "act", "ref": ply, "action": action });
        self.send(TEXT, message.to_string().as_bytes()).await;
        loop {
            let received = self.receive().await;
            assert_ne!(received["type"], "refused", "{received}");
            if received["type"] == "done" && received["ref"] == ply {
                return;
            }
        }
    }

    /// Waits for the server's first ping.
    async fn first_ping(&mut self) -> Vec<u8> {
        let mut reference = 0;
        loop {
            if let Some(ping) = self.pings.pop_front() {
                return ping;
            }
            // The server answers, so that there is something to receive.
            reference += 1;
            let message = json!({ "type": "ping", "ref": reference });
            self.send(TEXT, message.to_string().as_bytes()).await;
            self.receive().await;
        }
    }
}

/// A game of White, who has a socket, against Black, who plays by HTTP.
struct Match {
    server: TestServer,
    white: Client,
    black: Client,
    id: GameId,
    socket: RawSocket,
}

impl Match {
    async fn begin(initial: u32) -> Self {
        let server = TestServer::start().await;
        let clock = TimeControl::RealTime { initial, increment: 0 };
        let new = NewGame { clock, ..NewGame::default() };
        let (id, white, black) = new_game(&server.url, new).await;
        let path = format!("/api/games/{id}/socket");
        let socket = RawSocket::open(&server, &path, white.token()).await;
        Self { server, white, black, id, socket }
    }
}

/// Answers the first ping so late that the server measures the most lag that counts.
async fn delay_pong(socket: &mut RawSocket) {
    let nonce = socket.first_ping().await;
    tokio::time::sleep(Duration::from_millis(700)).await;
    // The second one means nothing.
    socket.send(PONG, &nonce).await;
    socket.send(PONG, &nonce).await;
}

/// Plays White's moves with `before_move` in front of each. Returns how many milliseconds White was not charged for, in
/// total and for each move.
async fn gain(
    prepare: impl AsyncFnOnce(&mut RawSocket),
    before_move: impl AsyncFn(&mut RawSocket),
) -> (i64, Vec<i64>) {
    let Match { server, white: _white, black, id, mut socket } = Match::begin(600).await;
    prepare(&mut socket).await;
    let mut game = Game::new(Position::start(RuleBook::Revised));
    for ply in 0..=2 * MOVES as u32 {
        let legal = game.position().legal_moves();
        let mv = legal[game.ply() * 7 % legal.len()];
        if ply % 2 == 0 {
            // White's first move is free.
            server.clock.advance(THINKING);
            before_move(&mut socket).await;
            socket.play(&mv.to_string(), ply).await;
        } else {
            black.act(&id, &Action::Move { mv: mv.to_string(), ply }).await.unwrap();
        }
        game.play(mv).unwrap();
    }
    let events = black.events(&id, 0).await.unwrap();
    let mut before = INITIAL;
    let mut gains = Vec::new();
    for event in events {
        let EventKind::Moved { clocks: Some(left), lag, .. } = event.kind else { continue };
        let charged = before - left.white;
        before = left.white;
        if charged > 0 {
            gains.push(THINKING - charged);
            assert_eq!(lag.unwrap_or(0), THINKING - charged, "the event says what was not charged");
        }
    }
    (INITIAL - before, gains)
}

#[tokio::test]
async fn forged_pongs_gain_nothing() {
    let forge = async |socket: &mut RawSocket| {
        // Zeros were once taken for the time when the socket opened.
        for forged in [&[0; 16][..], &[], &[0; 8], &[7; 16]] {
            socket.send(PONG, forged).await;
        }
    };
    let (charged, gains) = gain(async |_| {}, forge).await;
    assert_eq!(gains, vec![0; MOVES as usize]);
    assert_eq!(charged, MOVES * THINKING);
}

#[tokio::test]
async fn delayed_pongs_gain_no_more_than_the_quota() {
    let (charged, gains) = gain(delay_pong, async |_| {}).await;
    assert_eq!(gains.len() as i64, MOVES);
    assert!(gains.iter().all(|gain| *gain <= LAG_BOUND), "{gains:?}");
    let most = LAG_QUOTA + (MOVES - 1) * LAG_REFILL;
    assert_eq!(most, 5_750, "as docs/use/protocol.md says");
    assert_eq!(MOVES * THINKING - charged, most, "{gains:?}");
}

#[tokio::test]
async fn an_empty_clock_falls_although_another_channel_is_slow() {
    let Match { server, white, black, id, mut socket } = Match::begin(5).await;
    delay_pong(&mut socket).await;
    // The server has read the pong before it answers.
    socket.send(TEXT, br#"{"type":"ping","ref":1}"#).await;
    while socket.receive().await["type"] != "pong" {}
    let mut game = Game::new(Position::start(RuleBook::Revised));
    let mut thought = 0;
    for ply in 0..100 {
        let legal = game.position().legal_moves();
        let mv = legal[game.ply() * 7 % legal.len()];
        let action = Action::Move { mv: mv.to_string(), ply };
        if ply % 2 == 1 {
            black.act(&id, &action).await.unwrap();
        } else {
            // White's first move is free.
            let thinking = if ply == 0 { 0 } else { 470 };
            server.clock.advance(thinking);
            if white.act(&id, &action).await.is_err() {
                break;
            }
            thought += thinking;
        }
        game.play(mv).unwrap();
    }
    let ended = black.events(&id, 0).await.unwrap().pop().unwrap();
    assert!(matches!(ended.kind, EventKind::Ended { status: Status::Timeout, .. }), "{ended:?}");
    assert_eq!(thought, 10 * 470, "moves by HTTP are charged in full");
}
