//! Reads any text as a move in any reachable position: a legal move or reasons. The exact text of every legal
//! move reads back as that move.

#![no_main]

use libfuzzer_sys::fuzz_target;
use trid_rules::{Position, RuleBook};

fuzz_target!(|input: (Vec<u8>, String)| {
    let (choices, text) = input;
    let mut position = Position::start(RuleBook::ALL[choices.len() % 2]);
    for choice in choices {
        let mut moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        moves.sort();
        let mv = moves[usize::from(choice) % moves.len()];
        assert_eq!(position.read_move(&position.algebraic(mv).to_string()), Ok(mv), "{position}");
        position.play_unchecked(mv);
    }
    match position.read_move(&text) {
        Ok(mv) => assert!(position.is_legal(mv), "{text} in {position}"),
        Err(error) => {
            assert!(!error.reasons.is_empty(), "{text} in {position}");
            assert!(
                error.candidates.iter().all(|&mv| position.is_legal(mv)),
                "{text} in {position}"
            );
        }
    }
});
