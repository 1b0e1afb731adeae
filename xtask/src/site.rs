//! `cargo xtask site`: a folder that any static host can serve.

use std::fs;
use std::io;
use std::path::Path;

use crate::shell::Shell;
use crate::{root, wasm, web};

/// Builds the page into `target/site` and says where it is.
pub(crate) fn build() -> Result<(), String> {
    build_page(&mut Shell::shown())?;
    let from = root().join("web/dist");
    let to = root().join("target/site");
    let bytes = replace_folder(&from, &to)
        .map_err(|error| format!("cannot copy the page to {}: {error}", to.display()))?;
    eprintln!("{} kB, ready for any static host, in:", bytes / 1000);
    println!("{}", to.display());
    Ok(())
}

/// Builds the page and all that it loads into `web/dist`.
pub(crate) fn build_page(shell: &mut Shell) -> Result<(), String> {
    let missing = web::missing_parts();
    if !missing.is_empty() {
        return Err(format!(
            "the page is not there yet: no {}; until it is, `cargo run --package trid -- --help` \
             shows what the terminal offers",
            missing.join(", no ")
        ));
    }
    web::check_node()?;
    shell.say("[1/3] packages of the page");
    web::install_packages(shell)?;
    shell.say("[2/3] WebAssembly");
    wasm::build(shell)?;
    shell.say("[3/3] the page");
    web::build(shell)
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
        // Made for our own server; other hosts compress by themselves.
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
