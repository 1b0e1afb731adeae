//! Runs named steps in order and ends with a summary that says how to repeat what failed.

use std::time::Instant;

/// The result of a step that did not fail.
pub(crate) enum StepResult {
    Passed,
    /// The step cannot run on this machine; the text says why and what to do about it.
    Skipped(String),
}

type Action = Box<dyn FnOnce() -> Result<StepResult, String>>;

/// A named check.
pub(crate) struct Step {
    pub(crate) name: String,
    pub(crate) needs: Option<&'static str>,
    action: Action,
    /// How to run only the tests of this step that failed.
    repeat: Option<String>,
}

impl Step {
    /// A step that passes or fails.
    pub(crate) fn new(
        name: impl Into<String>,
        action: impl FnOnce() -> Result<(), String> + 'static,
    ) -> Self {
        Self::optional(name, || action().map(|()| StepResult::Passed))
    }

    /// A step that may be skipped because it cannot run on this machine.
    pub(crate) fn optional(
        name: impl Into<String>,
        action: impl FnOnce() -> Result<StepResult, String> + 'static,
    ) -> Self {
        Self { name: name.into(), needs: None, action: Box::new(action), repeat: None }
    }

    /// Runs this step only if an earlier one has passed.
    pub(crate) fn needs(mut self, earlier: &'static str) -> Self {
        self.needs = Some(earlier);
        self
    }

    /// Says how to run single tests of this step.
    pub(crate) fn repeat(mut self, command: impl Into<String>) -> Self {
        self.repeat = Some(command.into());
        self
    }
}

/// Runs all steps and returns whether none failed.
pub(crate) fn run_all(steps: Vec<Step>) -> bool {
    let total = steps.len();
    let start = Instant::now();
    let mut passed: Vec<String> = Vec::new();
    let mut failed = Vec::new();
    let mut skipped = Vec::new();
    for (index, Step { name, needs, action, repeat }) in steps.into_iter().enumerate() {
        let heading = format!("[{:>2}/{total}] {name}", index + 1);
        eprintln!("\n{heading}");
        let step_start = Instant::now();
        let result = match needs.filter(|needed| !passed.iter().any(|name| name == needed)) {
            Some(needed) => Ok(StepResult::Skipped(format!("needs the step '{needed}'"))),
            None => action(),
        };
        let seconds = step_start.elapsed().as_secs_f32();
        match result {
            Ok(StepResult::Passed) => {
                eprintln!("{heading}: ok, {seconds:.1} s");
                passed.push(name);
            }
            Ok(StepResult::Skipped(reason)) => {
                eprintln!("{heading}: skipped, {reason}");
                skipped.push(format!("skipped {name}: {reason}"));
            }
            Err(message) => {
                eprintln!("{heading}: FAILED, {seconds:.1} s");
                let single = repeat.map_or(String::new(), |line| format!("\n    {line}"));
                failed.push(format!(
                    "failed {name}: {message}\n  to repeat it:\n    cargo xtask test '{name}'{single}"
                ));
            }
        }
    }
    eprintln!("\nall steps took {:.1} s", start.elapsed().as_secs_f32());
    skipped.iter().chain(&failed).for_each(|report| eprintln!("{report}"));
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
    fn a_failed_step_fails_the_run_and_steps_that_need_it_are_skipped() {
        let dependent = Step::new("dependent", || panic!("must not run")).needs("broken");
        assert!(!run_all(vec![Step::new("broken", || Err("on purpose".into())), dependent]));
        assert!(run_all(vec![
            Step::new("sound", || Ok(())),
            Step::optional("elsewhere", || Ok(StepResult::Skipped("not here".into()))),
        ]));
        assert_eq!(summary(3, 0, 0), "3 passed, 0 failed");
        assert_eq!(summary(3, 1, 2), "3 passed, 1 failed, 2 skipped");
    }
}
