//! Plays a match under both rule books at several time controls, to compare evaluations.

use std::{env, process::ExitCode, thread};

use trid_engine::arena::{ParseTimeControlError, PlayerKind, Tournament};
use trid_rules::RuleBook;

const USAGE: &str = "\
Usage: compare A B GAMES CONTROL...

Plays GAMES games per rule book and CONTROL between the players A and B of `trid match`, for example
network:FILE and classical. CONTROL is a number of nodes per move (20000) or a time per move (20ms).";

fn main() -> ExitCode {
    let words: Vec<String> = env::args().skip(1).collect();
    match tournaments(&words) {
        Ok(tournaments) => {
            tournaments.iter().for_each(play);
            ExitCode::SUCCESS
        }
        Err(message) => {
            eprintln!("{message}\n\n{USAGE}");
            ExitCode::from(2)
        }
    }
}

fn tournaments(words: &[String]) -> Result<Vec<Tournament>, String> {
    let [first, second, games, controls @ ..] = words else {
        return Err("too few arguments".into());
    };
    let player = |name: &String| name.parse::<PlayerKind>().map_err(|error| error.to_string());
    let players = [player(first)?, player(second)?];
    let games = games.parse().map_err(|_| format!("{games:?} is not a number of games"))?;
    let mut tournaments = Vec::new();
    for control in controls {
        let time_control =
            control.parse().map_err(|error: ParseTimeControlError| error.to_string())?;
        tournaments.extend(RuleBook::ALL.map(|book| Tournament {
            players: players.clone(),
            book,
            games,
            time_control,
            concurrency: thread::available_parallelism().map_or(1, usize::from),
            hash: 8,
            seed: 0,
        }));
    }
    Ok(tournaments)
}

fn play(tournament: &Tournament) {
    let [first, second] = &tournament.players;
    let results = tournament.play(|_| true);
    let (elo, error) = (results.elo(), results.error());
    println!(
        "{first} - {second}, {}, {:?}: {} games, {} - {} - {}, {:.1} %, Elo {elo:+.0} ± {error:.0} (95 %: {:+.0} to {:+.0})",
        tournament.book,
        tournament.time_control,
        results.games(),
        results.wins,
        results.draws,
        results.losses,
        100.0 * results.score(),
        elo - error,
        elo + error,
    );
}
