//! Any text read as a message on a game's socket: a short refusal, or a message that is written as it was read.

#![no_main]

use libfuzzer_sys::fuzz_target;
use trid_server::read_message;

fuzz_target!(|text: &str| match read_message(text) {
    Ok(message) => {
        let written = serde_json::to_string(&message).expect("a message can be written");
        assert_eq!(read_message(&written).as_ref(), Ok(&message), "{text}");
    }
    Err(refusal) => assert!(refusal.message.len() < text.len() + 400, "{}", refusal.message),
});
