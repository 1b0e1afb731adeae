//! `trid bot`: the engine as an ordinary player on a server, in several games at once.

use std::collections::HashSet;
use std::fs;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::time::Duration;

use clap::Args;
use tokio::sync::oneshot;
use trid_engine::{ClockState, Engine, Limits, Options, Strength};
use trid_rules::{Color, Game, Move, Position, RuleBook};
use trid_server::client::{Client, ClientError};
use trid_server::identity::GameId;
use trid_server::wire::{
    Action, ClientMessage, Event, Happening, Remaining, ServerMessage, TimeControl,
};

use crate::error::CliError;
use crate::exit_status::ExitStatus;

/// How often the lobby is looked at.
const LOOK_EVERY: Duration = Duration::from_secs(2);
/// How long a finished game is kept open for a rematch.
const REMATCH_WITHIN: Duration = Duration::from_secs(120);
/// The longest thought where no clock asks for a shorter one.
const LONGEST_THOUGHT: Duration = Duration::from_secs(2);
const LONGEST_PAUSE: Duration = Duration::from_secs(15);

/// Play on a server as the engine: take open games from the lobby and play them
#[derive(Args)]
#[command(after_help = "Examples:\n  \
                        trid bot http://127.0.0.1:8080 --level 4\n  \
                        trid bot https://chess.example --identity bot.token\n\n\
                        It takes whatever waits in the lobby, grants takebacks, declines draws, takes\n\
                        rematches, and comes back by itself when the connection breaks. Interrupt it\n\
                        to end it.")]
pub(crate) struct Arguments {
    /// The server
    url: String,
    /// How strong it plays, 1 to 10
    #[arg(long, value_name = "N", default_value = "5", value_parser = clap::value_parser!(u8).range(1..=10))]
    level: u8,
    /// The most games at once
    #[arg(long, value_name = "N", default_value = "8", value_parser = clap::value_parser!(u16).range(1..=100))]
    games: u16,
    /// The name that others see [default: one with the level]
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// Keeps the identity, so that games go on after a restart
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
            let level =
                Strength::new(self.level).ok_or_else(|| CliError::input("levels are 1 to 10"))?;
            let bot = Arc::new(Bot {
                client,
                thinker: Thinker::start(level),
                playing: Mutex::default(),
                most: usize::from(self.games),
            });
            tokio::select! {
                () = bot.look_for_games() => {}
                interrupted = tokio::signal::ctrl_c() => interrupted?,
            }
            Ok(ExitStatus::Success)
        })
    }

    /// The identity in the file, or a new one.
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

/// Writes a new file that no one else on the machine can read.
fn write_secret(file: &Path, secret: &str) -> io::Result<()> {
    let mut options = fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(file)?.write_all(secret.as_bytes())
}

struct Bot {
    client: Client,
    thinker: Thinker,
    playing: Mutex<HashSet<GameId>>,
    most: usize,
}

impl Bot {
    /// Goes on with the games it is in, and takes what waits in the lobby.
    async fn look_for_games(self: Arc<Self>) {
        loop {
            if let Err(error) = self.look_once().await {
                eprintln!("{error}; trying again");
            }
            tokio::time::sleep(LOOK_EVERY).await;
        }
    }

    async fn look_once(self: &Arc<Self>) -> Result<(), ClientError> {
        for game in self.client.list("mine=true&state=live&limit=100").await?.games {
            self.begin(game.id);
        }
        let open = self.client.list("state=open&limit=100").await?.games;
        // The oldest has waited longest.
        for game in open.into_iter().rev().filter(|game| game.by.id != self.client.player.id) {
            if self.count() >= self.most {
                break;
            }
            match self.client.join(&game.id).await {
                Ok(joined) => self.begin(joined.id),
                // Someone else was quicker.
                Err(ClientError::Refused { .. }) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    fn count(&self) -> usize {
        self.playing.lock().unwrap_or_else(PoisonError::into_inner).len()
    }

    /// Plays a game in a task of its own, unless it is played already.
    fn begin(self: &Arc<Self>, game: GameId) {
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
                bot.begin(next);
            }
        });
    }

