//! Takes the README's pictures of the page in a real browser.

use crate::shell::Shell;
use crate::{browser, site, web};

/// Builds the page and lets a browser draw it into `docs/pictures`.
pub(crate) fn take() -> Result<(), String> {
    let mut shell = Shell::shown();
    let chromium = browser::find_or_install(&mut shell)?;
    site::build_page(&mut shell)?;
    shell.run(web::npm().args(["run", "pictures"]).env("CHROMIUM", chromium))
}
