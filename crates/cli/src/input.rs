//! Opens the input of a command: a file, or standard input for `-`.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use crate::error::CliError;

/// The name of an input in messages.
pub(crate) fn name(path: &Path) -> String {
    if path.as_os_str() == "-" { "standard input".to_owned() } else { path.display().to_string() }
}

pub(crate) fn open(path: &Path) -> Result<Box<dyn Read>, CliError> {
    if path.as_os_str() == "-" {
        return Ok(Box::new(io::stdin().lock()));
    }
    let fail =
        |error: io::Error| CliError::Input(format!("cannot read {}: {error}", path.display()));
    let file = File::open(path).map_err(fail)?;
    if file.metadata().map_err(fail)?.is_dir() {
        return Err(CliError::Input(format!("{} is a folder, expected a file", path.display())));
    }
    Ok(Box::new(file))
}
