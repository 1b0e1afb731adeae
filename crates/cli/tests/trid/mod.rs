//! Runs the built `trid` to its end.

#![allow(dead_code, reason = "each test file uses a part")]

use std::io::Write;
use std::process::{Command, Stdio};

pub(crate) struct Output {
    pub(crate) status: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

/// Runs `trid` with these arguments and this standard input.
#[track_caller]
pub(crate) fn trid(arguments: &[&str], stdin: impl AsRef<[u8]>) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_trid"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut pipe = child.stdin.take().unwrap();
    let input = stdin.as_ref().to_vec();
    let writer = std::thread::spawn(move || {
        // Fails if the program closes its standard input early.
        let _ = pipe.write_all(&input);
    });
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    Output {
        status: output.status.code().expect("trid is not killed by a signal"),
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
    }
}

/// Runs `trid`, which must succeed without messages, and returns its standard output.
#[track_caller]
pub(crate) fn stdout(arguments: &[&str], stdin: impl AsRef<[u8]>) -> String {
    let output = trid(arguments, stdin);
    assert_eq!((output.status, output.stderr.as_str()), (0, ""), "{arguments:?}");
    output.stdout
}

/// Runs `trid`, which must exit with this status, an empty standard output and a message that contains `part`.
#[track_caller]
pub(crate) fn check_error(arguments: &[&str], stdin: impl AsRef<[u8]>, status: i32, part: &str) {
    let Output { status: found, stdout, stderr } = trid(arguments, stdin);
    assert_eq!((found, stdout.as_str()), (status, ""), "{stderr}");
    let command = arguments.first();
    assert!(stderr.contains(part), "{command:?}: {part:?} is not in {stderr:?}");
    assert!(!stderr.contains("panicked"), "{stderr}");
}
