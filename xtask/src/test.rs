//! `cargo xtask test`: every check of the project as named steps.

use std::process::Command;

use crate::shell::{cargo, install_debian_packages, output_of, run};
use crate::steps::{Step, StepResult, run_all};
use crate::{CommandError, cluster, fuzz, licenses, schema, web};

/// How thorough a run is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Effort {
    /// What every change must pass.
    Usual,
    /// Includes checks that take hours.
    Long,
}

/// Modules of the server's tests that do not look into its database file, so that they run with PostgreSQL too.
const TESTS_WITH_ANY_STORAGE: [&str; 9] = [
    "clock::",
    "damaged_games::",
    "http::",
    "idempotency::",
    "lag::",
    "limits::",
    "play::",
    "protocol::",
    "queries::",
];

pub(crate) fn test(words: &[&str]) -> Result<(), CommandError> {
    let mut effort = Effort::Usual;
    let mut list = false;
    let mut names = Vec::new();
    for &word in words {
        match word {
            "--long" => effort = Effort::Long,
            "--list" => list = true,
            _ if word.starts_with('-') => {
                return Err(CommandError::Usage(format!("'test' has no option '{word}'")));
            }
            name => names.push(name),
        }
    }
    let mut steps = all_steps(effort);
    if let Some(unknown) =
        names.iter().find(|name| !steps.iter().any(|step| step.name.starts_with(**name)))
    {
        return Err(CommandError::Usage(format!(
            "no step begins with '{unknown}'; `cargo xtask test --list` names them"
        )));
    }
    if !names.is_empty() {
        steps = select(steps, &names);
    }
    if list {
        for step in &steps {
            println!("{}", step.name);
        }
        return Ok(());
    }
    if run_all(steps) { Ok(()) } else { Err(CommandError::Reported) }
}

/// The steps whose name begins with one of `names`, and the earlier ones that they need.
fn select(steps: Vec<Step>, names: &[&str]) -> Vec<Step> {
    let mut needed: Vec<&'static str> = Vec::new();
    let mut selected: Vec<Step> = steps
        .into_iter()
        .rev()
        .filter(|step| {
            let named = names.iter().any(|name| step.name.starts_with(name));
            let keep = named || needed.contains(&step.name.as_str());
            if keep {
                needed.extend(step.needs);
            }
            keep
        })
        .collect();
    selected.reverse();
    selected
}

fn all_steps(effort: Effort) -> Vec<Step> {
    let mut steps = vec![
        Step::new("format", || {
            run(cargo().args(["fmt", "--all", "--check"]))?;
            for manifest in ["lab/bench/Cargo.toml", "fuzz/Cargo.toml"] {
                run(cargo().args(["fmt", "--check", "--manifest-path", manifest]))?;
            }
            Ok(())
        }),
        cargo_step("clippy", "clippy --workspace --all-targets -- -D warnings"),
        cargo_step("clippy, rules alone", "clippy --package trid-rules -- -D warnings"),
        cargo_step(
            "clippy, bench",
            "clippy --manifest-path lab/bench/Cargo.toml --target-dir target/bench --all-targets -- -D warnings",
        ),
        Step::optional("database of the tests", || {
            // Without it the tests of PostgreSQL and clusters say that they are skipped.
            Ok(match cluster::install() {
                Ok(()) => StepResult::Passed,
                Err(message) => StepResult::Skipped(message),
            })
        }),
        Step::new("tests", || run(test_runner().arg("--workspace"))).repeat(single_test()),
        cargo_step("examples in the documentation", "test --workspace --doc"),
        Step::optional("tests, PostgreSQL", || {
            if trid_testbed::TemporaryPostgres::find_programs().is_none() {
                return Ok(StepResult::Skipped("PostgreSQL is not installed".to_owned()));
            }
            // With the features of the whole workspace, so that nothing is built again.
            let mut command = test_runner();
            command.args(["--workspace", "--test", "server", "--"]).args(TESTS_WITH_ANY_STORAGE);
            run(command.env("TRID_TEST_DATABASE", "postgres"))?;
            Ok(StepResult::Passed)
        })
        .repeat(format!("TRID_TEST_DATABASE=postgres {}", single_test())),
        cargo_step(
            "tests, bench",
            "test --manifest-path lab/bench/Cargo.toml --target-dir target/bench",
        ),
        Step::new("documentation", || {
            let words = ["doc", "--workspace", "--no-deps", "--document-private-items"];
            run(cargo().args(words).env("RUSTDOCFLAGS", "-D warnings"))
        }),
    ];
    if effort == Effort::Long {
        steps.push(Step::optional("tools of the long tests", || {
            // Without it the fault test does not step the wall clock.
            Ok(match install_debian_packages(&["faketime"]) {
                Ok(()) => StepResult::Passed,
                Err(message) => StepResult::Skipped(message),
            })
        }));
        // Builds each library as crates.io would, from its package.
        steps.push(cargo_step("packages", PACKAGE));
        steps.push(Step::new("long tests", || run(&mut long_tests())).repeat(single_long_test()));
    }
    steps.extend(fuzz::steps(effort));
    steps.push(schema::step(effort));
    steps.extend(web::steps(effort));
    steps.push(licenses::step());
    steps
}

/// A step that runs cargo once.
fn cargo_step(name: &'static str, line: &'static str) -> Step {
    Step::new(name, move || run(cargo().args(line.split(' '))))
}

const PACKAGE: &str = "package --allow-dirty --package trid-network --package trid-rules --package trid-view \
    --package trid-records --package trid-engine";

/// The options of nextest that select the long tests.
const LONG: [&str; 5] = ["--release", "--run-ignored", "only", "--profile", "long"];

fn long_tests() -> Command {
    let mut command = test_runner();
    command.arg("--workspace");
    if has_nextest() {
        command.args(LONG);
    } else {
        command.args(["--release", "--", "--ignored"]);
    }
    command
}

/// The command that runs tests: cargo-nextest (`.config/nextest.toml`), which runs the tests of all programs side by
/// side and lists the failures at the end, or `cargo test` where it is not installed.
fn test_runner() -> Command {
    let mut command = cargo();
    if has_nextest() {
        command.args(["nextest", "run"]);
    } else {
        command.args(["test", "--no-fail-fast"]);
    }
    command
}

/// The command that repeats one test.
fn single_test() -> &'static str {
    if has_nextest() { "cargo nextest run NAME" } else { "cargo test NAME" }
}

fn single_long_test() -> String {
    if has_nextest() {
        format!("cargo nextest run {} NAME", LONG.join(" "))
    } else {
        "cargo test --release NAME -- --ignored".to_owned()
    }
}

fn has_nextest() -> bool {
    output_of(cargo().args(["nextest", "--version"])).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_selected_step_brings_the_steps_it_needs() {
        let step = |name| Step::new(name, || Ok(()));
        let steps = vec![
            step("base"),
            step("other"),
            step("middle").needs("base"),
            step("top of all").needs("middle"),
        ];
        let selected = select(steps, &["top"]);
        let names: Vec<&str> = selected.iter().map(|step| step.name.as_str()).collect();
        assert_eq!(names, ["base", "middle", "top of all"]);
    }
}
