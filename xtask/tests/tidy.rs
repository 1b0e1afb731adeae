//! Checks the house style: a sentence at the top of every file, files of a readable length, no unfinished work, plain words.

use std::fs;
use std::path::{Path, PathBuf};

/// Files aim below 400 lines; a longer one than this must be split.
const MAX_LINES: usize = 600;

/// Folders without source code of this project.
const SKIPPED_FOLDERS: [&str; 6] =
    ["target", "node_modules", "dist", "corpus", "artifacts", "wasm"];

/// Words that a reader would have to decode, and what to write instead.
const QUAINT_WORDS: [(&str, &str); 9] = [
    ("whoever", "name the subject"),
    ("whomever", "name the subject"),
    ("anew", "again"),
    ("for ever", "until shutdown, or forever"),
    ("household", "room, or hub"),
    ("wardrobe", "theme, or materials"),
    ("likeness", "screenshot"),
    ("likenesses", "screenshots"),
    ("thereof", "its"),
];

/// Type names that the glossary in CONTRIBUTING.md replaces.
const QUAINT_TYPES: [&str; 18] = [
    "Wish",
    "Happening",
    "Refusal",
    "Problem",
    "Failure",
    "Trouble",
    "Unread",
    "Unfit",
    "Impatient",
    "House",
    "Here",
    "Asked",
    "Told",
    "Wanted",
    "Deeds",
    "Elsewhere",
    "Circumstances",
    "Watched",
];

/// Paths that are not checked for plain words: the glossary names the words to avoid.
const QUOTES_WORDS: [&str; 1] = ["CONTRIBUTING.md"];

