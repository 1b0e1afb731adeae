//! `cargo xtask test`: every check of the project as named steps.

use crate::shell::{Shell, cargo};
use crate::steps::{Step, run_all};
use crate::{Failure, fuzz, web};

/// How thorough a run is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Effort {
    /// What every change must pass.
    Usual,
    /// Also what takes hours.
    Long,
}

pub(crate) fn test(words: &[&str]) -> Result<(), Failure> {
    let mut effort = Effort::Usual;
    let mut list = false;
    let mut names = Vec::new();
    for &word in words {
        match word {
            "--long" => effort = Effort::Long,
            "--list" => list = true,
            _ if word.starts_with('-') => {
                return Err(Failure::Usage(format!("'test' has no option '{word}'")));
            }
            name => names.push(name),
        }
    }
    let mut steps = all_steps(effort);
    if let Some(unknown) = names
        .iter()
        .find(|name| !steps.iter().any(|step| step.name.starts_with(**name)))
    {
        return Err(Failure::Usage(format!(
            "no step begins with '{unknown}'; `cargo xtask test --list` names them"
        )));
    }
    if !names.is_empty() {
        steps.retain(|step| names.iter().any(|name| step.name.starts_with(name)));
    }
    if list {
        for step in &steps {
            println!("{}", step.name);
        }
        return Ok(());
    }
    if run_all(steps) {
        Ok(())
    } else {
        Err(Failure::Reported)
    }
}

fn all_steps(effort: Effort) -> Vec<Step> {
    let mut steps = vec![
        cargo_step("format", &["fmt", "--all", "--check"]),
        cargo_step(
            "clippy",
            &[
                "clippy",
                "--workspace",
                "--all-targets",
                "--",
                "-D",
                "warnings",
            ],
        ),
        cargo_step(
            "clippy, rules alone",
            &["clippy", "--package", "trid-rules", "--", "-D", "warnings"],
        ),
        cargo_step("tests", &["test", "--workspace", "--no-fail-fast"]),
        Step::new("documentation", |shell| {
            shell.run(
                cargo()
                    .args([
                        "doc",
                        "--workspace",
                        "--no-deps",
                        "--document-private-items",
                    ])
                    .env("RUSTDOCFLAGS", "-D warnings"),
            )
        }),
    ];
    if effort == Effort::Long {
        steps.push(cargo_step(
            "long tests",
            &[
                "test",
                "--workspace",
                "--release",
                "--no-fail-fast",
                "--",
                "--ignored",
            ],
        ));
    }
    steps.extend(fuzz::steps(effort));
    steps.extend(web::steps());
    steps
}

fn cargo_step(name: &'static str, words: &'static [&'static str]) -> Step {
    Step::new(name, move |shell: &mut Shell| {
        shell.run(cargo().args(words))
    })
}
