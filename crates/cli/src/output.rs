//! Writes a file atomically.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, Once, PoisonError};

use crate::error::CliError;

/// Writes to a temporary file and renames it, so that readers never see a partial file. Follows symbolic links.
/// Devices and pipes are written directly.
pub(crate) fn write_atomically(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> Result<(), CliError>,
) -> Result<(), CliError> {
    let fail =
        |error: io::Error| CliError::Input(format!("cannot write {}: {error}", path.display()));
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    let old = fs::metadata(&target).ok();
    if old.as_ref().is_some_and(fs::Metadata::is_dir) {
        return Err(CliError::Input(format!("{} is a folder, expected a file", path.display())));
    }
    if old.as_ref().is_some_and(|old| !old.is_file()) {
        let mut writer = BufWriter::new(File::options().write(true).open(&target).map_err(fail)?);
        write(&mut writer)?;
        return writer.flush().map_err(fail);
    }
    let temporary = temporary_path(&target)
        .ok_or_else(|| CliError::Input(format!("{} is not a file", path.display())))?;
    remove_on_signal(Some(&temporary));
    let file = File::options().write(true).create_new(true).open(&temporary).map_err(fail)?;
    let mut writer = BufWriter::new(file);
    let written = write(&mut writer).and_then(|()| {
        let file = writer.into_inner().map_err(|error| fail(error.into_error()))?;
        if let Some(old) = old {
            file.set_permissions(old.permissions()).map_err(fail)?;
        }
        file.sync_all().and_then(|()| fs::rename(&temporary, &target)).map_err(fail)
    });
    if written.is_err() {
        // The first error is the one to report.
        let _ = fs::remove_file(&temporary);
    }
    remove_on_signal(None);
    written
}

/// Sets the file to remove when SIGINT or SIGTERM ends the process. Uses tokio's signals, which the server needs anyway.
fn remove_on_signal(path: Option<&Path>) {
    static UNFINISHED: Mutex<Option<PathBuf>> = Mutex::new(None);
    static LISTENER: Once = Once::new();
    *UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner) = path.map(Path::to_path_buf);
    // Without a listener a signal leaves the temporary file behind, which harms nothing.
    LISTENER.call_once(|| {
        let _ = exit_on_signal(|| {
            let unfinished = UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(path) = &*unfinished {
                let _ = fs::remove_file(path);
            }
        });
    });
}

/// Calls `clean_up` and exits with the usual status when a signal asks the process to end.
fn exit_on_signal(clean_up: impl FnOnce() + Send + 'static) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build()?;
    let context = runtime.enter();
    #[cfg(unix)]
    let (mut interrupt, mut terminate) = {
        use tokio::signal::unix::{SignalKind, signal};
        (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?)
    };
    #[cfg(windows)]
    let mut interrupt = tokio::signal::windows::ctrl_c()?;
    drop(context);
    std::thread::spawn(move || {
        let status = runtime.block_on(async {
            #[cfg(unix)]
            tokio::select! {
                _ = interrupt.recv() => 130,
                _ = terminate.recv() => 143,
            }
            #[cfg(windows)]
            {
                interrupt.recv().await;
                130
            }
        });
        clean_up();
        std::process::exit(status);
    });
    Ok(())
}

/// An unused name in the same folder.
fn temporary_path(path: &Path) -> Option<PathBuf> {
    let mut name = std::ffi::OsString::from(".");
    name.push(path.file_name()?);
    name.push(format!(".{}.part", std::process::id()));
    Some(path.with_file_name(name))
}
