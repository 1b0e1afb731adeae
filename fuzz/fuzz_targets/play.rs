//! Plays any sequence of legal moves and checks the invariants of every position.

#![no_main]

use libfuzzer_sys::fuzz_target;
use trid_rules::{Color, Move, Position, Role, RuleBook};

fuzz_target!(|bytes: &[u8]| {
    let Some((first, choices)) = bytes.split_first() else { return };
    let mut position = Position::start(RuleBook::ALL[usize::from(first % 2)]);
    for &choice in choices {
        let mut moves = position.legal_moves();
        if moves.is_empty() {
            return;
        }
        moves.sort();
        let mv = moves[usize::from(choice) % moves.len()];
        let after = position.play(mv).expect("a generated move is legal");
        check(&position, mv, &after);
        position = after;
    }
});

fn check(before: &Position, mv: Move, after: &Position) {
    let text = after.to_tfen();
    assert_eq!(Position::from_tfen(&text, after.book()).as_ref(), Ok(after), "{mv} led to {text}");
    assert_eq!(after.key(), after.recomputed_key(), "{text}");
    assert!(!after.is_attacked(after.king(after.turn().other()), after.turn()), "{text}");
    assert_eq!(after.existing().len(), 64, "{text}");
    assert!(after.occupied().without(after.existing()).is_empty(), "{text}");
    assert!(after.occupied().len() <= before.occupied().len(), "{text}");
    for color in Color::ALL {
        assert_eq!(after.pieces(color, Role::King).len(), 1, "{text}");
    }
    let keeps_turn = matches!(mv, Move::Promote { .. });
    assert_eq!(after.turn() == before.turn(), keeps_turn, "{text}");
    assert_eq!(before.pending().is_some(), keeps_turn, "{text}");
}
