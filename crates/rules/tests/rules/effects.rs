//! `MoveEffects`: applied to the pieces and boards before a legal move, they give those after it.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use trid_rules::{Color, Move, Pin, Position, RuleBook, Square, position::MoveEffects};
use trid_view::MoveArrow;

use crate::random::for_each_position;

type Pieces = BTreeMap<Square, (Color, String)>;
type Boards = BTreeMap<Pin, (Color, bool)>;

fn pieces(position: &Position) -> Pieces {
    let piece =
        |square| position.piece_at(square).map(|piece| (piece.color, piece.role.to_string()));
    position.occupied().iter().filter_map(|square| Some((square, piece(square)?))).collect()
}

fn boards(position: &Position) -> Boards {
    position.boards().into_iter().map(|board| (board.pin, (board.owner, board.turned))).collect()
}

fn apply(effects: &MoveEffects, pieces: &mut Pieces, boards: &mut Boards) {
    if let Some(captured) = effects.captured {
        let removed = pieces.remove(&captured.square);
        assert_eq!(removed, Some((captured.color, captured.role.to_string())));
    }
    let lifted: Vec<_> = effects.moved.iter().map(|moved| pieces.remove(&moved.from)).collect();
    for (moved, piece) in effects.moved.iter().zip(lifted) {
        assert_eq!(piece, Some((moved.color, moved.role.to_string())));
        let replaced = pieces.insert(moved.to, (moved.color, moved.role.to_string()));
        assert_eq!(replaced, None, "{} is occupied", moved.to);
    }
    if let Some(promoted) = effects.promoted {
        let piece = (promoted.color, promoted.role.to_string());
        let pawn = pieces.insert(promoted.square, piece);
        assert_eq!(pawn, Some((promoted.color, "pawn".to_owned())));
    }
    for board in &effects.boards {
        let (owner, turned) = boards.remove(&board.from).expect("a board on the pin");
        assert_eq!(owner, board.owner);
        assert_eq!(boards.insert(board.to, (owner, turned != board.turned)), None);
    }
}

#[test]
fn effects_lead_from_each_position_to_the_next() {
    let seen = RefCell::new(BTreeSet::new());
    for_each_position(17, 400, |before| {
        for mv in before.legal_moves() {
            let mut after = before.clone();
            after.play_unchecked(mv);
            let effects = before.effects(mv);
            let (mut pieces_now, mut boards_now) = (pieces(before), boards(before));
            apply(&effects, &mut pieces_now, &mut boards_now);
            assert_eq!(pieces_now, pieces(&after), "{before} {mv}");
            assert_eq!(boards_now, boards(&after), "{before} {mv}");
            assert_eq!(effects.forces, after.pending(), "{before} {mv}");
            seen.borrow_mut().insert((before.book() as u8, feature(mv, &effects)));
        }
    });
    for book in RuleBook::ALL {
        for feature in ["capture", "castle", "en passant", "force", "move", "promote", "ride"] {
            assert!(seen.borrow().contains(&(book as u8, feature)), "{book}: no {feature}");
        }
    }
    assert!(seen.borrow().contains(&(RuleBook::Revised as u8, "turn")));
}

fn feature(mv: Move, effects: &MoveEffects) -> &'static str {
    match mv {
        Move::Castle(_) => "castle",
        Move::Turn { .. } => "turn",
        Move::Board { .. } if effects.forces.is_some() => "force",
        _ if effects.promoted.is_some() => "promote",
        Move::Board { .. } => "ride",
        Move::Piece { to, .. } => match effects.captured {
            Some(captured) if captured.square == to => "capture",
            Some(_) => "en passant",
            None => "move",
        },
        Move::Promote { .. } => "promote",
    }
}

const CLEARED: &str =
    "4/4/4/4|4/4/4/4|4/4/4/4|QL1w:2/R1,KL1w:2/KR,QL6b:r1/2,KL6b:kr/2 w KQkq - - - - 10 20";
const PENDING: &str =
    "4/4/4/4|4/4/4/4|P3/4/4/4|QL2w:2/R1,KL1w:2/K1,QL5b:2/2,KL6b:1k/2 w - - - - a8B 0 41";

#[test]
fn arrows_lead_from_start_to_end_of_a_move() {
    for (tfen, mv, from, to) in [
        (CLEARED, "z0QL1z1QL1", "z0QL1", "z1QL1"),
        (CLEARED, "O-O", "d0KL1", "e0KL1"),
        (CLEARED, "O-O-O", "d0KL1", "z0QL1"),
        (CLEARED, "QL1-QL2", "QL1", "QL2"),
        (CLEARED, "QL1^180", "QL1", "QL1"),
        (PENDING, "a8B=Q", "a8B", "a8B"),
    ] {
        let position = Position::from_tfen(tfen, RuleBook::Revised).unwrap();
        let arrow = MoveArrow::new(&position, position.read_move(mv).unwrap());
        assert_eq!((&*arrow.from.to_string(), &*arrow.to.to_string()), (from, to), "{mv}");
    }
}

#[track_caller]
fn check_marks(tfen: &str, book: RuleBook, mv: &str, squares: &[&str], pins: &[&str]) {
    let position = Position::from_tfen(tfen, book).unwrap();
    let effects = position.effects(position.read_move(mv).unwrap());
    let names: BTreeSet<String> =
        effects.squares().iter().map(|square| square.to_string()).collect();
    assert_eq!(names, squares.iter().map(ToString::to_string).collect(), "{mv}");
    let names: BTreeSet<String> = effects.pins().iter().map(|pin| pin.to_string()).collect();
    assert_eq!(names, pins.iter().map(ToString::to_string).collect(), "{mv}");
}

#[test]
fn effects_name_the_squares_and_pins_to_mark() {
    let revised = RuleBook::Revised;
    check_marks(CLEARED, revised, "z0QL1z1QL1", &["z0QL1", "z1QL1"], &[]);
    check_marks(CLEARED, revised, "O-O", &["d0KL1", "e0KL1"], &[]);
    check_marks(CLEARED, revised, "O-O-O", &["d0KL1", "z0QL1"], &[]);
    check_marks(CLEARED, RuleBook::Meder, "O-O-O", &["a0QL1", "d0KL1", "z0QL1"], &[]);
    check_marks(CLEARED, revised, "QL1-QL2", &["z0QL1", "z4QL2"], &["QL1", "QL2"]);
    check_marks(CLEARED, revised, "QL1^180", &["a1QL1", "z0QL1"], &["QL1"]);
    check_marks(PENDING, revised, "a8B=Q", &["a8B"], &[]);
}
