//! Keeps the habits of the house: a sentence at the top of every file, files of a readable length, nothing left half done.

use std::fs;
use std::path::{Path, PathBuf};

/// Files aim below 400 lines; one that reaches this is cut in two.
const LONGEST: usize = 600;

/// Folders that hold no source of ours.
const FOREIGN: [&str; 6] = ["target", "node_modules", "dist", "corpus", "artifacts", "wasm"];

#[test]
fn every_source_file_is_tidy() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let files = source_files(root);
    assert!(files.len() > 10, "only {} files found", files.len());
    let complaints: Vec<String> = files
        .iter()
        .flat_map(|path| {
            let text = fs::read_to_string(path).unwrap();
            let name = path.strip_prefix(root).unwrap().display().to_string();
            complaints(&name, &text)
        })
        .collect();
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

#[test]
fn what_is_untidy_is_found() {
    check("a.rs", "//! Says what it is for.\n", &[]);
    check("a.rs", "use std::fs;\n", &["a.rs: does not open with a `//!` sentence"]);
    check("a.rs", "//! No full stop\n", &["a.rs: does not open with a `//!` sentence"]);
    check("a.ts", "export {};\n", &["a.ts: does not open with a comment"]);
    check("a.css", "a {}\n", &["a.css: does not open with a comment"]);
    check("a.ts", "// Says what it is for.\n", &[]);
    let unfinished = format!("//! Fine.\n// {}: later\n", ["TO", "DO"].concat());
    check("a.rs", &unfinished, &["a.rs:2: unfinished work"]);
    let long = format!("//! Fine.\n{}", "\n".repeat(LONGEST));
    check("a.rs", &long, &["a.rs: 601 lines, more than 600"]);
}

#[track_caller]
fn check(name: &str, text: &str, expected: &[&str]) {
    assert_eq!(complaints(name, text), expected);
}

fn complaints(name: &str, text: &str) -> Vec<String> {
    let mut found = Vec::new();
    if name.ends_with(".rs") {
        if !opens_with_sentence(text) {
            found.push(format!("{name}: does not open with a `//!` sentence"));
        }
    } else if !["//", "/*"].iter().any(|mark| text.starts_with(mark)) {
        found.push(format!("{name}: does not open with a comment"));
    }
    let length = text.lines().count();
    if length > LONGEST {
        found.push(format!("{name}: {length} lines, more than {LONGEST}"));
    }
    let marks = [["TO", "DO"], ["FIX", "ME"], ["XX", "X:"]].map(|halves| halves.concat());
    for (index, line) in text.lines().enumerate() {
        if marks.iter().any(|mark| line.contains(mark.as_str())) {
            found.push(format!("{name}:{}: unfinished work", index + 1));
        }
    }
    found
}

/// Whether the first paragraph of the file's documentation ends with a full stop.
fn opens_with_sentence(text: &str) -> bool {
    text.lines()
        .map_while(|line| line.strip_prefix("//! "))
        .last()
        .is_some_and(|line| line.trim_end().ends_with('.'))
}

fn source_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy();
        if path.is_dir() {
            let crate_folder = path.join("Cargo.toml").is_file();
            if !name.starts_with('.') && (crate_folder || !FOREIGN.contains(&name.as_ref())) {
                files.extend(source_files(&path));
            }
        } else if [".rs", ".ts", ".tsx", ".css"].iter().any(|end| name.ends_with(end)) {
            files.push(path);
        }
    }
    files
}
