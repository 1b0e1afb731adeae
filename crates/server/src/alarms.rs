//! When the next clock or deadline of each game is due: one alarm per game, the earliest first.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;
use trid_protocol::{GameId, Millis};

#[derive(Default)]
pub(crate) struct Alarms {
    times: Mutex<AlarmTimes>,
    changed: Notify,
}

#[derive(Default)]
struct AlarmTimes {
    by_time: BTreeSet<(Millis, GameId)>,
    by_game: HashMap<GameId, Millis>,
}

impl Alarms {
    /// Sets or clears the alarm of a game.
    pub(crate) fn set(&self, game: &GameId, at: Option<Millis>) {
        let mut times = self.lock();
        if times.by_game.get(game).copied() == at {
            return;
        }
        if let Some(old) = times.by_game.remove(game) {
            times.by_time.remove(&(old, game.clone()));
        }
        if let Some(at) = at {
            times.by_game.insert(game.clone(), at);
            times.by_time.insert((at, game.clone()));
            let is_first = times.by_time.first().is_some_and(|(_, first)| first == game);
            drop(times);
            if is_first {
                self.changed.notify_one();
            }
        }
    }

    /// Removes and returns the games whose alarm is due.
    pub(crate) fn take_due(&self, now: Millis) -> Vec<GameId> {
        let mut times = self.lock();
        let mut due = Vec::new();
        while let Some((at, _)) = times.by_time.first()
            && *at <= now
            && let Some((_, game)) = times.by_time.pop_first()
        {
            times.by_game.remove(&game);
            due.push(game);
        }
        due
    }

    /// When the next alarm is due.
    pub(crate) fn next(&self) -> Option<Millis> {
        self.lock().by_time.first().map(|(at, _)| *at)
    }

    /// Waits until a different alarm becomes the next one.
    pub(crate) async fn changed(&self) {
        self.changed.notified().await;
    }

    /// The number of alarms.
    pub(crate) fn len(&self) -> usize {
        self.lock().by_time.len()
    }

    fn lock(&self) -> MutexGuard<'_, AlarmTimes> {
        self.times.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::identity::random_game_id;

    #[test]
    fn each_game_has_one_alarm_and_the_earliest_is_first() {
        let alarms = Alarms::default();
        let [a, b] = [random_game_id(), random_game_id()];
        alarms.set(&a, Some(30));
        alarms.set(&b, Some(20));
        alarms.set(&a, Some(10));
        assert_eq!((alarms.next(), alarms.len()), (Some(10), 2));
        assert_eq!(alarms.take_due(9), []);
        assert_eq!(alarms.take_due(20), [a.clone(), b.clone()]);
        alarms.set(&a, Some(40));
        alarms.set(&a, None);
        assert_eq!((alarms.next(), alarms.take_due(99)), (None, vec![]));
    }
}
