//! Checks `docs/play/rules.md` and `docs/play/other-rules.md`: renders their diagrams and compares them, and checks their claims
//! against the rules.
//!
//! The HTML comments of a page contain its claims. A comment that starts with `diagram NAME` or with `check` holds a
//! position and lines about it; `directives.rs` lists them. `reasons CODE ...` names the reasons that the next paragraph
//! explains; the page of the game links to it from an illegal move.

mod directives;

use std::fs;
use std::path::{Path, PathBuf};

use expect_test::expect_file;
use trid_rules::{Move, Square, explain::Code};

use directives::Comment;

/// The pages of the guide. The page of the game shows them in this order.
const PAGES: [&str; 2] = ["rules.md", "other-rules.md"];

const POSITIONS: &str = "positions.json";

#[test]
fn every_claim_holds() {
    let errors: Vec<String> = comments(&pages())
        .iter()
        .flat_map(|comment| {
            comment.errors().into_iter().map(|error| format!("{}: {error}", comment.name()))
        })
        .collect();
    assert!(errors.is_empty(), "{}", errors.join("\n"));
}

#[test]
fn false_claims_are_detected() {
    for claim in [
        "legal b2Wb5N",
        "illegal b2Wb4N E_GEOMETRY",
        "illegal b2Wb5N E_VERTICAL",
        "plays b2Wb4N b2Wb3W",
        "is a2W frozen",
        "is a2W deferred",
        "is a2W stranded",
        "is a2W carried",
        "is a2W attacked",
        "outcome stalemate",
        "lands QL1-QL2 z4QL2 a5QL2",
        "writes b2Wb4N b4W",
        "meder: legal O-O",
        "surely so",
    ] {
        let comment = Comment::read(&format!("check\n{claim}")).expect("a comment");
        assert_eq!(comment.errors().len(), 1, "{claim}");
    }
}

#[test]
fn every_diagram_is_up_to_date() {
    let page = pages();
    let folder = docs().join("diagrams");
    let mut drawn = vec![POSITIONS.to_owned()];
    for comment in comments(&page) {
        let Some((name, svg)) = comment.diagram() else { continue };
        let file = format!("{name}.svg");
        let shown = page.contains(&format!("](diagrams/{file})"));
        assert!(shown, "{name} is rendered, but not on the page");
        expect_file![folder.join(&file)].assert_eq(&svg);
        drawn.push(file);
    }
    for file in fs::read_dir(&folder).expect("the folder is there") {
        let name = file.expect("a file").file_name().into_string().expect("a plain name");
        assert!(drawn.contains(&name), "{name} is not a diagram of the page");
    }
}

/// The positions of the diagrams, for programs that let a reader play on from them.
#[test]
fn the_file_of_positions_is_up_to_date() {
    let entries: Vec<String> = comments(&pages()).iter().filter_map(Comment::json).collect();
    assert!(entries.len() > 15);
    let text = format!("{{\n{}\n}}\n", entries.join(",\n"));
    expect_file![docs().join("diagrams").join(POSITIONS)].assert_eq(&text);
}

#[test]
fn every_reason_is_explained_once() {
    let pages = pages();
    let named: Vec<&str> = page_comments(&pages)
        .filter_map(|comment| comment.strip_prefix("reasons "))
        .flat_map(|codes| codes.split(' '))
        .collect();
    for code in Code::ALL {
        let count = named.iter().filter(|&&name| name == code.name()).count();
        assert_eq!(count, 1, "{code} has {count} paragraphs");
    }
    assert_eq!(named.len(), Code::ALL.len(), "{named:?}");
}

