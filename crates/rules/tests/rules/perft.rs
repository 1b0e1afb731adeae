//! Perft counts from files: `id`, `tfen`, then rows of `perft`, depth and count.

use std::fs;
use std::path::Path;

use trid_rules::{Position, RuleBook, perft};

use crate::naive::Naive;

struct Entry {
    id: String,
    tfen: String,
    counts: Vec<(u32, u64)>,
}

fn entries(book: RuleBook) -> Vec<Entry> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/perft/{book}.perft"));
    let text =
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut entries: Vec<Entry> = Vec::new();
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let (word, rest) = line.split_once(' ').unwrap_or_else(|| panic!("bad line: {line}"));
        if word == "id" {
            entries.push(Entry { id: rest.to_owned(), tfen: String::new(), counts: Vec::new() });
            continue;
        }
        let entry = entries.last_mut().unwrap_or_else(|| panic!("before the first id: {line}"));
        match word {
            "tfen" => rest.clone_into(&mut entry.tfen),
            "perft" => {
                let (depth, count) =
                    rest.split_once(' ').unwrap_or_else(|| panic!("bad line: {line}"));
                entry
                    .counts
                    .push((depth.parse().expect("a depth"), count.parse().expect("a count")));
            }
            _ => panic!("bad line: {line}"),
        }
    }
    entries
}

/// Checks every count of the files up to `limit`.
fn run(limit: u64, count: impl Fn(&Position, u32) -> u64) {
    for book in RuleBook::ALL {
        let entries = entries(book);
        assert!(!entries.is_empty(), "no positions for {book}");
        for Entry { id, tfen, counts } in entries {
            let position =
                Position::from_tfen(&tfen, book).unwrap_or_else(|error| panic!("{id}: {error}"));
            assert!(!counts.is_empty(), "{book} {id} has no count");
            for (depth, expected) in counts.into_iter().filter(|&(_, expected)| expected <= limit) {
                assert_eq!(count(&position, depth), expected, "{book} {id} depth {depth}: {tfen}");
            }
        }
    }
}

#[test]
fn counts() {
    run(300_000, perft);
}

#[test]
fn naive_counts() {
    run(1500, |position, depth| Naive::new(&position.into(), position.book()).perft(depth));
}

#[test]
#[ignore = "takes minutes"]
fn deep_counts() {
    run(u64::MAX, perft);
}

#[test]
#[ignore = "takes minutes"]
fn deep_naive_counts() {
    run(300_000, |position, depth| Naive::new(&position.into(), position.book()).perft(depth));
}
