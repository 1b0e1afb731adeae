//! Instructions per node, counted by callgrind, which a busy machine does not affect.

use std::env;
use std::process::{Command, ExitCode};

use crate::perft::Game;

/// Maximum nodes of a tree; callgrind is about fifty times slower.
const MAX_NODES: u64 = 500_000;

/// Prints instructions per node for every position, then the ratios to cozy-chess.
pub fn print_instructions() -> Result<(), String> {
    println!("instructions per node under callgrind, with bulk counting");
    let mut figures = Vec::new();
    for game in Game::ALL {
        println!("\n{}", game.name());
        let mut nodes = 0;
        let mut instructions = 0;
        for (index, text) in game.positions().into_iter().enumerate() {
            let tree = game.tree(text);
            let depth = tree.depth_within(MAX_NODES);
            let count = tree.count(depth);
            let cost = count_instructions(game, index, depth)?;
            println!(
                "{:8.1}  {count:>9} nodes at depth {depth}  {text}",
                cost as f64 / count as f64
            );
            nodes += count;
            instructions += cost;
        }
        let figure = instructions as f64 / nodes as f64;
        println!("{figure:8.1}  all nine");
        figures.push((game, figure));
    }
    println!();
    let (flat, base) = figures[0];
    for (game, figure) in &figures[1..] {
        println!("{} / {}, nodes per instruction: {:.3}", game.name(), flat.name(), base / figure);
    }
    Ok(())
}

/// Runs under callgrind: counts one tree once.
pub fn count_once(words: &[String]) -> ExitCode {
    let [game, index, depth] = words else { return ExitCode::from(2) };
    let game = Game::ALL.into_iter().find(|known| known.name() == game);
    let (Some(game), Ok(index), Ok(depth)) = (game, index.parse::<usize>(), depth.parse()) else {
        return ExitCode::from(2);
    };
    println!("{}", game.tree(game.positions()[index]).count(depth));
    ExitCode::SUCCESS
}

fn count_instructions(game: Game, index: usize, depth: u32) -> Result<u64, String> {
    let program =
        env::current_exe().map_err(|error| format!("cannot find this program: {error}"))?;
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg("--toggle-collect=*perft::measured_*")
        .arg(program)
        .args(["count-once", game.name(), &index.to_string(), &depth.to_string()])
        .output()
        .map_err(|error| format!("cannot run valgrind: {error}"))?;
    let report = String::from_utf8_lossy(&output.stderr);
    collected(&report).ok_or_else(|| format!("callgrind counted nothing:\n{report}"))
}

/// The number in callgrind's output `==1234== Collected : 5678`.
fn collected(report: &str) -> Option<u64> {
    let (_, figure) = report.lines().find_map(|line| line.split_once("Collected :"))?;
    figure.trim().parse().ok().filter(|count| *count > 0)
}

#[cfg(test)]
mod tests {
    use super::collected;

    #[test]
    fn report_is_parsed() {
        assert_eq!(collected("==7== Events    : Ir\n==7== Collected : 5678\n==7==\n"), Some(5678));
        assert_eq!(collected("==7== Collected : 0\n"), None);
        assert_eq!(collected("nothing of the kind"), None);
    }
}
