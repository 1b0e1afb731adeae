//! Finds programs, and runs them without root's rights.

use std::path::{Path, PathBuf};
use std::process::Command;

/// The users that can run a database in place of root.
const USERS: [&str; 2] = ["postgres", "nobody"];

/// A program on the search path, or in `/usr/sbin`.
#[must_use]
pub fn find_program(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path).chain([PathBuf::from("/usr/sbin")]);
    folders.map(|folder| folder.join(name)).find(|path| path.is_file())
}

/// A user without rights in place of root; `None` if this process has no root rights, or there is no such user.
pub(crate) fn unprivileged_user() -> Option<&'static str> {
    let id = Command::new("id").arg("-u").output().ok()?;
    if String::from_utf8_lossy(&id.stdout).trim() != "0" {
        return None;
    }
    USERS.into_iter().find(|user| {
        Command::new("id").args(["-u", user]).output().is_ok_and(|output| output.status.success())
    })
}

/// A command that runs without root's rights.
pub(crate) fn unprivileged(program: &Path) -> Command {
    match unprivileged_user() {
        Some(user) => {
            let mut command = Command::new("setpriv");
            command.args(["--reuid", user, "--regid", user, "--clear-groups"]).arg(program);
            command
        }
        None => Command::new(program),
    }
}
