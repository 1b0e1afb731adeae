//! In a cluster, nobody is charged for a database or a process that is slow or away, wherever the players are connected.

#[path = "../../../cli/tests/cluster/proxy.rs"]
mod proxy;

use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use proxy::Proxy;
use trid_client::Client;
use trid_protocol::{Action, CreditReason, EventKind, NewGame, OnlineGame, Remaining, TimeControl};
use trid_rules::Color;
use trid_server::Server;
use trid_server::clock::PausedClock;

use crate::harness::postgres::{new_database, open, server, start_process};
use crate::harness::{Player, START, new_game, store_event};

/// How long each player thinks about their move.
const THINKING: i64 = 300;
/// How long the fault lasts: longer than the players' clocks.
const OUTAGE: i64 = 8_000;
/// More than the interval in which each process looks for overdue games.
const LOOKING: Duration = Duration::from_millis(1_300);

/// What is slow or away.
#[derive(Clone, Copy)]
enum Fault {
    LockedTable,
    StoppedDatabase,
    /// The process with this number reaches neither the database nor the others.
    CutOff(usize),
}

/// Three processes with a clock that the test sets, each behind a proxy of its own.
struct Cluster {
    database: String,
    clock: Arc<PausedClock>,
    proxies: Vec<Proxy>,
    servers: Vec<(Server, String)>,
}

impl Cluster {
    /// `None` where PostgreSQL is not installed.
    async fn start() -> Option<Self> {
        let database = new_database()?;
        let clock = Arc::new(PausedClock::at(START));
        let (mut proxies, mut servers) = (Vec::new(), Vec::new());
        for _ in 0..3 {
            let proxy = Proxy::start(server().port()).await;
            let url =
                database.replace(&format!(":{}/", server().port()), &format!(":{}/", proxy.port));
            servers.push(start_process(&url, Some(&clock)).await);
            proxies.push(proxy);
        }
        Some(Self { database, clock, proxies, servers })
    }

    /// Lets the fault last while the simulated time passes. `meanwhile` acts at its start.
    async fn inflict(&self, fault: Fault, meanwhile: impl AsyncFnOnce()) {
        let paused: &[Proxy] = match fault {
            Fault::LockedTable => &[],
            Fault::StoppedDatabase => &self.proxies,
            Fault::CutOff(process) => &self.proxies[process..=process],
        };
        paused.iter().for_each(|proxy| proxy.set_paused(true));
        let name = self.database.rsplit('/').next().unwrap();
        let lock = matches!(fault, Fault::LockedTable).then(|| {
            let sql = "BEGIN; LOCK TABLE trid.events; SELECT pg_sleep(60)";
            Command::new("psql")
                .args(["--quiet", "--dbname", &self.database, "--command", sql])
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn()
                .unwrap()
        });
        if lock.is_some() {
            let sleeping = "SELECT count(*) FROM pg_stat_activity
                            WHERE wait_event = 'PgSleep' AND datname = current_database()";
            while server().run_sql(name, sleeping).unwrap() != "1" {}
        }
        tokio::time::sleep(Duration::from_millis(300)).await;
        meanwhile().await;
        tokio::time::sleep(Duration::from_millis(300)).await;
        self.clock.advance(OUTAGE);
        tokio::time::sleep(LOOKING).await;
        paused.iter().for_each(|proxy| proxy.set_paused(false));
        if let Some(mut lock) = lock {
            let end = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                       WHERE query LIKE '%pg_sleep(60)%' AND datname = current_database()
                           AND pid <> pg_backend_pid()";
            server().run_sql(name, end).unwrap();
            lock.wait().unwrap();
        }
    }
}

/// White plays while the fault begins; when it is over, Black receives the move and answers. `processes` are those that
/// White and Black are connected to.
async fn check(fault: Fault, processes: [usize; 2]) {
    let Some(cluster) = Cluster::start().await else { return };
    let url = |process: usize| cluster.servers[process].1.as_str();
    let control = TimeControl::RealTime { initial: 5, increment: 0 };
    let new = NewGame { clock: control, ..NewGame::default() };
    let (game, white, black) = new_game(url(0), new).await;
    let mut players = Vec::new();
    for (client, process) in [(&white, processes[0]), (&black, processes[1])] {
        let client = Client::with_token(url(process), client.token()).await.unwrap();
        players.push(Player::connect(&client, &game).await);
    }
    let mut black = players.pop().unwrap();
    let mut white = players.pop().unwrap();
    white.play("b2Wb4N", 0).await.unwrap();
    black.wait_for(|kind| matches!(kind, EventKind::Moved { .. })).await;
    black.play("b7Bb5N", 1).await.unwrap();
    white.wait_for(|kind| matches!(kind, EventKind::Moved { mv, .. } if mv == "b7Bb5N")).await;

    cluster.clock.advance(THINKING);
    let mut playing = None;
    cluster
        .inflict(fault, async || {
            playing = Some(tokio::spawn(async move {
                white.play("c2Wc3W", 2).await.unwrap();
                white
            }));
        })
        .await;
    let _white = playing.unwrap().await.unwrap();
    black.wait_for(|kind| matches!(kind, EventKind::Moved { mv, .. } if mv == "c2Wc3W")).await;
    // Every process that could end the game looks at it.
    tokio::time::sleep(LOOKING).await;
    cluster.clock.advance(THINKING);
    black.play("c7Bc6B", 3).await.expect("nobody's time is over");

    let events = black.client.events(&game, 0).await.unwrap();
    let Remaining { white, black } =
        OnlineGame::replay(game, &events).unwrap().clocks().remaining().unwrap();
    for (color, left) in [(Color::White, white), (Color::Black, black)] {
        let charged = 5_000 - left;
        assert!((0..=THINKING + 100).contains(&charged), "{color:?}: {charged} ms, {events:#?}");
    }
    let credited =
        events.iter().filter(|event| matches!(event.kind, EventKind::TimeCredited { .. }));
    assert_eq!(credited.count(), 1, "{events:#?}");
}

