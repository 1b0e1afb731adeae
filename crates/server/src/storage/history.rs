//! The stored events of a game as a chain of hashes: damage is noticed, and nothing is stored on a history by which it
//! was not judged.

use std::fmt;

use serde_json::Error as JsonError;
use sha2::{Digest, Sha256};
use trid_protocol::{Event, EventKind, GameId, Time};

use super::names::clear_names;

/// The hash of a game's events up to one of them.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Head([u8; 16]);

impl Head {
    /// The head of a game that has no events yet.
    #[must_use]
    pub fn of(game: &GameId) -> Self {
        Self::digest([game.as_str().as_bytes()])
    }

    /// A head as it is stored; `None` if these bytes cannot be one.
    pub(super) fn from_bytes(bytes: &[u8]) -> Option<Self> {
        bytes.try_into().ok().map(Self)
    }

    pub(super) const fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// The head after one more event.
    fn after(self, seq: u32, at: Time, body: &str) -> Self {
        Self::digest([&self.0[..], &seq.to_be_bytes(), &at.0.to_be_bytes(), body.as_bytes()])
    }

    fn digest<'a>(parts: impl IntoIterator<Item = &'a [u8]>) -> Self {
        let mut hash = Sha256::new();
        parts.into_iter().for_each(|part| hash.update(part));
        Self(hash.finalize()[..16].try_into().expect("a hash has 32 bytes"))
    }
}

impl fmt::Debug for Head {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// An event as databases store it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredEvent {
    /// Its number.
    pub seq: u32,
    /// When it happened.
    pub at: Time,
    /// What happened, as JSON without names.
    pub body: String,
    /// The head of the game with it.
    pub head: Head,
}

impl StoredEvent {
    /// The events as they are stored after the history with this head.
    pub(super) fn chain(mut head: Head, events: &[Event]) -> Vec<Self> {
        let mut stored = Vec::with_capacity(events.len());
        for Event { seq, at, kind } in events {
            let mut kind = kind.clone();
            clear_names(kind.players_mut());
            let body = serde_json::to_string(&kind).expect("events serialize to JSON");
            head = head.after(*seq, *at, &body);
            stored.push(Self { seq: *seq, at: *at, body, head });
        }
        stored
    }

    fn kind(&self) -> Result<EventKind, JsonError> {
        serde_json::from_str(&self.body)
    }
}

/// What was read of a game's history.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct History {
    /// The head before these events; `None` if the game has no event that they could follow.
    pub base: Option<Head>,
    /// The events, as far as they are not damaged.
    pub events: Vec<Event>,
    /// The head after these events.
    pub head: Head,
    /// Why the events after these cannot be used.
    pub damage: Option<String>,
}

impl History {
    /// Checks the rows of a game's events from number `after` on. The first one is the event that the others follow,
    /// unless `after` is 0. An error is a row that cannot be read. `last` is the number of the last event as far as the
    /// row of the game says it.
    pub(super) fn check(
        game: &GameId,
        after: u32,
        last: Option<u32>,
        rows: impl IntoIterator<Item = Result<StoredEvent, String>>,
    ) -> Self {
        let mut rows = rows.into_iter();
        let origin = Head::of(game);
        let mut history = Self { base: None, events: Vec::new(), head: origin, damage: None };
        if after == 0 {
            history.base = Some(origin);
        } else {
            match rows.next() {
                Some(Ok(row)) if row.seq == after => history.base = Some(row.head),
                Some(Err(damage)) => history.damage = Some(damage),
                Some(Ok(_)) | None => {}
            }
            let Some(base) = history.base else { return history };
            history.head = base;
        }
        for (row, seq) in rows.zip(after + 1..) {
            if let Err(damage) = row.and_then(|row| history.add(&row, seq)) {
                history.damage = Some(format!("event {seq}: {damage}"));
                return history;
            }
        }
        let found = history.events.last().map_or(after, |event| event.seq);
        if let Some(last) = last.filter(|last| *last > found) {
            history.damage = Some(format!("event {last}: missing, the last one is {found}"));
        }
        history
    }

