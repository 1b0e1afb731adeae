//! Where a command writes to: a file that appears whole or not at all, or standard output.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use crate::answer::Failure;

/// Writes a file: beside it first, and then in its place, so that no one ever sees half of it.
pub(crate) fn write_whole(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let fail =
        |error: io::Error| Failure::Input(format!("cannot write {}: {error}", path.display()));
    let beside =
        beside(path).ok_or_else(|| Failure::Input(format!("{} is no file", path.display())))?;
    let file = File::options().write(true).create_new(true).open(&beside).map_err(fail)?;
    let mut writer = BufWriter::new(file);
    let written = write(&mut writer).and_then(|()| {
        let file = writer.into_inner().map_err(|error| fail(error.into_error()))?;
        file.sync_all().and_then(|()| fs::rename(&beside, path)).map_err(fail)
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