/// The process of White cannot store their move, and White turns to another one with the refusal.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_refused_player_who_turns_to_another_process() {
    let Some(cluster) = Cluster::start().await else { return };
    let url = |process: usize| cluster.servers[process].1.as_str();
    let control = TimeControl::RealTime { initial: 600, increment: 0 };
    let new = NewGame { clock: control, ..NewGame::default() };
    let (game, white, black) = new_game(url(0), new).await;
    let mut at_first = Player::connect(&white, &game).await;
    at_first.play("b2Wb4N", 0).await.unwrap();
    black.act(&game, &Action::Move { mv: "b7Bb5N".to_owned(), ply: 1 }).await.unwrap();
    let elsewhere = Client::with_token(url(2), white.token()).await.unwrap();

    cluster.clock.advance(THINKING);
    let proxy = &cluster.proxies[0];
    proxy.set_paused(true);
    let playing = tokio::spawn(async move { at_first.play("c2Wc3W", 2).await });
    tokio::time::sleep(Duration::from_millis(300)).await;
    cluster.clock.advance(OUTAGE);
    proxy.set_closed(true);
    proxy.cut();
    proxy.set_paused(false);
    tokio::time::sleep(Duration::from_millis(500)).await;
    proxy.set_closed(false);
    playing.await.unwrap().unwrap_err();
    elsewhere.act(&game, &Action::Move { mv: "c2Wc3W".to_owned(), ply: 2 }).await.unwrap();
    let events = elsewhere.events(&game, 0).await.unwrap();
    let left = OnlineGame::replay(game, &events).unwrap().clocks().remaining().unwrap();
    let charged = 600_000 - left.white;
    assert!((0..=THINKING + 100).contains(&charged), "{charged} ms, {events:#?}");
}

/// The process that stores a move of White is silent from then on, and Black, who has no socket, answers by another
/// one, which learned of the move late, and earlier of what is `before` it in the same millisecond.
async fn check_late_delivery(before: Option<EventKind>) {
    let Some(database) = new_database() else { return };
    let clock = Arc::new(PausedClock::at(START));
    let (_server, url) = start_process(&database, Some(&clock)).await;
    let control = TimeControl::RealTime { initial: 600, increment: 0 };
    let new = NewGame { clock: control, ..NewGame::default() };
    let (game, white, black) = new_game(&url, new).await;
    for (client, mv, ply) in [(&white, "b2Wb4N", 0), (&black, "b7Bb5N", 1)] {
        client.act(&game, &Action::Move { mv: mv.to_owned(), ply }).await.unwrap();
    }
    let mut watching = Player::connect(&Client::register(&url, "").await.unwrap(), &game).await;
    clock.advance(THINKING);
    let silent = open(&database).await;
    if let Some(before) = before {
        let summary = white.show(&game).await.unwrap();
        store_event(&silent, summary, START + THINKING, before.clone()).await;
        watching.wait_for(|kind| *kind == before).await;
    }
    clock.advance(OUTAGE);
    let left = Remaining { white: 600_000 - THINKING, black: 600_000 };
    let moved = EventKind::Moved { mv: "c2Wc3W".to_owned(), clocks: Some(left), lag: None };
    let summary = white.show(&game).await.unwrap();
    store_event(&silent, summary, START + THINKING, moved.clone()).await;
    silent.close().await.unwrap();
    watching.wait_for(|kind| *kind == moved).await;

    clock.advance(THINKING);
    let answer = Action::Move { mv: "c7Bc6B".to_owned(), ply: 3 };
    black.act(&game, &answer).await.unwrap();
    let events = black.events(&game, 0).await.unwrap();
    let left = OnlineGame::replay(game, &events).unwrap().clocks().remaining().unwrap();
    assert_eq!((left.white, left.black), (600_000 - THINKING, 600_000 - THINKING), "{events:#?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_player_without_a_socket_is_not_charged_for_a_late_delivery() {
    check_late_delivery(None).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_late_delivery_is_noticed_after_a_credit_in_the_same_millisecond() {
    let (to, reason) = (Some(Color::White), CreditReason::Storage);
    check_late_delivery(Some(EventKind::TimeCredited { to, ms: 0, reason })).await;
}

macro_rules! checks {
    ($($name:ident: $fault:expr, $processes:expr;)+) => {$(
        #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
        async fn $name() {
            check($fault, $processes).await;
        }
    )+};
}

checks! {
    a_locked_table_and_players_of_one_process: Fault::LockedTable, [0, 0];
    a_locked_table_and_players_of_two_processes: Fault::LockedTable, [0, 1];
    a_stopped_database_and_players_of_one_process: Fault::StoppedDatabase, [0, 0];
    a_stopped_database_and_players_of_two_processes: Fault::StoppedDatabase, [0, 1];
    a_process_cut_off_with_both_players: Fault::CutOff(0), [0, 0];
    a_process_cut_off_with_the_player_who_moves: Fault::CutOff(0), [0, 1];
    a_process_cut_off_with_the_player_who_waits: Fault::CutOff(1), [0, 1];
}
