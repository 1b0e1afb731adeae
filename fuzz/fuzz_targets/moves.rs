//! Parses any text as a move, strictly and leniently: a short error, or a move that round-trips. A move has
//! reasons exactly if it is illegal.

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
        if let Ok(mv) = read {
            assert_eq!(start.explain(mv).is_empty(), start.is_legal(mv), "{text}");
        }
        match start.read_move(text) {
            Ok(mv) => assert!(start.is_legal(mv), "{text}"),
            Err(error) => assert!(!error.reasons.is_empty(), "{text}"),
        }
    }
});
