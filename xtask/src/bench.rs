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
        [] => Err(Failure::Usage("bench what: perft or instructions?".into())),
        [what, ..] => Err(Failure::Usage(format!("no bench '{what}'"))),
    }
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
