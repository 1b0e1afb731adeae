//! Absences across unloaded rooms and restarts, expiry, and alarms.

use std::sync::Arc;
use trid_protocol::{Millis, Time};

use trid_protocol::{Action, CloseReason, ColorChoice, NewGame, TimeControl};
use trid_rules::Color;

use super::upkeep::ALARM_RETRY;
use super::*;
use crate::clock::PausedClock;
use crate::identity::{Token, random_player_id};
use crate::storage::Storage;
use crate::storage::tests::far_away::far_away;
use crate::storage::tests::{new_database, open_url, server};

const START: Time = Time(1_800_000_000_000);
const HOUR: Millis = 3_600_000;
pub(crate) const LOCALHOST: IpAddr = IpAddr::V4(std::net::Ipv4Addr::LOCALHOST);

/// A hub with its own database file, which goes with it, and a paused clock.
pub(crate) struct TestHub {
    pub(crate) hub: Arc<Hub>,
    pub(crate) clock: Arc<PausedClock>,
    folder: tempfile::TempDir,
}

impl TestHub {
    pub(crate) async fn open() -> Self {
        Self::at(tempfile::tempdir().unwrap(), Arc::new(PausedClock::at(START))).await
    }

    async fn at(folder: tempfile::TempDir, clock: Arc<PausedClock>) -> Self {
        let storage = Arc::new(Storage::open_file(&folder.path().join("trid.db")).unwrap());
        let hub = Arc::new(Hub::new(storage, clock.clone(), &ClientLimits::none()));
        hub.resume().await.unwrap();
        Self { hub, clock, folder }
    }

    pub(crate) fn file(&self) -> std::path::PathBuf {
        self.folder.path().join("trid.db")
    }

    /// Simulates a server that is killed and restarts after this time.
    async fn restart(self, after: Millis) -> Self {
        self.hub.note_absences().await;
        self.hub.note_alive().await;
        self.hub.storage.close().await.unwrap();
        self.clock.advance(after);
        Self::at(self.folder, self.clock).await
    }

    pub(crate) fn now(&self) -> Time {
        self.hub.now()
    }

    pub(crate) async fn start_game(&self) -> (GameId, [PlayerId; 2]) {
        let [white, black] =
            [random_player_id(), random_player_id()].map(|id| Player { id, name: String::new() });
        let clock = TimeControl::RealTime { initial: 600, increment: 0 };
        let new = NewGame { clock, color: ColorChoice::White, ..NewGame::default() };
        self.add_player(&black).await;
        let game = self.create(new, white.clone()).await;
        self.hub.join(&game, black.clone()).await.unwrap();
        (game, [white.id, black.id])
    }

    async fn add_player(&self, player: &Player) {
        let (hash, now) = (Token::random().hash(), self.now());
        self.hub.storage.add_player(hash, player.clone(), now).await.unwrap();
    }

    /// Creates a game of a new player.
    async fn create(&self, new: NewGame, by: Player) -> GameId {
        self.add_player(&by).await;
        self.hub.create(new, by, LOCALHOST, None).await.unwrap().id
    }

    async fn gone_for(&self, game: &GameId, color: Color) -> Option<Millis> {
        let gone = self.hub.room(game).await.unwrap().gone_since(color);
        gone.map(|since| self.now() - since)
    }
}

#[tokio::test]
async fn an_absence_survives_unloading_the_room() {
    let test = TestHub::open().await;
    let (game, [white, _]) = test.start_game().await;
    let room = test.hub.room(&game).await.unwrap();
    let entered = room.enter(Some(white), 0, test.now()).await;
    test.clock.advance(5_000);
    room.leave(entered.key, test.now());
    drop(room);
    test.hub.note_absences().await;
    test.clock.advance(HOUR);
    test.hub.unload_unused();
    assert_eq!(test.hub.sizes().rooms, 0, "the room is unloaded");
    assert_eq!(test.gone_for(&game, Color::White).await, Some(HOUR));
    assert_eq!(test.gone_for(&game, Color::Black).await, Some(HOUR + 5_000), "never connected");
}

