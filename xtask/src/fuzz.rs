//! Runs each fuzz target of `fuzz/` for a few seconds, if the nightly toolchain and cargo-fuzz are installed.

use std::fs;
use std::io;
use std::process::Command;

use crate::root;
use crate::shell::{in_root, output_of, run};
use crate::steps::{Step, StepResult};
use crate::test::Effort;

const BUILD: &str = "fuzz build";

/// A step that builds the targets, then one for each target.
pub(crate) fn steps(effort: Effort) -> Vec<Step> {
    let seconds = match effort {
        Effort::Usual => 5,
        Effort::Long => 600,
    };
    let targets = targets();
    if targets.is_empty() {
        return Vec::new();
    }
    let mut steps = vec![Step::optional(BUILD, prepare)];
    for target in targets {
        let name = format!("fuzz {target}");
        let step = Step::new(name, move || run_target(&target, seconds));
        steps.push(step.needs(BUILD));
    }
    steps
}

fn targets() -> Vec<String> {
    let Ok(entries) = fs::read_dir(root().join("fuzz/fuzz_targets")) else {
        return Vec::new();
    };
    let mut names: Vec<String> = entries
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter_map(|name| Some(name.strip_suffix(".rs")?.to_owned()))
        .collect();
    names.sort();
    names
}

fn prepare() -> Result<StepResult, String> {
    if output_of(nightly().arg("--version")).is_none() {
        return Ok(StepResult::Skipped(
            "the nightly toolchain is not installed; run `rustup toolchain install nightly`".into(),
        ));
    }
    if output_of(nightly().args(["fuzz", "--version"])).is_none() {
        eprintln!("installing cargo-fuzz");
        if let Err(message) = run(in_root("cargo").args(["install", "cargo-fuzz"])) {
            return Ok(StepResult::Skipped(format!("{message}; run `cargo install cargo-fuzz`")));
        }
    }
    run(nightly().args(["fuzz", "build"]))?;
    Ok(StepResult::Passed)
}

fn run_target(target: &str, seconds: u32) -> Result<(), String> {
    write_seeds(target).map_err(|error| format!("cannot write the seeds of {target}: {error}"))?;
    run(nightly().args(["fuzz", "run", target, "--"]).args([
        format!("-max_total_time={seconds}"),
        "-timeout=10".into(),
        "-rss_limit_mb=2048".into(),
    ]))
}

/// Writes the seeds of a target: random bytes alone never become a T-FEN.
fn write_seeds(target: &str) -> io::Result<()> {
    let folder = root().join("fuzz/corpus").join(target);
    fs::create_dir_all(&folder)?;
    for (number, seed) in seeds(target)?.iter().enumerate() {
        fs::write(folder.join(format!("seed-{number}")), seed)?;
    }
    Ok(())
}

/// The seeds of a target: the valid texts of a test corpus, or example files.
fn seeds(target: &str) -> io::Result<Vec<String>> {
    let list = root().join(format!("crates/rules/tests/corpus/{target}-valid.txt"));
    if let Ok(text) = fs::read_to_string(list) {
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        return Ok(lines
            .map(|line| line.split(" => ").next().unwrap_or(line).to_owned())
            .collect());
    }
    let files: &[&str] = match target {
        "tpgn" => &["game.tpgn"],
        "saved" => &[
            "saved-game.json",
            "older/attackBoardPositions.json",
            "older/attackBoardStates.json",
            "older/trackStates.json",
            "older/export.json",
        ],
        _ => &[],
    };
    files.iter().map(|file| fs::read_to_string(root().join("docs/examples").join(file))).collect()
}

/// Cargo of the nightly toolchain.
fn nightly() -> Command {
    let mut command = in_root("rustup");
    command.args(["run", "nightly", "cargo"]);
    // SQLite has several statics of the same name in one file, which the sanitizer reports as an error.
    command.env("ASAN_OPTIONS", "detect_odr_violation=0");
    command
}

#[cfg(test)]
mod tests {
    use super::{seeds, targets};

    #[test]
    fn targets_that_parse_text_have_seeds() {
        assert!(targets().len() >= 6);
        for target in ["tfen", "moves", "tpgn", "saved"] {
            assert!(targets().iter().any(|name| name == target), "{target}");
            assert!(!seeds(target).unwrap().is_empty(), "{target}");
        }
    }
}
