//! Starts on a database with many stored games.

use std::path::{Path, PathBuf};
use std::time::Instant;
use trid_protocol::Time;

use trid_client::Client;
use trid_protocol::{
    Access, ColorChoice, Event, EventKind, OnlineGame, Player, PlayerId, TimeControl,
};
use trid_rules::{Game, GameResult, Position, RuleBook, Status};
use trid_server::identity::{random_game_id, random_player_id};
use trid_server::storage::{Append, Head, Storage};

use super::LoadResult;
use super::server_process::{ServerProcess, folder};

pub(crate) async fn start(program: &str, games: usize) -> LoadResult<()> {
    let place = folder("start");
    std::fs::create_dir_all(&place)?;
    let engine = fill(&place, games).await?;
    let mut times = Vec::new();
    let mut lists = Vec::new();
    for _ in 0..5 {
        let began = Instant::now();
        let mut server = ServerProcess::start(program, place.clone())?;
        let client = Client::register(&server.url, "").await?;
        let answered = began.elapsed();
        let page = client.list("state=finished&limit=20").await?;
        assert_eq!(page.games.len(), 20.min(games));
        times.push(answered.as_secs_f64() * 1000.0);
        for asked in [
            "state=open".to_owned(),
            "state=finished".to_owned(),
            "state=finished&rules=meder&result=1/2-1/2".to_owned(),
            "state=finished&name=s".to_owned(),
            "state=finished&name=someone&clock=days".to_owned(),
            "name=rarely".to_owned(),
            "name=nobody".to_owned(),
            format!("player={engine}"),
            format!("player={engine}&state=live"),
            format!("player={engine}&result=1/2-1/2"),
        ] {
            let began = Instant::now();
            client.list(&asked).await?;
            lists.push((began.elapsed().as_secs_f64() * 1000.0, asked));
        }
        server.child.kill()?;
        server.child.wait()?;
        // The next run needs the folder.
        server.folder = PathBuf::from("/nonexistent/trid-load");
    }
    times.sort_by(f64::total_cmp);
    let size = std::fs::metadata(place.join("trid.db"))?.len() >> 20;
    std::fs::remove_dir_all(&place)?;
    println!(
        "stored games {games} ({size} MiB) | start to first answer, ms: median {:.0} most {:.0}",
        times[2], times[4]
    );
    lists.sort_by(|(a, _), (b, _)| a.total_cmp(b));
    let (most, asked) = &lists[lists.len() - 1];
    let median = lists[lists.len() / 2].0;
    println!(
        "lists of them, narrowed down in ten ways, ms: median {median:.1} most {most:.1} ({asked})"
    );
    Ok(())
}

/// Stores finished games of forty plies, half of them of one player. Returns that player.
async fn fill(place: &Path, games: usize) -> LoadResult<PlayerId> {
    let storage = Storage::open_file(&place.join("trid.db"))?;
    let mut game = Game::new(Position::start(RuleBook::Revised));
    let mut moves = Vec::new();
    for ply in 0..40 {
        let legal = game.position().legal_moves();
        let mv = legal[ply * 7 % legal.len()];
        game.play(mv)?;
        moves.push(mv.to_string());
    }
    let engine = random_player_id();
    for first in (0..games).step_by(500) {
        let appends = (first..games.min(first + 500))
            .map(|number| finished(number, &engine, &moves))
            .collect();
        storage.append(appends).await?;
    }
    storage.close().await?;
    Ok(engine)
}

/// A finished game of forty plies.
fn finished(number: usize, engine: &PlayerId, moves: &[String]) -> Append {
    let player = |id, name: &str| Player { id, name: name.to_owned() };
    let white = if number.is_multiple_of(2) { engine.clone() } else { random_player_id() };
    let white = player(white, "Someone");
    let black = if number % 50_000 == 7 { "Rarely" } else { "Someone else" };
    let black = player(random_player_id(), black);
    let at = 1_700_000_000_000 + number as i64 * 1000;
    let id = random_game_id();
    let mut kinds = vec![
        EventKind::Created {
            rules: RuleBook::Revised,
            start: None,
            clock: TimeControl::default(),
            access: Access::Lobby,
            by: white.clone(),
            color: ColorChoice::White,
            rematch_of: None,
        },
        EventKind::Started { white, black },
    ];
    kinds.extend(moves.iter().map(|mv| EventKind::Moved {
        mv: mv.clone(),
        clocks: None,
        lag: None,
    }));
    let (status, result) = (Status::Resigned, GameResult::White);
    kinds.push(EventKind::Ended { status, result, reason: None });
    let events: Vec<Event> =
        kinds.into_iter().zip(1..).map(|(kind, seq)| Event { seq, at: Time(at), kind }).collect();
    let game = OnlineGame::replay(id.clone(), &events).expect("the events are those of a game");
    let (summary, max_unfinished) = (game.summary(), u32::MAX);
    let after = Head::of(&id);
    Append { game: id, after, events, summary, deadline: None, max_unfinished }
}
