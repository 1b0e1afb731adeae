//! Finds the browser that the page is tested in.

use std::path::{Path, PathBuf};

use crate::shell::{Shell, find_program, install_debian_packages};

/// A Chromium on this machine, installed from Debian where that is possible.
pub(crate) fn find_or_install(shell: &mut Shell) -> Result<PathBuf, String> {
    if let Some(path) = find() {
        return Ok(path);
    }
    if let Err(message) = install_debian_packages(shell, &["chromium"]) {
        return Err(format!("no Chromium here; {message}, or set CHROMIUM to one"));
    }
    find().ok_or_else(|| "apt-get installed chromium, yet it is not on the search path".into())
}

fn find() -> Option<PathBuf> {
    if let Some(path) = std::env::var_os("CHROMIUM") {
        return Path::new(&path).is_file().then(|| path.into());
    }
    ["chromium", "chromium-browser", "google-chrome"].into_iter().find_map(find_program)
}
