//! Any text read as a move: a short error, or a move that is written as it was read; refused with a
//! reason exactly when it is illegal.

#![no_main]

use libfuzzer_sys::fuzz_target;
use trid_rules::{Move, Position, RuleBook};

fuzz_target!(|text: &str| {
    let read = text.parse::<Move>();
    match &read {
        Ok(mv) => assert_eq!(mv.to_string().parse::<Move>().as_ref(), Ok(mv)),
        Err(error) => assert!(error.to_string().len() < 400, "{error}"),
    }
    for book in RuleBook::ALL {
        let start = Position::start(book);
        let legal = read.as_ref().is_ok_and(|&mv| start.is_legal(mv));
        assert_eq!(start.explain_text(text).is_empty(), legal, "{text}");
    }
});
