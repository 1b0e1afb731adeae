//! Where a command writes to: a file that appears whole or not at all, or standard output.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use crate::error::CliError;

/// Writes a file: beside it first, and then in its place, so that no one ever sees half of it. A link stays one,
/// and what it points at is written; a device or a pipe has no whole to wait for, and is written to as it is.
pub(crate) fn write_atomically(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> Result<(), CliError>,
) -> Result<(), CliError> {
    let fail =
        |error: io::Error| CliError::Input(format!("cannot write {}: {error}", path.display()));
    let place = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    let old = fs::metadata(&place).ok();
    if old.as_ref().is_some_and(fs::Metadata::is_dir) {
        return Err(CliError::Input(format!("{} is a folder, expected a file", path.display())));
    }
    if old.as_ref().is_some_and(|old| !old.is_file()) {
        let mut writer = BufWriter::new(File::options().write(true).open(&place).map_err(fail)?);
        write(&mut writer)?;
        return writer.flush().map_err(fail);
    }
    let beside =
        beside(&place).ok_or_else(|| CliError::Input(format!("{} is no file", path.display())))?;
    let file = File::options().write(true).create_new(true).open(&beside).map_err(fail)?;
    let mut writer = BufWriter::new(file);
    let written = write(&mut writer).and_then(|()| {
        let file = writer.into_inner().map_err(|error| fail(error.into_error()))?;
        if let Some(old) = old {
            file.set_permissions(old.permissions()).map_err(fail)?;
        }
        file.sync_all().and_then(|()| fs::rename(&beside, &place)).map_err(fail)
    });
    if written.is_err() {
        // The first error is the one to tell of.
        let _ = fs::remove_file(&beside);
    }
    written
}

/// A name in the same folder that nothing else uses.
fn beside(path: &Path) -> Option<PathBuf> {
    let mut name = std::ffi::OsString::from(".");
    name.push(path.file_name()?);
    name.push(format!(".{}.part", std::process::id()));
    Some(path.with_file_name(name))
}
