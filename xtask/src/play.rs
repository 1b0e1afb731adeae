//! `cargo xtask play`: builds the game, serves it on this machine and opens it in the browser.

use crate::shell::{Shell, cargo};
use crate::site;

/// Builds the page and the server that embeds it, and runs the server until it is interrupted.
pub(crate) fn play() -> Result<(), String> {
    let mut shell = Shell::shown();
    site::build_page(&mut shell)?;
    shell.say("the server");
    shell.run(cargo().args(["run", "--profile", "play", "--package", "trid"]))
}
