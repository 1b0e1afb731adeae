//! Two players who play random legal moves over sockets.

use std::time::{Duration, Instant};

use trid_client::{Client, GameSocket};
use trid_protocol::{
    Action, ClientMessage, ColorChoice, Event, EventKind, GameId, NewGame, ServerMessage,
    TimeControl,
};
use trid_rules::{Game, Position, RuleBook};

use super::LoadResult;

/// A game that has started, whose players have no socket yet.
pub(crate) struct NewPair {
    pub(crate) id: GameId,
    players: [Client; 2],
}

impl NewPair {
    /// White uses the first server, Black the second.
    pub(crate) async fn create(urls: &[String; 2]) -> LoadResult<Self> {
        let white = Client::register(&urls[0], "").await?;
        let black = Client::register(&urls[1], "").await?;
        let clock = TimeControl::RealTime { initial: 600, increment: 5 };
        let new = NewGame { clock, color: ColorChoice::White, ..NewGame::default() };
        let id = white.create(&new).await?.id;
        black.join(&id).await?;
        Ok(Self { id, players: [white, black] })
    }

    pub(crate) async fn connect(self, seed: u64) -> LoadResult<Pair> {
        let Self { id, players: [white, black] } = self;
        let mut sockets = [white.socket(&id, 0).await?, black.socket(&id, 0).await?];
        for socket in &mut sockets {
            while !matches!(socket.receive().await?, Some(ServerMessage::Presence(_))) {}
        }
        let game = Game::new(Position::start(RuleBook::Revised));
        Ok(Pair { game, sockets, random: seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) })
    }
}

/// Two connected players of one game.
pub(crate) struct Pair {
    game: Game,
    sockets: [GameSocket; 2],
    random: u64,
}

impl Pair {
    /// Creates a game and connects its players.
    pub(crate) async fn open(urls: &[String; 2], seed: u64) -> LoadResult<Self> {
        NewPair::create(urls).await?.connect(seed).await
    }

    pub(crate) fn is_over(&self) -> bool {
        self.game.ending().is_some() || self.game.ply() > 150
    }

    /// Plays a random legal move. Returns the time until the opponent received it.
    pub(crate) async fn play_one(&mut self) -> LoadResult<Duration> {
        let moves = self.game.position().legal_moves();
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        let mv = moves[(self.random % moves.len() as u64) as usize];
        let mover = self.game.position().turn() as usize;
        let ply = u32::try_from(self.game.ply())?;
        let action = Action::Move { mv: mv.to_string(), ply };
        let [white, black] = &mut self.sockets;
        let (mine, theirs) = if mover == 0 { (white, black) } else { (black, white) };
        let began = Instant::now();
        mine.send(&ClientMessage::Act { reference: ply, seen: None, action }).await?;
        let received = until(theirs, |message| {
            matches!(
                message,
                ServerMessage::Event { event: Event { kind: EventKind::Moved { .. }, .. } }
            )
        });
        let done = until(mine, |message| matches!(message, ServerMessage::Done { .. }));
        let (delay, ()) =
            tokio::try_join!(async { received.await.map(|()| began.elapsed()) }, done)?;
        self.game.play(mv)?;
        Ok(delay)
    }
}

async fn until(socket: &mut GameSocket, wanted: impl Fn(&ServerMessage) -> bool) -> LoadResult<()> {
    loop {
        match socket.receive().await? {
            Some(ServerMessage::Refused { error, .. }) => return Err(error.message.into()),
            Some(message) if wanted(&message) => return Ok(()),
            Some(_) => {}
            None => return Err("the socket is closed".into()),
        }
    }
}
