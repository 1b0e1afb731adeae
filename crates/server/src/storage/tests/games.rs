//! Games: appending, conflicts, limits, idempotency keys, deadlines and expiry.

use trid_protocol::{EventKind, GameState, NewGame, OnlineGame, Time, TimeControl};
use trid_rules::Color;

use super::{TestGame, TestStorage, add_player, create, for_each_storage, read_events, store};
use crate::storage::{
    Absence, Appended, Created, Deletion, Head, IdempotencyKey, KEY_LIFETIME, KeyUse, SeatError,
};

for_each_storage!(
    events_are_read_as_they_were_stored,
    the_first_writer_of_a_number_wins,
    appends_are_stored_together_or_not_at_all,
    concurrent_writes_are_all_stored,
    players_have_a_limit_of_unfinished_games,
    a_limit_holds_for_concurrent_games,
    keys_are_remembered_for_a_day,
    concurrent_requests_with_one_key_create_one_game,
    deadlines_and_stale_games_are_found,
    open_games_and_unused_players_expire,
    absences_are_kept_until_the_game_ends,
    a_heartbeat_is_read_back,
);

async fn events_are_read_as_they_were_stored(storage: TestStorage) {
    let storage = &storage;
    let (ada, _) = add_player(storage, "Ada").await;
    let (bob, _) = add_player(storage, "Bob").await;
    let (mut game, first) = TestGame::new(&ada, Time(10));
    let mut expected = first.events.clone();
    create(storage, first).await;
    let joined = game.join(Time(20), &bob);
    expected.extend(joined.events.clone());
    store(storage, joined).await;
    let offered = game.apply(Time(30), vec![EventKind::DrawOffered { by: Color::White }]);
    expected.extend(offered.events.clone());
    store(storage, offered).await;
    let id = game.game.id();
    assert_eq!(read_events(storage, id, 0).await.as_ref(), Some(&expected));
    assert_eq!(read_events(storage, id, 2).await, Some(expected[2..].to_vec()));
    assert_eq!(read_events(storage, id, 3).await, Some(Vec::new()));
    let missing = crate::identity::random_game_id();
    assert_eq!(read_events(storage, &missing, 0).await, None);
    assert_eq!(read_events(storage, &missing, 5).await, None);
    let replayed = OnlineGame::replay(id.clone(), &expected).unwrap();
    assert_eq!(replayed.summary(), game.summary());
}

async fn the_first_writer_of_a_number_wins(storage: TestStorage) {
    let storage = &storage;
    let (ada, _) = add_player(storage, "Ada").await;
    let (bob, _) = add_player(storage, "Bob").await;
    let (mut game, first) = TestGame::new(&ada, Time(10));
    create(storage, first.clone()).await;
    assert_eq!(storage.append(vec![first]).await.unwrap(), Appended::Conflict, "it exists");
    let joined = game.join(Time(20), &bob);
    store(storage, joined.clone()).await;
    assert_eq!(storage.append(vec![joined]).await.unwrap(), Appended::Conflict);
    // Two events, of which only the first exists.
    let mut other = TestGame { game: game.game.clone(), head: game.head, max_unfinished: 100 };
    let offer = EventKind::DrawOffered { by: Color::White };
    store(storage, game.apply(Time(30), vec![offer.clone()])).await;
    let two = other.apply(Time(31), vec![offer, EventKind::DrawOffered { by: Color::Black }]);
    assert_eq!(storage.append(vec![two]).await.unwrap(), Appended::Conflict);
    // An event that was judged by another history of the same length.
    let head = Head::of(game.game.id());
    let mut elsewhere = TestGame { game: game.game.clone(), head, max_unfinished: 100 };
    let judged = elsewhere.apply(Time(40), vec![EventKind::DrawDeclined { by: Color::Black }]);
    assert_eq!(storage.append(vec![judged]).await.unwrap(), Appended::Conflict);
    // An event after one that does not exist.
    let mut gap = game.apply(Time(40), vec![EventKind::DrawOffered { by: Color::Black }]);
    gap.events[0].seq += 1;
    assert_eq!(storage.append(vec![gap]).await.unwrap(), Appended::Conflict);
    assert_eq!(read_events(storage, game.game.id(), 0).await.unwrap().len(), 3);
}

