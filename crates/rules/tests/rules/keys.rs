//! Zobrist keys: incremental updates, and equality exactly for equal positions.

use std::collections::HashMap;

use trid_rules::{Position, RuleBook, Setup};

use fastrand::Rng;

use crate::random::{eventful_move, sparse_position};

fn check_tree(position: &Position, depth: u32) {
    assert_eq!(position.key(), position.recomputed_key(), "{position:?}");
    if depth > 0 {
        for mv in position.legal_moves() {
            let mut after = position.clone();
            after.play_unchecked(mv);
            check_tree(&after, depth - 1);
        }
    }
}

#[test]
fn keys_are_updated_at_every_node() {
    let mut random = Rng::with_seed(10);
    for book in RuleBook::ALL {
        check_tree(&Position::start(book), 3);
        for _ in 0..300 {
            check_tree(&sparse_position(&mut random, book), 1);
        }
        for _ in 0..20 {
            check_tree(&sparse_position(&mut random, book), 2);
        }
    }
}

/// T-FEN fields 1 to 7 without the boards' rotations and without a double step that cannot be captured.
fn identity(position: &Position) -> String {
    let mut setup = Setup::from(position);
    setup.boards.iter_mut().for_each(|board| board.turned = false);
    if !position.has_en_passant() {
        setup.double_stepped = None;
    }
    setup.halfmoves = 0;
    setup.move_number = 1;
    setup.to_string()
}

#[test]
fn keys_are_equal_exactly_for_equal_positions() {
    let mut random = Rng::with_seed(11);
    for book in RuleBook::ALL {
        let mut seen: HashMap<u64, String> = HashMap::new();
        let mut repeated = 0;
        for _ in 0..60 {
            let mut position = Position::start(book);
            for _ in 0..100 {
                let text = identity(&position);
                match seen.insert(position.key(), text.clone()) {
                    Some(before) => {
                        assert_eq!(before, text, "one key for two positions");
                        repeated += 1;
                    }
                    None => assert!(
                        seen.values().filter(|other| **other == text).count() < 2,
                        "two keys: {text}"
                    ),
                }
                let Some(mv) = eventful_move(&mut random, &position) else { break };
                position.play_unchecked(mv);
            }
        }
        assert!(repeated > 60, "too few repetitions to show anything: {repeated}");
    }
}

#[test]
fn reading_restores_the_key() {
    let mut random = Rng::with_seed(12);
    for book in RuleBook::ALL {
        for _ in 0..500 {
            let position = sparse_position(&mut random, book);
            let text = position.to_tfen();
            let read = Position::from_tfen(&text, book).expect("written text can be read");
            assert_eq!(read.key(), position.key(), "{text}");
            let turned = Position::from_tfen(&text.replace("w:", "w^:"), book);
            assert_eq!(turned.map(|other| other.key()), Ok(position.key()), "{text}");
        }
    }
}

/// Checks whether two T-FENs under the revised rules have the same key.
#[track_caller]
fn check(one: &str, other: &str, same: bool) {
    let key = |text: &str| Position::from_tfen(text, RuleBook::Revised).expect("a position").key();
    assert_eq!(key(one) == key(other), same, "{one}\n{other}");
}

#[test]
fn every_field_affects_the_key() {
    const BARE: &str =
        "4/4/PK2/4|4/4/4/4|2k1/4/4/4|QL1w:2/2,KL1w:2/2,QL6b:2/2,KL6b:2/2 w - - - - - 0 1";
    check(BARE, &BARE.replace("QL1w", "QL1w^"), true);
    check(BARE, &BARE.replace("0 1", "7 9"), true);
    check(BARE, &BARE.replace(" w ", " b "), false);
    check(BARE, &BARE.replace("QL1w", "QL2w"), false);
    check(
        BARE,
        "4/4/PK2/4|4/4/4/4|2k1/4/4/4|QL1b:2/2,KL1w:2/2,QL6w:2/2,KL6b:2/2 w - - - - - 0 1",
        false,
    );
    check(BARE, &BARE.replace("PK2", "1KP1"), false);
    check(BARE, &BARE.replace("w - - -", "w - a2W -"), false);
    check(BARE, &BARE.replace("w - - -", "w - - a2W"), false);
    check(&BARE.replace("w - - -", "w - a2W -"), &BARE.replace("w - - -", "w - - a2W"), false);

    const CASTLING: &str =
        "4/4/4/4|4/4/4/4|2k1/4/4/4|QL1w:2/R1,KL1w:2/KR,QL6b:2/2,KL6b:2/2 w KQ - - - - 0 1";
    check(CASTLING, &CASTLING.replace("KQ", "K"), false);
    check(&CASTLING.replace("KQ", "Q"), &CASTLING.replace("KQ", "K"), false);

    const PASSED: &str =
        "P3/4/4/1K2|4/4/4/4|2k1/4/4/4|QL1w:2/2,KL1w:2/2,QL6b:2/2,KL6b:2/2 b - - - - - 0 1";
    check(PASSED, &PASSED.replace("b - - - - -", "b - - - a4W -"), true);
    const TAKEABLE: &str =
        "Pp2/4/4/1K2|4/4/4/4|2k1/4/4/4|QL1w:2/2,KL1w:2/2,QL6b:2/2,KL6b:2/2 b - - - - - 0 1";
    check(TAKEABLE, &TAKEABLE.replace("b - - - - -", "b - - - a4W -"), false);
    const PENDING: &str =
        "Pp2/4/4/p2K|4/4/4/4|2k1/4/4/4|QL2w:2/2,KL1w:2/2,QL6b:2/2,KL6b:2/2 b - - - - a1W 0 1";
    check(PENDING, &PENDING.replace("- - a1W", "- a4W a1W"), true);
}
