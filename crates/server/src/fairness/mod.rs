//! Charges nobody for time in which the server could not serve: stalls, slow storage, jumps of the system clock.

mod outages;
mod server_time;

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use tokio::task::JoinSet;
use tokio::time::MissedTickBehavior;
use trid_protocol::{ActionContext, ClockKind, CreditReason, Due, GameId, Millis, Time};
use trid_rules::Color;

use crate::hub::{Command, Hub, HubError};
use crate::room::{Room, RoomState, Whereabouts};

use outages::Uncharged;
use server_time::OBSERVATION_INTERVAL;

pub(crate) use outages::{Outage, Outages};
pub(crate) use server_time::ServerTime;

/// Extra time before a process ends an overdue game whose clocks another one has set. That one comes first, unless it
/// is gone.
pub(crate) const GRACE: Millis = 2_500;

/// Shorter times are not worth an event. They are deducted from what the next move costs.
const MIN_CREDIT: Millis = 1_000;
/// From this length on an outage is credited at once in games with days for a move too.
const MIN_CREDIT_OF_DAYS: Millis = 3_600_000;

/// How long a refusal waits for the credit of what it took.
const MAX_CREDITING: Duration = Duration::from_secs(1);
const CREDIT_RETRY: Duration = Duration::from_millis(100);

/// Who judges a player's time: ends the game by their flag, and credits what they could not use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Judge {
    ThisProcess,
    AnotherProcess,
    /// Any process that finds the game overdue, a while after it learned at this time how the clocks stand.
    AnyProcessAfter(Time),
}

impl Hub {
    /// Detects outages, and credits them to all running clocks, until the task is cancelled.
    pub(crate) async fn watch_time(self: Arc<Self>) {
        let interval = Duration::from_millis(OBSERVATION_INTERVAL.unsigned_abs());
        let mut ticks = tokio::time::interval(interval);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut crediting = JoinSet::new();
        loop {
            ticks.tick().await;
            self.observe_clocks();
            while crediting.try_join_next().is_some() {}
            let longest = self.credit_due.swap(0, Ordering::Relaxed);
            if longest > 0 {
                // Observing goes on meanwhile.
                crediting.spawn(Arc::clone(&self).credit_games(longest));
            }
        }
    }

    /// Credits all games whose clocks run, after an outage of this length. Games with days for a move are credited
    /// with their next event if that is soon enough, so that they need not be loaded.
    pub(crate) async fn credit_games(self: Arc<Self>, length: Millis) {
        let games = self.alarms.games_with(if length < MIN_CREDIT_OF_DAYS {
            &[ClockKind::RealTime]
        } else {
            &[ClockKind::RealTime, ClockKind::Days]
        });
        let mut crediting = JoinSet::new();
        for game in games {
            let hub = Arc::clone(&self);
            crediting.spawn(async move {
                if let Err(error) = hub.carry_out(&game, Command::CheckClock, 0).await {
                    // The next command in the game tries again.
                    tracing::error!(%game, %error, "time not credited");
                }
            });
        }
        crediting.join_all().await;
    }

    /// Credits what a refused player waited for the storage: another process, to which they may turn with the refusal,
    /// does not know of it.
    pub(crate) async fn credit_before_refusal(self: &Arc<Self>, game: &GameId, error: &HubError) {
        if !self.storage.is_shared() || !matches!(error, HubError::Storage(_)) {
            return;
        }
        let (hub, game) = (Arc::clone(self), game.clone());
        let crediting = tokio::spawn(async move {
            let started = Instant::now();
            while let Err(error) = hub.credit_game(&game).await {
                tracing::warn!(%game, %error, "time not credited before a refusal");
                // The player does not wait for a storage that stays away.
                if started.elapsed() > MAX_CREDITING {
                    return;
                }
                tokio::time::sleep(CREDIT_RETRY).await;
            }
        });
        let _ = tokio::time::timeout(MAX_CREDITING, crediting).await;
    }

    /// As `credit`, for a game that is not locked. A damaged one takes no events.
    async fn credit_game(&self, game: &GameId) -> Result<bool, HubError> {
        let room = self.room(game).await?;
        let mut state = room.state.lock().await;
        if state.damage.is_some() {
            return Ok(true);
        }
        self.credit(&room, &mut state, self.now()).await
    }

    /// Looks at the clocks of the system.
    pub(crate) fn observe_clocks(&self) {
        self.time.observe(|outage| self.note_outage(outage));
    }

    /// Notes whether a write that began at `since` succeeded.
    pub(crate) fn watch_storage(&self, since: Time, succeeded: bool) {
        if succeeded {
            self.time.storage_succeeded(|outage| self.note_outage(outage));
        } else {
            self.time.storage_failed(since);
        }
    }