    /// Plays a game to its end, over as many connections as it takes. Returns the rematch, if there is one.
    async fn play(&self, game: &GameId) -> Option<GameId> {
        let mut followed = Followed::default();
        let mut pause = Duration::from_millis(250);
        loop {
            match self.play_while_connected(game, &mut followed, &mut pause).await {
                Ok(next) => return next,
                Err(ClientError::Refused { status: 404, .. }) => return None,
                Err(error) => eprintln!("game {game}: {error}; coming back"),
            }
            tokio::time::sleep(pause).await;
            pause = (pause * 2).min(LONGEST_PAUSE);
        }
    }

    async fn play_while_connected(
        &self,
        game: &GameId,
        followed: &mut Followed,
        pause: &mut Duration,
    ) -> Result<Option<GameId>, ClientError> {
        let mut socket = self.client.socket(game, followed.seq).await?;
        *pause = Duration::from_millis(250);
        let mut reference = 0;
        let mut head = None;
        loop {
            if head.is_some_and(|head| followed.seq >= head)
                && let Some(action) = self.next_action(followed).await
            {
                reference += 1;
                socket.say(&ClientMessage::Act { reference, action }).await?;
            }
            let heard = if followed.over {
                match tokio::time::timeout(REMATCH_WITHIN, socket.hear()).await {
                    Ok(heard) => heard?,
                    Err(_) => return Ok(None),
                }
            } else {
                socket.hear().await?
            };
            match heard {
                None => return Err(ClientError::Connection("it closed the socket".to_owned())),
                Some(ServerMessage::Welcome { seq, .. }) => head = Some(seq),
                Some(ServerMessage::Event { event }) => {
                    if event.seq > followed.seq + 1 {
                        socket.say(&ClientMessage::Resume { after: followed.seq }).await?;
                        continue;
                    }
                    followed.take(&event, &self.client);
                    if let Some(next) = followed.next.take() {
                        return Ok(Some(next));
                    }
                }
                Some(ServerMessage::Refused { refusal, .. }) if refusal.code == "E_RATE" => {
                    tokio::time::sleep(Duration::from_secs(1)).await;
                    followed.decided = None;
                }
                Some(_) => {}
            }
        }
    }

    /// What to do now, if there is anything; each thing is done once.
    async fn next_action(&self, followed: &mut Followed) -> Option<Action> {
        if let Some(action) = followed.answer.take() {
            return Some(action);
        }
        let seat = followed.seat?;
        let game = followed.game.as_ref()?;
        let ply = u32::try_from(game.ply()).ok()?;
        if followed.over
            || game.position().turn() != seat
            || followed.decided == Some((ply, followed.seq))
        {
            return None;
        }
        followed.decided = Some((ply, followed.seq));
        let question = Question {
            position: game.position().clone(),
            history: game.moves().map(|played| played.before.key()).collect(),
            limits: followed.limits(seat, self.count()),
        };
        let mv = self.thinker.think(question).await?;
        Some(Action::Move { mv: mv.to_string(), ply })
    }
}

/// A game as its events tell it.
#[derive(Default)]
struct Followed {
    seq: u32,
    game: Option<Game>,
    seat: Option<Color>,
    clock: TimeControl,
    left: Option<Remaining>,
    over: bool,
    /// What the opponent waits to be answered.
    answer: Option<Action>,
    /// Ply and event at which a move was last decided.
    decided: Option<(u32, u32)>,
    next: Option<GameId>,
}

