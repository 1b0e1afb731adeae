//! Checks ARCHITECTURE.md against the code: paths, crates, dependencies, and the hops of the flows.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// How many flows ARCHITECTURE.md describes, and how many hops each may have.
const FLOWS: usize = 4;
const MAX_HOPS: usize = 10;

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
fn every_dependency_has_a_reason() {
    let root = root();
    let explained = explained_dependencies(&map());
    let mut needed = BTreeSet::new();
    for folder in crates(&root, "") {
        let manifest = fs::read_to_string(root.join(folder).join("Cargo.toml")).unwrap();
        needed.extend(dependencies(&manifest, "[", |line| {
            line.split(['.', '=', ' ']).next().unwrap_or_default()
        }));
    }
    let packages = fs::read_to_string(root.join("web/package.json")).unwrap();
    needed
        .extend(dependencies(&packages, "  \"", |line| line.split('"').nth(1).unwrap_or_default()));
    assert!(needed.contains("serde") && needed.contains("three"), "{needed:?}");
    let missing: Vec<&String> = needed
        .iter()
        .filter(|name| !name.starts_with("trid-") && !explained.contains(*name))
        .collect();
    assert!(missing.is_empty(), "ARCHITECTURE.md gives no reason for {missing:?}");
}

#[test]
fn every_flow_leads_through_existing_code() {
    let flows = flows(&map());
    assert_eq!(flows.len(), FLOWS, "the flows are {:?}", flows.iter().map(|f| &f.name));
    let complaints: Vec<String> =
        flows.iter().flat_map(|flow| flow_complaints(flow, read)).collect();
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
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

/// A path through the code, from an input to its effect.
#[derive(Debug)]
struct Flow {
    name: String,
    hops: Vec<Hop>,
}

/// One step of a flow: "1. `crates/rules/src/game/mod.rs` `Game`, `play`: what it does".
#[derive(Debug)]
struct Hop {
    path: String,
    /// Functions or types that the file contains.
    items: Vec<String>,
}

/// The flows below the heading "## Flows", each under a heading of its own.
fn flows(text: &str) -> Vec<Flow> {
    let section = text.lines().skip_while(|line| *line != "## Flows").skip(1);
    let mut flows: Vec<Flow> = Vec::new();
    for line in section.take_while(|line| !line.starts_with("## ")) {
        if let Some(name) = line.strip_prefix("### ") {
            flows.push(Flow { name: name.to_owned(), hops: Vec::new() });
        } else if let Some((number, rest)) = line.split_once(". ")
            && number.parse::<u8>().is_ok()
            && let Some(flow) = flows.last_mut()
        {
            let (names, _) = rest.split_once(": ").unwrap_or((rest, ""));
            let mut quoted = names.split('`').skip(1).step_by(2).map(str::to_owned);
            let path = quoted.next().unwrap_or_default();
            flow.hops.push(Hop { path, items: quoted.collect() });
        }
    }
    flows
}

fn flow_complaints(flow: &Flow, read: impl Fn(&str) -> Option<String>) -> Vec<String> {
    let mut found = Vec::new();
    let name = &flow.name;
    if flow.hops.is_empty() {
        found.push(format!("{name}: has no hops"));
    }
    if flow.hops.len() > MAX_HOPS {
        found.push(format!("{name}: {} hops, at most {MAX_HOPS}", flow.hops.len()));
    }
    for (index, Hop { path, items }) in flow.hops.iter().enumerate() {
        let hop = format!("{name}, hop {}", index + 1);
        let Some(text) = read(path) else {
            found.push(format!("{hop}: {path} does not exist"));
            continue;
        };
        if items.is_empty() {
            found.push(format!("{hop}: names no item"));
        }
        let words: BTreeSet<&str> =
            text.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
        let missing = items.iter().filter(|item| !words.contains(item.as_str()));
        found.extend(missing.map(|item| format!("{hop}: {path} does not contain {item}")));
    }
    found
}

fn read(path: &str) -> Option<String> {
    fs::read_to_string(root().join(path)).ok()
}

/// The names that the tables of the section on dependencies explain.
fn explained_dependencies(map: &str) -> BTreeSet<String> {
    let (_, section) = map.split_once("\n## Dependencies").expect("a section on dependencies");
    let section = section.split("\n## ").next().unwrap_or_default();
    let first_cells =
        section.lines().filter_map(|line| line.strip_prefix("| ")?.split(" | ").next());
    first_cells.flat_map(|cell| cell.split('`').skip(1).step_by(2)).map(str::to_owned).collect()
}

/// The names in the dependency sections of a manifest; `heading` is how a section begins.
fn dependencies<'a>(
    manifest: &'a str,
    heading: &str,
    name: impl Fn(&'a str) -> &'a str,
) -> Vec<String> {
    let mut in_section = false;
    let mut found = Vec::new();
    for line in manifest.lines() {
        let entry = line.trim_start();
        if line.starts_with(heading) {
            in_section = line.to_lowercase().contains("dependencies");
        } else if in_section && !entry.is_empty() && !entry.starts_with(['#', '}']) {
            found.push(name(entry).to_owned());
        }
    }
    found
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
