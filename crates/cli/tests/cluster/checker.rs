//! Records everything that clients were told, and compares it with what is stored in the end.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use trid_client::Client;
use trid_protocol::{Event, EventKind, GameId, Millis, Remaining, Time};
use trid_rules::Color;

/// What clients were told.
#[derive(Clone, Default)]
pub(crate) struct Checker {
    observed: Arc<Mutex<Observations>>,
}

#[derive(Default)]
struct Observations {
    events: HashMap<GameId, HashMap<u32, Event>>,
    /// The numbers of events that were acknowledged to the player who caused them.
    acknowledged: HashMap<GameId, Vec<u32>>,
    /// How often an action was refused, by code.
    refused: HashMap<String, u32>,
    longest_wait: Duration,
    /// When the players of a game had no sockets, or thought.
    own_times: HashMap<GameId, Vec<(Time, Time)>>,
}

impl Checker {
    pub(crate) fn add_event(&self, game: &GameId, event: &Event) {
        let mut observed = self.observed.lock().unwrap();
        let events = observed.events.entry(game.clone()).or_default();
        let before = events.insert(event.seq, event.clone());
        let is_same = before.as_ref().is_none_or(|before| before == event);
        assert!(is_same, "event {} of {game} in two versions: {before:?}, {event:?}", event.seq);
    }

    pub(crate) fn add_acknowledged(&self, game: &GameId, seq: u32) {
        let mut observed = self.observed.lock().unwrap();
        observed.acknowledged.entry(game.clone()).or_default().push(seq);
    }

    pub(crate) fn add_refused(&self, code: &str) {
        *self.observed.lock().unwrap().refused.entry(code.to_owned()).or_default() += 1;
    }

    /// Records how long an action waited for its response.
    pub(crate) fn add_wait(&self, wait: Duration) {
        let mut observed = self.observed.lock().unwrap();
        observed.longest_wait = observed.longest_wait.max(wait);
    }

    /// Records that the players of a game had no sockets, or the one to move thought, from this time until now.
    pub(crate) fn add_own_time(&self, game: &GameId, from: Time) {
        let mut observed = self.observed.lock().unwrap();
        observed.own_times.entry(game.clone()).or_default().push((from, now()));
    }

    pub(crate) fn acknowledged(&self) -> usize {
        self.observed.lock().unwrap().acknowledged.values().map(Vec::len).sum()
    }

    /// Checks all games at each of these servers.
    pub(crate) async fn check(&self, urls: &[String]) {
        let observed = std::mem::take(&mut *self.observed.lock().unwrap());
        println!(
            "{} games, {} acknowledged, longest wait {:?}, refused {:?}",
            observed.events.len(),
            observed.acknowledged.values().map(Vec::len).sum::<usize>(),
            observed.longest_wait,
            observed.refused,
        );
        let mut times = Times::default();
        for (number, url) in urls.iter().enumerate() {
            let reader = Client::register(url, "").await.unwrap();
            for (game, received) in &observed.events {
                let stored = reader.events(game, 0).await.unwrap();
                let acknowledged = observed.acknowledged.get(game).map_or(&[][..], Vec::as_slice);
                check_game(game, &stored, received, acknowledged);
                if number == 0 {
                    let own_times = observed.own_times.get(game);
                    times.add(game, &stored, own_times.map_or(&[], Vec::as_slice));
                }
            }
        }
        println!("{times:?}");
    }
}

/// What the players were charged and credited, in milliseconds.
#[derive(Debug, Default)]
struct Times {
    credits: u32,
    credited: Millis,
    charged: Millis,
    /// The largest charge of one move, apart from the time that was its player's own.
    largest_charge: Millis,
}

/// The time of day, which is also that of the database.
pub(crate) fn now() -> Time {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
    Time(Millis::try_from(since.as_millis()).unwrap())
}

impl Times {
    fn add(&mut self, game: &GameId, stored: &[Event], own_times: &[(Time, Time)]) {
        let mut before: Option<(Time, Millis)> = None;
        let mut since = 0;
        for (number, event) in stored.iter().enumerate() {
            match event.kind {
                EventKind::TimeCredited { ms, .. } => {
                    self.credits += 1;
                    self.credited += ms;
                }
                EventKind::Moved { clocks: Some(left), .. } => {
                    let total = left.white + left.black;
                    let (from, charge) =
                        before.map_or((event.at, 0), |(from, before)| (from, before - total));
                    before = Some((event.at, total));
                    self.charged += charge;
                    let overlap = |(start, end): &(Time, Time)| {
                        ((*end).min(event.at) - (*start).max(from)).max(0)
                    };
                    let own: Millis = own_times.iter().map(overlap).sum();
                    if charge - own > 1_000 {
                        println!("{game}: charged {charge} ms, {own} own, from {from}:");
                        stored[since..=number].iter().for_each(|event| println!("  {event:?}"));
                    }
                    since = number;
                    self.largest_charge = self.largest_charge.max(charge - own);
                }
                _ => {}
            }
        }
    }
}

fn check_game(
    game: &GameId,
    stored: &[Event],
    received: &HashMap<u32, Event>,
    acknowledged: &[u32],
) {
    for (event, seq) in stored.iter().zip(1..) {
        assert_eq!(event.seq, seq, "game {game} has a gap or a duplicate");
    }
    for (seq, event) in received {
        assert_eq!(stored.get(*seq as usize - 1), Some(event), "game {game}: received, not stored");
    }
    for seq in acknowledged {
        assert!(stored.len() >= *seq as usize, "game {game}: event {seq} is acknowledged and lost");
    }
    for pair in stored.windows(2) {
        assert!(pair[0].at <= pair[1].at, "game {game}: time runs backwards: {pair:?}");
    }
    let ended = stored.iter().filter(|event| matches!(event.kind, EventKind::Ended { .. })).count();
    assert!(ended <= 1, "game {game} ended {ended} times");
    check_clocks(game, stored);
}

/// The time of a player never grows, because there is no increment, nor shrinks by more than what passed.
fn check_clocks(game: &GameId, stored: &[Event]) {
    let known = stored.iter().filter_map(|event| match &event.kind {
        EventKind::Moved { clocks, .. } => clocks.map(|left| (event.at, left)),
        EventKind::Resumed { clocks } => Some((event.at, *clocks)),
        _ => None,
    });
    let known: Vec<(Time, Remaining)> = known.collect();
    for pair in known.windows(2) {
        let ((from, before), (until, after)) = (pair[0], pair[1]);
        for color in Color::ALL {
            let used = before.of(color) - after.of(color);
            assert!((0..=until - from).contains(&used), "game {game}: {color:?} used {used} ms");
        }
    }
}
