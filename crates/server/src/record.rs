//! Exporting a game: its events as a record that other programs can read.

use std::sync::Arc;
use std::time::Duration;

use serde::Deserialize;
use tokio::sync::{AcquireError, OwnedSemaphorePermit, Semaphore};
use trid_protocol::{Event, EventKind, GameId, OnlineGame, ReplayError, Time, TimeControl};
use trid_records::{Record, SavedGame};
use trid_rules::Color;
use utoipa::ToSchema;

/// The format of a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = Form)]
pub(crate) enum ExportFormat {
    /// Tags and moves in algebraic notation.
    #[default]
    Tpgn,
    /// Moves in coordinate notation, one per line.
    Moves,
    /// The current position.
    Tfen,
    /// A saved game as the page and `trid` read it, version 3.
    Json,
}

impl ExportFormat {
    /// The file name extension.
    pub(crate) const fn extension(self) -> &'static str {
        match self {
            Self::Tpgn => "tpgn",
            Self::Moves => "txt",
            Self::Tfen => "tfen",
            Self::Json => "json",
        }
    }

    /// The content type.
    pub(crate) const fn content_type(self) -> &'static str {
        match self {
            Self::Json => "application/json",
            Self::Tpgn | Self::Moves | Self::Tfen => "text/plain; charset=utf-8",
        }
    }
}

/// How many games are read and written at a time. Further exports wait, so that they leave processors and database to
/// the games that are played.
const MAX_PARALLEL: usize = 2;

/// Exports games away from the threads that serve requests: a long game is replayed for several milliseconds.
pub(crate) struct Exports(Arc<Semaphore>);

/// One of the exports that run at the same time.
pub(crate) struct Export(OwnedSemaphorePermit);

impl Exports {
    pub(crate) fn new() -> Self {
        Self(Arc::new(Semaphore::new(MAX_PARALLEL)))
    }

    /// Waits until one more may run.
    pub(crate) async fn start(&self) -> Result<Export, AcquireError> {
        Arc::clone(&self.0).acquire_owned().await.map(Export)
    }
}

impl Export {
    /// Writes the record of a game.
    pub(crate) async fn write(
        self,
        id: GameId,
        events: Vec<Event>,
        format: ExportFormat,
    ) -> Result<String, String> {
        let Self(permit) = self;
        let writing = tokio::task::spawn_blocking(move || {
            // The task goes on if the client disconnects, and counts until it ends.
            let _permit = permit;
            write(&id, &events, format)
        });
        let text = writing.await.map_err(|error| error.to_string())?;
        text.map_err(|error| error.to_string())
    }
}

fn write(id: &GameId, events: &[Event], format: ExportFormat) -> Result<String, ReplayError> {
    let online = OnlineGame::replay(id.clone(), events)?;
    let game = online.game();
    Ok(match format {
        ExportFormat::Tpgn => to_record(&online, events).to_tpgn(),
        ExportFormat::Moves => game.moves().map(|played| format!("{}\n", played.mv)).collect(),
        ExportFormat::Tfen => format!("{}\n", game.position().to_tfen_with_book()),
        ExportFormat::Json => {
            let saved = SavedGame::from(&to_record(&online, events));
            serde_json::to_string(&saved).expect("a saved game serializes to JSON") + "\n"
        }
    })
}

/// The game as a record, with names, date and time control as tags, and clocks as comments.
fn to_record(online: &OnlineGame, events: &[Event]) -> Record {
    let name = |color: Color| {
        online
            .player(color)
            .filter(|player| !player.name.is_empty())
            .map_or_else(|| "?".to_owned(), |player| player.name.clone())
    };
    let mut tags = vec![
        ("Event".to_owned(), format!("Tri-D game {}", online.id())),
        ("Date".to_owned(), date(online.created())),
        ("White".to_owned(), name(Color::White)),
        ("Black".to_owned(), name(Color::Black)),
    ];
    if let Some(control) = time_control(online.terms().clock) {
        tags.push(("TimeControl".to_owned(), control));
    }
    tags.retain(|(name, value)| !Record::is_unknown(name, value));
    let mut game = online.game().clone();
    let nodes: Vec<_> = game.moves().map(|played| (played.node, played.color())).collect();
    for (&(node, color), seq) in nodes.iter().zip(online.ply_seqs()) {
        let event = events.iter().find(|event| event.seq == *seq).map(|event| &event.kind);
        if let Some(EventKind::Moved { clocks: Some(left), .. }) = event
            && let Some(node) = game.node_mut(node)
        {
            node.clock = Some(Duration::from_millis(u64::try_from(left.of(color)).unwrap_or(0)));
        }
    }
    Record { tags, game }
}

