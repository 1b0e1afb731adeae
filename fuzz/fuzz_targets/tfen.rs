//! Any text read as T-FEN: an error or a position whose T-FEN reads back as itself.

#![no_main]

use libfuzzer_sys::fuzz_target;
use trid_rules::{Position, RuleBook};

fuzz_target!(|text: &str| {
    for book in RuleBook::ALL {
        if let Ok(position) = Position::from_tfen(text, book) {
            let written = position.to_tfen_with_book();
            assert_eq!(Position::from_tfen(&written, book).as_ref(), Ok(&position), "{written}");
            assert_eq!(position.key(), position.recomputed_key());
        }
    }
});
