//! Parses any text as T-FEN: a short error, or a position that round-trips.

#![no_main]

use libfuzzer_sys::fuzz_target;
use trid_rules::{Position, RuleBook, notation::Tfen};

fuzz_target!(|text: &str| {
    match text.parse::<Tfen>() {
        Err(error) => assert!(error.to_string().len() < 400, "{error}"),
        Ok(tfen) => {
            let written = tfen.setup.to_string();
            assert_eq!(written.parse::<Tfen>().map(|read| read.setup.to_string()), Ok(written));
        }
    }
    for book in RuleBook::ALL {
        if let Ok(position) = Position::from_tfen(text, book) {
            let written = position.to_tfen_with_book();
            assert_eq!(Position::from_tfen(&written, book).as_ref(), Ok(&position), "{written}");
            assert_eq!(position.key(), position.recomputed_key());
            assert_eq!(position.mirrored().mirrored(), position);
            assert_eq!(position.legal_moves().len(), position.count_moves());
        }
    }
});
