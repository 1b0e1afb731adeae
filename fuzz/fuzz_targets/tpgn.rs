//! Any bytes read as T-PGN: an error with a place, or games that are written so that they read back the same,
//! however the bytes were cut into pieces.

#![no_main]

use libfuzzer_sys::fuzz_target;
use trid_rules::tpgn::{self, TpgnReader};
use trid_rules::{Record, RuleBook};

fuzz_target!(|bytes: &[u8]| {
    let whole = games(bytes, bytes.len().max(1));
    assert_eq!(games(bytes, 3), whole);
    for text in whole.into_iter().flatten() {
        let again: Vec<Record> =
            tpgn::read(&text, RuleBook::Revised).map(|game| game.expect("what we wrote")).collect();
        assert_eq!(again.len(), 1, "{text}");
        assert_eq!(again[0].to_tpgn(), text);
    }
});

/// The games of a text fed in pieces of this size, written again, or the places of their errors.
fn games(bytes: &[u8], size: usize) -> Vec<Result<String, (usize, usize)>> {
    let mut reader = TpgnReader::new();
    let mut pieces = bytes.chunks(size);
    let mut found = Vec::new();
    while !reader.is_finished() {
        match reader.next_game() {
            Some(game) => found.push(
                game.and_then(|game| game.record(RuleBook::Revised))
                    .map(|record| record.to_tpgn())
                    .map_err(|error| (error.line, error.column)),
            ),
            None => match pieces.next() {
                Some(piece) => reader.feed(piece),
                None => reader.finish(),
            },
        }
    }
    found
}
