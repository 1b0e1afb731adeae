//! `cargo xtask play`: builds the game, serves it on this machine and opens it in the browser.

use std::thread;

use crate::shell::{cargo, run};
use crate::site;

/// One person plays: without PostgreSQL the server builds faster.
const SERVER: [&str; 3] = ["--profile", "play", "--no-default-features"];

/// What `trid` is made of, except for itself, in which the page is embedded.
const PARTS: [&str; 5] =
    ["trid-server", "trid-client", "trid-arena", "trid-analysis", "trid-diagram"];

/// Builds the page and the server that embeds it, and runs the server until it is interrupted.
pub(crate) fn play() -> Result<(), String> {
    // The page leaves a core idle most of the time. An error is reported by the build that needs the parts.
    let parts = thread::spawn(|| {
        let packages = PARTS.iter().flat_map(|part| ["--package", part]);
        let _ = run(cargo().args(["build", "--quiet"]).args(SERVER).args(packages));
    });
    site::build_page()?;
    let _ = parts.join();
    eprintln!("the server");
    run(cargo().arg("run").args(SERVER).args(["--package", "trid"]))
}
