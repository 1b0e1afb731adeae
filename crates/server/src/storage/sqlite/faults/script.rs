//! A scripted workload: groups of writes and checkpoints, and what must be stored after each of them.

use std::collections::{BTreeMap, BTreeSet};
use trid_protocol::Time;

use rusqlite::Connection;
use trid_protocol::{
    Access, ColorChoice, Event, EventKind, GameId, GameState, GameSummary, NewGame, Player,
    PlayerId, TimeControl,
};
use trid_rules::{Color, GameResult, RuleBook};

use crate::identity::TokenHash;
use crate::storage::sqlite::queries;
use crate::storage::{Append, Appended, Head, StoredEvent};

/// A write of the script.
#[derive(Clone, Debug)]
pub(super) enum ScriptedWrite {
    Append(Vec<Append>),
    AddPlayer(Player, TokenHash),
    Rename(Player),
}

impl ScriptedWrite {
    pub(super) fn run(&self, connection: &Connection) -> rusqlite::Result<Appended> {
        match self {
            Self::Append(appends) => return queries::append_all(connection, appends),
            Self::AddPlayer(player, hash) => {
                queries::add_player(connection, *hash, player, Time(1))?
            }
            Self::Rename(player) => drop(queries::rename_player(connection, player)?),
        }
        Ok(Appended::Stored)
    }

    fn events(&self) -> Vec<(EventKey, String)> {
        let Self::Append(appends) = self else {
            return Vec::new();
        };
        let of_game = |append: &Append| {
            let game = append.game.to_string();
            append
                .stored_events()
                .into_iter()
                .map(move |event| ((game.clone(), event.seq), event.body))
        };
        appends.iter().flat_map(of_game).collect()
    }

    fn player(&self) -> Option<&Player> {
        match self {
            Self::Append(_) => None,
            Self::AddPlayer(player, _) | Self::Rename(player) => Some(player),
        }
    }
}

/// A step of the script.
pub(super) enum Step {
    /// Writes that wait together.
    Group(Vec<ScriptedWrite>),
    Checkpoint(&'static str),
}

/// How a write was answered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Reply {
    Stored,
    Conflict,
    NotStored,
    Unknown,
}

type EventKey = (String, u32);

const FIRST_REMATCH: u32 = 3;
const FIRST_OF_MANY: u32 = 10;

pub(super) fn player(number: u8) -> Player {
    Player { id: format!("player{number:06}").parse().unwrap(), name: format!("Name {number}") }
}

fn rename(number: u8, name: &str) -> ScriptedWrite {
    ScriptedWrite::Rename(Player { name: name.to_owned(), ..player(number) })
}

fn id(number: u32) -> GameId {
    // Spread over the indexes, as random ids are.
    format!("{:016x}", u64::from(number + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15)).parse().unwrap()
}

fn append(number: u32, seq: u32, kinds: Vec<EventKind>, state: GameState) -> Append {
    let [white, black] = [player(1), player(2)];
    let events: Vec<Event> =
        kinds.into_iter().zip(seq..).map(|(kind, seq)| Event { seq, at: Time(1), kind }).collect();
    let is_open = state == GameState::Open;
    let summary = GameSummary {
        id: id(number),
        state,
        rules: RuleBook::Revised,
        custom_start: false,
        access: Access::Lobby,
        clock: TimeControl::Unlimited {},
        by: white.clone(),
        color: ColorChoice::White,
        white: (!is_open).then_some(white),
        black: (!is_open).then_some(black),
        created: Time(1),
        updated: Time(1),
        seq: seq + u32::try_from(events.len()).unwrap() - 1,
        plies: if state == GameState::Live && seq > 2 { seq - 2 } else { 0 },
        turn: Color::White,
        // As long as a real one.
        tfen: "x".repeat(150),
        last: None,
        status: None,
        result: GameResult::None,
        reason: None,
    };
    let after = head_before(number, seq);
    Append { game: id(number), after, events, summary, deadline: None, max_unfinished: u32::MAX }
}

/// The head of the events of a game that come before this number, as the script plans them.
fn head_before(number: u32, seq: u32) -> Head {
    let planned = (1..seq).map(|seq| Event { seq, at: Time(1), kind: planned(number, seq) });
    let planned: Vec<Event> = planned.collect();
    let stored = StoredEvent::chain(Head::of(&id(number)), &planned);
    stored.last().map_or_else(|| Head::of(&id(number)), |event| event.head)
}

fn planned(number: u32, seq: u32) -> EventKind {
    let is_rematch = (FIRST_REMATCH..FIRST_OF_MANY).contains(&number);
    let [white, black] = if is_rematch { [player(2), player(1)] } else { [player(1), player(2)] };
    match seq {
        1 => trid_protocol::create(NewGame::default(), player(1)).unwrap(),
        2 => EventKind::Started { white, black },
        _ => EventKind::DrawOffered { by: Color::White },
    }
}

fn create(number: u32) -> ScriptedWrite {
    ScriptedWrite::Append(vec![append(number, 1, vec![planned(number, 1)], GameState::Open)])
}

fn start(number: u32) -> ScriptedWrite {
    ScriptedWrite::Append(vec![append(number, 2, vec![planned(number, 2)], GameState::Live)])
}

/// Stands for a move: the storage treats all events alike.
fn play(number: u32, seq: u32, by: Color) -> ScriptedWrite {
    let kind = EventKind::DrawOffered { by };
    ScriptedWrite::Append(vec![append(number, seq, vec![kind], GameState::Live)])
}

