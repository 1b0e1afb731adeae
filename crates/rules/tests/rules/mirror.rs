//! Symmetry: colors swapped, rank r to 9 - r, pin n to 7 - n.

use trid_rules::{Ending, Move, Position, Setup, Square};

use crate::random::for_each_position;

#[track_caller]
fn check(position: &Position) {
    let mirrored = position.mirrored();
    let mut expected: Vec<Move> = position.legal_moves().into_iter().map(Move::mirrored).collect();
    let mut moves = mirrored.legal_moves();
    expected.sort();
    moves.sort();
    assert_eq!(moves, expected, "{position:?}");
    assert_eq!(mirrored.is_check(), position.is_check(), "{position:?}");
    assert_eq!(
        mirrored.ending().map(Ending::status),
        position.ending().map(Ending::status),
        "{position:?}"
    );
    for mv in position.legal_moves() {
        let (mut after, mut other) = (position.clone(), mirrored.clone());
        after.play_unchecked(mv);
        other.play_unchecked(mv.mirrored());
        let strip = |position: &Position| {
            let mut setup = Setup::from(position);
            setup.move_number = 1;
            setup.to_string()
        };
        assert_eq!(strip(&other), strip(&after.mirrored()), "{mv} in {position:?}");
    }
    assert_eq!(mirrored.mirrored(), *position);
}

#[test]
fn the_mirrored_position_has_the_mirrored_moves() {
    for_each_position(13, 1000, check);
}

#[test]
fn squares_mirror() {
    for (name, expected) in
        [("z0QL1", "z9QL6"), ("a4QL2", "a5QL5"), ("b4N", "b5N"), ("d1W", "d8B"), ("e3KL3", "e6KL4")]
    {
        let square: Square = name.parse().expect("a square");
        assert_eq!(square.mirrored().to_string(), expected);
        assert_eq!(square.mirrored().mirrored(), square);
    }
}
