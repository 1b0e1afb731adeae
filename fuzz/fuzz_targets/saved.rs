//! Reads any bytes as a saved game: an error, or a game that round-trips.

#![no_main]

use libfuzzer_sys::fuzz_target;
use trid_rules::saved::{SavedFile, SavedGame};

fuzz_target!(|bytes: &[u8]| {
    let Ok(file) = serde_json::from_slice::<SavedFile>(bytes) else { return };
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
});