#[test]
fn every_source_file_is_tidy() {
    let files = files_with(&[".rs", ".ts", ".tsx", ".css"]);
    let complaints: Vec<String> =
        files.iter().flat_map(|(name, text)| complaints(name, text)).collect();
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

#[test]
fn every_file_uses_plain_words() {
    let files = files_with(&[".rs", ".ts", ".tsx", ".md"]);
    let complaints: Vec<String> = files
        .iter()
        .filter(|(name, _)| !QUOTES_WORDS.contains(&name.as_str()))
        .flat_map(|(name, text)| quaint_words(name, text))
        .collect();
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

#[test]
fn error_types_end_in_error() {
    let complaints: Vec<String> =
        files_with(&[".rs"]).iter().flat_map(|(name, text)| misnamed_errors(name, text)).collect();
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

#[test]
fn untidy_files_are_found() {
    check("a.rs", "//! Says what it is for.\n", &[]);
    check("a.rs", "use std::fs;\n", &["a.rs: does not open with a `//!` sentence"]);
    check("a.rs", "//! No full stop\n", &["a.rs: does not open with a `//!` sentence"]);
    check("a.ts", "export {};\n", &["a.ts: does not open with a comment"]);
    check("a.css", "a {}\n", &["a.css: does not open with a comment"]);
    check("a.ts", "// Says what it is for.\n", &[]);
    let unfinished = format!("//! Fine.\n// {}: later\n", ["TO", "DO"].concat());
    check("a.rs", &unfinished, &["a.rs:2: unfinished work"]);
    let long = format!("//! Fine.\n{}", "\n".repeat(MAX_LINES));
    check("a.rs", &long, &["a.rs: 601 lines, more than 600"]);
}

#[test]
fn quaint_words_are_found() {
    let found = |text: &str| quaint_words("a.rs", text);
    assert_eq!(found("// Drawn anew.\n"), ["a.rs:1: 'anew' is quaint; write: again"]);
    assert_eq!(found("/// Whoever asks\n").len(), 1);
    assert_eq!(found("// runs for ever, for  ever").len(), 2);
    assert!(found("// renewed, forever").is_empty());
    // Texts for players are not checked.
    assert!(found(&format!("let text = {quote}load it anew{quote};", quote = '"')).is_empty());
    assert_eq!(
        found("enum Wish {\n"),
        ["a.rs:1: the type name 'Wish' is not in the glossary of CONTRIBUTING.md"]
    );
    assert_eq!(found("export interface Here {\n").len(), 1);
    assert!(found("struct Wishes;\nlet wish = Wish;\n").is_empty());
}

#[test]
fn misnamed_errors_are_found() {
    let found = |text: &str| misnamed_errors("a.rs", text);
    assert!(found("impl std::error::Error for ParseError {}\n").is_empty());
    assert!(found("impl<E> Error for ReadError<E> where E: Error {}\n").is_empty());
    assert!(found("impl From<Error> for Bad {}\nimpl de::Error for Bad {}\n").is_empty());
    assert_eq!(
        found("impl std::error::Error for BadToken {}\n"),
        ["a.rs:1: the error type 'BadToken' does not end in 'Error'"]
    );
    assert_eq!(found("impl<'a> Error for Bad<'a> {\n").len(), 1);
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
    if length > MAX_LINES {
        found.push(format!("{name}: {length} lines, more than {MAX_LINES}"));
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

fn quaint_words(name: &str, text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (index, line) in text.lines().enumerate() {
        // Quoted text is what a person or a test reads, not what the programmer says.
        let line: String = line.split('"').step_by(2).collect::<Vec<_>>().join(" ");
        let words: Vec<&str> = line
            .split(|c: char| !c.is_alphanumeric() && c != '_')
            .filter(|word| !word.is_empty())
            .collect();
        for (at, word) in words.iter().enumerate() {
            let lower = word.to_lowercase();
            let pair = format!("{lower} {}", words.get(at + 1).unwrap_or(&"").to_lowercase());
            for (quaint, instead) in QUAINT_WORDS {
                if lower == quaint || pair == quaint {
                    found.push(format!(
                        "{name}:{}: '{quaint}' is quaint; write: {instead}",
                        index + 1
                    ));
                }
            }
            let declares = ["struct", "enum", "trait", "type", "interface", "class"];
            let declared = at > 0 && declares.contains(&words[at - 1]);
            if declared && QUAINT_TYPES.contains(word) {
                found.push(format!(
                    "{name}:{}: the type name '{word}' is not in the glossary of CONTRIBUTING.md",
                    index + 1
                ));
            }
        }
    }
    found
}

/// Types that implement `std::error::Error` without saying so in their name.
fn misnamed_errors(name: &str, text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let Some((implemented, rest)) =
            line.strip_prefix("impl").and_then(|rest| rest.split_once(" for "))
        else {
            continue;
        };
        let implemented = implemented.rsplit_once(' ').map_or(implemented, |(_, last)| last);
        if !["Error", "error::Error", "std::error::Error"].contains(&implemented) {
            continue;
        }
        let end = rest.find(|c: char| !c.is_alphanumeric()).unwrap_or(rest.len());
        let type_name = &rest[..end];
        if !type_name.ends_with("Error") {
            found.push(format!(
                "{name}:{}: the error type '{type_name}' does not end in 'Error'",
                index + 1
            ));
        }
    }
    found
}

/// The path, relative to the root, and the text of every file of the project with one of these endings.
fn files_with(endings: &[&str]) -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut paths = Vec::new();
    find_files(root, endings, &mut paths);
    assert!(paths.len() > 10, "only {} files found", paths.len());
    let read = |path: &PathBuf| {
        let name = path.strip_prefix(root).unwrap().display().to_string();
        (name, fs::read_to_string(path).unwrap())
    };
    paths.iter().map(read).collect()
}

fn find_files(folder: &Path, endings: &[&str], found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy();
        if path.is_dir() {
            let crate_folder = path.join("Cargo.toml").is_file();
            if !name.starts_with('.') && (crate_folder || !SKIPPED_FOLDERS.contains(&name.as_ref()))
            {
                find_files(&path, endings, found);
            }
        } else if endings.iter().any(|end| name.ends_with(end)) {
            found.push(path);
        }
    }
}