/// A reader who follows a link within the guide gets somewhere.
#[test]
fn every_link_leads_to_a_section() {
    let mut links = 0;
    for page in PAGES {
        for link in read(page).split("](").skip(1) {
            let (address, _) = link.split_once(')').expect("an address ends");
            let (file, section) = address.split_once('#').unwrap_or((address, ""));
            let file = if file.is_empty() { page } else { file };
            assert!(docs().join(file).exists(), "{page} links to {address}");
            let known = section.is_empty() || headings(&read(file)).any(|name| name == section);
            assert!(known, "{page} links to {address}");
            links += 1;
        }
    }
    assert!(links > 20);
}

#[test]
fn every_image_has_an_alt_text_and_a_source() {
    let page = pages();
    let names: Vec<String> = comments(&page)
        .iter()
        .filter_map(|comment| comment.diagram().map(|(name, _)| name))
        .collect();
    let mut images = 0;
    for image in page.split("![").skip(1) {
        let (words, rest) = image.split_once("](").expect("an image has an address");
        let (address, _) = rest.split_once(')').expect("an address ends");
        let name = address.trim_start_matches("diagrams/").trim_end_matches(".svg");
        assert!(words.len() > 20, "{address} has no useful alt text");
        assert!(names.iter().any(|known| known == name), "{address} has no diagram comment");
        images += 1;
    }
    assert_eq!(images, names.len());
}

/// Every move, square and code in the text is valid, and every move has a claim in its section. So has every
/// example in the table of notation.
#[test]
fn every_statement_is_checked() {
    let page = pages();
    let mut moves = 0;
    for section in page.split("\n## ") {
        let claims: String =
            comments(section).iter().map(|comment| format!("{}\n", comment.text())).collect();
        let title = section.lines().next().unwrap_or_default();
        let writing = title == "Writing moves down";
        for word in visible_code(section) {
            if word.starts_with("E_") {
                assert!(
                    Code::ALL.iter().any(|code| code.name() == word),
                    "{title}: {word} is not a code"
                );
            } else if word.parse::<Move>().is_ok() || writing && word.len() > 1 {
                let claimed = claims.split([' ', '\n']).any(|claim| claim == word)
                    || claims.contains(&format!(" {word}\n"));
                assert!(claimed, "{title}: there is no claim about {word}");
                moves += 1;
            } else if looks_like_square(&word) {
                assert!(word.parse::<Square>().is_ok(), "{title}: {word} is not a square");
            }
        }
    }
    assert!(moves > 20, "only {moves} moves found");
}

/// The texts in backticks outside comments.
fn visible_code(section: &str) -> Vec<String> {
    let mut text = String::new();
    for part in section.split("<!--") {
        text.push_str(part.split_once("-->").map_or(part, |(_, rest)| rest));
    }
    text.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

fn looks_like_square(word: &str) -> bool {
    match word.as_bytes() {
        [file, rank, b'W' | b'N' | b'B'] | [file, rank, b'Q' | b'K', b'L', _] => {
            b"zabcde".contains(file) && rank.is_ascii_digit()
        }
        _ => false,
    }
}

/// The directives of the diagrams and checks.
fn comments(text: &str) -> Vec<Comment> {
    page_comments(text)
        .filter(|comment| !comment.starts_with("reasons "))
        .map(|comment| {
            Comment::read(comment).unwrap_or_else(|error| panic!("{error} in\n{comment}"))
        })
        .collect()
}

fn page_comments(text: &str) -> impl Iterator<Item = &str> {
    text.split("<!--")
        .skip(1)
        .map(|comment| comment.split_once("-->").expect("a comment ends").0.trim())
}

/// The addresses of the headings, as GitHub makes them.
fn headings(page: &str) -> impl Iterator<Item = String> {
    page.lines().filter(|line| line.starts_with('#')).map(|line| {
        let title = line.trim_start_matches('#').trim().to_lowercase().replace(' ', "-");
        title.chars().filter(|&letter| letter.is_alphanumeric() || letter == '-').collect()
    })
}

fn pages() -> String {
    PAGES.map(read).concat()
}

fn read(page: &str) -> String {
    fs::read_to_string(docs().join(page)).expect("the page is there")
}

fn docs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/play")
}
