//! Reads any bytes as saved games: errors, or games that round-trip, and the same games in chunks of any size.

#![no_main]

use libfuzzer_sys::fuzz_target;
use trid_rules::saved::{SavedFile, SavedGame, SavedReader};

fuzz_target!(|bytes: &[u8]| {
    let texts = split(bytes, usize::MAX);
    assert_eq!(split(bytes, 1 + bytes.len() % 7), texts);
    for text in texts {
        let Ok(file) = serde_json::from_slice::<SavedFile>(&text) else { continue };
        match file.record() {
            Ok(record) => {
                let saved =
                    serde_json::to_string(&SavedGame::from(&record)).expect("a game can be saved");
                let again: SavedFile = serde_json::from_str(&saved).expect("a saved game parses");
                let again = again.record().expect("a saved game is legal");
                assert_eq!(serde_json::to_string(&SavedGame::from(&again)).ok(), Some(saved));
            }
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
});

/// The texts of the games, read in chunks of this size.
fn split(bytes: &[u8], chunk: usize) -> Vec<Vec<u8>> {
    let mut reader = SavedReader::new();
    let mut chunks = bytes.chunks(chunk);
    let mut texts = Vec::new();
    while !reader.is_finished() {
        match reader.next_game() {
            Some(Ok(text)) => {
                let error = text.error(usize::from(bytes[0]), bytes.len(), "message");
                assert!(error.line > 0 && error.column > 0);
                texts.push(text.bytes().to_vec());
            }
            Some(Err(_)) => {}
            None => match chunks.next() {
                Some(chunk) => reader.feed(chunk),
                None => reader.finish(),
            },
        }
    }
    texts
}