#[tokio::test]
async fn an_absence_continues_after_a_restart_without_the_downtime() {
    let test = TestHub::open().await;
    let (game, [white, black]) = test.start_game().await;
    let room = test.hub.room(&game).await.unwrap();
    let entered = room.enter(Some(white), 0, test.now()).await;
    let _connected = room.enter(Some(black), 0, test.now()).await;
    room.leave(entered.key, test.now());
    test.clock.advance(40_000);
    drop(room);
    let test = test.restart(HOUR).await;
    assert_eq!(test.gone_for(&game, Color::White).await, Some(40_000));
    assert_eq!(
        test.gone_for(&game, Color::Black).await,
        Some(0),
        "was connected, and may reconnect"
    );
    test.clock.advance(20_000);
    assert_eq!(test.gone_for(&game, Color::White).await, Some(60_000));
}

#[tokio::test]
async fn a_damaged_game_can_be_viewed_and_does_not_affect_others() {
    let test = TestHub::open().await;
    let [(broken, players), (unreadable, _), (valid, _)] =
        [test.start_game().await, test.start_game().await, test.start_game().await];
    let [white, black] = players;
    let offer = |action| ActionRequest { seen: None, action };
    test.hub.act(&broken, white.clone(), LOCALHOST, offer(Action::OfferDraw {}), 0).await.unwrap();
    test.hub.act(&broken, black, LOCALHOST, offer(Action::DeclineDraw {}), 0).await.unwrap();
    test.hub.note_alive().await;
    let file = rusqlite::Connection::open(test.file()).unwrap();
    // It reads as before, but for the time.
    let damage = "UPDATE events SET at = at + 1 WHERE game = ?1 AND seq = 4";
    file.execute(damage, [broken.as_str()]).unwrap();
    let damage = "UPDATE events SET body = '{}' WHERE game = ?1 AND seq = 1";
    file.execute(damage, [unreadable.as_str()]).unwrap();
    drop(file);
    let test = test.restart(HOUR).await;
    let room = test.hub.room(&broken).await.unwrap();
    let mut entered = room.enter(Some(white.clone()), 0, test.now()).await;
    let messages = entered.backlog.drain(..).map(|text| serde_json::from_str(&text).unwrap());
    let messages: Vec<ServerMessage> = messages.collect();
    assert!(matches!(messages[0], ServerMessage::Welcome { seq: 3, damaged: true, .. }));
    assert_eq!(messages.len(), 1 + 3 + 1, "the events before the damage, and who is there");
    room.leave(entered.key, test.now());
    let resigned = test.hub.act(&broken, white, LOCALHOST, offer(Action::Resign {}), 0).await;
    assert!(matches!(resigned, Err(HubError::Damaged)), "{resigned:?}");
    drop(room);
    let error = test.hub.room(&unreadable).await.err().unwrap();
    assert!(matches!(error, HubError::Storage(_)) && !error.is_temporary(), "{error}");
    let room = test.hub.room(&valid).await.unwrap();
    assert_eq!(room.state.lock().await.game.deadline().unwrap().0, test.now() + 300_000);
    drop(room);
    test.clock.advance(HOUR);
    test.hub.run_due_alarms().await;
    let room = test.hub.room(&broken).await.unwrap();
    assert!(room.state.lock().await.game.end().is_none(), "nothing is stored after damage");
}

#[tokio::test]
async fn a_slow_reader_that_is_dropped_is_absent() {
    let test = TestHub::open().await;
    let (game, [white, _]) = test.start_game().await;
    let room = test.hub.room(&game).await.unwrap();
    let entered = room.enter(Some(white), 0, test.now()).await;
    assert_eq!(test.gone_for(&game, Color::White).await, None);
    test.clock.advance(5_000);
    let message = to_text(&ServerMessage::Pong { reference: 1, now: Time(0) });
    while room.holds(entered.key) {
        room.broadcast(&message, test.now());
    }
    test.clock.advance(5_000);
    assert_eq!(test.gone_for(&game, Color::White).await, Some(5_000));
    room.leave(entered.key, test.now());
    assert_eq!(test.gone_for(&game, Color::White).await, Some(5_000), "since it was dropped");
}

#[tokio::test]
async fn an_expired_open_game_cannot_be_joined() {
    let test = TestHub::open().await;
    let [ada, bob] =
        ["Ada", "Bob"].map(|name| Player { id: random_player_id(), name: name.into() });
    let game = test.create(NewGame::default(), ada.clone()).await;
    let room = test.hub.room(&game).await.unwrap();
    let mut entered = room.enter(Some(ada.id.clone()), 0, test.now()).await;
    test.clock.advance(HOUR);
    test.hub.expire(START, test.now(), START).await.unwrap();
    while entered.queue.recv().await.is_some() {}
    assert_eq!(room.why_dropped(), CloseReason::Expired);
    assert!(matches!(test.hub.room(&game).await, Err(HubError::NoGame)));

    // Someone joins between expiry in storage and removal of the room.
    let game = test.hub.create(NewGame::default(), ada, LOCALHOST, None).await.unwrap().id;
    let _room = test.hub.room(&game).await.unwrap();
    test.clock.advance(HOUR);
    test.hub.storage.expire(test.now(), START, START).await.unwrap();
    let refused = test.hub.join(&game, bob).await;
    assert!(matches!(refused, Err(HubError::NoGame)), "{refused:?}");
    assert!(test.hub.storage.history(&game, 0).await.unwrap().is_none(), "nothing is stored");
}

