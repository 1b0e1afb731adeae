//! `cargo xtask screenshots`: takes the screenshots of the documentation in a real browser.

use crate::shell::Shell;
use crate::{browser, site, web};

/// Builds the page and writes screenshots of it to `docs/pictures`.
pub(crate) fn take() -> Result<(), String> {
    let mut shell = Shell::shown();
    let chromium = browser::find_or_install(&mut shell)?;
    site::build_page(&mut shell)?;
    shell.run(web::npm().args(["run", "screenshots"]).env("CHROMIUM", chromium))
}
