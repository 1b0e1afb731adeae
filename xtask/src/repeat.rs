//! Finds the failed tests in the output of a test runner and gives the commands that repeat just them.

use crate::shell::quote;

/// How to repeat tests of one `cargo test` run.
#[derive(Clone, Copy)]
pub(crate) struct CargoTest {
    /// Options of cargo other than the target, such as `--release`.
    pub(crate) options: &'static str,
    /// Options of the test program, such as `--ignored`.
    pub(crate) harness_options: &'static str,
}

impl CargoTest {
    /// One command for each test program that failed.
    ///
    /// Cargo names the program after its tests have run: "error: test failed, to rerun pass `-p trid-rules --lib`".
    pub(crate) fn commands(self, output: &str) -> Vec<String> {
        let output = without_colors(output);
        let mut failed: Vec<&str> = Vec::new();
        let mut commands = Vec::new();
        for line in output.lines() {
            if let Some(name) = failed_test(line) {
                failed.push(name);
            } else if let Some(target) = failed_target(line) {
                commands.push(self.command(target, &failed));
                failed.clear();
            }
        }
        commands
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

/// The name in "test explain::a_pinned_piece ... FAILED".
fn failed_test(line: &str) -> Option<&str> {
    line.strip_prefix("test ")?.strip_suffix(" ... FAILED")
}

/// The target in "error: test failed, to rerun pass `-p trid-rules --test rules`".
fn failed_target(line: &str) -> Option<&str> {
    let (_, rest) = line.split_once("failed, to rerun pass `")?;
    rest.split_once('`').map(|(target, _)| target)
}

/// One command for each failed test of Vitest, which reports "FAIL  tests/state/store.test.ts > group > name".
pub(crate) fn vitest_commands(output: &str) -> Vec<String> {
    let output = without_colors(output);
    let failures = output.lines().filter_map(|line| line.trim_start().strip_prefix("FAIL "));
    unique(failures.map(|failure| {
        let mut parts = failure.trim().split(" > ");
        let file = parts.next().unwrap_or_default();
        // A file that does not load is reported as "tests/x.test.ts [ tests/x.test.ts ]".
        let file = file.split(' ').next().unwrap_or_default();
        let name = parts.collect::<Vec<_>>().join(" ");
        let filter =
            if name.is_empty() { String::new() } else { format!(" -t {}", quote(&pattern(&name))) };
        format!("cd web && npx vitest run {file}{filter}")
    }))
}

/// One command for each failed test of Playwright, which reports "1) e2e/online.spec.ts:12:5 › group › name".
pub(crate) fn playwright_commands(output: &str, environment: &[(&str, String)]) -> Vec<String> {
    let output = without_colors(output);
    let variables: String =
        environment.iter().map(|(name, value)| format!("{name}={} ", quote(value))).collect();
    let places = output.lines().filter_map(playwright_place);
    unique(places.map(|place| format!("cd web && {variables}npx playwright test {place}")))
}

/// `e2e/online.spec.ts:12` in "  1) e2e/online.spec.ts:12:5 › name".
fn playwright_place(line: &str) -> Option<String> {
    let (number, rest) = line.trim_start().split_once(") ")?;
    if number.is_empty() || !number.chars().all(|c| c.is_ascii_digit()) {
        return None;
    }
    let place = rest.split_once(" › ")?.0;
    let mut parts = place.split(':');
    match (parts.next()?, parts.next()?, parts.next()) {
        (file, line, Some(_)) if file.ends_with(".ts") => Some(format!("{file}:{line}")),
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

fn unique(commands: impl Iterator<Item = String>) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for command in commands {
        if !found.contains(&command) {
            found.push(command);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    const CARGO: &str = "\
     Running unittests src/lib.rs (target/debug/deps/trid_rules-1)

running 2 tests
test square::names ... ok
test square::files ... FAILED

failures:

---- square::files stdout ----
assertion failed

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
            plain.commands(CARGO),
            [
                "cargo test -p trid-rules --lib -- --exact square::files",
                "cargo test -p trid-rules --test rules -- --exact legality::pins legality::shafts",
                "cargo test -p trid-rules --doc",
            ]
        );
        assert!(plain.commands("test a ... ok\n").is_empty());
    }

    #[test]
    fn options_of_the_step_are_repeated() {
        let long = CargoTest { options: "--release", harness_options: "--ignored" };
        let output = "test deep ... FAILED\nerror: test failed, to rerun pass `-p x --test y`\n";
        assert_eq!(
            long.commands(output),
            ["cargo test --release -p x --test y -- --ignored --exact deep"]
        );
        // A program that crashed names no test.
        let crashed = "error: test failed, to rerun pass `-p x --lib`\n";
        assert_eq!(long.commands(crashed), ["cargo test --release -p x --lib -- --ignored"]);
    }

    #[test]
    fn failed_vitest_tests_are_repeated_by_name() {
        let output = "\
 \u{1b}[32m✓\u{1b}[39m tests/map/focus.test.ts (3 tests) 12ms
\u{1b}[41m\u{1b}[1m FAIL \u{1b}[22m\u{1b}[49m tests/map/drag.test.ts\u{1b}[2m > \u{1b}[22mdragging\u{1b}[2m > \u{1b}[22ma tap (quick) isn't lost
 FAIL  tests/map/drag.test.ts > dragging > a tap (quick) isn't lost
 FAIL  tests/wire/online.test.ts [ tests/wire/online.test.ts ]
";
        assert_eq!(
            vitest_commands(output),
            [
                "cd web && npx vitest run tests/map/drag.test.ts -t 'dragging a tap \\(quick\\) isn'\\''t lost'",
                "cd web && npx vitest run tests/wire/online.test.ts",
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
        assert_eq!(
            playwright_commands(output, &environment),
            [
                "cd web && TRID='/a b/trid' npx playwright test e2e/phone.spec.ts:69",
                "cd web && TRID='/a b/trid' npx playwright test e2e/online.spec.ts:12",
            ]
        );
    }
}
