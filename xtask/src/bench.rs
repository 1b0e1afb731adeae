//! `cargo xtask bench`: measures the project beside others of its kind, in one run on one machine.

use std::path::PathBuf;
use std::process::Command;

use crate::shell::{Shell, cargo, find_program};
use crate::{Failure, root};

pub(crate) fn bench(words: &[&str]) -> Result<(), Failure> {
    match words {
        ["perft"] => {
            let program = build()?;
            Ok(Shell::shown().run(Command::new(program).arg("perft"))?)
        }
        ["instructions"] => {
            if find_program("valgrind").is_none() {
                return Err(Failure::Failed(
                    "valgrind is not installed; on Debian `sudo apt-get install valgrind`".into(),
                ));
            }
            let program = build()?;
            Ok(Shell::shown().run(Command::new(program).arg("instructions"))?)
        }
        ["server"] => server(),
        [] => Err(Failure::Usage("bench what: perft, instructions or server?".into())),
        [what, ..] => Err(Failure::Usage(format!("no bench '{what}'"))),
    }
}

/// Builds the server and its load driver, and measures what `docs/operations.md` shows.
fn server() -> Result<(), Failure> {
    let mut shell = Shell::shown();
    shell.run(cargo().args(["build", "--profile", "play", "--package", "trid"]))?;
    let words = ["build", "--profile", "play", "--package", "trid-server", "--example", "load"];
    shell.run(cargo().args(words))?;
    let folder = root().join("target/play");
    // Thousands of sockets need more open files than a shell allows at first.
    let script = "ulimit -n \"$(ulimit -Hn)\" && exec \"$@\"";
    for words in [&["games", "1000", "30"][..], &["watchers", "5000"], &["start", "100000"]] {
        let mut load = Command::new("sh");
        load.args(["-c", script, "sh"])
            .arg(folder.join("examples/load"))
            .arg(folder.join("trid"))
            .args(words);
        shell.run(&mut load)?;
    }
    Ok(())
}

/// Builds the bench program for the default target, so that figures of two machines mean the same.
fn build() -> Result<PathBuf, String> {
    let folder = root().join("target/bench");
    Shell::shown().run(
        cargo()
            .args(["build", "--release", "--manifest-path", "bench/Cargo.toml", "--target-dir"])
            .arg(&folder),
    )?;
    Ok(folder.join("release/trid-bench"))
}
