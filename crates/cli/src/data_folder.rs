//! The user's data folder, by the conventions of the operating system.

use std::env;
use std::path::PathBuf;

/// `trid`'s folder inside it. It may not exist yet.
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
