//! `cargo xtask screenshots`: takes the screenshots of the documentation in a real browser.

use crate::shell::run;
use crate::{browser, site, web};

/// Builds the page and writes screenshots of it to `docs/pictures`.
pub(crate) fn take() -> Result<(), String> {
    let chromium = browser::find_or_install()?;
    site::build_page()?;
    run(web::npm().args(["run", "screenshots"]).env("CHROMIUM", chromium))
}
