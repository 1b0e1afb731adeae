//! Runs named steps in order, shows progress, and ends with a one-line summary.

use std::time::Instant;

use crate::failures::Failures;
use crate::shell::{Shell, quote};

/// The result of a step that did not fail.
pub(crate) enum StepResult {
    Passed,
    /// The step cannot run on this machine; the text says why and what to do about it.
    Skipped(String),
}

type Action = Box<dyn FnOnce(&mut Shell) -> Result<StepResult, String>>;
type FindFailures = Box<dyn Fn(&str) -> Failures>;

/// A named check.
pub(crate) struct Step {
    pub(crate) name: String,
    pub(crate) needs: Option<&'static str>,
    action: Action,
    find_failures: Option<FindFailures>,
}

impl Step {
    /// A step that passes or fails.
    pub(crate) fn new(
        name: impl Into<String>,
        action: impl FnOnce(&mut Shell) -> Result<(), String> + 'static,
    ) -> Self {
        Self::optional(name, |shell| action(shell).map(|()| StepResult::Passed))
    }

    /// A step that may be skipped because it cannot run on this machine.
    pub(crate) fn optional(
        name: impl Into<String>,
        action: impl FnOnce(&mut Shell) -> Result<StepResult, String> + 'static,
    ) -> Self {
        Self { name: name.into(), needs: None, action: Box::new(action), find_failures: None }
    }

    /// Runs this step only if an earlier one has passed.
    pub(crate) fn needs(mut self, earlier: &'static str) -> Self {
        self.needs = Some(earlier);
        self
    }

    /// Finds the failed tests in the output of a failed step.
    pub(crate) fn finds_failures(mut self, find: impl Fn(&str) -> Failures + 'static) -> Self {
        self.find_failures = Some(Box::new(find));
        self
    }
}

struct FailedStep {
    name: String,
    message: String,
    failures: Failures,
}

/// Runs all steps and returns whether none failed.
pub(crate) fn run_all(steps: Vec<Step>) -> bool {
    let total = steps.len();
    let width = steps.iter().map(|step| step.name.len()).max().unwrap_or(0);
    let start = Instant::now();
    let mut passed: Vec<String> = Vec::new();
    let mut failed: Vec<FailedStep> = Vec::new();
    let mut skipped = Vec::new();
    for (index, step) in steps.into_iter().enumerate() {
        let Step { name, needs, action, find_failures } = step;
        eprint!("[{:>2}/{total}] {name:<width$}  ", index + 1);
        let unmet = needs.filter(|needed| !passed.iter().any(|name| name == needed));
        let mut shell = Shell::quiet();
        let step_start = Instant::now();
        let result = match unmet {
            Some(needed) => Ok(StepResult::Skipped(format!("needs the step '{needed}'"))),
            None => action(&mut shell),
        };
        let seconds = step_start.elapsed().as_secs_f32();
        if shell.printed_progress() {
            eprint!("\n        {:<width$}  ", "");
        }
        match result {
            Ok(StepResult::Passed) => {
                eprintln!("ok       {seconds:6.1} s");
                passed.push(name);
            }
            Ok(StepResult::Skipped(reason)) => {
                eprintln!("skipped: {reason}");
                skipped.push((name, reason));
            }
            Err(message) => {
                eprintln!("FAILED   {seconds:6.1} s");
                let failures = failures_of(&name, find_failures, shell.captured());
                let step = FailedStep { name, message, failures };
                // What failed comes before the output: a log may be cut.
                eprintln!("{}\n", report(&step, ErrorLines::Shown));
                eprintln!("the whole output:\n{}\n", shell.captured().trim_end());
                failed.push(step);
            }
        }
    }
    eprintln!("\nall steps took {:.1} s", start.elapsed().as_secs_f32());
    for (name, reason) in &skipped {
        eprintln!("skipped {name}: {reason}");
    }
    for step in &failed {
        eprintln!("failed {}", report(step, ErrorLines::Omitted));
    }
    println!("{}", summary(passed.len(), failed.len(), skipped.len()));
    failed.is_empty()
}

