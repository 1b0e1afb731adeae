//! Where `trid` keeps what it has to remember: the user's data folder, as each system has it.

use std::env;
use std::path::PathBuf;

/// The folder for this user, whether or not it is there yet.
pub(crate) fn data_folder() -> Option<PathBuf> {
    let folder =
        |name: &str| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let base = if cfg!(windows) {
        folder("LOCALAPPDATA")
    } else if cfg!(target_os = "macos") {
        folder("HOME").map(|home| home.join("Library/Application Support"))
    } else {
        folder("XDG_DATA_HOME").or_else(|| folder("HOME").map(|home| home.join(".local/share")))
    };
    base.map(|base| base.join("trid"))
}
