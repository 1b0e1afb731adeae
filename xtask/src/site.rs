//! `cargo xtask site`: builds a folder that any static host can serve.

use std::fs;
use std::io;
use std::path::Path;

use crate::{root, wasm, web};

/// Builds the page into `target/site` and prints the path.
pub(crate) fn build() -> Result<(), String> {
    build_page()?;
    let from = root().join("web/dist");
    let to = root().join("target/site");
    let bytes = replace_folder(&from, &to)
        .map_err(|error| format!("cannot copy the page to {}: {error}", to.display()))?;
    eprintln!("{} kB for any static host in:", bytes / 1000);
    println!("{}", to.display());
    Ok(())
}

/// Builds the page and its WebAssembly modules into `web/dist`.
pub(crate) fn build_page() -> Result<(), String> {
    web::check_node()?;
    eprintln!("[1/3] packages");
    web::install_packages()?;
    eprintln!("[2/3] WebAssembly");
    wasm::build()?;
    eprintln!("[3/3] page");
    web::build()
}

fn replace_folder(from: &Path, to: &Path) -> io::Result<u64> {
    match fs::remove_dir_all(to) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    copy_folder(from, to)
}

fn copy_folder(from: &Path, to: &Path) -> io::Result<u64> {
    fs::create_dir_all(to)?;
    let mut bytes = 0;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        // Only our own server uses these; other hosts compress files themselves.
        if entry.path().extension().is_some_and(|extension| extension == "br") {
            continue;
        }
        let target = to.join(entry.file_name());
        bytes += if entry.file_type()?.is_dir() {
            copy_folder(&entry.path(), &target)?
        } else {
            fs::copy(entry.path(), target)?
        };
    }
    Ok(bytes)
}