    /// Notes that a heartbeat took from `since` until now: meanwhile no move could be stored either.
    pub(crate) fn note_heartbeat(&self, since: Time) {
        let outage = Outage { from: since, until: self.now(), reason: CreditReason::Storage };
        if outage.length() >= MIN_CREDIT && !self.time.is_simulated() {
            self.time.add(outage);
            self.note_outage(outage);
        }
    }

    fn note_outage(&self, outage: Outage) {
        let Outage { reason, .. } = outage;
        let ms = outage.length();
        if ms < MIN_CREDIT {
            // It counts, but is worth neither an event nor a message.
            return;
        }
        tracing::warn!(ms, reason = reason.name(), "the server could not serve");
        for room in self.rooms().values() {
            room.excuse_absences(outage, self.now());
        }
        self.request_credit(ms);
    }

    /// Notes how long players waited for a write of events that happened at `at`.
    pub(crate) fn note_wait(&self, state: &mut RoomState, at: Time, succeeded: bool) {
        self.watch_storage(at, succeeded);
        let outage = Outage { from: at, until: self.now(), reason: CreditReason::Storage };
        state.waits.drop_before(state.game.clocks().settled());
        state.waits.add(outage);
        self.request_credit(outage.length());
    }

    /// Notes that the clocks are as another process has set them, at a time when this one and its players did not know.
    pub(crate) fn note_delivery(&self, room: &Room, state: &mut RoomState) {
        let (clocks, now) = (state.game.clocks(), self.now());
        let (from, running) = (clocks.settled(), clocks.running());
        state.learned = Some(now);
        state.waits.drop_before(from);
        // Where players without a socket read their games is unknown: here they could not before now.
        if running.is_some_and(|color| room.whereabouts(color) != Whereabouts::Elsewhere) {
            let outage = Outage { from, until: now, reason: CreditReason::Storage };
            state.waits.add(outage);
            self.request_credit(outage.length());
        }
    }

    /// Notes that the process to which the player to move was connected was last alive at this time. From now on this
    /// process judges the player's time.
    pub(crate) fn note_lost_process(&self, state: &mut RoomState, alive: Time) {
        let outage = Outage { from: alive, until: self.now(), reason: CreditReason::Stall };
        state.waits.add(outage);
        state.learned = None;
        self.request_credit(outage.length());
    }

    /// Notes that the database has lost what happened from this time on.
    pub(crate) fn note_lost_events(&self, state: &mut RoomState, from: Time) {
        let outage = Outage { from, until: self.now(), reason: CreditReason::Storage };
        state.waits.add(outage);
        self.request_credit(outage.length());
    }

    /// Who judges the time of this side: the process that the player is connected to knows what they could not use.
    /// Where there is none, the process that set the clocks comes first.
    fn judge(&self, room: &Room, state: &RoomState, color: Color) -> Judge {
        if !self.storage.is_shared() {
            return Judge::ThisProcess;
        }
        match (room.whereabouts(color), state.learned) {
            (Whereabouts::Here, _) | (Whereabouts::Nowhere, None) => Judge::ThisProcess,
            (Whereabouts::Nowhere, Some(learned)) => Judge::AnyProcessAfter(learned),
            (Whereabouts::Elsewhere, _) => Judge::AnotherProcess,
        }
    }

    /// When this process may end the game by this flag; `None` while that is up to another one.
    fn flag_time(
        &self,
        room: &Room,
        state: &RoomState,
        (deadline, color): (Time, Color),
    ) -> Option<Time> {
        match self.judge(room, state, color) {
            Judge::ThisProcess => Some(deadline),
            Judge::AnyProcessAfter(learned) => Some(deadline.max(learned) + GRACE),
            Judge::AnotherProcess => None,
        }
    }

    /// Ends the game if its deadline has passed. False if another writer stored an event first.
    pub(crate) async fn end_if_due(
        &self,
        room: &Room,
        state: &mut RoomState,
        now: Time,
    ) -> Result<bool, HubError> {
        let Some((deadline, due)) = state.game.deadline() else {
            return Ok(true);
        };
        let lag = match due {
            Due::Flag(color) => {
                if self.flag_time(room, state, (deadline, color)).is_none_or(|at| now < at) {
                    return Ok(true);
                }
                room.lag(color)
            }
            Due::NoFirstMove => 0,
        };
        let uncharged = self.uncharged(state, now).ms;
        let context = ActionContext { now, lag, uncharged, ..ActionContext::default() };
        match state.game.due(context) {
            Some(ended) => self.commit(room, state, now, vec![ended], Vec::new()).await,
            None => Ok(true),
        }
    }

    /// When this process looks at the game again, because its deadline may have passed.
    pub(crate) fn due_at(&self, room: &Room, state: &RoomState) -> Option<Time> {
        let now = self.now();
        let (at, due) = state.game.deadline()?;
        let at = match due {
            Due::Flag(color) => match self.flag_time(room, state, (at, color)) {
                Some(at) => at + state.game.lag_allowance(color, room.lag(color)),
                None => at.max(now) + GRACE,
            },
            Due::NoFirstMove => at,
        };
        Some(at + self.uncharged(state, now).ms)
    }

