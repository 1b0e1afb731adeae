//! Limits on games hold for parallel requests, for rematches and for both seats.

use trid_client::{Client, ClientError};
use trid_protocol::{Action, ColorChoice, GameId, NewGame};
use trid_server::limits::{ClientLimits, Rate};

use crate::harness::{Player, TestServer};

fn code<T: std::fmt::Debug>(result: Result<T, ClientError>) -> String {
    match result {
        Err(ClientError::Api { error, .. }) => error.code.to_string(),
        other => format!("{other:?}"),
    }
}

async fn count_unfinished(player: &Client) -> usize {
    let open = player.list("mine=true&state=open&limit=100").await.unwrap().games.len();
    open + player.list("mine=true&state=live&limit=100").await.unwrap().games.len()
}

#[tokio::test]
async fn parallel_creates_and_joins_stay_within_the_limit_of_unfinished_games() {
    let limits = ClientLimits { unfinished_per_player: 5, ..ClientLimits::none() };
    let server = TestServer::limited(limits).await;
    let ada = server.register("Ada").await;
    let mut open: Vec<GameId> = Vec::new();
    for name in ["Bob", "Cid", "Dee"] {
        let other = server.register(name).await;
        for _ in 0..5 {
            open.push(other.create(&NewGame::default()).await.unwrap().id);
        }
    }
    let mut sending = Vec::new();
    for game in open {
        let (creator, joiner) = (ada.clone(), ada.clone());
        sending
            .push(tokio::spawn(async move { creator.create(&NewGame::default()).await.is_ok() }));
        sending.push(tokio::spawn(async move { joiner.join(&game).await.is_ok() }));
    }
    let mut successes = 0;
    for sent in sending {
        successes += usize::from(sent.await.unwrap());
    }
    assert_eq!((successes, count_unfinished(&ada).await), (5, 5));
    assert_eq!(code(ada.create(&NewGame::default()).await), "E_TOO_MANY_GAMES");
}

/// A finished game of two new players, with a rematch offered by Black.
async fn offered_rematch(white: &Client, black: &Client) -> GameId {
    let new = NewGame { color: ColorChoice::White, ..NewGame::default() };
    let game = white.create(&new).await.unwrap().id;
    black.join(&game).await.unwrap();
    white.act(&game, &Action::Abort {}).await.unwrap();
    black.act(&game, &Action::OfferRematch {}).await.unwrap();
    game
}

#[tokio::test]
async fn rematch_respects_the_limit_of_unfinished_games_of_both_players() {
    let limits = ClientLimits { unfinished_per_player: 1, ..ClientLimits::none() };
    let server = TestServer::limited(limits).await;
    let white = server.register("White").await;
    let black = server.register("Black").await;
    for busy in [&white, &black] {
        let game = offered_rematch(&white, &black).await;
        let other = busy.create(&NewGame::default()).await.unwrap().id;
        assert_eq!(code(white.act(&game, &Action::OfferRematch {}).await), "E_TOO_MANY_GAMES");
        assert_eq!(white.show(&game).await.unwrap().seq, 4, "nothing is stored");
        busy.act(&other, &Action::Abort {}).await.unwrap();
        white.act(&game, &Action::OfferRematch {}).await.unwrap();
        assert_eq!((count_unfinished(&white).await, count_unfinished(&black).await), (1, 1));
        let rematch = white.list("mine=true&state=live").await.unwrap().games[0].id.clone();
        white.act(&rematch, &Action::Abort {}).await.unwrap();
    }
}

#[tokio::test]
async fn rematches_are_counted_as_created_games() {
    let server = TestServer::start().await;
    let white = server.register("White").await;
    let black = server.register("Black").await;
    let game = offered_rematch(&white, &black).await;
    for expected in [1, 2, 2] {
        let metrics = server.request("GET /metrics", &[], "").await;
        let line = format!("\ntrid_games_created_total {expected}\n");
        assert!(metrics.body.contains(&line), "{expected}: {}", metrics.body);
        // The second time it has started already.
        white.act(&game, &Action::OfferRematch {}).await.ok();
    }
}

#[tokio::test]
async fn rematches_count_against_the_rate_of_new_games() {
    let games = Rate { burst: 3.0, per_second: 0.2 };
    let limits = ClientLimits { games, ..ClientLimits::none() };
    let server = TestServer::limited(limits).await;
    let white = server.register("White").await;
    let black = server.register("Black").await;
    let mut game = offered_rematch(&white, &black).await;
    for _ in 0..2 {
        white.act(&game, &Action::OfferRematch {}).await.unwrap();
        game = white.list("mine=true&state=live").await.unwrap().games[0].id.clone();
        white.act(&game, &Action::Abort {}).await.unwrap();
        black.act(&game, &Action::OfferRematch {}).await.unwrap();
    }
    let refused = white.act(&game, &Action::OfferRematch {}).await;
    assert!(matches!(refused, Err(ClientError::Api { status: 429, .. })), "{refused:?}");
    assert_eq!(code(refused), "E_RATE");
    assert_eq!(code(white.create(&NewGame::default()).await), "E_RATE");

    // The socket of the game accepts the same actions, with the same limits.
    let mut player = Player::connect(&white, &game).await;
    assert_eq!(player.act(Action::OfferRematch {}).await, Err("E_RATE".to_owned()));
    server.clock.advance(5_000);
    player.act(Action::OfferRematch {}).await.unwrap();
}
