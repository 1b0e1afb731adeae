//! Runs the examples of `docs/use/notation.md`.

use trid_records::tpgn;
use trid_rules::{Move, Position, RuleBook, notation::Tfen};

const PAGE: &str = include_str!("../../../../docs/use/notation.md");

/// The contents of the code blocks with this name.
fn blocks(name: &str) -> Vec<&'static str> {
    let opening = format!("\n```{name}\n");
    let found: Vec<&str> = PAGE
        .split(opening.as_str())
        .skip(1)
        .map(|rest| rest.split_once("```").expect("a code block is closed").0)
        .collect();
    assert!(!found.is_empty(), "no code block named {name}");
    found
}

/// The position in the first row of a code block, and the rows below.
#[track_caller]
fn position_and_lines(text: &'static str) -> (Position, Vec<&'static str>) {
    let mut lines = text.lines();
    let position = match lines.next().expect("a position") {
        "start" => Position::start(RuleBook::Revised),
        tfen => {
            Position::from_tfen(tfen, RuleBook::Revised).unwrap_or_else(|error| panic!("{error}"))
        }
    };
    let lines: Vec<&str> = lines.collect();
    assert!(!lines.is_empty());
    (position, lines)
}

#[test]
fn positions() {
    for line in blocks("tfen").into_iter().flat_map(str::lines) {
        let tfen: Tfen = line.parse().unwrap_or_else(|error| panic!("{error}"));
        let position =
            tfen.position(RuleBook::Revised).unwrap_or_else(|error| panic!("{line}: {error}"));
        let text =
            if tfen.book.is_some() { position.to_tfen_with_book() } else { position.to_tfen() };
        assert_eq!(text, line);
    }
}

#[test]
fn moves() {
    for text in blocks("moves") {
        let (position, lines) = position_and_lines(text);
        for line in lines {
            let (mv, text) = line.split_once(' ').expect("a move and its text");
            let mv: Move = mv.parse().unwrap_or_else(|error| panic!("{error}"));
            assert!(position.is_legal(mv), "{mv}: {:?}", position.explain(mv));
            assert_eq!(position.algebraic(mv).to_string(), text);
            assert_eq!(position.read_move(text), Ok(mv));
        }
    }
}

#[test]
fn reading() {
    for text in blocks("reading") {
        let (position, lines) = position_and_lines(text);
        for line in lines {
            let (texts, mv) = line.split_once(" = ").expect("texts and a move");
            for text in texts.split(' ') {
                let read = position.read_move(text).unwrap_or_else(|error| panic!("{error}"));
                assert_eq!(read.to_string(), mv, "{text}");
            }
        }
    }
}

#[test]
fn rejected_texts() {
    for text in blocks("refused") {
        let (position, lines) = position_and_lines(text);
        for line in lines {
            let (text, codes) = line.split_once(' ').expect("a text and codes");
            let found: Vec<&str> =
                position.explain_text(text).into_iter().map(|reason| reason.code.name()).collect();
            assert_eq!(found.join(" "), codes, "{text}");
        }
    }
}

#[test]
fn games() {
    for text in blocks("tpgn") {
        let games: Result<Vec<_>, _> = tpgn::read(text, RuleBook::Revised).collect();
        let written: String = games
            .unwrap_or_else(|error| panic!("{error}"))
            .iter()
            .map(|game| game.to_tpgn())
            .collect();
        assert_eq!(written, text);
    }
}
