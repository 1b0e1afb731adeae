//! `cargo xtask play`: build the game, serve it on this machine, open it in the browser.

use crate::shell::{Shell, cargo};
use crate::site;

/// Builds the page with progress, then the program around it, and runs that until interrupted.
pub(crate) fn play() -> Result<(), String> {
    let mut shell = Shell::shown();
    site::build_page(&mut shell)?;
    shell.say("the program that serves it");
    shell.run(cargo().args(["run", "--profile", "play", "--package", "trid"]))
}
