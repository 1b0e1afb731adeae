//! Load tests: games of legal moves over sockets, idle spectators, and a start with many stored games.
//!
//! `load PROGRAM games N SECONDS`, `load PROGRAM watchers N`, `load PROGRAM start N` with SQLite, and `load PROGRAM
//! cluster SERVERS games N SECONDS`, `load PROGRAM cluster SERVERS watchers N` with PostgreSQL; PROGRAM is `trid`.

mod cluster;

use std::error::Error;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use tokio::task::JoinSet;
use trid_client::{Client, GameSocket};
use trid_protocol::{
    Access, Action, ClientMessage, ColorChoice, Event, EventKind, GameId, NewGame, OnlineGame,
    Player, PlayerId, ServerMessage, TimeControl,
};
use trid_rules::{Game, GameResult, Position, RuleBook, Status};
use trid_server::identity::{random_game_id, random_player_id};
use trid_server::storage::{Append, Sqlite, Storage};
use trid_testbed::TemporaryPostgres;

/// How many games are opened at the same time.
const OPENED_AT_ONCE: usize = 100;

type LoadResult<T> = Result<T, Box<dyn Error + Send + Sync>>;

fn main() -> LoadResult<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    match words[..] {
        [program, "games", games, seconds] => {
            let server = ServerProcess::start(program, folder("games"))?;
            runtime.block_on(play(&[server], None, games.parse()?, seconds.parse()?))
        }
        [program, "cluster", servers, "games", games, seconds] => {
            let cluster = cluster::Cluster::start(program, servers.parse()?)?;
            let (games, seconds) = (games.parse()?, seconds.parse()?);
            runtime.block_on(play(&cluster.servers, Some(&cluster.database), games, seconds))
        }
        [program, "cluster", servers, "watchers", count] => {
            let cluster = cluster::Cluster::start(program, servers.parse()?)?;
            runtime.block_on(cluster::watch(&cluster, count.parse()?))
        }
        [program, "watchers", count] => runtime.block_on(watch(program, count.parse()?)),
        [program, "start", games] => runtime.block_on(start(program, games.parse()?)),
        _ => {
            Err("usage: load PROGRAM [cluster SERVERS] games N SECONDS | watchers N | start N"
                .into())
        }
    }
}

/// A server in its own process, with a folder that is removed afterwards.
struct ServerProcess {
    child: Child,
    folder: PathBuf,
    url: String,
}

impl ServerProcess {
    fn start(program: &str, folder: PathBuf) -> LoadResult<Self> {
        std::fs::create_dir_all(&folder)?;
        let data = folder.display().to_string();
        Self::start_with(program, &["--data", &data], folder)
    }

    fn start_with(program: &str, storage: &[&str], folder: PathBuf) -> LoadResult<Self> {
        let mut child = Command::new(program)
            .args(["serve", "--addr", "127.0.0.1:0", "--no-limits", "--log", "quiet"])
            .args(storage)
            .stdout(Stdio::piped())
            .spawn()?;
        let mut url = String::new();
        BufReader::new(child.stdout.take().ok_or("the server has no output")?)
            .read_line(&mut url)?;
        Ok(Self { child, folder, url: url.trim().to_owned() })
    }

    /// Resident memory in MiB.
    fn memory(&self) -> LoadResult<f64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()))?;
        let line = status.lines().find(|line| line.starts_with("VmRSS:")).ok_or("no VmRSS")?;
        Ok(line.split_whitespace().nth(1).ok_or("no figure")?.parse::<f64>()? / 1024.0)
    }
}

impl Drop for ServerProcess {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

fn folder(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("trid-load-{name}-{}", std::process::id()))
}

/// Seconds of CPU time that a process has used.
fn cpu_time(pid: &str) -> LoadResult<f64> {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat"))?;
    let fields: Vec<&str> = stat.rsplit_once(')').ok_or("odd stat")?.1.split_whitespace().collect();
    let ticks: f64 = fields[11].parse::<f64>()? + fields[12].parse::<f64>()?;
    Ok(ticks / 100.0)
}

