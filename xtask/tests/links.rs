//! Checks the relative links of the documentation: each leads to an existing file and heading.

use std::fs;
use std::path::{Path, PathBuf};

#[test]
fn every_link_has_a_target() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let pages: Vec<PathBuf> = ["", "docs/examples", "docs/notes", "docs/play", "docs/use"]
        .map(|folder| root.join(folder))
        .iter()
        .flat_map(|folder| fs::read_dir(folder).into_iter().flatten())
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "md"))
        .collect();
    assert!(pages.len() > 5, "only {pages:?}");
    let mut broken = Vec::new();
    for page in &pages {
        let text = fs::read_to_string(page).unwrap();
        for link in links(&text) {
            if let Err(error) = follow(page, &link) {
                broken.push(format!("{}: {error}", page.strip_prefix(root).unwrap().display()));
            }
        }
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

/// Follows a relative link of a page.
fn follow(page: &Path, link: &str) -> Result<(), String> {
    let (file, heading) = link.split_once('#').unwrap_or((link, ""));
    let target =
        if file.is_empty() { page.to_path_buf() } else { page.parent().unwrap().join(file) };
    if !target.exists() {
        return Err(format!("{file} does not exist"));
    }
    if heading.is_empty() {
        return Ok(());
    }
    let text = fs::read_to_string(&target).unwrap();
    if headings(&text).iter().any(|known| known == heading) {
        Ok(())
    } else {
        Err(format!("{link}: there is no such heading"))
    }
}

/// The addresses of links and images within the project.
fn links(text: &str) -> Vec<String> {
    let text = without_fences(text);
    text.split("](")
        .skip(1)
        .filter_map(|rest| rest.split_once(')'))
        .map(|(address, _)| address.to_owned())
        .filter(|address| !address.contains(':'))
        .collect()
}

/// The headings as links name them: lower case, words joined by hyphens.
fn headings(text: &str) -> Vec<String> {
    without_fences(text)
        .lines()
        .filter(|line| line.starts_with('#'))
        .map(|line| {
            let plain = line.trim_start_matches('#').trim().to_lowercase();
            let kept = plain
                .chars()
                .filter(|c| c.is_alphanumeric() || *c == ' ' || *c == '-' || *c == '_');
            kept.map(|c| if c == ' ' { '-' } else { c }).collect()
        })
        .collect()
}

fn without_fences(text: &str) -> String {
    text.split("\n```").step_by(2).collect::<Vec<_>>().join("\n")
}
