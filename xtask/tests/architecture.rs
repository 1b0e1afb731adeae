//! Keeps ARCHITECTURE.md true: every path that it names is there, and no crate and no dependency is left out.

use std::collections::BTreeSet;
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
fn every_dependency_has_its_reason() {
    let root = root();
    let map = map();
    let (_, reasons) = map.split_once("## Dependencies").unwrap();
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
        .filter(|name| !name.starts_with("trid-") && !reasons.contains(&format!("`{name}`")))
        .collect();
    assert!(missing.is_empty(), "ARCHITECTURE.md does not say why {missing:?} are there");
}

#[test]
fn dependencies_are_found_in_both_kinds_of_manifest() {
    let cargo = "[package]\nname = \"x\"\n[dependencies]\na.workspace = true\n# why\nb = \"1\"\n\n[target.'cfg(unix)'.dependencies]\nc = { version = \"2\" }\n[lints]\nd = true\n";
    let name = |line: &'static str| line.split(['.', '=', ' ']).next().unwrap_or_default();
    assert_eq!(dependencies(cargo, "[", name), ["a", "b", "c"]);
    let npm = "{\n  \"name\": \"x\",\n  \"dependencies\": {\n    \"@a/b\": \"1\"\n  },\n  \"devDependencies\": {\n    \"c\": \"2\"\n  }\n}\n";
    let name = |line: &'static str| line.split('"').nth(1).unwrap_or_default();
    assert_eq!(dependencies(npm, "  \"", name), ["@a/b", "c"]);
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

/// What a manifest names in its sections of dependencies; `heading` is how a section begins.
fn dependencies<'a>(
    manifest: &'a str,
    heading: &str,
    name: impl Fn(&'a str) -> &'a str,
) -> Vec<String> {
    let mut wanted = false;
    let mut found = Vec::new();
    for line in manifest.lines() {
        let entry = line.trim_start();
        if line.starts_with(heading) {
            wanted = line.to_lowercase().contains("dependencies");
        } else if wanted && !entry.is_empty() && !entry.starts_with(['#', '}']) {
            found.push(name(entry).to_owned());
        }
    }
    found
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
