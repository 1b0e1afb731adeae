//! Runs named steps in order, shows progress, and ends with a one-line summary.

use std::time::Instant;

use crate::shell::{Shell, quote};

/// The result of a step that did not fail.
pub(crate) enum StepResult {
    Passed,
    /// The step cannot run on this machine; the text says why and what to do about it.
    Skipped(String),
}

type Action = Box<dyn FnOnce(&mut Shell) -> Result<StepResult, String>>;
type FindCommands = Box<dyn Fn(&str) -> Vec<String>>;

/// A named check.
pub(crate) struct Step {
    pub(crate) name: String,
    pub(crate) needs: Option<&'static str>,
    action: Action,
    find_commands: Option<FindCommands>,
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
        Self { name: name.into(), needs: None, action: Box::new(action), find_commands: None }
    }

    /// Runs this step only if an earlier one has passed.
    pub(crate) fn needs(mut self, earlier: &'static str) -> Self {
        self.needs = Some(earlier);
        self
    }

    /// Finds the commands that repeat single failed tests in the output of a failed step.
    pub(crate) fn repeats(mut self, find: impl Fn(&str) -> Vec<String> + 'static) -> Self {
        self.find_commands = Some(Box::new(find));
        self
    }
}

struct FailedStep {
    name: String,
    message: String,
    /// Commands that repeat what failed.
    commands: Vec<String>,
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
        let Step { name, needs, action, find_commands } = step;
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
                eprintln!("{}", shell.captured().trim_end());
                let commands = commands_to_repeat(&name, find_commands, shell.captured());
                let step = FailedStep { name, message, commands };
                eprintln!("{}\n", report(&step));
                failed.push(step);
            }
        }
    }
    eprintln!("\nall steps took {:.1} s", start.elapsed().as_secs_f32());
    for (name, reason) in &skipped {
        eprintln!("skipped {name}: {reason}");
    }
    for step in &failed {
        eprintln!("failed {}", report(step));
    }
    println!("{}", summary(passed.len(), failed.len(), skipped.len()));
    failed.is_empty()
}

/// The commands for the failed tests, or else the one that repeats the step.
fn commands_to_repeat(name: &str, find: Option<FindCommands>, output: &str) -> Vec<String> {
    let found = find.map(|find| find(output)).unwrap_or_default();
    if found.is_empty() { vec![format!("cargo xtask test {}", quote(name))] } else { found }
}

fn report(step: &FailedStep) -> String {
    let mut text = format!("{}: {}\nto repeat it:", step.name, step.message);
    for command in &step.commands {
        text.push_str("\n    ");
        text.push_str(command);
    }
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
    fn a_failed_step_names_the_commands_that_repeat_it() {
        let find: FindCommands = Box::new(|output| output.lines().map(str::to_owned).collect());
        assert_eq!(commands_to_repeat("tests", Some(find), "run a\nrun b\n"), ["run a", "run b"]);
        let find: FindCommands = Box::new(|_| Vec::new());
        let whole_step = ["cargo xtask test 'web browser'"];
        assert_eq!(commands_to_repeat("web browser", Some(find), ""), whole_step);
        assert_eq!(commands_to_repeat("web browser", None, "output"), whole_step);
        let step = FailedStep {
            name: "format".into(),
            message: "`cargo fmt` failed".into(),
            commands: vec!["cargo xtask test format".into()],
        };
        let text = "format: `cargo fmt` failed\nto repeat it:\n    cargo xtask test format";
        assert_eq!(report(&step), text);
    }
}
