//! Who is gone, and since when: through rooms that are forgotten and servers that stop.

use std::sync::Arc;

use trid_rules::Color;

use super::keeping::RING_AGAIN;
use super::*;
use crate::clock::PausedClock;
use crate::storage::Sqlite;
use crate::wire::{ColorChoice, TimeControl};

const START: Millis = 1_800_000_000_000;
const HOUR: Millis = 3_600_000;

/// A hub on a file of its own, and the clock that it goes by.
struct House {
    hub: Arc<Hub>,
    clock: Arc<PausedClock>,
    file: std::path::PathBuf,
}

impl House {
    async fn open() -> Self {
        let file = std::env::temp_dir().join(format!("trid-hub-{}.db", GameId::random()));
        Self::at(file, Arc::new(PausedClock::at(START))).await
    }

    async fn at(file: std::path::PathBuf, clock: Arc<PausedClock>) -> Self {
        let storage = Arc::new(Sqlite::open(&file).unwrap());
        let hub = Arc::new(Hub::new(storage, clock.clone()));
        hub.resume().await.unwrap();
        Self { hub, clock, file }
    }

    /// As if the server were killed, after its last note of the time, and started again after a while.
    async fn restart(self, after: Millis) -> Self {
        self.hub.note_absences().await;
        self.hub.note_alive().await;
        self.hub.storage.close().await.unwrap();
        self.clock.advance(after);
        Self::at(self.file.clone(), self.clock.clone()).await
    }

    async fn begin(&self) -> (GameId, [PlayerId; 2]) {
        let [white, black] =
            [PlayerId::random(), PlayerId::random()].map(|id| Player { id, name: String::new() });
        let clock = TimeControl::RealTime { initial: 600, increment: 0 };
        let new = NewGame { clock, color: ColorChoice::White, ..NewGame::default() };
        let game = self.hub.create(new, white.clone()).await.unwrap().id;
        self.hub.join(&game, black.clone()).await.unwrap();
        (game, [white.id, black.id])
    }

    async fn gone_for(&self, game: &GameId, color: Color) -> Option<Millis> {
        self.hub.room(game).await.unwrap().gone_for(color, self.clock.now())
    }

    async fn finish(self) {
        self.hub.storage.close().await.unwrap();
        let lock = self.file.with_extension("db-lock");
        for file in [&self.file, &lock] {
            std::fs::remove_file(file).unwrap();
        }
    }
}

#[tokio::test]
async fn an_absence_outlives_its_room() {
    let house = House::open().await;
    let (game, [white, _]) = house.begin().await;
    let room = house.hub.room(&game).await.unwrap();
    let entered = room.enter(Some(white), 0, house.clock.now()).await;
    house.clock.advance(5_000);
    room.leave(entered.key, house.clock.now());
    drop(room);
    house.hub.note_absences().await;
    house.clock.advance(HOUR);
    house.hub.forget_unused();
    assert_eq!(house.hub.sizes().0, 0, "the room is forgotten");
    assert_eq!(house.gone_for(&game, Color::White).await, Some(HOUR));
    assert_eq!(house.gone_for(&game, Color::Black).await, Some(HOUR + 5_000), "never here");
    house.finish().await;
}

#[tokio::test]
async fn an_absence_goes_on_after_a_restart_without_the_time_away() {
    let house = House::open().await;
    let (game, [white, black]) = house.begin().await;
    let room = house.hub.room(&game).await.unwrap();
    let entered = room.enter(Some(white), 0, house.clock.now()).await;
    room.enter(Some(black), 0, house.clock.now()).await;
    room.leave(entered.key, house.clock.now());
    house.clock.advance(40_000);
    drop(room);
    let house = house.restart(HOUR).await;
    assert_eq!(house.gone_for(&game, Color::White).await, Some(40_000));
    assert_eq!(house.gone_for(&game, Color::Black).await, Some(0), "was here, and may come back");
    house.clock.advance(20_000);
    assert_eq!(house.gone_for(&game, Color::White).await, Some(60_000));
    house.finish().await;
}

