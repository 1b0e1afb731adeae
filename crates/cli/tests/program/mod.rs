//! Runs the built `trid` as a person or a script would.

use std::io::Write;
use std::process::{Command, Stdio};

/// What a run of the program left behind.
pub(crate) struct Run {
    pub(crate) status: i32,
    pub(crate) output: String,
    pub(crate) messages: String,
}

/// Runs `trid` with these words and this on its standard input, to its end.
pub(crate) fn run(words: &[&str], input: &[u8]) -> Run {
    let mut child = Command::new(env!("CARGO_BIN_EXE_trid"))
        .args(words)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    let writer = std::thread::spawn(move || {
        // A program that has seen enough may close its input.
        let _ = stdin.write_all(&input);
    });
    let result = child.wait_with_output().unwrap();
    writer.join().unwrap();
    Run {
        status: result.status.code().expect("trid ends by itself"),
        output: String::from_utf8(result.stdout).unwrap(),
        messages: String::from_utf8(result.stderr).unwrap(),
    }
}
