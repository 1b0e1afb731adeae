//! Checks ARCHITECTURE.md against the code: paths, crates, and the hops of the flows.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

const MAX_HOPS: usize = 8;

#[test]
fn every_path_in_the_map_exists() {
    let root = root();
    let paths = named_paths(&map());
    assert!(paths.len() > 10, "the map names only {paths:?}");
    let missing: Vec<&String> = paths.iter().filter(|path| !root.join(path).exists()).collect();
    assert!(missing.is_empty(), "ARCHITECTURE.md names paths that do not exist: {missing:?}");
}

#[test]
fn every_crate_is_on_the_map() {
    let paths = named_paths(&map());
    let crates = crates(&root(), "");
    assert!(crates.contains(&"crates/rules".to_owned()), "{crates:?}");
    let missing: Vec<&String> = crates.iter().filter(|name| !paths.contains(name)).collect();
    assert!(missing.is_empty(), "ARCHITECTURE.md does not mention {missing:?}");
}

#[test]
fn every_flow_leads_through_existing_code() {
    let map = map();
    let (_, section) = map.split_once("\n## Flows\n").expect("a section on flows");
    let flows: Vec<(&str, Vec<&str>)> = section
        .split("\n### ")
        .skip(1)
        .map(|flow| {
            let (name, text) = flow.split_once('\n').unwrap();
            let is_hop = |line: &&str| line.starts_with(|c: char| c.is_ascii_digit());
            (name, text.lines().filter(is_hop).collect())
        })
        .collect();
    assert_eq!(flows.len(), 5, "{flows:?}");
    let mut complaints = Vec::new();
    for (name, hops) in flows {
        assert!((1..=MAX_HOPS).contains(&hops.len()), "{name}: {} hops", hops.len());
        complaints.extend(hops.into_iter().filter_map(complaint));
    }
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

/// What is wrong with a hop: "1. `crates/rules/src/game/mod.rs` `Game`, `play`: what it does".
fn complaint(hop: &str) -> Option<String> {
    let (names, _) = hop.split_once(": ").unwrap_or((hop, ""));
    let mut quoted = names.split('`').skip(1).step_by(2);
    let Ok(text) = fs::read_to_string(root().join(quoted.next().unwrap_or("no path"))) else {
        return Some(format!("the file does not exist: {hop}"));
    };
    let items: Vec<&str> = quoted.collect();
    let words: BTreeSet<&str> = text.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
    let exist = !items.is_empty() && items.iter().all(|item| words.contains(item));
    (!exist).then(|| format!("the file does not contain {items:?}: {hop}"))
}

#[test]
fn the_page_links_neither_tokio_nor_utoipa() {
    let arguments =
        ["tree", "-p", "trid-wasm", "--target", "wasm32-unknown-unknown", "-e", "normal"];
    let format = ["--prefix", "none", "--format", "{p}"];
    let output = std::process::Command::new(env!("CARGO"))
        .current_dir(root())
        .args(arguments)
        .args(format)
        .output()
        .unwrap();
    let tree = String::from_utf8(output.stdout).unwrap();
    assert!(tree.contains("trid-protocol"), "{tree}{}", String::from_utf8_lossy(&output.stderr));
    for name in ["tokio ", "utoipa ", "getrandom "] {
        assert!(!tree.contains(name), "trid-wasm depends on {name}:\n{tree}");
    }
}

/// The words in backticks that look like paths: with a slash or a file's ending.
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

/// Every folder below `folder` with a Cargo.toml.
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