async fn appends_are_stored_together_or_not_at_all(storage: TestStorage) {
    let storage = &storage;
    let (ada, _) = add_player(storage, "Ada").await;
    let (bob, _) = add_player(storage, "Bob").await;
    let (mut game, first) = TestGame::new(&ada, Time(10));
    create(storage, first).await;
    let (next, next_append) = TestGame::new(&ada, Time(20));
    let joined = game.join(Time(20), &bob);
    store(storage, joined.clone()).await;
    let appended = storage.append(vec![next_append.clone(), joined]).await.unwrap();
    assert_eq!(appended, Appended::Conflict);
    assert_eq!(read_events(storage, next.game.id(), 0).await, None, "nothing is stored");
    let offered = game.apply(Time(30), vec![EventKind::DrawOffered { by: Color::White }]);
    assert_eq!(storage.append(vec![offered, next_append]).await.unwrap(), Appended::Stored);
    assert!(read_events(storage, next.game.id(), 0).await.is_some());
}

async fn concurrent_writes_are_all_stored(storage: TestStorage) {
    let mut tasks = tokio::task::JoinSet::new();
    for number in 0..60 {
        let storage = storage.clone();
        tasks.spawn(async move {
            let (ada, _) = add_player(&storage, "Ada").await;
            let (bob, _) = add_player(&storage, "Bob").await;
            let (mut game, first) = TestGame::new(&ada, Time(number));
            create(&storage, first).await;
            store(&storage, game.join(Time(100), &bob)).await;
            // Two writers of the same event: exactly one wins.
            let offer = game.apply(Time(200), vec![EventKind::DrawOffered { by: Color::White }]);
            let (a, b) = tokio::join!(
                storage.append(vec![offer.clone()]),
                storage.append(vec![offer.clone()])
            );
            let mut results = [a.unwrap(), b.unwrap()];
            results.sort_by_key(|result| *result == Appended::Conflict);
            assert_eq!(results, [Appended::Stored, Appended::Conflict]);
            read_events(&storage, game.game.id(), 0).await.unwrap().len()
        });
    }
    for length in tasks.join_all().await {
        assert_eq!(length, 3);
    }
}

async fn players_have_a_limit_of_unfinished_games(storage: TestStorage) {
    let storage = &storage;
    let (ada, _) = add_player(storage, "Ada").await;
    let (bob, _) = add_player(storage, "Bob").await;
    let (mut game, mut first) = TestGame::new(&ada, Time(10));
    first.max_unfinished = 1;
    create(storage, first).await;
    let (_, mut second) = TestGame::new(&ada, Time(11));
    second.max_unfinished = 1;
    let rejected = Appended::Rejected(SeatError::TooManyGames(ada.id.clone()));
    assert_eq!(storage.append(vec![second.clone()]).await.unwrap(), rejected);
    let nobody =
        trid_protocol::Player { id: crate::identity::random_player_id(), name: String::new() };
    let no_player = Appended::Rejected(SeatError::NoPlayer(nobody.id.clone()));
    let (_, orphan) = TestGame::new(&nobody, Time(12));
    assert_eq!(storage.create(orphan, None).await.unwrap(), Created::New(no_player));
    store(storage, game.join(Time(20), &bob)).await;
    let resigned = match game.game.leave(&bob.id).unwrap() {
        trid_protocol::Decision::Append(kinds) => game.apply(Time(30), kinds),
        other => panic!("{other:?}"),
    };
    store(storage, resigned).await;
    store(storage, second).await;
}

async fn a_limit_holds_for_concurrent_games(storage: TestStorage) {
    let (ada, _) = add_player(&storage, "Ada").await;
    let mut tasks = tokio::task::JoinSet::new();
    for number in 0..20 {
        let (storage, ada) = (storage.clone(), ada.clone());
        tasks.spawn(async move {
            let (_, mut append) = TestGame::new(&ada, Time(number));
            append.max_unfinished = 3;
            storage.create(append, None).await.unwrap() == Created::New(Appended::Stored)
        });
    }
    let stored = tasks.join_all().await.into_iter().filter(|stored| *stored).count();
    assert_eq!(stored, 3);
}

