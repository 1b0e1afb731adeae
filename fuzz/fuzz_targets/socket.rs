//! Parses any text as a client message: a short error, or a message that round-trips.

#![no_main]

use libfuzzer_sys::fuzz_target;
use trid_server::read_message;

fuzz_target!(|text: &str| match read_message(text) {
    Ok(message) => {
        let written = serde_json::to_string(&message).expect("a message can be written");
        assert_eq!(read_message(&written).as_ref(), Ok(&message), "{text}");
    }
    Err(error) => assert!(error.message.len() < text.len() + 400, "{}", error.message),
});
