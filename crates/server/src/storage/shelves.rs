//! Lists of games, found without looking at others: every game lies under the labels by which it may be looked for,
//! each time on the shelf of its kind, in the order of its age. A list takes the front of a few shelves.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use rusqlite::{Connection, named_params, params};
use trid_rules::RuleBook;

use super::Listing;
use super::queries::{folded, from_json};
use crate::clock::Millis;
use crate::wire::{Access, ClockKind, GameState, GameSummary, Points};

/// Names are found by so much of their beginning; what is looked for beyond that is compared.
const LONGEST_START: usize = 8;

/// The front of one shelf, the newest first.
const FRONT: &str = "SELECT created, game FROM shelves
     WHERE label = :label AND shelf = :shelf AND created >= :from AND (created, game) < (:until, :untilGame)
     ORDER BY created DESC, game DESC LIMIT :limit";

/// The same, of those games in which someone's name begins in a way.
const FRONT_BY_NAME: &str = "SELECT created, game FROM shelves
     WHERE label = :label AND shelf = :shelf AND created >= :from AND (created, game) < (:until, :untilGame)
         AND EXISTS (SELECT 1 FROM seats
                     WHERE seats.game = shelves.game AND seats.name >= :name AND seats.name < :nameEnd)
     ORDER BY created DESC, game DESC LIMIT :limit";

/// Every game.
fn everyone() -> String {
    "a".to_owned()
}

fn of_player(id: &str) -> String {
    format!("p{id}")
}

fn of_name(start: &str) -> String {
    format!("n{start}")
}

/// What is alike in all games on a shelf.
#[derive(Clone, Copy)]
struct Shelf {
    state: GameState,
    access: Access,
    rules: RuleBook,
    clock: ClockKind,
    result: Points,
}

impl Shelf {
    fn of(game: &GameSummary) -> Self {
        let &GameSummary { state, access, rules, result, .. } = game;
        Self { state, access, rules, clock: game.clock.kind(), result }
    }

    fn name(self) -> String {
        let Self { state, access, rules, clock, result } = self;
        [state.name(), access.name(), rules.name(), clock.name(), result.name()].join(" ")
    }

    /// All shelves on which what is looked for may lie.
    fn wanted(listing: &Listing) -> Vec<Self> {
        fn either<T: Copy>(wanted: Option<T>, all: &[T]) -> Vec<T> {
            wanted.map_or_else(|| all.to_vec(), |wanted| vec![wanted])
        }
        let access = (!listing.unlisted).then_some(Access::Lobby);
        let mut shelves = Vec::new();
        for state in either(listing.state, &GameState::ALL) {
            for result in either(listing.result, &Points::ALL) {
                if state != GameState::Finished && result != Points::None {
                    continue;
                }
                for access in either(access, &Access::ALL) {
                    for rules in either(listing.rules, &RuleBook::ALL) {
                        for clock in either(listing.clock, &ClockKind::ALL) {
                            shelves.push(Self { state, access, rules, clock, result });
                        }
                    }
                }
            }
        }
        shelves
    }
}

/// The labels under which a game lies.
fn labels(game: &GameSummary) -> BTreeSet<String> {
    let mut labels = BTreeSet::from([everyone()]);
    for player in [Some(&game.by), game.white.as_ref(), game.black.as_ref()].into_iter().flatten() {
        labels.insert(of_player(player.id.as_str()));
        let name = folded(&player.name);
        let ends = name.char_indices().map(|(at, c)| at + c.len_utf8()).take(LONGEST_START);
        labels.extend(ends.map(|end| of_name(&name[..end])));
    }
    labels
}

/// Lays a game where it belongs now.
pub(super) fn put(connection: &Connection, game: &GameSummary) -> rusqlite::Result<()> {
    take_off(connection, game)?;
    let mut insert = connection.prepare_cached(
        "INSERT OR IGNORE INTO shelves (label, shelf, created, game) VALUES (?1, ?2, ?3, ?4)",
    )?;
    let shelf = Shelf::of(game).name();
    for label in labels(game) {
        insert.execute(params![label, shelf, game.created, game.id.as_str()])?;
    }
    Ok(())
}

/// Takes a game from where it may have lain before it was over: what is over does not change any more.
pub(super) fn take_off(connection: &Connection, game: &GameSummary) -> rusqlite::Result<()> {
    let mut delete = connection.prepare_cached(
        "DELETE FROM shelves WHERE label = ?1 AND shelf = ?2 AND created = ?3 AND game = ?4",
    )?;
    for state in [GameState::Open, GameState::Live] {
        let shelf = Shelf { state, result: Points::None, ..Shelf::of(game) }.name();
        for label in labels(game) {
            delete.execute(params![label, shelf, game.created, game.id.as_str()])?;
        }
    }
    Ok(())
}

