//! Runs named steps one after the other, shows progress, and ends with one line that sums them up.

use std::time::Instant;

use crate::shell::Shell;

/// How a step ended that did not fail.
pub(crate) enum Outcome {
    /// It ran and found nothing wrong.
    Passed,
    /// It could not run here; the text says why and what to do about it.
    Skipped(String),
}

type Action = Box<dyn FnOnce(&mut Shell) -> Result<Outcome, String>>;

/// One named check.
pub(crate) struct Step {
    pub(crate) name: String,
    pub(crate) needs: Option<&'static str>,
    action: Action,
}

impl Step {
    /// A step that either runs or fails.
    pub(crate) fn new(
        name: impl Into<String>,
        action: impl FnOnce(&mut Shell) -> Result<(), String> + 'static,
    ) -> Self {
        Self::optional(name, |shell| action(shell).map(|()| Outcome::Passed))
    }

    /// A step that may find that it cannot run on this machine.
    pub(crate) fn optional(
        name: impl Into<String>,
        action: impl FnOnce(&mut Shell) -> Result<Outcome, String> + 'static,
    ) -> Self {
        Self { name: name.into(), needs: None, action: Box::new(action) }
    }

    /// A step that makes sense only where an earlier one has passed.
    pub(crate) fn needs(mut self, earlier: &'static str) -> Self {
        self.needs = Some(earlier);
        self
    }
}

/// Runs all steps; whether none failed.
pub(crate) fn run_all(steps: Vec<Step>) -> bool {
    let total = steps.len();
    let width = steps.iter().map(|step| step.name.len()).max().unwrap_or(0);
    let start = Instant::now();
    let mut passed: Vec<String> = Vec::new();
    let mut failed = Vec::new();
    let mut skipped = Vec::new();
    for (index, step) in steps.into_iter().enumerate() {
        let Step { name, needs, action } = step;
        eprint!("[{:>2}/{total}] {name:<width$}  ", index + 1);
        let unmet = needs.filter(|needed| !passed.iter().any(|name| name == needed));
        let mut shell = Shell::quiet();
        let begun = Instant::now();
        let result = match unmet {
            Some(needed) => Ok(Outcome::Skipped(format!("needs the step '{needed}'"))),
            None => action(&mut shell),
        };
        let seconds = begun.elapsed().as_secs_f32();
        if shell.interrupted() {
            eprint!("\n        {:<width$}  ", "");
        }
        match result {
            Ok(Outcome::Passed) => {
                eprintln!("ok       {seconds:6.1} s");
                passed.push(name);
            }
            Ok(Outcome::Skipped(reason)) => {
                eprintln!("skipped: {reason}");
                skipped.push((name, reason));
            }
            Err(message) => {
                eprintln!("FAILED   {seconds:6.1} s");
                eprintln!("{}", shell.captured().trim_end());
                eprintln!("{name}: {message}\n");
                failed.push((name, message));
            }
        }
    }
    eprintln!("\nall steps took {:.1} s", start.elapsed().as_secs_f32());
    for (name, reason) in &skipped {
        eprintln!("skipped {name}: {reason}");
    }
    for (name, message) in &failed {
        eprintln!("failed {name}: {message}");
    }
    println!("{}", summary(passed.len(), failed.len(), skipped.len()));
    failed.is_empty()
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
    fn the_summary_names_skipped_steps_only_where_there_are_some() {
        assert_eq!(summary(3, 0, 0), "3 passed, 0 failed");
        assert_eq!(summary(3, 1, 2), "3 passed, 1 failed, 2 skipped");
    }

    #[test]
    fn one_failure_fails_the_run_and_what_needs_it_is_not_tried() {
        let dependent = Step::new("dependent", |_| panic!("must not run")).needs("broken");
        assert!(!run_all(vec![Step::new("broken", |_| Err("on purpose".into())), dependent,]));
        assert!(run_all(vec![
            Step::new("sound", |_| Ok(())),
            Step::optional("elsewhere", |_| Ok(Outcome::Skipped("not here".into()))),
        ]));
    }
}
