//! Checks that `docs/man` has the man pages generated from the command definitions. `UPDATE_EXPECT=1` updates them.

use std::fs;
use std::path::Path;

use clap::CommandFactory;
use expect_test::expect_file;

use crate::Arguments;

#[test]
fn man_pages_are_up_to_date() {
    let generated = tempfile::tempdir().unwrap();
    let command = Arguments::command().disable_help_subcommand(true);
    clap_mangen::generate_to(command, generated.path()).unwrap();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/man");
    let pages = names(generated.path());
    assert!(pages.contains(&"trid.1".to_owned()) && pages.contains(&"trid-play.1".to_owned()));
    for page in &pages {
        let text = fs::read_to_string(generated.path().join(page)).unwrap();
        expect_file![folder.join(page)].assert_eq(&text);
    }
    assert_eq!(names(&folder), pages, "a page of a command that no longer exists");
}

/// The names of the files in a folder.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.collect();
    names.sort();
    names
}