pub(super) fn list(
    connection: &Connection,
    listing: &Listing,
) -> rusqlite::Result<Vec<GameSummary>> {
    // What moves from one shelf to another meanwhile is seen once.
    let at_once = connection.unchecked_transaction()?;
    let mut found = Vec::new();
    for shelf in Shelf::wanted(listing) {
        found.append(&mut front(&at_once, listing, shelf)?);
    }
    found.sort_unstable_by(|a, b| Reverse(a).cmp(&Reverse(b)));
    found.truncate(usize::try_from(listing.limit).unwrap_or(usize::MAX));
    let mut summary = at_once.prepare_cached("SELECT summary FROM games WHERE id = ?1")?;
    found
        .into_iter()
        .map(|(_, game)| summary.query_row(params![game], |row| from_json(row, 0)))
        .collect()
}

/// The newest games on a shelf that fit.
fn front(
    connection: &Connection,
    listing: &Listing,
    shelf: Shelf,
) -> rusqlite::Result<Vec<(Millis, String)>> {
    let name = listing.name.as_deref().map(folded);
    let start: Option<String> =
        name.as_ref().map(|name| name.chars().take(LONGEST_START).collect());
    let label = match (&listing.player, &start) {
        (Some(player), _) => of_player(player.as_str()),
        (None, Some(start)) => of_name(start),
        (None, None) => everyone(),
    };
    let by_label_alone = listing.player.is_none() && name == start;
    // Before the cursor and before the time, whichever is earlier.
    let until = listing.until.map(|until| (until, ""));
    let before = listing.before.as_ref().map(|(created, id)| (*created, id.as_str()));
    let (until, until_game) = until.into_iter().chain(before).min().unwrap_or((Millis::MAX, ""));
    let common = named_params! {
        ":label": label,
        ":shelf": shelf.name(),
        ":from": listing.from.unwrap_or(0),
        ":until": until,
        ":untilGame": until_game,
        ":limit": listing.limit,
    };
    let read = |row: &rusqlite::Row<'_>| Ok((row.get(0)?, row.get(1)?));
    match name.filter(|_| !by_label_alone) {
        None => connection.prepare_cached(FRONT)?.query_map(common, read)?.collect(),
        Some(name) => {
            let end = format!("{name}{}", char::MAX);
            let names = named_params! { ":name": name, ":nameEnd": end };
            connection
                .prepare_cached(FRONT_BY_NAME)?
                .query_map([common, names].concat().as_slice(), read)?
                .collect()
        }
    }
}

