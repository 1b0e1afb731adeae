//! Servers on a PostgreSQL database that is away, damaged, or on a machine with another time.

#![cfg(target_os = "linux")]

mod wall_clock;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, SystemTime};
use trid_protocol::Time;

use trid_client::Client;
use trid_protocol::{Action, ColorChoice, EventKind, GameId, NewGame, TimeControl};
use trid_testbed::TemporaryPostgres;
use wall_clock::WallClock;

const MOVES: [&str; 4] = ["b2Wb4N", "b7Bb5N", "c2Wc3W", "c7Bc6B"];

/// A server process, which is killed when it is dropped.
struct Server {
    process: Child,
    url: String,
    log: Arc<Mutex<Vec<String>>>,
}

impl Server {
    fn start(database: &TemporaryPostgres, environment: Vec<(&'static str, String)>) -> Self {
        let mut process = Command::new(env!("CARGO_BIN_EXE_trid"))
            .args(["serve", "--addr", "127.0.0.1:0", "--no-limits", "--database"])
            .arg(database.url("trid"))
            .envs(environment)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let log = Arc::new(Mutex::new(Vec::new()));
        let (lines, stderr) = (Arc::clone(&log), process.stderr.take().unwrap());
        std::thread::spawn(move || {
            for line in BufReader::new(stderr).lines().map_while(Result::ok) {
                lines.lock().unwrap().push(line);
            }
        });
        let mut url = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut url).unwrap();
        assert!(url.starts_with("http://"), "a server does not start: {log:?}");
        Self { process, url: url.trim().to_owned(), log }
    }

    /// The status of the response to `GET PATH`.
    fn status(&self, path: &str) -> u16 {
        let host = self.url.strip_prefix("http://").unwrap();
        let mut stream = TcpStream::connect(host).unwrap();
        write!(stream, "GET {path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n").unwrap();
        let mut response = String::new();
        stream.read_to_string(&mut response).unwrap();
        response.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap()
    }

    fn wait_for_status(&self, path: &str, status: u16) {
        while self.status(path) != status {
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Waits until a line of the log, which another thread reads, contains the text.
    fn wait_for_log(&self, text: &str) {
        while self.count_in_log(text) == 0 {
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    fn count_in_log(&self, text: &str) -> usize {
        self.log.lock().unwrap().iter().filter(|line| line.contains(text)).count()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// A game between two new players, White first.
async fn new_game(url: &str, clock: TimeControl) -> (GameId, [Client; 2]) {
    let white = Client::register(url, "").await.unwrap();
    let black = Client::register(url, "").await.unwrap();
    let new = NewGame { clock, color: ColorChoice::White, ..NewGame::default() };
    let game = white.create(&new).await.unwrap().id;
    black.join(&game).await.unwrap();
    (game, [white, black])
}

#[test]
fn a_server_is_not_ready_while_its_database_is_away() {
    let Some(database) = TemporaryPostgres::start_for_test(&[]) else { return };
    let server = Server::start(&database, vec![("HOSTNAME", "box-1".to_owned())]);
    assert_eq!(server.status("/readyz"), 200);
    server.wait_for_log("server started");
    assert!(server.log.lock().unwrap().iter().all(|line| line.starts_with("[box-1] ")));
    database.kill();
    server.wait_for_status("/readyz", 503);
    assert_eq!(server.status("/healthz"), 200, "a restart would not help");
    database.resume().unwrap();
    server.wait_for_status("/readyz", 200);
}

#[tokio::test]
async fn the_clock_of_the_host_changes_no_event_time() {
    let Some(database) = TemporaryPostgres::start_for_test(&[]) else { return };
    let Some(wrong) = WallClock::new() else { return };
    const DAY: i64 = 86_400;
    wrong.step(-400 * DAY);
    let wrong_server = Server::start(&database, wrong.environment());
    let right_server = Server::start(&database, Vec::new());
    let now = || {
        let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap();
        Time(i64::try_from(since.as_millis()).unwrap())
    };
    let before = now();
    let clock = TimeControl::RealTime { initial: 600, increment: 0 };
    let (game, players) = new_game(&wrong_server.url, clock).await;
    for (mv, ply) in MOVES.into_iter().zip(0..) {
        // The clock of the machine is set ahead during the game, too.
        if ply == 2 {
            wrong.step(400 * DAY);
        }
        let server = if ply % 2 == 0 { &wrong_server } else { &right_server };
        let token = players[ply as usize % 2].token();
        let client = Client::with_token(&server.url, token).await.unwrap();
        client.act(&game, &Action::Move { mv: mv.to_owned(), ply }).await.unwrap();
    }
    let events = players[0].events(&game, 0).await.unwrap();
    // The servers estimate the time of the database to within the time that a query takes.
    let (earliest, latest) = (before - 60_000, now() + 60_000);
    for event in &events {
        assert!((earliest..=latest).contains(&event.at), "{event:?}");
    }
    assert!(events.is_sorted_by_key(|event| event.at));
    let Some(EventKind::Moved { clocks: Some(left), .. }) = events.last().map(|last| &last.kind)
    else {
        panic!("{events:?}");
    };
    assert!(left.white > 500_000 && left.black > 500_000, "{left:?}");
}

/// Dates all events two days back, with the checksums that they then have.
const TWO_DAYS_AGO: &str = "DO $$
    DECLARE
        one record;
        event record;
        one_head bytea;
    BEGIN
        UPDATE trid.events SET at = at - 172800000;
        FOR one IN SELECT id FROM trid.games LOOP
            one_head := substring(sha256(convert_to(one.id, 'UTF8')) FOR 16);
            FOR event IN SELECT * FROM trid.events WHERE game = one.id ORDER BY seq LOOP
                one_head := substring(sha256(one_head || int4send(event.seq) || int8send(event.at)
                    || convert_to(event.body, 'UTF8')) FOR 16);
                UPDATE trid.events AS stored SET head = one_head
                    WHERE stored.game = one.id AND stored.seq = event.seq;
            END LOOP;
            UPDATE trid.games AS stored SET head = one_head WHERE stored.id = one.id;
        END LOOP;
    END $$";

#[tokio::test]
async fn a_damaged_overdue_game_is_logged_once_and_stops_no_other() {
    let Some(database) = TemporaryPostgres::start_for_test(&[]) else { return };
    let server = Server::start(&database, Vec::new());
    let sql = |sql: &str| database.run_sql("trid", sql).unwrap();
    let day = TimeControl::Days { days: 1 };
    let (damaged, _) = new_game(&server.url, day).await;
    let mut games = Vec::new();
    for _ in 0..3 {
        games.push(new_game(&server.url, day).await.0);
    }
    drop(server);
    sql(TWO_DAYS_AGO);
    sql(&format!("UPDATE trid.events SET body = 'x' WHERE game = '{damaged}'"));
    sql(&format!("UPDATE trid.games SET deadline = deadline - 172800000 WHERE id = '{damaged}'"));
    let server = Server::start(&database, Vec::new());
    // Each of the others is overdue only when the one before it has ended, so each is found by another search.
    for game in games {
        sql(&format!("UPDATE trid.games SET deadline = deadline - 172800000 WHERE id = '{game}'"));
        while sql(&format!("SELECT state FROM trid.games WHERE id = '{game}'")) != "finished" {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }
    assert_eq!(server.count_in_log("overdue game not ended"), 1, "{:?}", server.log);
}
