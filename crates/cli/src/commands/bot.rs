//! `trid bot`: the engine as an ordinary player on a server, in several games at once.

use std::collections::HashSet;
use std::fs;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::time::Duration;

use clap::Args;
use tokio::sync::oneshot;
use trid_client::{Client, ClientError};
use trid_engine::{ClockState, Engine, Limits, Options, Strength};
use trid_protocol::{
    Action, ClientMessage, ErrorCode, Event, GameId, Millis, OnlineGame, ReplayError,
    ServerMessage, TimeControl,
};
use trid_rules::{Color, Game, Move};

use crate::error::CliError;
use crate::exit_status::ExitStatus;

/// How often the bot polls the lobby.
const POLL_INTERVAL: Duration = Duration::from_secs(2);
/// How long the bot waits for a rematch after a game.
const REMATCH_TIMEOUT: Duration = Duration::from_secs(120);
/// The longest search for a move; a clock may shorten it.
const MAX_MOVE_TIME: Duration = Duration::from_secs(2);
const FIRST_RETRY_DELAY: Duration = Duration::from_millis(250);
const MAX_RETRY_DELAY: Duration = Duration::from_secs(15);

/// Let the engine play on a server: join open games in the lobby
#[derive(Args)]
#[command(after_help = "Examples:\n  \
                        trid bot http://127.0.0.1:8080 --level 4\n  \
                        trid bot https://chess.example --identity bot.token\n\n\
                        The bot joins every open game in the lobby, grants takebacks, declines draws and\n\
                        accepts rematches. It reconnects when the connection breaks. Press Ctrl-C to\n\
                        stop it.")]
pub(crate) struct Arguments {
    /// Address of the server
    url: String,
    /// Strength of the engine, 1 to 10
    #[arg(long, value_name = "N", default_value = "5", value_parser = clap::value_parser!(u8).range(1..=10))]
    level: u8,
    /// Maximum number of simultaneous games
    #[arg(long, value_name = "N", default_value = "8", value_parser = clap::value_parser!(u16).range(1..=100))]
    games: u16,
    /// Name shown to players [default: one with the level]
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// Identity file, to resume games after a restart
    #[arg(long, value_name = "FILE", env = "TRID_BOT_IDENTITY", hide_env = true)]
    identity: Option<PathBuf>,
}

impl Arguments {
    pub(crate) fn run(self, output: &mut dyn Write) -> Result<ExitStatus, CliError> {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .map_err(|error| CliError::input(format!("cannot start: {error}")))?;
        runtime.block_on(async {
            let client = self.identify().await.map_err(CliError::input)?;
            writeln!(
                output,
                "{} ({}) plays on {}",
                client.player.name, client.player.id, self.url
            )?;
            output.flush()?;
            let strength =
                Strength::new(self.level).ok_or_else(|| CliError::input("levels are 1 to 10"))?;
            let bot = Arc::new(Bot {
                client,
                engine: EngineThread::start(strength),
                playing: Mutex::default(),
                max_games: usize::from(self.games),
            });
            tokio::select! {
                () = bot.poll_games() => {}
                interrupted = tokio::signal::ctrl_c() => interrupted?,
            }
            Ok(ExitStatus::Success)
        })
    }

    /// Loads the identity from the file, or creates a new one.
    async fn identify(&self) -> Result<Client, String> {
        let kept = self.identity.as_ref().map(|file| (file, fs::read_to_string(file)));
        match kept {
            Some((_, Ok(token))) => {
                let known = Client::with_token(&self.url, token.trim()).await;
                return known.map_err(|error| error.to_string());
            }
            Some((file, Err(error))) if error.kind() != ErrorKind::NotFound => {
                return Err(format!("cannot read {}: {error}", file.display()));
            }
            Some(_) | None => {}
        }
        let name = self.name.clone().unwrap_or_else(|| format!("Engine, level {}", self.level));
        let client = Client::register(&self.url, &name).await.map_err(|error| error.to_string())?;
        if let Some(file) = &self.identity {
            write_secret(file, client.token())
                .map_err(|error| format!("cannot write {}: {error}", file.display()))?;
        }
        Ok(client)
    }
}

/// Writes a new file that only its owner can read.
fn write_secret(file: &Path, secret: &str) -> io::Result<()> {
    let mut options = fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(file)?.write_all(secret.as_bytes())
}

struct Bot {
    client: Client,
    engine: EngineThread,
    playing: Mutex<HashSet<GameId>>,
    max_games: usize,
}

