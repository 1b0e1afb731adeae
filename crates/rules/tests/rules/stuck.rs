//! Why a piece or a board has no legal move: one case per reason, and agreement with the legal moves.

use trid_rules::{Move, Pin, Position, RuleBook, Square, explain::Reason};

use crate::random::for_each_position;

const START: &str = "4/4/PPPP/NBBN|4/4/4/4|nbbn/pppp/4/4|QL1w:PP/RQ,KL1w:PP/KR,QL6b:rq/pp,KL6b:kr/pp w KQkq - - - - 0 1";
const BLOCKED_PAWN: &str =
    "4/n3/P3/1K2|4/4/4/n3|2k1/4/4/4|QL1w:2/2,KL1w:2/2,QL6b:2/2,KL6b:2/2 w - - - - - 0 9";
const PINNED: &str =
    "4/4/2N1/2K1|4/2r1/4/4|4/4/4/3k|QL1w:2/2,KL1w:2/2,QL6b:2/2,KL6b:2/2 w - - - - - 0 30";
const IN_CHECK: &str =
    "4/4/4/4|4/3r/4/4|2k1/4/4/4|QL1w:2/R1,KL1w:2/KR,QL6b:2/2,KL6b:2/2 w KQ - - - - 0 9";
const SURROUNDED: &str =
    "4/4/q2P/4|4/4/4/4|2k1/4/4/4|QL1w:2/K1,KL1w:2/n1,QL2b:2/2,QL3b:2/2 w - - - - - 0 9";
const PENDING: &str =
    "4/4/4/p3|4/4/4/4|2k1/4/4/3K|QL2w:2/2,KL1w:2/2,QL6b:2/2,KL6b:2/2 b - - - - a1W 0 9";

/// Position, square or pin, and the first reason; empty if the piece or board can move.
const CASES: &[(&str, &str, &str)] = &[
    (START, "b1W", "your own pieces are in the way of the bishop on b1W"),
    (START, "z0QL1", "your own pieces are in the way of the rook on z0QL1"),
    (START, "z1QL1", "the pawn on z1QL1 is frozen: no square exists in front of it"),
    (START, "b2W", ""),
    (START, "a4W", "there is no piece on a4W"),
    (START, "b7B", "the black pawn on b7B is not yours"),
    (START, "QL1", "the board on QL1 carries 4 pieces, and can move with at most one"),
    (START, "QL2", "there is no board on QL2"),
    (BLOCKED_PAWN, "a2W", "the knight on a3W is in the way"),
    (PINNED, "c2W", "this piece is pinned: it shields your king from the rook on c5N"),
    (PINNED, "QL1", ""),
    (PINNED, "QL6", "the empty board on QL6 belongs to black"),
    (
        IN_CHECK,
        "z0QL1",
        "your king is in check from the rook on d5N, and this piece cannot stop it",
    ),
    (
        SURROUNDED,
        "z0QL1",
        "every square that the king could move to is attacked or taken by your own pieces",
    ),
    (PENDING, "c8B", "the pawn on a1W must promote first (a1W=Q, R, B or N)"),
];

fn position(tfen: &str) -> Position {
    Position::from_tfen(tfen, RuleBook::Revised).unwrap_or_else(|error| panic!("{tfen}: {error}"))
}

fn explain(position: &Position, place: &str) -> Vec<Reason> {
    match place.parse::<Square>() {
        Ok(square) => position.explain_stuck_piece(square),
        Err(_) => position.explain_stuck_board(place.parse().expect(place)),
    }
}

/// The reasons of all cases, for the file that the page's tests read.
pub(crate) fn every_reason() -> Vec<Reason> {
    CASES.iter().flat_map(|(tfen, place, _)| explain(&position(tfen), place)).collect()
}

#[test]
fn stuck_pieces_and_boards_have_their_reason() {
    for &(tfen, place, expected) in CASES {
        let reasons = explain(&position(tfen), place);
        let first = reasons.first().map_or("", |reason| &reason.message);
        assert_eq!(first, expected, "{place} in {tfen}");
    }
}

#[test]
fn only_what_has_no_legal_move_is_stuck() {
    for_each_position(23, 150, |position| {
        let moves = position.legal_moves();
        for square in position.pieces_of(position.turn()) {
            let moves = !position.reach(square).is_empty() && position.pending().is_none();
            let reasons = position.explain_stuck_piece(square);
            assert_eq!(reasons.is_empty(), moves, "{square}: {reasons:?}");
        }
        for pin in Pin::all() {
            let is_of_board = |mv: &Move| match *mv {
                Move::Board { from, .. } => from == pin,
                Move::Turn { pin: turned } => turned == pin,
                _ => false,
            };
            let reasons = position.explain_stuck_board(pin);
            assert_eq!(reasons.is_empty(), moves.iter().any(is_of_board), "{pin}: {reasons:?}");
        }
    });
}

#[test]
fn a_pawn_that_must_promote_is_not_frozen() {
    let is_frozen = |tfen: &str, square: &str| {
        let position = Position::from_tfen(tfen, RuleBook::Revised).unwrap();
        position.is_frozen(square.parse().unwrap())
    };
    assert!(!is_frozen(PENDING, "a1W"));
    assert!(is_frozen(START, "z1QL1"));
}