fn finish(number: u32, seq: u32) -> ScriptedWrite {
    let kind = EventKind::DrawOffered { by: Color::White };
    ScriptedWrite::Append(vec![append(number, seq, vec![kind], GameState::Finished)])
}

/// A rematch writes two games at once.
fn rematch(number: u32, seq: u32, next: u32) -> ScriptedWrite {
    let begun = [1, 2].map(|seq| planned(next, seq)).to_vec();
    let started = EventKind::RematchStarted { game: id(next) };
    ScriptedWrite::Append(vec![
        append(number, seq, vec![started], GameState::Finished),
        append(next, 1, begun, GameState::Live),
    ])
}

/// Creates, joins, moves, conflicts, renames, rematches and a group that does not fit a small cache.
pub(super) fn script() -> Vec<Step> {
    let new_player = |number: u8| ScriptedWrite::AddPlayer(player(number), TokenHash([number; 32]));
    let many = (FIRST_OF_MANY..26).map(create).chain([rename(1, "Spilled")]).collect();
    vec![
        Step::Group(vec![create(0), create(1), new_player(3), create(2)]),
        Step::Group(vec![start(0), rename(1, "Ada"), start(1)]),
        Step::Group(vec![
            play(0, 3, Color::White),
            play(0, 3, Color::Black),
            play(1, 3, Color::White),
            rename(2, "Bob"),
        ]),
        Step::Checkpoint("PASSIVE"),
        Step::Group(vec![finish(0, 4), play(1, 4, Color::White)]),
        Step::Group(vec![rematch(0, 5, FIRST_REMATCH), play(1, 5, Color::White), rename(3, "Eve")]),
        Step::Group(vec![rematch(0, 5, 4)]),
        Step::Checkpoint("TRUNCATE"),
        Step::Group(many),
        Step::Group(vec![play(1, 6, Color::White), play(3, 3, Color::White)]),
    ]
}

/// A write that succeeds only if the storage works again.
pub(super) fn last_write() -> ScriptedWrite {
    create(99)
}

/// Checks that the database holds exactly the writes that were acknowledged, and each of those of unknown outcome
/// completely or not at all.
#[track_caller]
pub(super) fn check(connection: &Connection, replies: &[(ScriptedWrite, Reply)], context: &str) {
    let integrity: String =
        connection.query_row("PRAGMA integrity_check", (), |row| row.get(0)).unwrap();
    assert_eq!(integrity, "ok", "{context}");
    let mut stored = stored_events(connection);
    for (write, reply) in replies {
        let events = write.events();
        let found = events.iter().filter(|(key, body)| stored.get(key) == Some(body)).count();
        match reply {
            Reply::Stored => assert_eq!(found, events.len(), "lost: {write:?}\n{context}"),
            Reply::Unknown => assert!(found == 0 || found == events.len(), "torn\n{context}"),
            Reply::Conflict | Reply::NotStored => continue,
        }
        for (key, _) in events.iter().filter(|_| found > 0) {
            stored.remove(key);
        }
    }
    assert!(stored.is_empty(), "stored but not acknowledged: {stored:?}\n{context}");
    check_names(connection, replies, context);
    check_summaries(connection, context);
}

fn stored_events(connection: &Connection) -> BTreeMap<EventKey, String> {
    let mut events = connection.prepare("SELECT game, seq, body FROM events").unwrap();
    let events = events.query_map((), |row| Ok(((row.get(0)?, row.get(1)?), row.get(2)?)));
    events.unwrap().collect::<rusqlite::Result<_>>().unwrap()
}

#[track_caller]
fn check_names(connection: &Connection, replies: &[(ScriptedWrite, Reply)], context: &str) {
    let mut possible: BTreeMap<PlayerId, BTreeSet<Option<String>>> = BTreeMap::new();
    for number in 1..=3 {
        let Player { id, name } = player(number);
        possible.insert(id, BTreeSet::from([(number < 3).then_some(name)]));
    }
    for (write, reply) in replies {
        let Some(Player { id, name }) = write.player() else { continue };
        let before = &possible[id];
        let renames = matches!(write, ScriptedWrite::Rename(_));
        // Renaming a player who does not exist changes nothing.
        let after: BTreeSet<Option<String>> =
            before.iter().map(|old| (old.is_some() || !renames).then(|| name.clone())).collect();
        let now = match reply {
            Reply::Stored => after,
            Reply::Unknown => before | &after,
            Reply::Conflict | Reply::NotStored => continue,
        };
        possible.insert(id.clone(), now);
    }
    for (id, names) in possible {
        let name: Option<String> = connection
            .query_row("SELECT max(name) FROM players WHERE id = ?1", [id.as_str()], |row| {
                row.get(0)
            })
            .unwrap();
        assert!(names.contains(&name), "{id} is {name:?}, expected one of {names:?}\n{context}");
    }
}

/// Every game has a row that agrees with its events, and an entry in the list of all games.
#[track_caller]
fn check_summaries(connection: &Connection, context: &str) {
    let wrong: i64 = connection
        .query_row(
            "SELECT count(*) FROM (SELECT game, max(seq) AS seq FROM events GROUP BY game) AS last
             LEFT JOIN games ON games.id = last.game
             WHERE (games.summary ->> '$.seq') IS NOT last.seq
                OR NOT EXISTS (SELECT 1 FROM list_entries WHERE label = 'a' AND list_entries.game = last.game
                               AND bucket LIKE games.state || ' %')",
            (),
            |row| row.get(0),
        )
        .unwrap();
    assert_eq!(wrong, 0, "summaries or lists disagree with the events\n{context}");
}