    fn add(&mut self, row: &StoredEvent, seq: u32) -> Result<(), String> {
        if row.seq != seq {
            return Err(format!("missing, the next one is {}", row.seq));
        }
        let head = self.head.after(seq, row.at, &row.body);
        if row.head != head {
            return Err("its checksum is wrong".to_owned());
        }
        let kind = row.kind().map_err(|error| error.to_string())?;
        self.events.push(Event { seq, at: row.at, kind });
        self.head = head;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use trid_protocol::NewGame;

    use super::*;
    use crate::identity::{random_game_id, random_player_id};

    fn stored() -> (GameId, Vec<Event>, Vec<StoredEvent>) {
        let game = random_game_id();
        let by = trid_protocol::Player { id: random_player_id(), name: String::new() };
        let created = trid_protocol::create(NewGame::default(), by.clone()).unwrap();
        let started = EventKind::Started { white: by.clone(), black: by };
        let moved = EventKind::Moved { mv: "b2Wb4N".to_owned(), clocks: None, lag: None };
        let kinds = [created, started, moved];
        let events: Vec<Event> = kinds
            .into_iter()
            .zip(1..)
            .map(|(kind, seq)| Event { seq, at: Time(7), kind })
            .collect();
        let rows = StoredEvent::chain(Head::of(&game), &events);
        (game, events, rows)
    }

    fn read(game: &GameId, after: u32, rows: &[StoredEvent]) -> History {
        History::check(game, after, Some(3), rows.iter().cloned().map(Ok))
    }

    #[test]
    fn an_intact_history_reads_in_full_and_in_parts() {
        let (game, events, rows) = stored();
        let all = read(&game, 0, &rows);
        assert_eq!((all.events, all.head, all.damage), (events.clone(), rows[2].head, None));
        let part = read(&game, 2, &rows[1..]);
        assert_eq!((part.base, part.events.as_slice()), (Some(rows[1].head), &events[2..]));
        assert_eq!((part.head, part.damage), (rows[2].head, None));
        let none = read(&game, 3, &rows[2..]);
        assert_eq!((none.base, none.events.len()), (Some(rows[2].head), 0));
        assert_eq!(read(&game, 4, &[]).base, None, "there is no such event");
        // Another writer has stored the last event since the row of the game was read.
        let newer = History::check(&game, 0, Some(2), rows.into_iter().map(Ok));
        assert_eq!((newer.events, newer.damage), (events, None));
    }

    #[test]
    fn any_change_ends_what_can_be_read() {
        let (game, events, rows) = stored();
        let damage: [fn(&mut StoredEvent); 5] = [
            |row| row.at = row.at + 1,
            |row| row.body = row.body.replace('2', "3"),
            |row| row.body.push(' '),
            |row| row.head.0[3] ^= 1,
            |row| row.seq += 1,
        ];
        for (number, damage) in damage.into_iter().enumerate() {
            for at in 0..rows.len() {
                let mut damaged = rows.clone();
                let before = damaged[at].clone();
                damage(&mut damaged[at]);
                if damaged[at] == before {
                    continue;
                }
                let history = read(&game, 0, &damaged);
                assert_eq!(history.events, events[..at], "damage {number}");
                assert!(history.damage.is_some(), "damage {number}");
            }
        }
        // Events of another game, a missing one, missing last ones, and one that cannot be read.
        assert!(read(&random_game_id(), 0, &rows).damage.is_some());
        assert_eq!(read(&game, 0, &[rows[0].clone(), rows[2].clone()]).events.len(), 1);
        for last in 1..rows.len() {
            let history = read(&game, 0, &rows[..last]);
            assert_eq!(history.events, events[..last]);
            let damage = format!("event 3: missing, the last one is {last}");
            assert_eq!(history.damage, Some(damage));
        }
        let unreadable = [Ok(rows[0].clone()), Err("not text".to_owned())];
        let history = History::check(&game, 0, None, unreadable);
        assert_eq!(history.damage.unwrap(), "event 2: not text");
    }
}
