//! Editing setups: marks follow pieces, boards carry theirs, and every error names its places.

use trid_rules::{
    Color, Piece, Pin, Role, RuleBook, Setup, Square,
    position::{PositionErrorKind, SetupMark},
};

use crate::random::for_each_position;

fn square(name: &str) -> Square {
    name.parse().unwrap()
}

fn pin(name: &str) -> Pin {
    name.parse().unwrap()
}

#[track_caller]
fn errors(setup: &Setup) -> Vec<PositionErrorKind> {
    setup.position(RuleBook::Revised).unwrap_err().kinds
}

#[test]
fn a_piece_that_leaves_takes_its_marks_along() {
    let mut setup = Setup::start();
    setup.put(square("e0KL1"), None);
    assert!(!setup.has_mark(square("e0KL1"), SetupMark::Castling));
    assert!(setup.has_mark(square("z0QL1"), SetupMark::Castling));
    assert_eq!(setup.position(RuleBook::Revised).map(|_| ()), Ok(()));
}

#[test]
fn a_king_that_leaves_takes_its_castling_rights_along() {
    let mut setup = Setup::start();
    setup.relocate(square("d9KL6"), square("c6N"));
    assert_eq!(setup.castling, [square("z0QL1"), square("e0KL1")]);
    setup.put(square("d0KL1"), None);
    assert_eq!(setup.castling, []);
}

#[test]
fn the_same_piece_keeps_its_marks() {
    let mut setup = Setup::start();
    setup.put(square("e0KL1"), setup.piece(square("e0KL1")));
    assert_eq!(setup, Setup::start());
}

#[test]
fn a_moved_pawn_stays_carried_and_loses_its_other_marks() {
    let mut setup = Setup::start();
    setup.set_mark(square("b2W"), SetupMark::Carried, true);
    setup.set_mark(square("b2W"), SetupMark::Spent, true);
    setup.relocate(square("b2W"), square("b4N"));
    assert!(setup.has_mark(square("b4N"), SetupMark::Carried));
    assert!(!setup.has_mark(square("b4N"), SetupMark::Spent));
    assert_eq!(setup.spent, []);
    assert_eq!(setup.piece(square("b2W")), None);
}

#[test]
fn nothing_is_put_where_there_is_no_board() {
    let mut setup = Setup::start();
    let queen = Piece { color: Color::White, role: Role::Queen };
    setup.put(square("z4QL2"), Some(queen));
    setup.relocate(square("b2W"), square("z4QL2"));
    setup.relocate_board(pin("QL2"), pin("QL3"));
    setup.relocate_board(pin("QL1"), pin("KL1"));
    assert_eq!(setup, Setup::start());
}

#[test]
fn a_board_takes_its_pieces_to_another_pin_and_back() {
    let mut setup = Setup::start();
    setup.castling.clear();
    let before = setup.clone();
    setup.relocate_board(pin("QL1"), pin("KL3"));
    assert_eq!(setup.piece(square("d2KL3")).map(|piece| piece.role), Some(Role::Rook));
    assert_eq!(setup.piece(square("e2KL3")).map(|piece| piece.role), Some(Role::Queen));
    assert_eq!(setup.position(RuleBook::Revised).map(|_| ()), Ok(()));
    setup.relocate_board(pin("KL3"), pin("QL1"));
    assert_eq!(setup.to_string(), before.to_string());
}

#[test]
fn a_removed_board_takes_its_pieces_away() {
    let mut setup = Setup::start();
    setup.remove_board(pin("QL1"));
    assert_eq!(setup.pieces().count(), 28);
    let kinds = errors(&setup);
    assert_eq!(
        kinds,
        [
            PositionErrorKind::BoardCount(3),
            PositionErrorKind::OwnerCount { owner: Color::White, count: 1 }
        ]
    );
    assert_eq!(setup.places_of(kinds[1]).1, [pin("KL1")]);
    setup.put_board(pin("QL3"), Color::White);
    assert_eq!(setup.position(RuleBook::Revised).map(|_| ()), Ok(()));
}

#[test]
fn an_empty_setup_and_one_without_boards_round_trip_as_text() {
    let mut setup = Setup::start();
    setup.clear();
    assert_eq!(setup.boards.len(), 4);
    assert_eq!(setup.to_string().parse::<trid_rules::notation::Tfen>().unwrap().setup, setup);
    for name in ["QL1", "KL1", "QL6", "KL6"] {
        setup.remove_board(pin(name));
    }
    assert_eq!(setup.to_string().parse::<trid_rules::notation::Tfen>().unwrap().setup, setup);
}

#[test]
fn errors_name_the_squares_and_pins_concerned() {
    let mut setup = Setup::start();
    setup.put(square("b4N"), Some(Piece { color: Color::White, role: Role::King }));
    setup.set_mark(square("c4N"), SetupMark::Carried, true);
    let kinds = errors(&setup);
    assert_eq!(
        kinds,
        [
            PositionErrorKind::KingCount { color: Color::White, count: 2 },
            PositionErrorKind::CarriedMark(square("c4N"))
        ]
    );
    let (mut kings, pins) = setup.places_of(kinds[0]);
    kings.sort();
    assert_eq!(kings, [square("d0KL1"), square("b4N")].map(|each| each));
    assert!(pins.is_empty());
    assert_eq!(setup.places_of(kinds[1]).0, [square("c4N")]);
}

#[test]
fn possible_marks_are_accepted_and_cover_those_of_real_positions() {
    for_each_position(81, 100, |position| {
        let setup = Setup::from(position);
        for mark in SetupMark::ALL {
            for square in Square::ALL {
                if setup.has_mark(square, mark) {
                    assert!(setup.may_have_mark(square, mark), "{mark:?} {square} {position:?}");
                } else if setup.may_have_mark(square, mark) && mark != SetupMark::Pending {
                    let mut marked = setup.clone();
                    marked.set_mark(square, mark, true);
                    let accepted = marked.position(position.book()).is_ok();
                    // In `meder` a carried pawn never stays on its furthest rank.
                    assert!(accepted, "{mark:?} {square} {position:?}");
                }
            }
        }
    });
}