#[tokio::test]
async fn a_game_that_cannot_be_read_hinders_no_other() {
    let house = House::open().await;
    let [(broken, _), (sound, _)] = [house.begin().await, house.begin().await];
    house.hub.note_alive().await;
    let file = rusqlite::Connection::open(&house.file).unwrap();
    let spoil = "UPDATE events SET body = '{}' WHERE game = ?1 AND seq = 2";
    file.execute(spoil, [broken.as_str()]).unwrap();
    drop(file);
    let house = house.restart(HOUR).await;
    assert!(matches!(house.hub.room(&broken).await, Err(HubError::Internal(_))));
    let room = house.hub.room(&sound).await.unwrap();
    assert_eq!(room.state.lock().await.table.deadline().unwrap().0, house.clock.now() + 300_000);
    drop(room);
    house.finish().await;
}

#[tokio::test]
async fn an_open_game_that_expires_cannot_be_joined_any_more() {
    let house = House::open().await;
    let [ada, bob] =
        ["Ada", "Bob"].map(|name| Player { id: PlayerId::random(), name: name.into() });
    let game = house.hub.create(NewGame::default(), ada.clone()).await.unwrap().id;
    let room = house.hub.room(&game).await.unwrap();
    let mut entered = room.enter(Some(ada.id.clone()), 0, house.clock.now()).await;
    house.clock.advance(HOUR);
    house.hub.expire(START, house.clock.now(), START).await.unwrap();
    while entered.queue.recv().await.is_some() {}
    assert_eq!(room.why_dropped(), "expired");
    assert!(matches!(house.hub.room(&game).await, Err(HubError::NoGame)));

    // Someone joins in the moment between.
    let game = house.hub.create(NewGame::default(), ada).await.unwrap().id;
    let _room = house.hub.room(&game).await.unwrap();
    house.clock.advance(HOUR);
    house.hub.storage.expire(house.clock.now(), START).await.unwrap();
    let refused = house.hub.join(&game, bob).await;
    assert!(matches!(refused, Err(HubError::NoGame)), "{refused:?}");
    assert!(house.hub.storage.events(&game, 0).await.unwrap().is_none(), "it is not half there");
    house.finish().await;
}

#[tokio::test]
async fn an_alarm_that_cannot_be_heeded_goes_off_again() {
    let house = House::open().await;
    let (game, _) = house.begin().await;
    house.clock.advance(HOUR);
    house.hub.storage.close().await.unwrap();
    house.hub.ring_alarms().await;
    assert_eq!(house.hub.alarms.next(), Some(house.clock.now() + RING_AGAIN));
    assert!(house.hub.room(&game).await.unwrap().state.lock().await.table.end.is_none());
    house.finish().await;
}

#[tokio::test]
async fn no_one_is_gone_before_the_game_begins() {
    let house = House::open().await;
    let by = Player { id: PlayerId::random(), name: String::new() };
    let game = house.hub.create(NewGame::default(), by).await.unwrap().id;
    house.hub.room(&game).await.unwrap();
    house.clock.advance(HOUR);
    let other = Player { id: PlayerId::random(), name: String::new() };
    house.hub.join(&game, other).await.unwrap();
    for color in Color::ALL {
        assert_eq!(house.gone_for(&game, color).await, Some(0));
    }
    house.finish().await;
}

#[tokio::test]
async fn the_time_for_the_first_move_is_not_used_up_by_a_restart() {
    let house = House::open().await;
    let (game, _) = house.begin().await;
    let house = house.restart(HOUR).await;
    assert_eq!(house.hub.alarms.next(), Some(house.clock.now() + 300_000));
    let room = house.hub.room(&game).await.unwrap();
    assert!(room.state.lock().await.table.end.is_none());
    house.finish().await;
}
