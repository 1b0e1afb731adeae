//! Reads any bytes as a file of records: errors with places, or games that round-trip as saved games, and the same
//! whether the bytes arrive at once or one at a time.

#![no_main]

use std::io::Read;

use libfuzzer_sys::fuzz_target;
use trid_records::{SavedGame, read_all};

fuzz_target!(|bytes: &[u8]| {
    let texts = read(bytes);
    assert_eq!(read(OneByOne(bytes)), texts);
    for saved in texts.into_iter().flatten() {
        let again: SavedGame = serde_json::from_str(&saved).expect("a saved game parses");
        let again = again.record().expect("a saved game is legal");
        assert_eq!(serde_json::to_string(&SavedGame::from(&again)).ok(), Some(saved));
    }
});

/// The games of a file as saved games, or their errors.
fn read(input: impl Read) -> Vec<Result<String, String>> {
    let entries = read_all(input).keep_bad_variations();
    entries
        .map(|entry| match entry.record {
            Ok(record) => {
                Ok(serde_json::to_string(&SavedGame::from(&record)).expect("a game can be saved"))
            }
            Err(error) => {
                assert!(error.line() > 0);
                Err(error.to_string())
            }
        })
        .collect()
}

/// Bytes that arrive one at a time.
struct OneByOne<'a>(&'a [u8]);

impl Read for OneByOne<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let length = buffer.len().min(1);
        self.0.read(&mut buffer[..length])
    }
}
