//! Finds the failed tests in the output of a test runner: their names, first error lines, and the commands
//! that repeat just them.

use crate::shell::quote;

/// How many lines of a test's error are kept.
const ERROR_LINES: usize = 4;

/// The failed tests of a step.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Failures {
    pub(crate) tests: Vec<FailedTest>,
    /// Commands that repeat these tests.
    pub(crate) commands: Vec<String>,
}

impl Failures {
    /// Adds a test and the command that repeats it, unless the test is known.
    fn add(&mut self, test: FailedTest, command: String) {
        if self.tests.iter().any(|known| known.name == test.name) {
            return;
        }
        self.tests.push(test);
        if !self.commands.contains(&command) {
            self.commands.push(command);
        }
    }
}

/// A failed test.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct FailedTest {
    pub(crate) name: String,
    /// The first lines of its error.
    pub(crate) error: Vec<String>,
}

/// How to repeat tests of one `cargo test` run.
#[derive(Clone, Copy)]
pub(crate) struct CargoTest {
    /// Options of cargo other than the target, such as `--release`.
    pub(crate) options: &'static str,
    /// Options of the test program, such as `--ignored`.
    pub(crate) harness_options: &'static str,
}

impl CargoTest {
    /// The failed tests, with one command for each test program.
    ///
    /// Cargo names the program after its tests have run: "error: test failed, to rerun pass `-p trid-rules --lib`".
    pub(crate) fn failures(self, output: &str) -> Failures {
        let output = without_colors(output);
        let lines: Vec<&str> = output.lines().collect();
        let mut failures = Failures::default();
        let mut start = 0;
        for (index, line) in lines.iter().enumerate() {
            if let Some(target) = failed_target(line) {
                let program = &lines[start..index];
                let names: Vec<&str> =
                    program.iter().filter_map(|line| failed_test(line)).collect();
                failures.commands.push(self.command(target, &names));
                failures.tests.extend(names.iter().map(|name| FailedTest {
                    name: format!("{name} ({target})"),
                    error: cargo_error(program, name),
                }));
                start = index + 1;
            }
        }
        failures
    }

    fn command(self, target: &str, tests: &[&str]) -> String {
        let mut words = vec!["cargo test"];
        words.extend([self.options, target].iter().filter(|text| !text.is_empty()));
        // The names of documentation tests hold line numbers and spaces; there are few, so all of them run.
        let exact = !tests.is_empty() && !target.ends_with("--doc");
        if exact || !self.harness_options.is_empty() {
            words.push("--");
        }
        if !self.harness_options.is_empty() {
            words.push(self.harness_options);
        }
        if exact {
            words.push("--exact");
            words.extend(tests);
        }
        words.join(" ")
    }
}

/// The first lines below "---- explain::a_pinned_piece stdout ----".
fn cargo_error(lines: &[&str], name: &str) -> Vec<String> {
    let heading = format!("---- {name} stdout ----");
    let below = lines.iter().skip_while(|line| **line != heading).skip(1);
    let is_end = |line: &str| line.starts_with("---- ") || line == "failures:";
    error_lines(below.copied().take_while(|line| !is_end(line)))
}

/// The name in "test explain::a_pinned_piece ... FAILED".
fn failed_test(line: &str) -> Option<&str> {
    line.strip_prefix("test ")?.strip_suffix(" ... FAILED")
}

/// The target in "error: test failed, to rerun pass `-p trid-rules --test rules`".
fn failed_target(line: &str) -> Option<&str> {
    let (_, rest) = line.split_once("failed, to rerun pass `")?;
    rest.split_once('`').map(|(target, _)| target)
}

/// The failed tests of Vitest, which reports "FAIL  tests/state/store.test.ts > group > name" above the error.
pub(crate) fn vitest_failures(output: &str) -> Failures {
    let output = without_colors(output);
    let lines: Vec<&str> = output.lines().collect();
    let mut failures = Failures::default();
    for (index, line) in lines.iter().enumerate() {
        let Some(failure) = vitest_name(line) else { continue };
        // Tests that fail with the same error are listed above it, and a rule ends it.
        let below =
            lines[index + 1..].iter().copied().skip_while(|line| vitest_name(line).is_some());
        let is_end = |line: &str| line.starts_with('⎯') || vitest_name(line).is_some();
        let error = error_lines(below.take_while(|line| !is_end(line)));
        let mut parts = failure.split(" > ");
        let file = parts.next().unwrap_or_default();
        // A file that does not load is reported as "tests/x.test.ts [ tests/x.test.ts ]".
        let file = file.split(' ').next().unwrap_or_default();
        let name = parts.collect::<Vec<_>>().join(" ");
        let filter =
            if name.is_empty() { String::new() } else { format!(" -t {}", quote(&pattern(&name))) };
        let test = FailedTest { name: failure.to_owned(), error };
        failures.add(test, format!("cd web && npx vitest run {file}{filter}"));
    }
    failures
}