async fn keys_are_remembered_for_a_day(storage: TestStorage) {
    let storage = &storage;
    let (ada, _) = add_player(storage, "Ada").await;
    let key = IdempotencyKey { player: ada.id.clone(), text: "key".to_owned(), request: [1; 32] };
    let (game, first) = TestGame::new(&ada, Time(1_000));
    let new = Created::New(Appended::Stored);
    assert_eq!(storage.create(first, Some(key.clone())).await.unwrap(), new);
    let same = KeyUse::SameRequest(game.game.id().clone());
    let (_, second) = TestGame::new(&ada, Time(2_000));
    let again = storage.create(second.clone(), Some(key.clone())).await.unwrap();
    assert_eq!(again, Created::Known(same.clone()));
    let other = IdempotencyKey { request: [2; 32], ..key.clone() };
    assert_eq!(storage.find_key(other, Time(2_000)).await.unwrap(), Some(KeyUse::OtherRequest));
    let last = 1_000 + KEY_LIFETIME - 1;
    assert_eq!(storage.find_key(key.clone(), Time(last)).await.unwrap(), Some(same));
    assert_eq!(storage.find_key(key.clone(), Time(last + 1)).await.unwrap(), None);
    let (_, mut late) = TestGame::new(&ada, Time(last + 1));
    late.max_unfinished = 1;
    let rejected = storage.create(late.clone(), Some(key.clone())).await.unwrap();
    assert!(matches!(rejected, Created::New(Appended::Rejected(_))), "{rejected:?}");
    assert_eq!(
        storage.find_key(key.clone(), Time(last + 1)).await.unwrap(),
        None,
        "nothing is stored"
    );
    late.max_unfinished = 2;
    assert_eq!(storage.create(late, Some(key)).await.unwrap(), new);
}

async fn concurrent_requests_with_one_key_create_one_game(storage: TestStorage) {
    let (ada, _) = add_player(&storage, "Ada").await;
    let key = IdempotencyKey { player: ada.id.clone(), text: "key".to_owned(), request: [1; 32] };
    let mut tasks = tokio::task::JoinSet::new();
    for _ in 0..10 {
        let (storage, ada, key) = (storage.clone(), ada.clone(), key.clone());
        tasks.spawn(async move {
            let (_, append) = TestGame::new(&ada, Time(1_000));
            storage.create(append, Some(key)).await.unwrap() == Created::New(Appended::Stored)
        });
    }
    let created = tasks.join_all().await.into_iter().filter(|created| *created).count();
    assert_eq!(created, 1);
}

async fn deadlines_and_stale_games_are_found(storage: TestStorage) {
    let storage = &storage;
    let (ada, _) = add_player(storage, "Ada").await;
    let (bob, _) = add_player(storage, "Bob").await;
    let (mut unlimited, first) = TestGame::new(&ada, Time(10));
    create(storage, first).await;
    store(storage, unlimited.join(Time(20), &bob)).await;
    let new = NewGame { clock: TimeControl::Days { days: 1 }, ..NewGame::default() };
    let kind = trid_protocol::create(new, ada.clone()).unwrap();
    let event = trid_protocol::Event { seq: 1, at: Time(10), kind };
    let game = OnlineGame::new(crate::identity::random_game_id(), &event).unwrap();
    let head = Head::of(game.id());
    let mut timed = TestGame { game, head, max_unfinished: 100 };
    create(storage, timed.append(vec![event])).await;
    store(storage, timed.join(Time(20), &bob)).await;
    let deadlines = storage.deadlines(Time::MAX).await.unwrap();
    assert_eq!(deadlines.len(), 1);
    assert_eq!(deadlines[0].game, *timed.game.id());
    assert_eq!(Some(deadlines[0].at), timed.game.deadline().map(|(at, _)| at));
    assert_eq!(storage.stale(Time(20)).await.unwrap(), []);
    assert_eq!(storage.stale(Time(21)).await.unwrap(), [unlimited.game.id().clone()]);
}

