//! Generates the tables of `docs/conformance.md` after its marker.

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

use crate::steps::WORDS;
use crate::table::{self, Class};

/// The text before the marker is written by hand.
const MARK: &str = "<!-- The rest is written from the table of the suite. -->";

/// Compares the page with the tables, or writes it if `UPDATE_DOCS` is set.
#[track_caller]
pub(crate) fn check() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/conformance.md");
    let page =
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let (head, rest) = page.split_once(MARK).expect("the page has its marker");
    let written = tables();
    if env::var_os("UPDATE_DOCS").is_some() {
        fs::write(&path, format!("{head}{MARK}{written}")).expect("the page can be written");
    } else {
        assert!(
            rest == written,
            "docs/conformance.md is not what the table says; write it with\n\
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
    let mut group = "";
    for case in &cases {
        if case.group != group {
            group = &case.group;
            write!(text, "\n## {group}\n\n| case | | why |\n|---|---|---|\n")
                .expect("writing to a string cannot fail");
        }
        line(&mut text, &[&format!("`{}`", case.id), case.class.name(), &case.why]);
    }
    text
}

fn line(text: &mut String, cells: &[&str]) {
    text.push_str("| ");
    text.push_str(&cells.join(" | "));
    text.push_str(" |\n");
}