/// Plays games in which the players use different servers, if there are several.
async fn play(
    servers: &[ServerProcess],
    database: Option<&TemporaryPostgres>,
    games: usize,
    seconds: u64,
) -> LoadResult<()> {
    let urls =
        |number: usize| [0, 1].map(|side| servers[(number + side) % servers.len()].url.clone());
    let mut pairs = Vec::new();
    while pairs.len() < games {
        // At the same time, because a socket that is not read for long is closed.
        let mut opening = JoinSet::new();
        for number in pairs.len()..games.min(pairs.len() + OPENED_AT_ONCE) {
            let urls = urls(number);
            opening.spawn(async move { Pair::open(&urls, number as u64 + 1).await });
        }
        pairs.extend(opening.join_all().await.into_iter().collect::<LoadResult<Vec<Pair>>>()?);
    }
    eprintln!("{games} games are open");
    let delays = Arc::new(Mutex::new(Vec::new()));
    let before = CpuTimes::read(servers, database)?;
    let began = Instant::now();
    let until = began + Duration::from_secs(seconds);
    let mut playing = JoinSet::new();
    for (number, mut pair) in pairs.into_iter().enumerate() {
        let delays = Arc::clone(&delays);
        let urls = urls(number);
        playing.spawn(async move {
            // Spread the games over a second.
            tokio::time::sleep(Duration::from_micros(number as u64 * 1_000_000 / games as u64))
                .await;
            let mut ticks = tokio::time::interval(Duration::from_secs(1));
            let mut own = Vec::new();
            while Instant::now() < until {
                ticks.tick().await;
                if pair.is_over() {
                    pair = Pair::open(&urls, number as u64 + 7).await?;
                }
                own.push(pair.play_one().await?);
            }
            delays.lock().map_err(|_| "a task broke")?.append(&mut own);
            LoadResult::Ok(())
        });
    }
    while let Some(ended) = playing.join_next().await {
        ended??;
    }
    let took = began.elapsed().as_secs_f64();
    let mut delays = std::mem::take(&mut *delays.lock().map_err(|_| "a task broke")?);
    delays.sort();
    let at = |part: f64| delays[((delays.len() - 1) as f64 * part) as usize].as_secs_f64() * 1000.0;
    println!(
        "games {games} moves {} per second {:.0} | from sending to the opponent's receipt, ms: median {:.2} p99 {:.2} p99.9 {:.2} most {:.2}",
        delays.len(),
        delays.len() as f64 / took,
        at(0.5),
        at(0.99),
        at(0.999),
        at(1.0)
    );
    let used = CpuTimes::read(servers, database)?.since(before);
    let memory = servers.iter().map(ServerProcess::memory).sum::<LoadResult<f64>>()?;
    println!(
        "processor, cores in use: servers {:.2} database {:.2} driver {:.2} | server memory {memory:.0} MiB",
        used.servers / took,
        used.database / took,
        used.driver / took,
    );
    println!(
        "processor per move, ms: servers {:.3} database {:.3}",
        used.servers * 1000.0 / delays.len() as f64,
        used.database * 1000.0 / delays.len() as f64
    );
    Ok(())
}

/// CPU time used so far, in seconds.
#[derive(Clone, Copy)]
struct CpuTimes {
    servers: f64,
    database: f64,
    driver: f64,
}

impl CpuTimes {
    fn read(servers: &[ServerProcess], database: Option<&TemporaryPostgres>) -> LoadResult<Self> {
        let servers = servers.iter().map(|server| cpu_time(&server.child.id().to_string()));
        let database = database.map_or(Ok(0.0), cluster::database_cpu_time)?;
        Ok(Self { servers: servers.sum::<LoadResult<f64>>()?, database, driver: cpu_time("self")? })
    }

    fn since(self, before: Self) -> Self {
        Self {
            servers: self.servers - before.servers,
            database: self.database - before.database,
            driver: self.driver - before.driver,
        }
    }
}

/// Two players of one game.
struct Pair {
    id: GameId,
    game: Game,
    sockets: [GameSocket; 2],
    random: u64,
}