async fn open_games_and_unused_players_expire(storage: TestStorage) {
    let storage = &storage;
    let (ada, _) = add_player(storage, "Ada").await;
    let (bob, _) = add_player(storage, "Bob").await;
    let (_, unused) = add_player(storage, "Unused").await;
    let (open, first) = TestGame::new(&ada, Time(10));
    create(storage, first).await;
    let (mut live, first) = TestGame::new(&ada, Time(10));
    create(storage, first).await;
    let joined = live.join(Time(11), &bob);
    store(storage, joined).await;
    let expired = storage.expire(Time(10), Time(1), Time(0)).await.unwrap();
    assert_eq!((expired.open_games, expired.players), (vec![], 0));
    let expired = storage.expire(Time(100), Time(100), Time(100)).await.unwrap();
    assert_eq!((expired.open_games, expired.players), (vec![open.game.id().clone()], 1));
    assert_eq!(read_events(storage, open.game.id(), 0).await, None);
    assert_eq!(storage.find_player(unused, Time(1)).await.unwrap(), None);
    // A join that comes too late.
    let mut late = TestGame { game: open.game.clone(), head: open.head, max_unfinished: 100 };
    let appended = storage.append(vec![late.join(Time(200), &bob)]).await.unwrap();
    assert_eq!(appended, Appended::Conflict);
    let Deletion::Unfinished(games) = storage.delete_player(&bob.id, vec![]).await.unwrap() else {
        panic!("a game is unfinished");
    };
    assert_eq!(games, [live.game.id().clone()]);
}

async fn absences_are_kept_until_the_game_ends(storage: TestStorage) {
    let storage = &storage;
    let (ada, _) = add_player(storage, "Ada").await;
    let (bob, _) = add_player(storage, "Bob").await;
    let (mut game, first) = TestGame::new(&ada, Time(10));
    create(storage, first).await;
    let id = game.game.id().clone();
    let absence = |since: [Option<Time>; 2]| Absence {
        game: id.clone(),
        since,
        here: since.map(|since| since.is_none()),
        spectators: 3,
    };
    storage.note_absences(vec![absence([Some(Time(15)), None])]).await.unwrap();
    assert_eq!(storage.absence(&id).await.unwrap(), None, "the game has not started");
    store(storage, game.join(Time(20), &bob)).await;
    storage.note_absences(vec![absence([Some(Time(30)), None])]).await.unwrap();
    assert_eq!(storage.absence(&id).await.unwrap(), Some([Some(Time(30)), None]));
    storage.note_absences(vec![absence([None, Some(Time(40))])]).await.unwrap();
    assert_eq!(storage.absence(&id).await.unwrap(), Some([None, Some(Time(40))]));
    storage.resume_absences(Time(50), Time(100)).await.unwrap();
    assert_eq!(storage.absence(&id).await.unwrap(), Some([Some(Time(100)), Some(Time(90))]));
    let ended = match game.game.leave(&bob.id).unwrap() {
        trid_protocol::Decision::Append(kinds) => game.apply(Time(110), kinds),
        other => panic!("{other:?}"),
    };
    assert_eq!(ended.summary.state, GameState::Finished);
    store(storage, ended).await;
    assert_eq!(storage.absence(&id).await.unwrap(), None);
}

async fn a_heartbeat_is_read_back(storage: TestStorage) {
    assert_eq!(storage.last_alive().await.unwrap(), None);
    storage.note_alive(Time(7)).await.unwrap();
    storage.note_alive(Time(9)).await.unwrap();
    assert_eq!(storage.last_alive().await.unwrap(), Some(Time(9)));
    storage.ready(Time(10)).await.unwrap();
    storage.close().await.unwrap();
    assert!(storage.note_alive(Time(11)).await.is_err());
    assert!(storage.last_alive().await.is_err());
}
