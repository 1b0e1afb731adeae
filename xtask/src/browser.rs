//! Finds the browser for the tests of the page.

use std::path::{Path, PathBuf};

use crate::shell::{Shell, find_program, install_debian_packages};

/// The path of Chromium, which is installed first if that is possible.
pub(crate) fn find_or_install(shell: &mut Shell) -> Result<PathBuf, String> {
    if let Some(path) = find() {
        return Ok(path);
    }
    if let Err(message) = install_debian_packages(shell, &["chromium"]) {
        return Err(format!("Chromium is not installed; {message}, or set CHROMIUM to its path"));
    }
    find().ok_or_else(|| "apt-get installed chromium, but it is not on the search path".into())
}

/// The path of an installed Chromium.
pub(crate) fn find() -> Option<PathBuf> {
    if let Some(path) = std::env::var_os("CHROMIUM") {
        return Path::new(&path).is_file().then(|| path.into());
    }
    ["chromium", "chromium-browser", "google-chrome"].into_iter().find_map(find_program)
}
