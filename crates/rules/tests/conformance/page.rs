//! Generates the tables of `docs/notes/conformance.md` after its marker.

use std::path::Path;
use std::{env, fs};

use crate::steps::WORDS;
use crate::table::{self, Case, Class};

/// The text before the marker is written by hand.
const MARK: &str = "<!-- The rest is written from the table of the suite. -->";

/// Compares the page with the tables, or writes it if `UPDATE_DOCS` is set.
#[track_caller]
pub(crate) fn check() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/notes/conformance.md");
    let page =
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let (head, rest) = page.split_once(MARK).expect("the page has its marker");
    let written = tables();
    if env::var_os("UPDATE_DOCS").is_some() {
        fs::write(&path, format!("{head}{MARK}{written}")).expect("the page can be written");
    } else {
        assert!(
            rest == written,
            "docs/notes/conformance.md is not what the table says; write it with\n\
             UPDATE_DOCS=1 cargo test -p trid-rules --test conformance"
        );
    }
}

fn tables() -> String {
    let cases = table::cases();
    let mut text = String::from("\n\n## In numbers\n\n| what became of it | cases |\n|---|---|\n");
    for class in Class::ALL {
        let count = cases.iter().filter(|case| case.class == class).count();
        line(&mut text, &[class.name(), &count.to_string()]);
    }
    line(&mut text, &["together", &cases.len().to_string()]);
    text.push_str("\n## Their words and our codes\n\n| word | code |\n|---|---|\n");
    for (word, code) in WORDS {
        line(&mut text, &[&format!("`{word}`"), &format!("`{code}`")]);
    }
    for group in groups(&cases) {
        let (plain, changed): (Vec<&Case>, Vec<&Case>) = cases
            .iter()
            .filter(|case| case.group == group)
            .partition(|case| case.class == Class::AsWritten);
        text.push_str(&format!("\n## {group}\n"));
        if !plain.is_empty() {
            let names: Vec<String> = plain.iter().map(|case| format!("`{}`", case.id)).collect();
            text.push_str(&wrapped(&format!("As written: {}.", names.join(", "))));
        }
        if !changed.is_empty() {
            text.push_str("\n| case | | why |\n|---|---|---|\n");
        }
        for case in changed {
            line(&mut text, &[&format!("`{}`", case.id), case.class.name(), &case.why]);
        }
    }
    text
}

/// The groups in order.
fn groups(cases: &[Case]) -> Vec<&str> {
    let mut groups: Vec<&str> = cases.iter().map(|case| case.group.as_str()).collect();
    groups.dedup();
    groups
}

/// A paragraph with rows of at most 100 columns.
fn wrapped(paragraph: &str) -> String {
    let mut text = String::new();
    let mut width = usize::MAX;
    for word in paragraph.split(' ') {
        if width.saturating_add(word.len() + 1) > 100 {
            text.push('\n');
            width = 0;
        } else {
            text.push(' ');
            width += 1;
        }
        text.push_str(word);
        width += word.len();
    }
    format!("{text}\n")
}

fn line(text: &mut String, cells: &[&str]) {
    text.push_str("| ");
    text.push_str(&cells.join(" | "));
    text.push_str(" |\n");
}