#[tokio::test]
async fn a_failed_alarm_is_retried() {
    let test = TestHub::open().await;
    let (game, _) = test.start_game().await;
    test.clock.advance(HOUR);
    test.hub.storage.close().await.unwrap();
    test.hub.run_due_alarms().await;
    assert_eq!(test.hub.alarms.next(), Some(test.now() + ALARM_RETRY));
    assert!(test.hub.room(&game).await.unwrap().state.lock().await.game.end().is_none());
}

#[tokio::test]
async fn absence_counts_from_the_start_of_the_game() {
    let test = TestHub::open().await;
    let by = Player { id: random_player_id(), name: String::new() };
    let game = test.create(NewGame::default(), by).await;
    test.hub.room(&game).await.unwrap();
    test.clock.advance(HOUR);
    let other = Player { id: random_player_id(), name: String::new() };
    test.add_player(&other).await;
    test.hub.join(&game, other).await.unwrap();
    for color in Color::ALL {
        assert_eq!(test.gone_for(&game, color).await, Some(0));
    }
}

#[tokio::test]
async fn a_restart_resets_the_time_for_the_first_move() {
    let test = TestHub::open().await;
    let (game, _) = test.start_game().await;
    let test = test.restart(HOUR).await;
    assert_eq!(test.hub.alarms.next(), Some(test.now() + 300_000));
    let room = test.hub.room(&game).await.unwrap();
    assert!(room.state.lock().await.game.end().is_none());
}

#[tokio::test]
async fn the_heartbeat_is_written_only_while_a_real_time_clock_runs() {
    let test = TestHub::open().await;
    let file = rusqlite::Connection::open(test.file()).unwrap();
    // Changes when another connection commits.
    let version = || file.query_row("PRAGMA data_version", (), |row| row.get::<_, i64>(0)).unwrap();
    let [white, black] =
        [random_player_id(), random_player_id()].map(|id| Player { id, name: String::new() });
    for player in [&white, &black] {
        test.add_player(player).await;
    }
    for clock in [TimeControl::Days { days: 3 }, TimeControl::Unlimited {}] {
        let game = NewGame { clock, ..NewGame::default() };
        let game = test.hub.create(game, white.clone(), LOCALHOST, None).await.unwrap().id;
        test.hub.join(&game, black.clone()).await.unwrap();
    }
    let before = version();
    for _ in 0..100 {
        test.clock.advance(1_000);
        test.hub.note_absences().await;
        test.hub.heartbeat().await;
    }
    // The start of the games is stored as an absence, once.
    assert_eq!(version(), before + 1);

    let (game, [white, _]) = test.start_game().await;
    let before = version();
    test.clock.advance(1_000);
    test.hub.heartbeat().await;
    assert_eq!(version(), before + 1);
    assert_eq!(test.hub.storage.last_alive().await.unwrap(), Some(test.now()));
    let resign = ActionRequest { seen: None, action: Action::Resign {} };
    test.hub.act(&game, white, LOCALHOST, resign, 0).await.unwrap();
    let before = version();
    test.hub.heartbeat().await;
    assert_eq!(version(), before);
}