/// The time control as PGN writes it: seconds and increment, or seconds for each move.
fn time_control(clock: TimeControl) -> Option<String> {
    match clock {
        TimeControl::Unlimited {} => None,
        TimeControl::RealTime { initial, increment } => Some(format!("{initial}+{increment}")),
        TimeControl::Days { days } => Some(format!("1/{}", u64::from(days) * 86_400)),
    }
}

/// The date in UTC, `2026.11.15`.
fn date(at: Time) -> String {
    let days = at.0.div_euclid(86_400_000) + 719_468;
    let era = days.div_euclid(146_097);
    let day_of_era = days.rem_euclid(146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    // Years start in March here, so that the leap day is the last day.
    let month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = era * 400 + year_of_era + i64::from(month <= 2);
    format!("{year:04}.{month:02}.{day:02}")
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;
    use trid_protocol::{NewGame, Player};

    use super::*;
    use crate::identity::{random_game_id, random_player_id};

    /// A game in which one move is played and taken back this many times.
    fn long_game(times: u32) -> Vec<Event> {
        let [white, black] =
            ["Ada", "Bob"].map(|name| Player { id: random_player_id(), name: name.to_owned() });
        let created = trid_protocol::create(NewGame::default(), white.clone()).unwrap();
        let moved = EventKind::Moved { mv: "b2Wb4N".to_owned(), clocks: None, lag: None };
        let back = EventKind::TookBack { by: Color::White, ply: 0, clocks: None };
        let moves = (0..times).flat_map(|_| [back.clone(), moved.clone()]);
        let kinds = [created, EventKind::Started { white, black }, moved.clone()];
        let kinds = kinds.into_iter().chain(moves);
        kinds.zip(1..).map(|(kind, seq)| Event { seq, at: Time(0), kind }).collect()
    }

    /// The runtime of a test has one thread, which would be busy until all games are written.
    #[tokio::test]
    async fn parallel_exports_leave_the_event_loop_free() {
        let (exports, events) = (Arc::new(Exports::new()), long_game(500));
        let mut writing = tokio::task::JoinSet::new();
        for _ in 0..40 {
            let (exports, events) = (Arc::clone(&exports), events.clone());
            writing.spawn(async move {
                let export = exports.start().await.unwrap();
                export.write(random_game_id(), events, ExportFormat::Tpgn).await.unwrap()
            });
        }
        let (mut turns, mut written) = (0, 0);
        while written < 40 {
            tokio::task::yield_now().await;
            turns += 1;
            while let Some(text) = writing.try_join_next() {
                assert!(text.unwrap().contains("1. b4N"));
                written += 1;
            }
        }
        assert!(turns > 200, "other tasks had only {turns} turns");
    }

    #[tokio::test]
    async fn few_exports_run_at_the_same_time() {
        let exports = Exports::new();
        let running = [exports.start().await.unwrap(), exports.start().await.unwrap()];
        assert!(exports.start().now_or_never().is_none());
        drop(running);
        assert!(exports.start().now_or_never().is_some());
    }

    #[test]
    fn dates_are_correct() {
        assert_eq!(date(Time(0)), "1970.01.01");
        assert_eq!(date(Time(951_782_400_000)), "2000.02.29");
        assert_eq!(date(Time(1_794_700_800_000 - 1)), "2026.11.14");
        assert_eq!(date(Time(1_794_700_800_000)), "2026.11.15");
    }
}