fn vitest_name(line: &str) -> Option<&str> {
    line.trim_start().strip_prefix("FAIL ").map(str::trim)
}

/// The failed tests of Playwright, which reports "1) e2e/online.spec.ts:12:5 › group › name" above the error.
/// `command` runs Playwright in `web/`.
pub(crate) fn playwright_failures(
    output: &str,
    environment: &[(&str, String)],
    command: &str,
) -> Failures {
    let output = without_colors(output);
    let variables: String =
        environment.iter().map(|(name, value)| format!("{name}={} ", quote(value))).collect();
    let lines: Vec<&str> = output.lines().collect();
    let mut failures = Failures::default();
    for (index, line) in lines.iter().enumerate() {
        let Some((place, name)) = playwright_test(line) else { continue };
        let below = lines[index + 1..].iter().copied();
        // Errors are indented by four columns; the next test and the counts at the end by two.
        let is_error = |line: &str| line.is_empty() || line.starts_with("    ");
        let error = error_lines(below.take_while(|line| is_error(line)));
        let test = FailedTest { name: name.to_owned(), error };
        failures.add(test, format!("cd web && {variables}{command} {place}"));
    }
    failures
}

/// The first lines of an error that are not empty.
fn error_lines<'a>(lines: impl Iterator<Item = &'a str>) -> Vec<String> {
    let texts = lines.map(str::trim).filter(|line| !line.is_empty());
    texts.take(ERROR_LINES).map(|line| line.chars().take(200).collect()).collect()
}

/// `e2e/online.spec.ts:12` and "e2e/online.spec.ts:12:5 › name" in "  1) e2e/online.spec.ts:12:5 › name ────".
fn playwright_test(line: &str) -> Option<(String, &str)> {
    let (number, rest) = line.trim_start().split_once(") ")?;
    if number.is_empty() || !number.chars().all(|c| c.is_ascii_digit()) {
        return None;
    }
    let place = rest.split_once(" › ")?.0;
    let mut parts = place.split(':');
    match (parts.next()?, parts.next()?, parts.next()) {
        (file, line, Some(_)) if file.ends_with(".ts") => {
            Some((format!("{file}:{line}"), rest.trim_end_matches(['─', ' '])))
        }
        _ => None,
    }
}

/// A regular expression that matches the text.
fn pattern(text: &str) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        if "\\^$.*+?()[]{}|".contains(c) {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}