/// The failed tests. Without any, the command repeats the step.
fn failures_of(name: &str, find: Option<FindFailures>, output: &str) -> Failures {
    let mut failures = find.map(|find| find(output)).unwrap_or_default();
    if failures.commands.is_empty() {
        failures.commands.push(format!("cargo xtask test {}", quote(name)));
    }
    failures
}

/// Whether a report repeats the errors of the tests.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ErrorLines {
    Shown,
    Omitted,
}

fn report(step: &FailedStep, errors: ErrorLines) -> String {
    let mut text = format!("{}: {}", step.name, step.message);
    let mut add = |indent: &str, line: &str| text.push_str(&format!("\n{indent}{line}"));
    if !step.failures.tests.is_empty() {
        add("", &format!("failed tests: {}", step.failures.tests.len()));
    }
    for test in &step.failures.tests {
        add("    ", &test.name);
        if errors == ErrorLines::Shown {
            test.error.iter().for_each(|line| add("        ", line));
        }
    }
    add("", "to repeat it:");
    step.failures.commands.iter().for_each(|command| add("    ", command));
    text
}

fn summary(passed: usize, failed: usize, skipped: usize) -> String {
    let mut line = format!("{passed} passed, {failed} failed");
    if skipped > 0 {
        line.push_str(&format!(", {skipped} skipped"));
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::failures::FailedTest;

    #[test]
    fn the_summary_counts_skipped_steps_if_there_are_any() {
        assert_eq!(summary(3, 0, 0), "3 passed, 0 failed");
        assert_eq!(summary(3, 1, 2), "3 passed, 1 failed, 2 skipped");
    }

    #[test]
    fn a_failed_step_fails_the_run_and_steps_that_need_it_are_skipped() {
        let dependent = Step::new("dependent", |_| panic!("must not run")).needs("broken");
        assert!(!run_all(vec![Step::new("broken", |_| Err("on purpose".into())), dependent]));
        assert!(run_all(vec![
            Step::new("sound", |_| Ok(())),
            Step::optional("elsewhere", |_| Ok(StepResult::Skipped("not here".into()))),
        ]));
    }

    #[test]
    fn a_failed_step_names_its_failed_tests_and_how_to_repeat_them() {
        let find = |output: &str| Failures {
            tests: vec![FailedTest { name: output.into(), error: vec!["Error: closed".into()] }],
            commands: vec![format!("run {output}")],
        };
        let step = FailedStep {
            name: "web browser".into(),
            message: "`npm run e2e` failed".into(),
            failures: failures_of("web browser", Some(Box::new(find)), "a"),
        };
        let heading = "web browser: `npm run e2e` failed\nfailed tests: 1\n    a";
        let repeat = "to repeat it:\n    run a";
        let shown = format!("{heading}\n        Error: closed\n{repeat}");
        assert_eq!(report(&step, ErrorLines::Shown), shown);
        assert_eq!(report(&step, ErrorLines::Omitted), format!("{heading}\n{repeat}"));
    }

    #[test]
    fn a_step_without_failed_tests_is_repeated_as_a_whole() {
        let whole_step = ["cargo xtask test 'web browser'"];
        let find: FindFailures = Box::new(|_| Failures::default());
        assert_eq!(failures_of("web browser", Some(find), "").commands, whole_step);
        assert_eq!(failures_of("web browser", None, "output").commands, whole_step);
        let step = FailedStep {
            name: "format".into(),
            message: "`cargo fmt` failed".into(),
            failures: failures_of("format", None, ""),
        };
        let text = "format: `cargo fmt` failed\nto repeat it:\n    cargo xtask test format";
        assert_eq!(report(&step, ErrorLines::Shown), text);
    }
}