/// How SQLite goes about a question, a line a step.
#[cfg(test)]
pub(super) fn plan(connection: &Connection, sql: &str) -> Vec<String> {
    let mut explain = connection.prepare(&format!("EXPLAIN QUERY PLAN {sql}")).unwrap();
    explain.raw_query().mapped(|row| row.get(3)).collect::<rusqlite::Result<_>>().unwrap()
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;
    use crate::identity::{GameId, PlayerId};
    use crate::storage::migrations::migrate;
    use crate::storage::queries::{append, expire};
    use crate::storage::{Append, Appended};
    use crate::wire::{ColorChoice, EndStatus, Player, TimeControl};

    fn database() -> Connection {
        let mut connection = Connection::open_in_memory().unwrap();
        migrate(&mut connection).unwrap();
        connection
    }

    /// The next of a row of numbers that looks random.
    fn below(end: u32) -> u32 {
        static STATE: AtomicU32 = AtomicU32::new(0x9E37_79B9);
        let mut next = STATE.load(Ordering::Relaxed);
        next ^= next << 13;
        next ^= next >> 17;
        next ^= next << 5;
        STATE.store(next, Ordering::Relaxed);
        next % end
    }

    fn any<T: Clone>(all: &[T]) -> T {
        all[below(u32::try_from(all.len()).unwrap()) as usize].clone()
    }

    fn any_game(players: &[Player]) -> GameSummary {
        let (by, other) = (any(players), any(players));
        let clocks = [
            TimeControl::Unlimited {},
            TimeControl::RealTime { initial: 60, increment: 0 },
            TimeControl::Days { days: 1 },
        ];
        // Often at the same time, so that the id decides the order.
        let created = i64::from(below(20));
        GameSummary {
            id: GameId::random(),
            state: GameState::Open,
            rules: any(&RuleBook::ALL),
            custom_start: false,
            access: any(&Access::ALL),
            clock: any(&clocks),
            by: by.clone(),
            color: ColorChoice::White,
            white: Some(by),
            black: Some(other),
            created,
            updated: created,
            seq: 1,
            plies: 0,
            turn: trid_rules::Color::White,
            tfen: String::new(),
            last: None,
            status: None,
            result: Points::None,
            reason: None,
        }
    }

    fn store(connection: &Connection, game: &GameSummary) {
        let events = Vec::new();
        let append_it =
            Append { game: game.id.clone(), events, summary: game.clone(), deadline: None };
        assert_eq!(append(connection, &append_it).unwrap(), Appended::Stored);
    }

    /// Games of all kinds, stored in every state that they went through.
    fn fill(connection: &Connection, players: &[Player]) -> Vec<GameSummary> {
        let mut games = Vec::new();
        for _ in 0..400 {
            let mut game = any_game(players);
            let (white, black) = (game.white.take(), game.black.take());
            store(connection, &game);
            let state = any(&GameState::ALL);
            if state != GameState::Open {
                game = GameSummary { white, black, state: GameState::Live, ..game };
                store(connection, &game);
            }
            if state == GameState::Finished {
                let result = any(&Points::ALL);
                game = GameSummary { state, result, status: Some(EndStatus::Draw), ..game };
                store(connection, &game);
                // A rematch is offered: it stays where it is.
                store(connection, &game);
            }
            games.push(game);
        }
        games.sort_by_key(|game| Reverse((game.created, game.id.to_string())));
        games
    }

    fn fits(game: &GameSummary, listing: &Listing) -> bool {
        let players = [Some(&game.by), game.white.as_ref(), game.black.as_ref()];
        let mut players = players.into_iter().flatten();
        let name = listing.name.as_deref().map(folded);
        (listing.unlisted || game.access == Access::Lobby)
            && listing.state.is_none_or(|state| game.state == state)
            && listing.rules.is_none_or(|rules| game.rules == rules)
            && listing.clock.is_none_or(|clock| game.clock.kind() == clock)
            && listing.result.is_none_or(|result| game.result == result)
            && listing.from.is_none_or(|from| game.created >= from)
            && listing.until.is_none_or(|until| game.created < until)
            && listing.player.as_ref().is_none_or(|id| players.clone().any(|each| each.id == *id))
            && name.is_none_or(|name| players.any(|each| folded(&each.name).starts_with(&name)))
            && listing.before.as_ref().is_none_or(|(created, id)| {
                (game.created, game.id.as_str()) < (*created, id.as_str())
            })
    }

    #[test]
    fn every_list_is_what_looking_at_every_game_would_give() {
        let connection = database();
        let names =
            ["", "Ada", "ada", "Adam", "ÄDAM", "Bartholomew", "Bartholomäus", "B\u{10ffff}"];
        let players = names.map(|name| Player { id: PlayerId::random(), name: name.to_owned() });
        let games = fill(&connection, &players);
        for _ in 0..500 {
            let sometimes = || below(3) == 0;
            let listing = Listing {
                state: sometimes().then(|| any(&GameState::ALL)),
                player: sometimes().then(|| any(&players).id),
                unlisted: sometimes(),
                name: sometimes().then(|| {
                    any(&[
                        "a",
                        "AD",
                        "äd",
                        "barthol",
                        "Bartholom",
                        "bartholomä",
                        "b\u{10ffff}",
                        "zed",
                    ])
                    .to_owned()
                }),
                from: sometimes().then(|| i64::from(below(20))),
                until: sometimes().then(|| i64::from(below(21))),
                rules: sometimes().then(|| any(&RuleBook::ALL)),
                clock: sometimes().then(|| any(&ClockKind::ALL)),
                result: sometimes().then(|| any(&Points::ALL)),
                before: sometimes().then(|| any(&games)).map(|game| (game.created, game.id)),
                limit: 1 + below(30),
            };
            let limit = usize::try_from(listing.limit).unwrap();
            let expected: Vec<_> =
                games.iter().filter(|game| fits(game, &listing)).take(limit).cloned().collect();
            assert_eq!(list(&connection, &listing).unwrap(), expected, "{listing:?}");
        }
        let before: usize = count(&connection);
        let waiting = games.iter().filter(|game| game.state == GameState::Open);
        let labels = waiting.map(|game| labels(game).len()).sum::<usize>();
        expire(&connection, 100, 0).unwrap();
        assert_eq!(count(&connection), before - labels, "what expires lies nowhere any more");
    }

    fn count(connection: &Connection) -> usize {
        connection.query_row("SELECT count(*) FROM shelves", (), |row| row.get(0)).unwrap()
    }

    #[test]
    fn a_list_looks_at_no_game_that_is_not_on_its_shelves() {
        let connection = database();
        let front = "SEARCH shelves USING PRIMARY KEY (label=? AND shelf=? AND created>? AND (created,game)<(?,?))";
        assert_eq!(plan(&connection, FRONT), [front]);
        let by_name = plan(&connection, FRONT_BY_NAME);
        assert_eq!(by_name[0], front);
        assert_eq!(by_name.last().unwrap(), "SEARCH seats USING PRIMARY KEY (game=?)");
        assert!(by_name.iter().all(|step| !step.contains("SCAN") && !step.contains("TEMP")));
    }
}
