//! Corpora of valid and invalid texts, one per row.

use trid_rules::{
    Move, Position, RuleBook,
    notation::{Tfen, TfenError},
};

/// The rows of a corpus without comments, split at `=>`.
fn lines(text: &'static str) -> Vec<(&'static str, Option<&'static str>)> {
    let lines: Vec<_> = text
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| match line.split_once(" => ") {
            Some((text, expected)) => (text, Some(expected)),
            None => (line, None),
        })
        .collect();
    assert!(!lines.is_empty());
    lines
}

/// Reads a position, under the revised rules if it names no rule book.
fn read(text: &str) -> Result<String, TfenError> {
    Ok(text.parse::<Tfen>()?.position(RuleBook::Revised)?.to_tfen())
}

#[test]
fn valid_tfens() {
    for (text, expected) in lines(include_str!("../corpus/tfen-valid.txt")) {
        let written = read(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(written, expected.unwrap_or(text), "{text}");
    }
}

#[test]
fn invalid_tfens() {
    for (text, messages) in lines(include_str!("../corpus/tfen-invalid.txt")) {
        let error = read(text).err().unwrap_or_else(|| panic!("{text} was read")).to_string();
        for message in messages.expect("every row has its messages").split("; ") {
            assert!(error.contains(message), "{text}: {error}");
        }
    }
}

/// Only a pawn can have passed a piece.
#[test]
fn a_double_step_of_another_piece_is_not_called_a_pawn() {
    let start = Position::start(RuleBook::Revised).to_tfen();
    let text = start.replace(" w KQkq - - - ", " b KQkq - - d1W ");
    assert_ne!(text, start);
    let error = read(&text).unwrap_err().to_string();
    assert!(error.contains("d1W cannot be a pawn"), "{error}");
    assert!(!error.contains("the pawn on d1W"), "{error}");
}

#[test]
fn valid_moves() {
    for (text, _) in lines(include_str!("../corpus/moves-valid.txt")) {
        let mv: Move = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(mv.to_string(), text);
    }
}

#[test]
fn invalid_moves() {
    for (text, message) in lines(include_str!("../corpus/moves-invalid.txt")) {
        let error =
            text.parse::<Move>().err().unwrap_or_else(|| panic!("{text} was read")).to_string();
        assert!(error.contains(message.expect("every row has its message")), "{text:?}: {error}");
    }
}

/// Errors quote only the beginning of a long text.
#[test]
fn errors_do_not_grow_with_the_input() {
    let long = "x".repeat(1 << 20);
    for text in [long.clone(), format!("b2W{long}"), format!("QL1-{long}"), long.replace('x', ";")]
    {
        assert!(text.parse::<Move>().expect_err("no move").to_string().len() < 400);
    }
    for text in [
        long.clone(),
        long.replace('x', "| "),
        format!("{long} w - - - - - 0 1"),
        long.replace('x', "4/"),
    ] {
        assert!(text.parse::<Tfen>().expect_err("no T-FEN").to_string().len() < 400);
    }
}

/// An unvalidated setup is written canonically too.
#[test]
fn a_setup_writes_its_lists_in_order() {
    let boards = "QL1w:P1/1R,KL1w:2/KR,QL6b:2/2,KL6b:2/2";
    let text = |lists: &str| format!("4/4/PPP1/4|4/4/4/4|2k1/4/4/4|{boards} w {lists} - - 0 9");
    let read: Tfen = text("e0KL1,a0QL1 c2W,z1QL1 b2W,a2W").parse().expect("a T-FEN");
    assert_eq!(read.setup.to_string(), text("a0QL1,e0KL1 c2W,z1QL1 a2W,b2W"));
}
