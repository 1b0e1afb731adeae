//! Round trips of positions and moves through text and setups.

use trid_rules::{Move, Position, RuleBook, Setup, notation::Tfen};

use crate::random::for_each_position;

#[track_caller]
fn check(position: &Position) {
    let book = position.book();
    let setup = Setup::from(position);
    assert_eq!(setup.position(book).as_ref(), Ok(position));
    let text = position.to_tfen();
    assert_eq!(Position::from_tfen(&text, book).as_ref(), Ok(position));
    let read: Tfen = text.parse().expect("written text can be read");
    assert_eq!((read.setup.to_string(), read.book), (text, None));
    let named: Tfen = position.to_tfen_with_book().parse().expect("written text can be read");
    assert_eq!(named.book, Some(book));
    assert_eq!(named.position(RuleBook::Meder).as_ref(), Ok(position));
    for mv in position.legal_moves() {
        assert_eq!(mv.to_string().parse::<Move>(), Ok(mv));
    }
}

#[test]
fn positions_and_moves() {
    for_each_position(14, 1500, check);
}

#[test]
fn a_position_is_small() {
    assert!(size_of::<Position>() <= 256, "{}", size_of::<Position>());
}
