//! `cargo xtask play`: build the game, serve it on this machine, open it in the browser.

use std::env;

use crate::shell::Shell;
use crate::{site, web};

/// Builds the page with progress, then serves it on loopback until interrupted.
pub(crate) fn play() -> Result<(), String> {
    let mut shell = Shell::shown();
    site::build_page(&mut shell)?;
    let mut server = web::npm();
    server.args(["exec", "--", "vite", "preview", "--host", "127.0.0.1"]);
    if env::var_os("CI").is_none() {
        server.arg("--open");
    }
    shell.run(&mut server)
}