impl Followed {
    fn take(&mut self, event: &Event, client: &Client) {
        if event.seq != self.seq + 1 {
            return;
        }
        self.seq = event.seq;
        let is_theirs = |by: &Color| Some(*by) != self.seat;
        match &event.what {
            Happening::Created { rules, start, clock, .. } => {
                self.game = start_position(*rules, start.as_deref()).map(Game::new);
                self.clock = *clock;
            }
            Happening::Started { white, black } => {
                self.seat = [(white, Color::White), (black, Color::Black)]
                    .into_iter()
                    .find(|(player, _)| player.id == client.player.id)
                    .map(|(_, color)| color);
            }
            Happening::Moved { mv, clocks } => {
                self.left = *clocks;
                if let (Some(game), Ok(mv)) = (&mut self.game, mv.parse::<Move>()) {
                    let _ = game.play(mv);
                }
            }
            Happening::TookBack { ply, clocks, .. } => {
                self.left = *clocks;
                if let Some(game) = &mut self.game {
                    game.jump(*ply as usize);
                    game.truncate();
                }
            }
            Happening::Resumed { clocks } => self.left = Some(*clocks),
            Happening::DrawOffered { by } if is_theirs(by) => {
                self.answer = Some(Action::DeclineDraw {})
            }
            Happening::TakebackAsked { by } if is_theirs(by) => {
                self.answer = Some(Action::AskTakeback {})
            }
            Happening::RematchOffered { by } if is_theirs(by) => {
                self.answer = Some(Action::OfferRematch {})
            }
            Happening::Ended { .. } => {
                self.over = true;
                self.answer = None;
            }
            Happening::RematchStarted { game } => self.next = Some(game.clone()),
            Happening::DrawOffered { .. }
            | Happening::DrawDeclined { .. }
            | Happening::TakebackAsked { .. }
            | Happening::TakebackDeclined { .. }
            | Happening::RematchOffered { .. }
            | Happening::RematchDeclined { .. } => {}
        }
    }

    /// The clock is shared by all games that are played at once, since they wait for one thinker.
    fn limits(&self, seat: Color, games: usize) -> Limits {
        let games = u32::try_from(games.max(1)).unwrap_or(u32::MAX);
        let mut limits = Limits { move_time: Some(LONGEST_THOUGHT / games), ..Limits::default() };
        if let (TimeControl::RealTime { increment, .. }, Some(left)) = (self.clock, self.left) {
            let left = match seat {
                Color::White => left.white,
                Color::Black => left.black,
            };
            limits.clock = Some(ClockState {
                remaining: Duration::from_millis(u64::try_from(left).unwrap_or(0)) / games,
                increment: Duration::from_secs(u64::from(increment)) / games,
                moves_to_go: None,
            });
        }
        limits
    }
}

fn start_position(rules: RuleBook, start: Option<&str>) -> Option<Position> {
    match start {
        Some(text) => Position::from_tfen(text, rules).ok(),
        None => Some(Position::start(rules)),
    }
}

/// One engine in a thread of its own. Questions are answered in the order in which they come, so that no game
/// waits for more than one thought of each other game.
struct Thinker {
    questions: mpsc::Sender<(Question, oneshot::Sender<Option<Move>>)>,
}

struct Question {
    position: Position,
    history: Vec<u64>,
    limits: Limits,
}

impl Thinker {
    fn start(level: Strength) -> Self {
        let (questions, asked) = mpsc::channel::<(Question, oneshot::Sender<Option<Move>>)>();
        std::thread::spawn(move || {
            let seed = std::time::SystemTime::now()
                .duration_since(std::time::UNIX_EPOCH)
                .map_or(0, |since| since.as_nanos() as u64);
            let mut engine = Engine::new(Options { strength: level, seed, ..Options::default() });
            while let Ok((question, answer)) = asked.recv() {
                let Question { position, history, limits } = question;
                // Whoever asked may be gone.
                let _ = answer.send(engine.best_move(&position, &history, &limits));
            }
        });
        Self { questions }
    }

    async fn think(&self, question: Question) -> Option<Move> {
        let (answer, answered) = oneshot::channel();
        self.questions.send((question, answer)).ok()?;
        answered.await.ok()?
    }
}