    /// Requests a credit for running clocks, if an outage of this length is worth an event.
    fn request_credit(&self, length: Millis) {
        if length >= MIN_CREDIT {
            self.credit_due.fetch_max(length, Ordering::Relaxed);
        }
    }

    /// The time up to now that is charged to nobody and not credited yet.
    pub(crate) fn uncharged(&self, state: &RoomState, now: Time) -> Uncharged {
        self.time.uncharged(&state.waits, state.game.clocks().settled(), now)
    }

    /// Credits the time that is charged to nobody. False if another writer stored an event first.
    pub(crate) async fn credit(
        &self,
        room: &Room,
        state: &mut RoomState,
        now: Time,
    ) -> Result<bool, HubError> {
        self.observe_clocks();
        if let Some((_, Due::Flag(color))) = state.game.deadline()
            && self.judge(room, state, color) != Judge::ThisProcess
        {
            return Ok(true);
        }
        let Uncharged { ms, reason } = self.uncharged(state, now);
        match state.game.credit(ms, reason).filter(|_| ms >= MIN_CREDIT) {
            Some(credited) => self.commit(room, state, now, vec![credited], Vec::new()).await,
            None => Ok(true),
        }
    }
}

#[cfg(test)]
mod tests {
    use rusqlite::Connection;
    use trid_protocol::{Action, ActionRequest, EventKind, OnlineGame, PlayerId};

    use super::*;
    use crate::hub::tests::{LOCALHOST, TestHub};

    const FULL: Millis = 600_000;

    async fn act(
        hub: &Arc<Hub>,
        game: &GameId,
        player: &PlayerId,
        action: Action,
    ) -> Result<u32, HubError> {
        let request = ActionRequest { seen: None, action };
        hub.act(game, player.clone(), LOCALHOST, request, 0).await
    }

    fn play(mv: &str, ply: u32) -> Action {
        Action::Move { mv: mv.to_owned(), ply }
    }

    /// A game of ten minutes in which White's clock runs.
    async fn start(test: &TestHub) -> (GameId, [PlayerId; 2]) {
        let (game, players) = test.start_game().await;
        act(&test.hub, &game, &players[0], play("b2Wb4N", 0)).await.unwrap();
        act(&test.hub, &game, &players[1], play("b7Bb5N", 1)).await.unwrap();
        (game, players)
    }

    /// What both have left according to the stored events, and how often they are credited.
    async fn stored(test: &TestHub, game: &GameId) -> ([Millis; 2], Vec<EventKind>) {
        let events = test.hub.storage.history(game, 0).await.unwrap().unwrap().events;
        let replayed = OnlineGame::replay(game.clone(), &events).unwrap();
        let left = replayed.clocks().charged(test.now(), 0).unwrap();
        let credits = events.into_iter().map(|event| event.kind);
        let credits = credits.filter(|kind| matches!(kind, EventKind::TimeCredited { .. }));
        ([left.white, left.black], credits.collect())
    }

    fn credit(to: Color, ms: Millis, reason: CreditReason) -> EventKind {
        EventKind::TimeCredited { to: Some(to), ms, reason }
    }

    /// Another program holds the write lock of the database while `meanwhile` runs.
    async fn with_blocked_storage(test: &TestHub, meanwhile: impl AsyncFnOnce()) {
        let blocker = Connection::open(test.file()).unwrap();
        blocker.execute_batch("BEGIN IMMEDIATE").unwrap();
        meanwhile().await;
        blocker.execute_batch("ROLLBACK").unwrap();
    }

    /// Lets the tasks run up to where they wait for the storage.
    async fn settle() {
        tokio::time::sleep(Duration::from_millis(100)).await;
    }

    #[tokio::test]
    async fn slow_storage_is_charged_to_nobody() {
        let test = TestHub::open().await;
        let (game, [white, black]) = start(&test).await;
        test.clock.advance(10_000);
        let mut playing = JoinSet::new();
        with_blocked_storage(&test, async || {
            let (hub, game) = (Arc::clone(&test.hub), game.clone());
            playing.spawn(async move { act(&hub, &game, &white, play("c2Wc3W", 2)).await });
            settle().await;
            test.clock.advance(5_000);
        })
        .await;
        playing.join_next().await.unwrap().unwrap().unwrap();
        // Black sees the move now, and the clock has not run before.
        test.clock.advance(3_000);
        Arc::clone(&test.hub).credit_games(5_000).await;
        let credits = vec![credit(Color::Black, 5_000, CreditReason::Storage)];
        assert_eq!(stored(&test, &game).await, ([FULL - 10_000, FULL - 3_000], credits));
        act(&test.hub, &game, &black, play("c7Bc6B", 3)).await.unwrap();
        assert_eq!(stored(&test, &game).await.0, [FULL - 10_000, FULL - 3_000]);
    }