/// The text without ANSI escape sequences for colors.
fn without_colors(text: &str) -> String {
    let mut parts = text.split("\u{1b}[");
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        plain.push_str(part.split_once('m').map_or(part, |(_, rest)| rest));
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    fn failed(name: &str, error: &[&str]) -> FailedTest {
        let error = error.iter().map(|line| (*line).to_owned()).collect();
        FailedTest { name: name.to_owned(), error }
    }

    const CARGO: &str = "\
     Running unittests src/lib.rs (target/debug/deps/trid_rules-1)

running 2 tests
test square::names ... ok
test square::files ... FAILED

failures:

---- square::files stdout ----

thread 'square::files' panicked at src/square.rs:7:5:
assertion `left == right` failed
  left: 1
 right: 2
note: run with `RUST_BACKTRACE=1`

failures:
    square::files

test result: FAILED. 1 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out

error: test failed, to rerun pass `-p trid-rules --lib`
     Running tests/rules/main.rs (target/debug/deps/rules-2)
test legality::pins ... FAILED
test legality::shafts ... FAILED
error: test failed, to rerun pass `-p trid-rules --test rules`
   Doc-tests trid_rules
test crates/rules/src/lib.rs - (line 7) ... FAILED
error: doctest failed, to rerun pass `-p trid-rules --doc`
error: 3 targets failed:
    `-p trid-rules --lib`
";

    #[test]
    fn failed_cargo_tests_are_repeated_by_name() {
        let plain = CargoTest { options: "", harness_options: "" };
        assert_eq!(
            plain.failures(CARGO).commands,
            [
                "cargo test -p trid-rules --lib -- --exact square::files",
                "cargo test -p trid-rules --test rules -- --exact legality::pins legality::shafts",
                "cargo test -p trid-rules --doc",
            ]
        );
        let tests = plain.failures(CARGO).tests;
        assert_eq!(
            tests[0],
            failed(
                "square::files (-p trid-rules --lib)",
                &[
                    "thread 'square::files' panicked at src/square.rs:7:5:",
                    "assertion `left == right` failed",
                    "left: 1",
                    "right: 2",
                ]
            )
        );
        assert_eq!(tests[1], failed("legality::pins (-p trid-rules --test rules)", &[]));
        assert_eq!(plain.failures("test a ... ok\n"), Failures::default());
    }

    #[test]
    fn options_of_the_step_are_repeated() {
        let long = CargoTest { options: "--release", harness_options: "--ignored" };
        let output = "test deep ... FAILED\nerror: test failed, to rerun pass `-p x --test y`\n";
        assert_eq!(
            long.failures(output).commands,
            ["cargo test --release -p x --test y -- --ignored --exact deep"]
        );
        // A program that crashed names no test.
        let crashed = "error: test failed, to rerun pass `-p x --lib`\n";
        assert_eq!(
            long.failures(crashed).commands,
            ["cargo test --release -p x --lib -- --ignored"]
        );
    }

    #[test]
    fn failed_vitest_tests_are_repeated_by_name() {
        let output = "\
 \u{1b}[32m✓\u{1b}[39m tests/map/focus.test.ts (3 tests) 12ms
\u{1b}[41m\u{1b}[1m FAIL \u{1b}[22m\u{1b}[49m tests/map/drag.test.ts\u{1b}[2m > \u{1b}[22mdragging\u{1b}[2m > \u{1b}[22ma tap (quick) isn't lost
 FAIL  tests/map/drag.test.ts > dragging > a tap (quick) isn't lost
 FAIL  tests/wire/online.test.ts [ tests/wire/online.test.ts ]
Error: Cannot find module
⎯⎯⎯⎯⎯⎯[1/2]⎯
";
        let found = vitest_failures(output);
        assert_eq!(
            found.commands,
            [
                "cd web && npx vitest run tests/map/drag.test.ts -t 'dragging a tap \\(quick\\) isn'\\''t lost'",
                "cd web && npx vitest run tests/wire/online.test.ts",
            ]
        );
        let error = ["Error: Cannot find module"];
        assert_eq!(
            found.tests,
            [
                failed("tests/map/drag.test.ts > dragging > a tap (quick) isn't lost", &error),
                failed("tests/wire/online.test.ts [ tests/wire/online.test.ts ]", &error),
            ]
        );
    }

    #[test]
    fn failed_playwright_tests_are_repeated_by_line() {
        let output = "\
  ✘   2 e2e/phone.spec.ts:69:3 › a finger drags (11.6s)

  1) e2e/phone.spec.ts:69:3 › a finger drags ───────────────

    Error: expect(locator).toHaveAttribute(expected) failed
    1) not a test

  2) e2e/online.spec.ts:12:5 › group › a › b

  2 failed
    e2e/phone.spec.ts:69:3 › a finger drags ──
";
        let environment = [("TRID", "/a b/trid".to_owned())];
        let found = playwright_failures(output, &environment, "npx playwright test");
        assert_eq!(
            found.commands,
            [
                "cd web && TRID='/a b/trid' npx playwright test e2e/phone.spec.ts:69",
                "cd web && TRID='/a b/trid' npx playwright test e2e/online.spec.ts:12",
            ]
        );
        let finger = "Error: expect(locator).toHaveAttribute(expected) failed";
        assert_eq!(
            found.tests,
            [
                failed("e2e/phone.spec.ts:69:3 › a finger drags", &[finger, "1) not a test"]),
                failed("e2e/online.spec.ts:12:5 › group › a › b", &[]),
            ]
        );
    }
}
