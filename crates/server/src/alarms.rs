//! When the next clock or deadline of each game is due: one alarm per game, the earliest first.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;
use trid_protocol::{ClockKind, GameId, Time};

#[derive(Default)]
pub(crate) struct Alarms {
    times: Mutex<AlarmTimes>,
    changed: Notify,
}

/// When a game's clock or deadline is due.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Alarm {
    pub(crate) at: Time,
    pub(crate) clock: ClockKind,
}

#[derive(Default)]
struct AlarmTimes {
    by_time: BTreeSet<(Time, GameId)>,
    by_game: HashMap<GameId, Alarm>,
    /// The number of alarms of games with a real-time clock.
    real_time: usize,
}

impl AlarmTimes {
    fn insert(&mut self, game: &GameId, alarm: Alarm) {
        self.by_game.insert(game.clone(), alarm);
        self.by_time.insert((alarm.at, game.clone()));
        self.real_time += usize::from(alarm.clock == ClockKind::RealTime);
    }

    fn remove(&mut self, game: &GameId) {
        if let Some(alarm) = self.by_game.remove(game) {
            self.by_time.remove(&(alarm.at, game.clone()));
            self.real_time -= usize::from(alarm.clock == ClockKind::RealTime);
        }
    }
}

impl Alarms {
    /// Sets or clears the alarm of a game.
    pub(crate) fn set(&self, game: &GameId, alarm: Option<Alarm>) {
        let mut times = self.lock();
        if times.by_game.get(game).copied() == alarm {
            return;
        }
        times.remove(game);
        if let Some(alarm) = alarm {
            times.insert(game, alarm);
            let is_first = times.by_time.first().is_some_and(|(_, first)| first == game);
            drop(times);
            if is_first {
                self.changed.notify_one();
            }
        }
    }

    /// Removes and returns the games whose alarm is due.
    pub(crate) fn take_due(&self, now: Time) -> Vec<(GameId, Alarm)> {
        let mut times = self.lock();
        let mut due = Vec::new();
        while let Some((at, game)) = times.by_time.first().cloned()
            && at <= now
        {
            due.extend(times.by_game.get(&game).map(|alarm| (game.clone(), *alarm)));
            times.remove(&game);
        }
        due
    }

    /// When the next alarm is due.
    pub(crate) fn next(&self) -> Option<Time> {
        self.lock().by_time.first().map(|(at, _)| *at)
    }

    /// Waits until a different alarm becomes the next one.
    pub(crate) async fn changed(&self) {
        self.changed.notified().await;
    }

    /// The games with an alarm and one of these clocks.
    pub(crate) fn games_with(&self, clocks: &[ClockKind]) -> Vec<GameId> {
        let times = self.lock();
        let matches = |alarm: &Alarm| clocks.contains(&alarm.clock);
        times.by_game.iter().filter(|(_, alarm)| matches(alarm)).map(|(id, _)| id.clone()).collect()
    }

    /// Whether the game has an alarm.
    pub(crate) fn has(&self, game: &GameId) -> bool {
        self.lock().by_game.contains_key(game)
    }

    /// The number of alarms.
    pub(crate) fn len(&self) -> usize {
        self.lock().by_time.len()
    }

    /// Whether a real-time clock runs.
    pub(crate) fn any_real_time(&self) -> bool {
        self.lock().real_time > 0
    }

    fn lock(&self) -> MutexGuard<'_, AlarmTimes> {
        self.times.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::identity::random_game_id;

    fn alarm(at: Time, clock: ClockKind) -> Alarm {
        Alarm { at, clock }
    }

    #[test]
    fn each_game_has_one_alarm_and_the_earliest_is_first() {
        let alarms = Alarms::default();
        let [a, b] = [random_game_id(), random_game_id()];
        let days = |at| Some(alarm(at, ClockKind::Days));
        alarms.set(&a, days(Time(30)));
        alarms.set(&b, days(Time(20)));
        alarms.set(&a, days(Time(10)));
        assert_eq!((alarms.next(), alarms.len()), (Some(Time(10)), 2));
        assert_eq!(alarms.take_due(Time(9)), []);
        let due = alarms.take_due(Time(20)).into_iter().map(|(game, alarm)| (game, alarm.at));
        assert_eq!(due.collect::<Vec<_>>(), [(a.clone(), Time(10)), (b.clone(), Time(20))]);
        alarms.set(&a, days(Time(40)));
        alarms.set(&a, None);
        assert_eq!((alarms.next(), alarms.take_due(Time(99))), (None, vec![]));
    }

    #[test]
    fn real_time_clocks_are_counted() {
        let alarms = Alarms::default();
        let [a, b] = [random_game_id(), random_game_id()];
        alarms.set(&a, Some(alarm(Time(10), ClockKind::Days)));
        assert!(!alarms.any_real_time());
        for at in [20, 30] {
            alarms.set(&b, Some(alarm(Time(at), ClockKind::RealTime)));
            assert!(alarms.any_real_time());
        }
        alarms.set(&b, None);
        assert!(!alarms.any_real_time());
        alarms.set(&b, Some(alarm(Time(20), ClockKind::RealTime)));
        alarms.take_due(Time(20));
        assert!(!alarms.any_real_time());
    }
}
