//! Lists: every filter, compared with a scan of all games.

use std::cmp::Reverse;
use trid_protocol::Time;

use fastrand::Rng;
use trid_protocol::{
    Access, ClockKind, ColorChoice, Event, EventKind, GameState, GameSummary, Player, TimeControl,
};
use trid_rules::{Color, GameResult, RuleBook, Status};

use super::{TestStorage, add_player, for_each_storage, store};
use crate::identity::random_game_id;
use crate::storage::list_buckets::fold_case;
use crate::storage::{Append, Head, ListQuery, Storage, StoredEvent};

for_each_storage!(lists_equal_a_scan_of_all_games);

fn pick<T: Clone>(rng: &mut Rng, all: &[T]) -> T {
    rng.choice(all).unwrap().clone()
}

fn random_game(rng: &mut Rng, players: &[Player]) -> GameSummary {
    let (by, other) = (pick(rng, players), pick(rng, players));
    let clocks = [
        TimeControl::Unlimited {},
        TimeControl::RealTime { initial: 60, increment: 0 },
        TimeControl::Days { days: 1 },
    ];
    // Equal times are frequent, so that the id decides the order.
    let created = rng.i64(0..20);
    GameSummary {
        id: random_game_id(),
        state: GameState::Open,
        rules: pick(rng, &RuleBook::ALL),
        custom_start: false,
        access: pick(rng, &Access::ALL),
        clock: pick(rng, &clocks),
        by: by.clone(),
        color: ColorChoice::White,
        white: Some(by),
        black: Some(other),
        created: Time(created),
        updated: Time(created),
        seq: 0,
        plies: 0,
        turn: trid_rules::Color::White,
        tfen: String::new(),
        last: None,
        status: None,
        result: GameResult::None,
        reason: None,
    }
}

/// Stores the next event of a game, which brings it into this state.
async fn store_state(storage: &Storage, game: &mut GameSummary) {
    let event =
        |seq| Event { seq, at: game.created, kind: EventKind::DrawOffered { by: Color::White } };
    let before: Vec<Event> = (1..=game.seq).map(event).collect();
    let before = StoredEvent::chain(Head::of(&game.id), &before);
    let after = before.last().map_or_else(|| Head::of(&game.id), |event| event.head);
    let events = vec![event(game.seq + 1)];
    game.seq += 1;
    let (id, summary) = (game.id.clone(), game.clone());
    let max_unfinished = u32::MAX;
    store(storage, Append { game: id, after, events, summary, deadline: None, max_unfinished })
        .await;
}

/// Random games, stored in every state that they pass through.
async fn fill(rng: &mut Rng, storage: &Storage, players: &[Player]) -> Vec<GameSummary> {
    let mut games = Vec::new();
    for _ in 0..200 {
        let mut game = random_game(rng, players);
        let (white, black) = (game.white.take(), game.black.take());
        store_state(storage, &mut game).await;
        let state = pick(rng, &GameState::ALL);
        if state != GameState::Open {
            game = GameSummary { white, black, state: GameState::Live, ..game };
            store_state(storage, &mut game).await;
        }
        if state == GameState::Finished {
            let result = pick(rng, &GameResult::ALL);
            game = GameSummary { state, result, status: Some(Status::Draw), ..game };
            store_state(storage, &mut game).await;
            // A rematch offer changes a finished game, but not its entries.
            store_state(storage, &mut game).await;
        }
        games.push(game);
    }
    games.sort_by_key(|game| Reverse((game.created, game.id.to_string())));
    games
}

/// Whether a game matches a query, without the index.
fn matches(game: &GameSummary, query: &ListQuery) -> bool {
    let players = [Some(&game.by), game.white.as_ref(), game.black.as_ref()];
    let mut players = players.into_iter().flatten();
    let name = query.name.as_deref().map(fold_case);
    (query.unlisted || game.access == Access::Lobby)
        && query.state.is_none_or(|state| game.state == state)
        && query.rules.is_none_or(|rules| game.rules == rules)
        && query.clock.is_none_or(|clock| game.clock.kind() == clock)
        && query.result.is_none_or(|result| game.result == result)
        && query.from.is_none_or(|from| game.created >= from)
        && query.until.is_none_or(|until| game.created < until)
        && query.player.as_ref().is_none_or(|id| players.clone().any(|each| each.id == *id))
        && name.is_none_or(|name| players.any(|each| fold_case(&each.name).starts_with(&name)))
        && query
            .before
            .as_ref()
            .is_none_or(|(created, id)| (game.created, game.id.as_str()) < (*created, id.as_str()))
}

fn sometimes<T>(rng: &mut Rng, make: impl FnOnce(&mut Rng) -> T) -> Option<T> {
    (rng.u8(0..3) == 0).then(|| make(rng))
}

const PREFIXES: [&str; 8] =
    ["a", "AD", "äd", "barthol", "Bartholom", "bartholomä", "b\u{10ffff}", "zed"];

async fn lists_equal_a_scan_of_all_games(storage: TestStorage) {
    let storage = &*storage;
    let names = ["", "Ada", "ada", "Adam", "ÄDAM", "Bartholomew", "Bartholomäus", "B\u{10ffff}"];
    let mut players = Vec::new();
    for name in names {
        players.push(add_player(storage, name).await.0);
    }
    let mut rng = Rng::with_seed(0x9E37_79B9);
    let games = fill(&mut rng, storage, &players).await;
    for _ in 0..300 {
        let rng = &mut rng;
        let query = ListQuery {
            state: sometimes(rng, |rng| pick(rng, &GameState::ALL)),
            player: sometimes(rng, |rng| pick(rng, &players).id),
            unlisted: rng.u8(0..3) == 0,
            name: sometimes(rng, |rng| pick(rng, &PREFIXES).to_owned()),
            from: sometimes(rng, |rng| Time(rng.i64(0..20))),
            until: sometimes(rng, |rng| Time(rng.i64(0..21))),
            rules: sometimes(rng, |rng| pick(rng, &RuleBook::ALL)),
            clock: sometimes(rng, |rng| pick(rng, &ClockKind::ALL)),
            result: sometimes(rng, |rng| pick(rng, &GameResult::ALL)),
            before: sometimes(rng, |rng| pick(rng, &games)).map(|game| (game.created, game.id)),
            limit: rng.u32(1..=30),
        };
        let limit = usize::try_from(query.limit).unwrap();
        let expected: Vec<_> =
            games.iter().filter(|game| matches(game, &query)).take(limit).cloned().collect();
        assert_eq!(storage.list(query.clone()).await.unwrap(), expected, "{query:?}");
    }
    storage.expire(Time(100), Time(0), Time(0)).await.unwrap();
    let left = storage.list(ListQuery { unlisted: true, limit: 1_000, ..ListQuery::default() });
    let expected = games.iter().filter(|game| game.state != GameState::Open).cloned();
    assert_eq!(left.await.unwrap(), expected.collect::<Vec<_>>(), "open games expired");
}
