//! Runs other programs, either with their output on the terminal or quietly with it captured.

use std::env;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use crate::root;

pub(crate) use trid_testbed::find_program;

/// How often progress is printed while a quiet program runs.
const PROGRESS_INTERVAL: Duration = Duration::from_secs(30);

/// Runs programs and decides where their output goes.
pub(crate) struct Shell {
    shown: bool,
    captured: String,
    printed_progress: bool,
}

impl Shell {
    /// Programs write to the terminal.
    pub(crate) fn shown() -> Self {
        Self { shown: true, captured: String::new(), printed_progress: false }
    }

    /// The output of programs is captured.
    pub(crate) fn quiet() -> Self {
        Self { shown: false, ..Self::shown() }
    }

    /// The output of all programs so far, if quiet.
    pub(crate) fn captured(&self) -> &str {
        &self.captured
    }

    /// Whether progress was printed, which breaks the current line of the terminal.
    pub(crate) fn printed_progress(&self) -> bool {
        self.printed_progress
    }

    /// Prints or captures a message.
    pub(crate) fn say(&mut self, message: &str) {
        if self.shown {
            eprintln!("{message}");
        } else {
            self.captured.push_str(message);
            self.captured.push('\n');
        }
    }

    /// Runs a program without standard input. An error names the program and its exit status.
    pub(crate) fn run(&mut self, command: &mut Command) -> Result<(), String> {
        let line = describe(command);
        command.stdin(Stdio::null());
        let status = if self.shown {
            command.status().map_err(|error| cannot_run(&line, &error))?
        } else {
            self.say(&format!("$ {line}"));
            self.run_quietly(command, &line)?
        };
        if status.success() { Ok(()) } else { Err(format!("`{line}` failed ({status})")) }
    }

    fn run_quietly(
        &mut self,
        command: &mut Command,
        line: &str,
    ) -> Result<std::process::ExitStatus, String> {
        let (reader, writer) = std::io::pipe().map_err(|error| cannot_run(line, &error))?;
        let second = writer.try_clone().map_err(|error| cannot_run(line, &error))?;
        let mut child = command
            .stdout(writer)
            .stderr(second)
            .spawn()
            .map_err(|error| cannot_run(line, &error))?;
        // The command holds the writing ends. The pipe closes when they are dropped.
        command.stdout(Stdio::null()).stderr(Stdio::null());

        let (sender, receiver) = mpsc::channel();
        thread::spawn(move || {
            let mut reader = BufReader::new(reader);
            let mut bytes = Vec::new();
            while let Ok(1..) = reader.read_until(b'\n', &mut bytes) {
                let text = String::from_utf8_lossy(&bytes).into_owned();
                if sender.send(text).is_err() {
                    break;
                }
                bytes.clear();
            }
        });
        let start = Instant::now();
        let mut last_progress = start;
        let mut last = String::new();
        loop {
            match receiver.recv_timeout(Duration::from_millis(500)) {
                Ok(text) => {
                    if !text.trim().is_empty() {
                        last = text.trim().to_owned();
                    }
                    self.captured.push_str(&text);
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            if let Ok(Some(status)) = child.try_wait() {
                // A process that it started may hold the pipe open: read what is there and do not wait for more.
                while let Ok(text) = receiver.recv_timeout(Duration::from_millis(200)) {
                    self.captured.push_str(&text);
                }
                return Ok(status);
            }
            if last_progress.elapsed() >= PROGRESS_INTERVAL {
                last_progress = Instant::now();
                self.printed_progress = true;
                let shortened: String = last.chars().take(90).collect();
                eprint!("\n          {:.0} s: {shortened}", start.elapsed().as_secs_f32());
            }
        }
        child.wait().map_err(|error| cannot_run(line, &error))
    }
}

/// Cargo in the repository's root.
pub(crate) fn cargo() -> Command {
    in_root(&env::var("CARGO").unwrap_or_else(|_| "cargo".into()))
}

/// A program in the repository's root.
pub(crate) fn in_root(program: &str) -> Command {
    let mut command = Command::new(program);
    command.current_dir(root());
    command
}

/// The trimmed output of a program, if it is installed and succeeds.
pub(crate) fn output_of(command: &mut Command) -> Option<String> {
    let output = command.stdin(Stdio::null()).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// Installs Debian packages, if this runs as root on a system with apt.
pub(crate) fn install_debian_packages(shell: &mut Shell, packages: &[&str]) -> Result<(), String> {
    let list = packages.join(" ");
    let root = output_of(Command::new("id").arg("-u")).is_some_and(|id| id == "0");
    if !root || find_program("apt-get").is_none() {
        return Err(format!("on Debian or Ubuntu install it with `sudo apt-get install {list}`"));
    }
    shell.say(&format!("installing {list} with apt-get"));
    shell.run(in_root("apt-get").arg("update"))?;
    shell.run(
        in_root("apt-get")
            .args(["install", "--yes", "--no-install-recommends"])
            .args(packages)
            .env("DEBIAN_FRONTEND", "noninteractive"),
    )
}

/// A word as a shell reads it back, in quotes if needed.
pub(crate) fn quote(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "/._-:=+,@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

fn describe(command: &Command) -> String {
    let program = Path::new(command.get_program());
    let name = program.file_name().unwrap_or(command.get_program());
    std::iter::once(name)
        .chain(command.get_args())
        .map(|word| word.to_string_lossy().into_owned())
        .collect::<Vec<_>>()
        .join(" ")
}

fn cannot_run(line: &str, error: &std::io::Error) -> String {
    format!("cannot run `{line}`: {error}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quiet_programs_are_captured_in_order() {
        let mut shell = Shell::quiet();
        let result = shell.run(Command::new("sh").args(["-c", "echo one; echo two >&2; exit 3"]));
        assert!(result.unwrap_err().contains("exit status: 3"));
        assert!(shell.captured().ends_with("one\ntwo\n"), "{}", shell.captured());
    }

    #[test]
    fn words_are_quoted_for_a_shell() {
        assert_eq!(quote("target/debug/trid"), "target/debug/trid");
        assert_eq!(quote("it's here"), r"'it'\''s here'");
        assert_eq!(quote(""), "''");
    }

    #[test]
    fn a_missing_program_is_named_in_the_error() {
        let error = Shell::quiet().run(&mut Command::new("no-such-program-here")).unwrap_err();
        assert!(error.contains("cannot run `no-such-program-here`"), "{error}");
    }
}
