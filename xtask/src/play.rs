//! `cargo xtask play`: builds the game, serves it on this machine and opens it in the browser.

use crate::shell::{cargo, run};
use crate::site;

/// Builds the page and the server that embeds it, and runs the server until it is interrupted.
pub(crate) fn play() -> Result<(), String> {
    site::build_page()?;
    eprintln!("the server");
    // One person plays: without PostgreSQL the server builds faster.
    run(cargo().args(["run", "--profile", "play", "--package", "trid", "--no-default-features"]))
}