impl Bot {
    /// Resumes its own games, and joins open games from the lobby.
    async fn poll_games(self: Arc<Self>) {
        loop {
            if let Err(error) = self.poll_once().await {
                eprintln!("{error}; trying again");
            }
            tokio::time::sleep(POLL_INTERVAL).await;
        }
    }

    async fn poll_once(self: &Arc<Self>) -> Result<(), ClientError> {
        for game in self.client.list("mine=true&state=live&limit=100").await?.games {
            self.start(game.id);
        }
        let open = self.client.list("state=open&limit=100").await?.games;
        // Oldest first.
        for game in open.into_iter().rev().filter(|game| game.by.id != self.client.player.id) {
            if self.count() >= self.max_games {
                break;
            }
            match self.client.join(&game.id).await {
                Ok(joined) => self.start(joined.id),
                // Someone else joined first.
                Err(ClientError::Api { .. }) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    fn count(&self) -> usize {
        self.playing.lock().unwrap_or_else(PoisonError::into_inner).len()
    }

    /// Plays a game in its own task, unless it is being played already.
    fn start(self: &Arc<Self>, game: GameId) {
        let is_new =
            self.playing.lock().unwrap_or_else(PoisonError::into_inner).insert(game.clone());
        if !is_new {
            return;
        }
        let bot = Arc::clone(self);
        tokio::spawn(async move {
            let next = bot.play(&game).await;
            bot.playing.lock().unwrap_or_else(PoisonError::into_inner).remove(&game);
            if let Some(next) = next {
                bot.start(next);
            }
        });
    }

    /// Plays a game to its end, reconnecting as needed. Returns the rematch, if there is one.
    async fn play(&self, game: &GameId) -> Option<GameId> {
        let mut state = BotGame::default();
        let mut delay = FIRST_RETRY_DELAY;
        loop {
            match self.play_while_connected(game, &mut state, &mut delay).await {
                Ok(next) => return next,
                Err(ClientError::Api { status: 404, .. }) => return None,
                Err(error) => eprintln!("game {game}: {error}; reconnecting"),
            }
            tokio::time::sleep(delay).await;
            delay = (delay * 2).min(MAX_RETRY_DELAY);
        }
    }

    async fn play_while_connected(
        &self,
        game: &GameId,
        state: &mut BotGame,
        delay: &mut Duration,
    ) -> Result<Option<GameId>, ClientError> {
        let mut socket = self.client.socket(game, state.seq()).await?;
        *delay = FIRST_RETRY_DELAY;
        let mut reference = 0;
        let mut last_seq = None;
        loop {
            if last_seq.is_some_and(|last| state.seq() >= last)
                && let Some(action) = self.next_action(state).await
            {
                reference += 1;
                let seen = Some(state.seq());
                socket.send(&ClientMessage::Act { reference, seen, action }).await?;
            }
            let received = if state.is_over() {
                match tokio::time::timeout(REMATCH_TIMEOUT, socket.receive()).await {
                    Ok(received) => received?,
                    Err(_) => return Ok(None),
                }
            } else {
                socket.receive().await?
            };
            match received {
                None => return Err(ClientError::Connection("it closed the socket".to_owned())),
                Some(ServerMessage::Welcome { damaged: true, .. }) => {
                    eprintln!("game {game} is damaged on the server and cannot be continued");
                    return Ok(None);
                }
                Some(ServerMessage::Welcome { seq, .. }) if seq >= state.seq() => {
                    last_seq = Some(seq);
                }
                // The server has lost events: the game is read again.
                Some(ServerMessage::Welcome { .. } | ServerMessage::RolledBack { .. }) => {
                    *state = BotGame::default();
                    return Err(ClientError::Connection("it has lost some events".to_owned()));
                }
                Some(ServerMessage::Event { event }) if event.seq > state.seq() + 1 => {
                    socket.send(&ClientMessage::Resume { after: state.seq() }).await?;
                }
                Some(ServerMessage::Event { event }) if event.seq > state.seq() => {
                    state
                        .apply(game, &event)
                        .map_err(|error| ClientError::Connection(error.to_string()))?;
                    let next = state.online.as_ref().and_then(OnlineGame::next_game);
                    if let Some(next) = next {
                        return Ok(Some(next.clone()));
                    }
                }
                Some(ServerMessage::Refused { error, .. }) if is_temporary(error.code) => {
                    tokio::time::sleep(Duration::from_secs(1)).await;
                    (state.answered, state.decided) = (None, None);
                }
                Some(_) => {}
            }
        }
    }

    /// The bot's next action, if any. It acts at most once on each state of a game.
    async fn next_action(&self, state: &mut BotGame) -> Option<Action> {
        let online = state.online.as_ref()?;
        let seq = Some(online.seq());
        let seat = online.seat_of(&self.client.player.id)?;
        if state.answered != seq
            && let Some(answer) = answer_to(seat.other(), online)
        {
            state.answered = seq;
            return Some(answer);
        }
        if online.end().is_some() || online.turn() != seat || state.decided == seq {
            return None;
        }
        state.decided = seq;
        let limits = limits(online, seat, self.count());
        let request = SearchRequest { game: online.game().clone(), limits };
        let ply = online.plies();
        let mv = self.engine.best_move(request).await?;
        Some(Action::Move { mv: mv.to_string(), ply })
    }
}

/// A game in progress: its state, and what the bot has done about it.
#[derive(Default)]
struct BotGame {
    online: Option<OnlineGame>,
    /// The last event at which the bot answered an offer or request.
    answered: Option<u32>,
    /// The last event at which the bot decided on a move.
    decided: Option<u32>,
}

impl BotGame {
    /// The number of the last event; 0 before the first.
    fn seq(&self) -> u32 {
        self.online.as_ref().map_or(0, OnlineGame::seq)
    }

    fn is_over(&self) -> bool {
        self.online.as_ref().is_some_and(|online| online.end().is_some())
    }

    fn apply(&mut self, game: &GameId, event: &Event) -> Result<(), ReplayError> {
        match &mut self.online {
            None => self.online = Some(OnlineGame::new(game.clone(), event)?),
            Some(online) => online.follow(event)?,
        }
        Ok(())
    }
}

/// Whether the same action may succeed a little later.
const fn is_temporary(code: ErrorCode) -> bool {
    matches!(code, ErrorCode::Rate | ErrorCode::Storage | ErrorCode::Internal)
}

/// The answer to the opponent's offer or request: declines draws, grants takebacks, accepts rematches.
fn answer_to(opponent: Color, online: &OnlineGame) -> Option<Action> {
    if online.draw_offer() == Some(opponent) {
        Some(Action::DeclineDraw {})
    } else if online.takeback() == Some(opponent) {
        Some(Action::AskTakeback {})
    } else if online.rematch() == Some(opponent) {
        Some(Action::OfferRematch {})
    } else {
        None
    }
}

/// The limits for a move. All games share one engine, so each gets its share of the time.
fn limits(online: &OnlineGame, seat: Color, games: usize) -> Limits {
    let games = u32::try_from(games.max(1)).unwrap_or(u32::MAX);
    let mut limits = Limits { move_time: Some(MAX_MOVE_TIME / games), ..Limits::default() };
    let millis = |millis: Millis| Duration::from_millis(u64::try_from(millis).unwrap_or(0));
    let control = online.terms().clock;
    if let (TimeControl::RealTime { .. }, Some(remaining)) = (control, online.clocks().remaining())
    {
        limits.clock = Some(ClockState {
            remaining: millis(remaining.of(seat)) / games,
            increment: millis(control.increment()) / games,
            moves_to_go: None,
        });
    }
    limits
}

/// One engine in its own thread. It answers requests in order, so a game waits for at most one search of each other
/// game.
struct EngineThread {
    requests: mpsc::Sender<(SearchRequest, oneshot::Sender<Option<Move>>)>,
}

struct SearchRequest {
    game: Game,
    limits: Limits,
}

impl EngineThread {
    fn start(strength: Strength) -> Self {
        let (requests, received) =
            mpsc::channel::<(SearchRequest, oneshot::Sender<Option<Move>>)>();
        std::thread::spawn(move || {
            let seed = std::time::SystemTime::now()
                .duration_since(std::time::UNIX_EPOCH)
                .map_or(0, |since| since.as_nanos() as u64);
            let mut engine = Engine::new(Options { strength, seed, ..Options::default() });
            while let Ok((request, reply)) = received.recv() {
                let SearchRequest { game, limits } = request;
                // The game may have ended meanwhile.
                let _ = reply.send(engine.search(&game, &limits).best_move());
            }
        });
        Self { requests }
    }

    async fn best_move(&self, request: SearchRequest) -> Option<Move> {
        let (reply, received) = oneshot::channel();
        self.requests.send((request, reply)).ok()?;
        received.await.ok()?
    }
}
