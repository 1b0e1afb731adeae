//! Reads any bytes as T-PGN: an error with line and column, or games that round-trip, with the same result for
//! any chunk size.

#![no_main]

use libfuzzer_sys::fuzz_target;
use trid_records::Record;
use trid_records::tpgn::{self, TpgnReader};
use trid_rules::RuleBook;

fuzz_target!(|bytes: &[u8]| {
    let whole = games(bytes, bytes.len().max(1));
    assert_eq!(games(bytes, 3), whole);
    for text in whole.into_iter().flatten() {
        let again: Vec<Record> = tpgn::read(&text, RuleBook::Revised)
            .map(|game| game.expect("our own output is valid"))
            .collect();
        assert_eq!(again.len(), 1, "{text}");
        assert_eq!(again[0].to_tpgn(), text);
    }
});

/// The games of a text fed in chunks of this size, as T-PGN, or the positions of their errors.
fn games(bytes: &[u8], size: usize) -> Vec<Result<String, (usize, usize)>> {
    let mut reader = TpgnReader::new();
    let mut chunks = bytes.chunks(size);
    let mut found = Vec::new();
    while !reader.is_finished() {
        match reader.next_game() {
            Some(game) => found.push(
                game.and_then(|game| game.record(RuleBook::Revised))
                    .map(|record| record.to_tpgn())
                    .map_err(|error| (error.line, error.column)),
            ),
            None => match chunks.next() {
                Some(chunk) => reader.feed(chunk),
                None => reader.finish(),
            },
        }
    }
    found
}
