//! Pairs of players who play random moves, and reconnect to another server when theirs is gone.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use fastrand::Rng;
use trid_client::{Client, ClientError, GameSocket};
use trid_protocol::{
    Action, ClientMessage, ColorChoice, Event, EventKind, GameId, NewGame, ServerMessage, Time,
    TimeControl,
};
use trid_rules::{Color, Game, Position, RuleBook};

use crate::checker::{Checker, now};

/// No request may wait longer for its response, whatever happens to the database.
const MAX_WAIT: Duration = Duration::from_secs(25);
/// A stopped process does not answer.
const MAX_STOP: Duration = Duration::from_secs(30);

/// Two players, the servers that they use, and their current game.
pub(crate) struct Pair {
    pub(crate) urls: Arc<Vec<String>>,
    pub(crate) tokens: [String; 2],
    pub(crate) checker: Checker,
    pub(crate) stop: Arc<AtomicBool>,
    pub(crate) rng: Rng,
    /// The game and ply of the last move whose outcome was not told.
    pub(crate) unknown: Option<(GameId, u32)>,
    /// Since when the players have no sockets.
    pub(crate) disconnected: Option<Time>,
}

/// A player's socket, how many moves of the game it has received, and when the one that its player is to answer.
struct Side {
    socket: GameSocket,
    moves: u32,
    received: Option<Time>,
}

/// Why the players start over with what the server has stored.
enum Interrupted {
    /// The connection is lost, or the response did not say what happened.
    Disconnected,
    /// The server said that nothing was stored.
    NotStored,
}

impl Pair {
    /// Plays games until told to stop.
    pub(crate) async fn run(mut self) {
        while !self.stop.load(Ordering::Relaxed) {
            match self.start_game().await {
                Ok(game) => self.play(&game).await,
                Err(error) => self.wait_after(&error).await,
            }
        }
    }

    async fn client(&mut self, side: usize) -> Result<Client, ClientError> {
        let server = self.rng.usize(..self.urls.len());
        self.client_at(server, side).await
    }

    async fn client_at(&self, server: usize, side: usize) -> Result<Client, ClientError> {
        let connecting = Client::with_token(&self.urls[server], &self.tokens[side]);
        tokio::time::timeout(MAX_WAIT, connecting)
            .await
            .unwrap_or_else(|_| Err(ClientError::Connection("no response".to_owned())))
    }

