//! Checks that every source file says what it is for, has a readable length, and leaves nothing unfinished.

use std::fs;
use std::path::Path;
use std::process::Command;

/// Files aim below 400 lines; a longer one than this must be split.
const MAX_LINES: usize = 500;

#[test]
fn every_source_file_is_tidy() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let listed = Command::new("git")
        .args(["ls-files", "*.rs", "*.ts", "*.tsx", "*.css"])
        .current_dir(root)
        .output()
        .unwrap();
    let names = String::from_utf8(listed.stdout).unwrap();
    let names: Vec<&str> = names.lines().filter(|name| root.join(name).exists()).collect();
    assert!(names.len() > 500, "git lists only {} files", names.len());
    let complaints: Vec<String> = names
        .iter()
        .flat_map(|name| complaints(name, &fs::read_to_string(root.join(name)).unwrap()))
        .collect();
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

fn complaints(name: &str, text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let opening = if name.ends_with(".rs") { "//! " } else { "/" };
    if !text.starts_with(opening) {
        found.push(format!("{name}: does not open with a comment that says what it is for"));
    }
    let length = text.lines().count();
    if length > MAX_LINES && !name.ends_with(".css") {
        found.push(format!("{name}: {length} lines, more than {MAX_LINES}"));
    }
    let marks = [["TO", "DO"], ["FIX", "ME"], ["XX", "X:"]].map(|halves| halves.concat());
    for (line, number) in text.lines().zip(1..) {
        if marks.iter().any(|mark| line.contains(mark.as_str())) {
            found.push(format!("{name}:{number}: unfinished work"));
        }
    }
    found
}