#[tokio::test]
async fn a_command_is_refused_in_time_while_an_earlier_one_waits_for_the_storage() {
    let test = TestHub::open().await;
    let (game, [white, _]) = test.start_game().await;
    let room = test.hub.room(&game).await.unwrap();
    let earlier = room.state.lock().await;
    tokio::time::pause();
    let request = ActionRequest { seen: None, action: Action::Resign {} };
    let acting = test.hub.act(&game, white, LOCALHOST, request, 0);
    let acted = tokio::time::timeout(2 * MAX_WAIT, acting).await.expect("it is answered");
    let HubError::Storage(error) = acted.unwrap_err() else { panic!("another error") };
    assert_eq!(error.to_api_error().code, trid_protocol::ErrorCode::Storage);
    drop(earlier);
    assert_eq!(room.state.lock().await.game.seq(), 2, "it is not carried out later");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn spectators_do_not_wait_in_turn_for_a_database_that_hangs() {
    let Some(url) = new_database() else { return };
    let storage = Arc::new(open_url(&url).await);
    let clock = storage.clock();
    let hub = Arc::new(Hub::new(storage, clock, &ClientLimits::none()));
    let test = TestHub {
        hub,
        clock: Arc::new(PausedClock::at(START)),
        folder: tempfile::tempdir().unwrap(),
    };
    let (game, _) = test.start_game().await;
    let name = url.rsplit('/').next().unwrap().to_owned();
    let database = name.clone();
    let hanging = tokio::task::spawn_blocking(move || {
        let sql = "BEGIN; LOCK TABLE trid.games IN ACCESS EXCLUSIVE MODE; SELECT pg_sleep(60)";
        server().run_sql(&database, sql)
    });
    let sleeping =
        format!("FROM pg_stat_activity WHERE datname = '{name}' AND wait_event = 'PgSleep'");
    let run_sql = |sql: &str| server().run_sql("postgres", sql).unwrap();
    while run_sql(&format!("SELECT count(*) {sleeping}")) != "1" {}
    let started = std::time::Instant::now();
    // Each of them gives up after 5 s and shows the game as it is known.
    let look = || test.hub.current_room(&game);
    let (first, second, third) = tokio::join!(look(), look(), look());
    assert!(first.is_ok() && second.is_ok() && third.is_ok());
    assert!(started.elapsed() < Duration::from_secs(10), "{:?}", started.elapsed());
    run_sql(&format!("SELECT pg_terminate_backend(pid) {sleeping}"));
    hanging.await.unwrap().unwrap_err();
    test.hub.storage.close().await.unwrap();
}

/// Copies a game with its events, this many times.
const COPY_GAME: &str = "CREATE FUNCTION copy(game text, number integer) RETURNS void AS $$
    DECLARE
        copy text := lpad(number::text, 16, '0');
        copy_head bytea := substring(sha256(convert_to(copy, 'UTF8')) FOR 16);
        event record;
    BEGIN
        FOR event IN SELECT * FROM trid.events WHERE events.game = $1 ORDER BY seq LOOP
            copy_head := substring(sha256(copy_head || int4send(event.seq) || int8send(event.at)
                || convert_to(event.body, 'UTF8')) FOR 16);
            INSERT INTO trid.events VALUES (copy, event.seq, event.at, event.body, copy_head);
        END LOOP;
        INSERT INTO trid.games SELECT copy, seq, copy_head, state, access, rules, clock, result,
            created, updated, deadline, replace(summary, id, copy) FROM trid.games WHERE id = $1;
        INSERT INTO trid.seats SELECT copy, player, finished, created, name, display_name
            FROM trid.seats WHERE seats.game = $1;
    END
    $$ LANGUAGE plpgsql;
    SELECT copy(id, number) FROM trid.games, generate_series(1, ";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn all_games_are_resumed_however_many_there_are() {
    const COPIES: usize = 500;
    let Some(url) = new_database() else { return };
    let open = async |url: &str| {
        let storage = Arc::new(open_url(url).await);
        let clock = storage.clock();
        let hub = Arc::new(Hub::new(storage, clock, &ClientLimits::none()));
        hub.resume().await.unwrap();
        TestHub {
            hub,
            clock: Arc::new(PausedClock::at(START)),
            folder: tempfile::tempdir().unwrap(),
        }
    };
    let test = open(&url).await;
    let (game, players) = test.start_game().await;
    for (player, (mv, ply)) in players.into_iter().zip([("b2Wb4N", 0), ("b7Bb5N", 1)]) {
        let action = Action::Move { mv: mv.to_owned(), ply };
        let request = ActionRequest { seen: None, action };
        test.hub.act(&game, player, LOCALHOST, request, 0).await.unwrap();
    }
    test.hub.storage.close().await.unwrap();
    let name = url.rsplit('/').next().unwrap();
    server().run_sql(name, &format!("{COPY_GAME}{COPIES}) AS number")).unwrap();
    let far = far_away(&url, Duration::from_millis(20)).await;
    open(&far).await.hub.storage.close().await.unwrap();
    let resumed = "SELECT count(*) FROM trid.events WHERE body LIKE '%resumed%'";
    assert_eq!(server().run_sql(name, resumed).unwrap(), (COPIES + 1).to_string());
}