    async fn wait_after(&mut self, error: &ClientError) {
        if let ClientError::Api { status, error } = error {
            assert!(*status >= 500, "{status} {error:?}");
            self.checker.add_refused(&error.code.to_string());
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }

    async fn start_game(&mut self) -> Result<GameId, ClientError> {
        let white = self.client(0).await?;
        let clock = TimeControl::RealTime { initial: 3_600, increment: 0 };
        let new = NewGame { clock, color: ColorChoice::White, ..NewGame::default() };
        let game = white.create(&new).await?.id;
        for _ in 0..200 {
            let joined = match self.client(1).await {
                Ok(black) => black.join(&game).await,
                Err(error) => Err(error),
            };
            match joined {
                Ok(_) => return Ok(game),
                // An earlier attempt was stored although its response was lost.
                Err(ClientError::Api { status: 409, .. }) => return Ok(game),
                Err(error) => self.wait_after(&error).await,
            }
        }
        panic!("game {game} cannot be joined");
    }

    /// Plays a game. After an interruption it goes on from what the server has stored.
    async fn play(&mut self, id: &GameId) {
        let mut refused_at = None;
        while !self.stop.load(Ordering::Relaxed) {
            let Ok(mut game) = self.read_game(id).await else {
                tokio::time::sleep(Duration::from_millis(100)).await;
                continue;
            };
            if let Some(ply) = refused_at.take() {
                assert_eq!(game.ply(), ply, "game {id}: a refused move is stored");
            }
            let played = self.play_on(id, &mut game).await;
            self.disconnected.get_or_insert_with(now);
            match played {
                Ok(()) => return,
                Err(Interrupted::Disconnected) => {}
                Err(Interrupted::NotStored) => refused_at = Some(game.ply()),
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    /// The game as any server knows it.
    async fn read_game(&mut self, id: &GameId) -> Result<Game, ClientError> {
        let reader = self.client(0).await?;
        let mut game = Game::new(Position::start(RuleBook::Revised));
        for event in reader.events(id, 0).await? {
            self.checker.add_event(id, &event);
            if let EventKind::Moved { mv, .. } = &event.kind {
                game.play(game.read_move(mv).unwrap()).unwrap();
            }
        }
        Ok(game)
    }

    async fn play_on(&mut self, id: &GameId, game: &mut Game) -> Result<(), Interrupted> {
        // The opponents are at different servers.
        let servers = self.urls.len();
        let white = self.rng.usize(..servers);
        let black = (white + self.rng.usize(1..servers)) % servers;
        let white = self.connect(white, 0, id).await?;
        let [mut mover, mut waiting] = match game.position().turn() {
            Color::White => [white, self.connect(black, 1, id).await?],
            Color::Black => [self.connect(black, 1, id).await?, white],
        };
        if let Some(from) = self.disconnected.take() {
            self.checker.add_own_time(id, from);
        }
        while game.ending().is_none() && !self.stop.load(Ordering::Relaxed) {
            let turn = game.position().turn() as usize;
            let moves = game.position().legal_moves();
            let mv = moves[self.rng.usize(..moves.len())];
            let ply = u32::try_from(game.ply()).unwrap();
            let action = Action::Move { mv: mv.to_string(), ply };
            // The opponent may have the move long before its player has the answer.
            let both = tokio::try_join!(
                self.act(id, &mut mover, ply, action),
                self.wait_for_move(id, &mut waiting, ply)
            );
            if let Err(Interrupted::Disconnected) = both {
                self.unknown = Some((id.clone(), ply));
            }
            // The player to move thinks while the opponent waits for their answer, even if none comes.
            if let Some(received) = waiting.received.take() {
                self.checker.add_own_time(id, received);
            }
            let (seq, ()) = both?;
            self.checker.add_acknowledged(id, seq);
            game.play(mv).unwrap();
            if game.position().turn() as usize != turn {
                std::mem::swap(&mut mover, &mut waiting);
            }
        }
        Ok(())
    }

    async fn connect(&self, server: usize, side: usize, id: &GameId) -> Result<Side, Interrupted> {
        let client = self.client_at(server, side).await.map_err(|_| Interrupted::Disconnected)?;
        let opening = tokio::time::timeout(MAX_WAIT, client.socket(id, 0)).await;
        let socket = opening.ok().and_then(Result::ok).ok_or(Interrupted::Disconnected)?;
        Ok(Side { socket, moves: 0, received: None })
    }

    /// Sends an action and waits for the response.
    async fn act(
        &self,
        id: &GameId,
        side: &mut Side,
        reference: u32,
        action: Action,
    ) -> Result<u32, Interrupted> {
        let sent = Instant::now();
        let message = ClientMessage::Act { reference, seen: None, action };
        side.socket.send(&message).await.map_err(|_| Interrupted::Disconnected)?;
        loop {
            let received = tokio::time::timeout(MAX_WAIT + MAX_STOP, side.socket.receive()).await;
            let received = received.expect("an action hangs for longer than the stated bound");
            match received {
                Ok(Some(ServerMessage::Event { event })) => self.add_event(id, side, &event),
                Ok(Some(ServerMessage::Done { reference: answered, seq }))
                    if answered == reference =>
                {
                    self.checker.add_wait(sent.elapsed());
                    return Ok(seq);
                }
                Ok(Some(ServerMessage::Refused { error, .. })) => {
                    self.checker.add_wait(sent.elapsed());
                    let code = error.code.to_string();
                    self.checker.add_refused(&code);
                    return Err(match code.as_str() {
                        "E_STORAGE" => Interrupted::NotStored,
                        "E_INTERNAL" => Interrupted::Disconnected,
                        // A commit that waits for the replica is seen only when it has ended.
                        "E_STALE" if self.unknown == Some((id.clone(), reference)) => {
                            Interrupted::Disconnected
                        }
                        _ => panic!("game {id}: {code}, {}", error.message),
                    });
                }
                Ok(Some(_)) => {}
                Ok(None) | Err(_) => return Err(Interrupted::Disconnected),
            }
        }
    }

    fn add_event(&self, id: &GameId, side: &mut Side, event: &Event) {
        self.checker.add_event(id, event);
        side.moves += u32::from(matches!(event.kind, EventKind::Moved { .. }));
    }

    /// Waits until the opponent has received the move of this ply.
    async fn wait_for_move(
        &self,
        id: &GameId,
        side: &mut Side,
        ply: u32,
    ) -> Result<(), Interrupted> {
        while side.moves <= ply {
            let received = tokio::time::timeout(MAX_WAIT + MAX_STOP, side.socket.receive()).await;
            match received.expect("an event does not reach the opponent") {
                Ok(Some(ServerMessage::Event { event })) => self.add_event(id, side, &event),
                Ok(Some(_)) => {}
                Ok(None) | Err(_) => return Err(Interrupted::Disconnected),
            }
        }
        side.received = Some(now());
        Ok(())
    }
}
