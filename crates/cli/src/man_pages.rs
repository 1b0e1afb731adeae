//! Checks that `docs/man` has the man pages generated from the command definitions. `TRID_BLESS=1` updates them.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::path::Path;

use clap::CommandFactory;

use crate::Arguments;

#[test]
fn man_pages_are_up_to_date() {
    let generated = tempfile::tempdir().unwrap();
    let command = Arguments::command().disable_help_subcommand(true);
    clap_mangen::generate_to(command, generated.path()).unwrap();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/man");
    let expected = pages(generated.path());
    assert!(expected.contains_key("trid.1") && expected.contains_key("trid-play.1"));
    if env::var_os("TRID_BLESS").is_some() {
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        for (name, text) in &expected {
            fs::write(folder.join(name), text).unwrap();
        }
    }
    let stored = pages(&folder);
    let stale: Vec<&String> = expected
        .keys()
        .chain(stored.keys())
        .filter(|&name| expected.get(name) != stored.get(name))
        .collect();
    assert!(stale.is_empty(), "stale man pages, update with TRID_BLESS=1: {stale:?}");
}

/// The files of a folder by name.
fn pages(folder: &Path) -> BTreeMap<String, String> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    let pages = entries.map(|entry| {
        let entry = entry.unwrap();
        let name = entry.file_name().into_string().unwrap();
        // Git may check out text files with CRLF.
        (name, fs::read_to_string(entry.path()).unwrap().replace("\r\n", "\n"))
    });
    pages.collect()
}
