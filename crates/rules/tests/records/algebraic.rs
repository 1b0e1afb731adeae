//! Algebraic notation: one exact form for every legal move, and no form for two.

use std::collections::HashMap;

use trid_rules::{Move, Position, RuleBook};

use crate::playouts;

#[test]
fn no_two_legal_moves_share_a_text() {
    let mut positions = 0;
    playouts::for_each_position(20, 120, |position| {
        positions += 1;
        let mut texts = HashMap::new();
        for mv in position.legal_moves() {
            if let Some(other) = texts.insert(position.algebraic(mv), mv) {
                panic!("{mv} and {other} are both {} in {position}", position.algebraic(mv));
            }
        }
    });
    assert!(positions > 3000, "only {positions} positions");
}

#[track_caller]
fn check(tfen: &str, moves: &[(&str, &str)]) {
    let position = Position::from_tfen(tfen, RuleBook::Revised).unwrap();
    for (mv, text) in moves {
        let mv: Move = mv.parse().unwrap();
        assert!(position.is_legal(mv), "{mv} is illegal: {:?}", position.explain(mv));
        assert_eq!(position.algebraic(mv), *text, "{mv}");
    }
}

#[test]
fn writing_of_each_kind() {
    const START: &str = "4/4/PPPP/NBBN|4/4/4/4|nbbn/pppp/4/4|QL1w:PP/RQ,KL1w:PP/KR,QL6b:rq/pp,KL6b:kr/pp w KQkq - - - - 0 1";
    check(START, &[("b2Wb4N", "b4N"), ("b2Wb3W", "b3W"), ("a1Wb3N", "Nb3N"), ("O-O", "0-0")]);
}