    #[tokio::test]
    async fn a_move_behind_a_slow_write_counts_from_its_arrival() {
        let test = TestHub::open().await;
        let (game, [white, black]) = start(&test).await;
        let mut acting = JoinSet::new();
        with_blocked_storage(&test, async || {
            let (hub, id) = (Arc::clone(&test.hub), game.clone());
            acting.spawn(async move { act(&hub, &id, &black, Action::OfferDraw {}).await });
            settle().await;
            test.clock.advance(700);
            let (hub, id) = (Arc::clone(&test.hub), game.clone());
            acting.spawn(async move { act(&hub, &id, &white, play("c2Wc3W", 2)).await });
            settle().await;
            test.clock.advance(5_000);
        })
        .await;
        while let Some(acted) = acting.join_next().await {
            acted.unwrap().unwrap();
        }
        // White waited for the storage all the time, then Black.
        Arc::clone(&test.hub).credit_games(5_000).await;
        assert_eq!(stored(&test, &game).await.0, [FULL, FULL]);
    }

    #[tokio::test]
    async fn failing_storage_is_charged_to_nobody() {
        let test = TestHub::open().await;
        let (game, [white, _]) = start(&test).await;
        let file = Connection::open(test.file()).unwrap();
        file.execute_batch("ALTER TABLE events RENAME TO gone").unwrap();
        test.clock.advance(3_000);
        act(&test.hub, &game, &white, play("c2Wc3W", 2)).await.unwrap_err();
        // Longer than White's time.
        test.clock.advance(2 * FULL);
        test.hub.run_due_alarms().await;
        act(&test.hub, &game, &white, play("c2Wc3W", 2)).await.unwrap_err();
        file.execute_batch("ALTER TABLE gone RENAME TO events").unwrap();
        act(&test.hub, &game, &white, play("c2Wc3W", 2)).await.unwrap();
        let credits = vec![credit(Color::White, 2 * FULL, CreditReason::Storage)];
        assert_eq!(stored(&test, &game).await, ([FULL - 3_000, FULL], credits));
        // It is over: time counts again.
        assert!(!test.hub.time.is_storage_failing());
        test.clock.advance(4_000);
        assert_eq!(stored(&test, &game).await.0, [FULL - 3_000, FULL - 4_000]);
    }

    #[tokio::test]
    async fn what_a_test_lets_pass_during_a_heartbeat_is_charged() {
        let test = TestHub::open().await;
        let (game, [white, _]) = start(&test).await;
        test.clock.advance(3_000);
        test.hub.note_heartbeat(test.now() - 3_000);
        act(&test.hub, &game, &white, play("c2Wc3W", 2)).await.unwrap();
        assert_eq!(stored(&test, &game).await, ([FULL - 3_000, FULL], vec![]));
    }

    #[tokio::test]
    async fn a_heartbeat_shows_that_the_storage_works_again() {
        let test = TestHub::open().await;
        let (game, [white, _]) = start(&test).await;
        act(&test.hub, &game, &white, Action::Resign {}).await.unwrap();
        test.hub.watch_storage(test.now(), false);
        test.hub.heartbeat().await;
        assert!(!test.hub.time.is_storage_failing(), "although no clock runs");
    }

    #[tokio::test]
    async fn an_alarm_credits_an_outage_before_it_ends_the_game() {
        let test = TestHub::open().await;
        let (game, [white, _]) = start(&test).await;
        test.clock.advance(1_000);
        test.clock.step_wall(2 * FULL);
        test.hub.observe_clocks();
        test.hub.run_due_alarms().await;
        let credits = vec![credit(Color::White, 2 * FULL, CreditReason::ClockStep)];
        assert_eq!(stored(&test, &game).await, ([FULL - 1_000, FULL], credits));
        assert_eq!(test.hub.alarms.next(), Some(test.now() + FULL - 1_000));
        test.clock.advance(FULL);
        test.hub.run_due_alarms().await;
        let error = act(&test.hub, &game, &white, play("c2Wc3W", 2)).await.unwrap_err();
        assert!(error.to_string().starts_with("the game is over"), "{error}");
    }

    #[tokio::test]
    async fn an_outage_is_not_an_absence() {
        let test = TestHub::open().await;
        let (game, _) = start(&test).await;
        let room = test.hub.room(&game).await.unwrap();
        let since = room.gone_since(Color::White).unwrap();
        test.clock.step_wall(FULL);
        test.hub.observe_clocks();
        assert_eq!(room.gone_since(Color::White), Some(since + FULL));
        drop(room);
    }
}
