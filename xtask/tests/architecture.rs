//! Keeps ARCHITECTURE.md true: every path that it names is there, and no crate is left out.

use std::fs;
use std::path::{Path, PathBuf};

#[test]
fn every_path_in_the_map_exists() {
    let root = root();
    let paths = named_paths(&map());
    assert!(paths.len() > 10, "the map names only {paths:?}");
    let gone: Vec<&String> = paths.iter().filter(|path| !root.join(path).exists()).collect();
    assert!(gone.is_empty(), "ARCHITECTURE.md names what is not there: {gone:?}");
}

#[test]
fn every_crate_is_on_the_map() {
    let paths = named_paths(&map());
    let crates = crates(&root(), "");
    assert!(crates.contains(&"crates/rules".to_owned()), "{crates:?}");
    let missing: Vec<&String> = crates.iter().filter(|name| !paths.contains(name)).collect();
    assert!(missing.is_empty(), "ARCHITECTURE.md leaves out {missing:?}");
}

#[test]
fn paths_are_told_from_other_code() {
    let text = "In `crates/rules/` and `a/b.rs`, `cargo xtask`, `Position`, `README.md`, `//!`, `w/b`x.\n\
                ```\nnot/here\n```\n";
    assert_eq!(named_paths(text), ["crates/rules", "a/b.rs", "README.md", "w/b"]);
}

/// What stands in backticks and looks like a path: one word, with a slash or a file's ending.
fn named_paths(text: &str) -> Vec<String> {
    let mut fenced = false;
    let mut paths = Vec::new();
    for line in text.lines() {
        if line.starts_with("```") {
            fenced = !fenced;
        }
        if fenced {
            continue;
        }
        for word in line.split('`').skip(1).step_by(2) {
            let plain = word.chars().all(|c| c.is_alphanumeric() || "/._-".contains(c));
            let ending = [".md", ".toml", ".rs", ".ts"].iter().any(|end| word.ends_with(end));
            if plain && (word.contains('/') || ending) {
                paths.push(word.trim_end_matches('/').to_owned());
            }
        }
    }
    paths
}

/// Every folder below `folder` with a Cargo.toml of its own.
fn crates(folder: &Path, prefix: &str) -> Vec<String> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap();
        let name = entry.file_name().into_string().unwrap();
        if !entry.path().is_dir()
            || name.starts_with('.')
            || ["target", "node_modules"].contains(&name.as_str())
        {
            continue;
        }
        let path = format!("{prefix}{name}");
        if entry.path().join("Cargo.toml").is_file() {
            found.push(path.clone());
        }
        found.extend(crates(&entry.path(), &format!("{path}/")));
    }
    found
}

fn map() -> String {
    fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap()
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_path_buf()
}
