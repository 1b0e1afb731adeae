//! `cargo xtask bench`: benchmarks, compared with similar programs in one run on one machine.

use std::path::PathBuf;
use std::process::Command;

use crate::shell::{cargo, find_program, run};
use crate::{CommandError, browser, root, site, web};

pub(crate) fn bench(words: &[&str]) -> Result<(), CommandError> {
    let [name] = words else {
        return Err(CommandError::Usage("expected the name of one bench".into()));
    };
    match *name {
        "server" => load(&[&["games", "1000", "30"], &["watchers", "5000"], &["start", "100000"]]),
        "cluster" => {
            crate::cluster::install_postgres()?;
            load(&[
                &["notify", "1", "15"],
                &["notify", "3", "15"],
                &["notify", "16", "15"],
                &["games", "500", "30"],
                &["games", "500", "30", "--servers", "1"],
                &["games", "500", "30", "--servers", "2"],
                &["games", "1000", "30", "--servers", "2"],
                &["games", "2000", "30", "--servers", "2"],
                &["watchers", "10000", "--servers", "3"],
            ])
        }
        "web" => web_page(),
        "engine" => engine(),
        "instructions" if find_program("valgrind").is_none() => Err(CommandError::Failed(
            "valgrind is not installed; on Debian `sudo apt-get install valgrind`".into(),
        )),
        "perft" | "instructions" | "records" => {
            let program = build()?;
            Ok(run(Command::new(program).arg(name))?)
        }
        name => Err(CommandError::Usage(format!("no bench '{name}'"))),
    }
}

/// Builds the server and its load driver, and measures the numbers of `docs/use/operations.md`.
fn load(runs: &[&[&str]]) -> Result<(), CommandError> {
    run(cargo().args(["build", "--release", "--package", "trid", "--package", "trid-lab"]))?;
    let folder = root().join("target/release");
    // Thousands of sockets need more open files than the default limit allows.
    let script = "ulimit -n \"$(ulimit -Hn)\" && exec \"$@\"";
    for words in runs {
        let mut load = Command::new("sh");
        load.args(["-c", script, "sh"])
            .arg(folder.join("lab"))
            .arg("load")
            .arg(folder.join("trid"))
            .args(*words);
        run(&mut load)?;
    }
    Ok(())
}

/// Nodes per second compared with Stockfish, with the hand-written evaluation and with the network of
/// each: best of alternating runs.
fn engine() -> Result<(), CommandError> {
    const ROUNDS: usize = 5;
    const EVALUATIONS: [(&str, &str); 2] = [("classical", "classical"), ("network", "NNUE")];
    let Some(stockfish) = find_program("stockfish").or_else(|| find_file("/usr/games/stockfish"))
    else {
        return Err(CommandError::Failed(
            "stockfish is not installed; on Debian `sudo apt-get install stockfish`".into(),
        ));
    };
    let words = ["build", "--release", "--package", "trid-lab"];
    run(cargo().args(words))?;
    let lab = root().join("target/release/lab");
    let mut best = [[0.0_f64; 2]; EVALUATIONS.len()];
    for _ in 0..ROUNDS {
        for (best, (ours, theirs)) in best.iter_mut().zip(EVALUATIONS) {
            let ours = nodes_per_second(Command::new(&lab).args(["speed", ours]))?;
            let bench = ["bench", "16", "1", "13", "default", "depth", theirs];
            let theirs = nodes_per_second(Command::new(&stockfish).args(bench))?;
            *best = [best[0].max(ours), best[1].max(theirs)];
        }
    }
    println!("nodes per second        Tri-D   Stockfish  ratio");
    for ([ours, theirs], (name, _)) in best.into_iter().zip(EVALUATIONS) {
        println!("{name:<18} {ours:>10.0}  {theirs:>10.0}  {:>5.2}", ours / theirs);
    }
    Ok(())
}

fn find_file(path: &str) -> Option<PathBuf> {
    Some(PathBuf::from(path)).filter(|path| path.is_file())
}

/// Runs a bench and parses `Nodes/second` from its output, in Stockfish's format.
fn nodes_per_second(command: &mut Command) -> Result<f64, CommandError> {
    let output = command.output().map_err(|error| format!("cannot run {command:?}: {error}"))?;
    let text = [output.stdout, output.stderr].concat();
    let text = String::from_utf8_lossy(&text);
    let line = text.lines().find(|line| line.starts_with("Nodes/second"));
    let number = line.and_then(|line| line.split_whitespace().last()?.parse().ok());
    Ok(number.ok_or_else(|| format!("{command:?} does not print Nodes/second"))?)
}

/// Builds the page and the native program, and compares them.
fn web_page() -> Result<(), CommandError> {
    let chromium = browser::find_or_install()?;
    site::build_page()?;
    run(cargo().args(["build", "--release", "--package", "trid"]))?;
    let mut bench = web::npm();
    bench
        .args(["run", "bench"])
        .env("CHROMIUM", chromium)
        .env("TRID", root().join("target/release/trid"));
    Ok(run(&mut bench)?)
}

/// Builds the bench program for the default target, so that results of different machines are comparable.
fn build() -> Result<PathBuf, String> {
    let folder = root().join("target/bench");
    run(cargo()
        .args(["build", "--release", "--manifest-path", "lab/bench/Cargo.toml", "--target-dir"])
        .arg(&folder))?;
    Ok(folder.join("release/trid-bench"))
}