impl Pair {
    /// White uses the first server, Black the second.
    async fn open(urls: &[String; 2], seed: u64) -> LoadResult<Self> {
        let white = Client::register(&urls[0], "").await?;
        let black = Client::register(&urls[1], "").await?;
        let clock = TimeControl::RealTime { initial: 600, increment: 5 };
        let new = NewGame { clock, color: ColorChoice::White, ..NewGame::default() };
        let id = white.create(&new).await?.id;
        black.join(&id).await?;
        let mut sockets = [white.socket(&id, 0).await?, black.socket(&id, 0).await?];
        for socket in &mut sockets {
            while !matches!(socket.receive().await?, Some(ServerMessage::Presence(_))) {}
        }
        let game = Game::new(Position::start(RuleBook::Revised));
        Ok(Self { id, game, sockets, random: seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) })
    }

    fn is_over(&self) -> bool {
        self.game.ending().is_some() || self.game.ply() > 150
    }

    /// Plays a random legal move. Returns the time until the opponent received it.
    async fn play_one(&mut self) -> LoadResult<Duration> {
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

async fn watch(program: &str, count: usize) -> LoadResult<()> {
    let server = ServerProcess::start(program, folder("watchers"))?;
    let mut pair = Pair::open(&[server.url.clone(), server.url.clone()], 3).await?;
    let before = server.memory()?;
    let watcher = Client::register(&server.url, "").await?;
    let game = watcher.create(&NewGame::default()).await?.id;
    let mut sockets = Vec::new();
    for _ in 0..count {
        sockets.push(watcher.socket(&game, 0).await?);
    }
    tokio::time::sleep(Duration::from_secs(3)).await;
    let delay = pair.play_one().await?;
    println!(
        "watchers {count} | server memory {:.0} MiB, before them {before:.0} | a move elsewhere took {:.2} ms",
        server.memory()?,
        delay.as_secs_f64() * 1000.0
    );
    Ok(())
}

async fn start(program: &str, games: usize) -> LoadResult<()> {
    let place = folder("start");
    std::fs::create_dir_all(&place)?;
    let engine = fill(&place, games).await?;
    let mut times = Vec::new();
    let mut lists = Vec::new();
    for _ in 0..5 {
        let began = Instant::now();
        let mut server = ServerProcess::start(program, place.clone())?;
        let client = Client::register(&server.url, "").await?;
        let answered = began.elapsed();
        let page = client.list("state=finished&limit=20").await?;
        assert_eq!(page.games.len(), 20.min(games));
        times.push(answered.as_secs_f64() * 1000.0);
        for asked in [
            "state=open".to_owned(),
            "state=finished".to_owned(),
            "state=finished&rules=meder&result=1/2-1/2".to_owned(),
            "state=finished&name=s".to_owned(),
            "state=finished&name=someone&clock=days".to_owned(),
            "name=rarely".to_owned(),
            "name=nobody".to_owned(),
            format!("player={engine}"),
            format!("player={engine}&state=live"),
            format!("player={engine}&result=1/2-1/2"),
        ] {
            let began = Instant::now();
            client.list(&asked).await?;
            lists.push((began.elapsed().as_secs_f64() * 1000.0, asked));
        }
        server.child.kill()?;
        server.child.wait()?;
        // The next run needs the folder.
        server.folder = PathBuf::from("/nonexistent/trid-load");
    }
    times.sort_by(f64::total_cmp);
    let size = std::fs::metadata(place.join("trid.db"))?.len() >> 20;
    std::fs::remove_dir_all(&place)?;
    println!(
        "stored games {games} ({size} MiB) | start to first answer, ms: median {:.0} most {:.0}",
        times[2], times[4]
    );
    lists.sort_by(|(a, _), (b, _)| a.total_cmp(b));
    let (most, asked) = &lists[lists.len() - 1];
    let median = lists[lists.len() / 2].0;
    println!(
        "lists of them, narrowed down in ten ways, ms: median {median:.1} most {most:.1} ({asked})"
    );
    Ok(())
}

/// Stores finished games of forty plies, half of them of one player. Returns that player.
async fn fill(place: &Path, games: usize) -> LoadResult<PlayerId> {
    let storage = Sqlite::open(&place.join("trid.db"))?;
    let mut game = Game::new(Position::start(RuleBook::Revised));
    let mut moves = Vec::new();
    for ply in 0..40 {
        let legal = game.position().legal_moves();
        let mv = legal[ply * 7 % legal.len()];
        game.play(mv)?;
        moves.push(mv.to_string());
    }
    let engine = random_player_id();
    for first in (0..games).step_by(500) {
        let appends = (first..games.min(first + 500))
            .map(|number| finished(number, &engine, &moves))
            .collect();
        storage.append(appends).await?;
    }
    storage.close().await?;
    Ok(engine)
}

/// A finished game of forty plies.
fn finished(number: usize, engine: &PlayerId, moves: &[String]) -> Append {
    let player = |id, name: &str| Player { id, name: name.to_owned() };
    let white = if number.is_multiple_of(2) { engine.clone() } else { random_player_id() };
    let white = player(white, "Someone");
    let black = if number % 50_000 == 7 { "Rarely" } else { "Someone else" };
    let black = player(random_player_id(), black);
    let at = 1_700_000_000_000 + number as i64 * 1000;
    let id = random_game_id();
    let mut kinds = vec![
        EventKind::Created {
            rules: RuleBook::Revised,
            start: None,
            clock: TimeControl::default(),
            access: Access::Lobby,
            by: white.clone(),
            color: ColorChoice::White,
            rematch_of: None,
        },
        EventKind::Started { white, black },
    ];
    kinds.extend(moves.iter().map(|mv| EventKind::Moved {
        mv: mv.clone(),
        clocks: None,
        lag: None,
    }));
    let (status, result) = (Status::Resigned, GameResult::White);
    kinds.push(EventKind::Ended { status, result, reason: None });
    let events: Vec<Event> =
        kinds.into_iter().zip(1..).map(|(kind, seq)| Event { seq, at, kind }).collect();
    let game = OnlineGame::replay(id.clone(), &events).expect("the events are those of a game");
    let (summary, max_unfinished) = (game.summary(), u32::MAX);
    Append { game: id, events, summary, deadline: None, max_unfinished }
}
