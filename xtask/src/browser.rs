//! Finds the browsers for the tests of the page.

use std::path::{Path, PathBuf};

use crate::shell::{find_program, install_debian_packages};

/// The path of Chromium, which is installed first if that is possible.
pub(crate) fn find_or_install() -> Result<PathBuf, String> {
    if let Some(path) = find() {
        return Ok(path);
    }
    if let Err(message) = install_debian_packages(&["chromium"]) {
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

/// The programs of Firefox and WebKit, each in the variable that the test reads. They are installed first if
/// that is possible.
pub(crate) fn find_or_install_others() -> Result<Vec<(&'static str, PathBuf)>, String> {
    if let Some(found) = find_others() {
        return Ok(found);
    }
    let packages = ["firefox-esr", "webkit2gtk-driver", "xvfb"];
    if let Err(message) = install_debian_packages(&packages) {
        return Err(format!("Firefox or WebKitGTK is not installed; {message}"));
    }
    find_others().ok_or_else(|| format!("apt-get installed {packages:?}, but a program is missing"))
}

/// The programs of Firefox and WebKit, if they are installed.
pub(crate) fn find_others() -> Option<Vec<(&'static str, PathBuf)>> {
    let firefox = ["firefox-esr", "firefox"].into_iter().find_map(find_program)?;
    // Debian keeps WebKit's small browser beside its library.
    let browser = ["x86_64", "aarch64"]
        .map(|machine| format!("/usr/lib/{machine}-linux-gnu/webkit2gtk-4.1/MiniBrowser"))
        .into_iter()
        .map(PathBuf::from)
        .find(|path| path.is_file())?;
    Some(vec![
        ("FIREFOX", firefox),
        ("WEBKIT_DRIVER", find_program("WebKitWebDriver")?),
        ("WEBKIT_BROWSER", browser),
        ("XVFB", find_program("Xvfb")?),
    ])
}
