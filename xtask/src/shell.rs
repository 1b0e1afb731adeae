//! Runs other programs, with their output on the terminal, and installs missing ones.

use std::env;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::root;

pub(crate) use trid_testbed::find_program;

/// Runs a program without standard input. An error names the program and its exit status.
pub(crate) fn run(command: &mut Command) -> Result<(), String> {
    let line = describe(command);
    let status = command.stdin(Stdio::null()).status();
    match status.map_err(|error| format!("cannot run `{line}`: {error}"))? {
        status if status.success() => Ok(()),
        status => Err(format!("`{line}` failed ({status})")),
    }
}

/// Cargo in the repository's root. In CI nothing is built twice, so it stores nothing for that.
pub(crate) fn cargo() -> Command {
    let mut command = in_root(&env::var("CARGO").unwrap_or_else(|_| "cargo".into()));
    if env::var_os("CI").is_some() {
        command.env("CARGO_INCREMENTAL", "0");
    }
    command
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
pub(crate) fn install_debian_packages(packages: &[&str]) -> Result<(), String> {
    let list = packages.join(" ");
    let root = output_of(Command::new("id").arg("-u")).is_some_and(|id| id == "0");
    if !root || find_program("apt-get").is_none() {
        return Err(format!("on Debian or Ubuntu install it with `sudo apt-get install {list}`"));
    }
    eprintln!("installing {list} with apt-get");
    run(in_root("apt-get").args(["update", "--quiet"]))?;
    run(in_root("apt-get")
        .args(["install", "--quiet", "--yes", "--no-install-recommends"])
        .args(packages)
        .env("DEBIAN_FRONTEND", "noninteractive"))
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
