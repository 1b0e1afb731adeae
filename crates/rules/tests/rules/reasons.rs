//! Every reason code, each in a position where it applies.

use std::collections::BTreeSet;

use trid_rules::{Move, PinSet, Position, RuleBook, explain::Code};

const START: &str = "4/4/PPPP/NBBN|4/4/4/4|nbbn/pppp/4/4|QL1w:PP/RQ,KL1w:PP/KR,QL6b:rq/pp,KL6b:kr/pp w KQkq - - - - 0 1";
const PAWNS: &str =
    "4/4/PPP1/1K2|4/4/4/4|2k1/4/4/4|QL1w:2/2,KL1w:2/2,QL6b:2/2,KL6b:2/2 w - a2W b2W - - 0 9";
const PASSED: &str =
    "Pp2/4/4/1K2|4/4/4/4|2k1/4/4/4|QL1w:2/2,KL1w:2/2,QL6b:2/2,KL6b:2/2 b - - b4W a4W - 0 9";
const LAST_RANKS: &str =
    "4/4/4/1K2|4/4/4/4|4/P1P1/4/4|QL1w:2/2,KL1w:2/2,QL6b:2/2,KL6b:1k/2 w - - - - - 0 9";
const DEFERRED: &str =
    "4/4/4/1K2|4/4/4/4|P3/2k1/4/4|QL1b:2/2,KL1w:2/2,QL6w:2/2,KL6b:2/2 w - - - - - 0 9";
const DEFERRED_IN_CHECK: &str =
    "1r2/4/4/1K2|4/4/4/4|P3/2k1/4/4|QL1b:2/2,KL1w:2/2,QL6w:2/2,KL6b:2/2 w - - - - - 0 9";
const FREED: &str =
    "4/4/4/p3|4/4/4/4|2k1/4/4/3K|QL2w:2/2,KL1w:2/2,QL6b:2/2,KL6b:2/2 b - - - - a1W 0 9";
const FREEING: &str =
    "4/4/4/p2K|4/4/4/4|2k1/4/4/4|QL1w:2/2,KL1w:2/2,QL6b:2/2,KL6b:2/2 w - - - - - 0 9";
const BOARDS: &str =
    "4/4/4/1K2|4/4/4/4|2k1/4/4/4|QL1w:2/R1,KL1w:2/2,QL2b:2/2,KL6b:2/2 w - - - - - 0 9";
const RIDER: &str =
    "4/4/4/1K2|4/4/4/4|2k1/4/4/P3|KL1w:2/2,KL2b:2/2,QL3w:R1/2,KL6b:2/2 w - - - - - 0 9";
const CROWDED: &str =
    "4/4/4/1K2|4/4/4/r3|2k1/4/4/4|KL1w:2/2,KL2b:2/2,QL3w:R1/2,KL6b:2/2 w - - - - - 0 9";
const ABOVE: &str =
    "4/4/4/1K2|4/4/P3/r3|2k1/4/4/4|KL1w:2/2,QL2w:2/2,QL4b:2/2,KL6b:2/2 w - - - - - 0 9";
const ACROSS: &str =
    "4/4/4/1K2|4/4/4/4|2k1/4/4/4|QL1w:2/R1,QL2w:1R/2,KL2b:2/2,KL6b:2/2 w - - - - - 0 9";
const PINNED: &str =
    "4/4/1R2/1K2|1r2/4/4/4|2k1/4/4/4|QL1w:2/2,KL1w:2/2,QL6b:2/2,KL6b:2/2 w - - - - - 0 9";
const STALEMATE: &str =
    "4/4/q3/4|4/4/4/4|2k1/4/4/4|QL1w:2/K1,KL1w:2/n1,QL2b:2/2,QL3b:2/2 w - - - - - 0 9";

const KNIGHT_BETWEEN: &str =
    "4/4/4/4|4/4/4/4|2k1/4/4/4|QL1w:2/RN,KL1w:2/KR,QL6b:2/2,KL6b:2/2 w KQ - - - - 0 9";
const NO_RIGHTS: &str =
    "4/4/4/4|4/4/4/4|2k1/4/4/4|QL1w:2/R1,KL1w:2/KR,QL6b:2/2,KL6b:2/2 w - - - - - 0 9";
const NO_BRIDGE: &str =
    "4/4/4/4|4/4/4/4|2k1/4/4/4|KL1w:2/KR,QL2w:2/2,QL6b:2/2,KL6b:2/2 w K - - - - 0 9";
const GUEST: &str =
    "4/4/4/4|4/4/4/4|2k1/4/4/4|QL1w:2/R1,KL1w:1n/KR,QL6b:2/2,KL6b:2/2 w KQ - - - - 0 9";
const FIRST: &str =
    "4/4/4/4|4/4/4/4|2k1/4/4/4|QL1w:2/R1,KL1w:2/KR,QL6b:2/2,KL6b:2/2 w KQ - - - - 0 1";
const KING_ON_QL: &str =
    "4/4/4/4|4/4/4/4|2k1/4/4/4|QL1w:2/1K,KL1w:2/R1,QL6b:2/2,KL6b:2/2 w d0KL1 - - - - 0 9";
const IN_CHECK: &str =
    "4/4/4/4|4/3r/4/4|2k1/4/4/4|QL1w:2/R1,KL1w:2/KR,QL6b:2/2,KL6b:2/2 w KQ - - - - 0 9";
const BEHIND: &str =
    "4/4/4/4|4/4/4/4|2k1/4/4/4|QL1w:2/R1,KL1w:2/Kr,QL6b:2/2,KL6b:2/2 w Q - - - - 0 9";
const WATCHED: &str =
    "4/4/4/4|4/r3/4/4|2k1/4/4/4|QL1w:2/R1,KL1w:2/KR,QL6b:2/2,KL6b:2/2 w KQ - - - - 0 9";
const AIMED: &str =
    "4/4/4/4|4/4/4/2b1|2k1/4/4/4|QL1w:2/R1,KL1w:2/KR,QL6b:2/2,KL6b:2/2 w KQ - - - - 0 9";

/// Rule book, position, move and the codes in order; no codes if the move is legal.
pub(crate) const CASES: &[(RuleBook, &str, &str, &[Code])] = {
    use Code::*;
    use RuleBook::{Meder, Revised};
    &[
        (Revised, START, "", &[Syntax]),
        (Revised, START, "castle", &[Syntax]),
        (Revised, START, "b2Wb3W;c2Wc3W", &[OneAction]),
        (Revised, STALEMATE, "z0QL1a0QL1", &[KingInCheck]),
        (Revised, START, "b4Nb5N", &[NoPiece]),
        (Revised, START, "z4QL2z5QL2", &[NoPiece, NonexistentTarget]),
        (Revised, START, "b4Nb4N", &[NoPiece, NoOp]),
        (Revised, START, "b4Nb4W", &[NoPiece, Vertical]),
        (Revised, START, "z1Wz2W", &[NoPiece]),
        (Revised, START, "b7Bb6B", &[NotYourPiece]),
        (Revised, START, "b7Bb4N", &[NotYourPiece, Geometry]),
        (Revised, START, "b2Wb2W", &[NoOp]),
        (Revised, START, "b2Wb4B", &[NonexistentTarget]),
        (Revised, START, "a2Wa4QL2", &[NonexistentTarget]),
        (Revised, START, "z1QL1z2QL3", &[NonexistentTarget, AdvancementFrozen]),
        (Revised, START, "z1QL1z3QL3", &[NonexistentTarget, AdvancementFrozen]),
        (Revised, START, "a1QL1a1W", &[Vertical, OwnPiece]),
        (Revised, START, "b2Wb5N", &[Geometry]),
        (Revised, START, "b2Wc3W", &[Geometry]),
        (Revised, START, "a1Wa3W", &[Geometry]),
        (Revised, START, "a1Wb3W=Q", &[Geometry]),
        (Revised, START, "a1Wc2W", &[OwnPiece]),
        (Revised, START, "c1Wa3W", &[PathBlocked]),
        (Revised, START, "a1QL1a2W", &[OwnPiece]),
        (Revised, START, "a1QL1a3N", &[PathBlocked]),
        (Revised, START, "z0QL1e0KL1", &[OwnPiece, CrossLine, Gap, PathBlocked]),
        (Revised, ACROSS, "a5QL2d5KL2", &[CrossLine]),
        (Meder, ACROSS, "a5QL2d5KL2", &[]),
        (Revised, ACROSS, "z0QL1z4QL2", &[Gap]),
        (Meder, ACROSS, "z0QL1z4QL2", &[]),
        (Revised, PAWNS, "a2Wa4W", &[DoubleStepSpent]),
        (Revised, PAWNS, "b2Wb4W", &[DoubleStepCarried]),
        (Revised, PAWNS, "c2Wc4W", &[]),
        (Revised, PASSED, "b4Wa3W", &[EpCarried]),
        (Revised, PASSED, "b4Wc3W", &[Geometry]),
        (Meder, PASSED, "b4Wa3W", &[]),
        (Revised, LAST_RANKS, "c7Bc8B", &[PromotionRequired]),
        (Revised, LAST_RANKS, "c7Bc8B=N", &[]),
        (Revised, LAST_RANKS, "a7Ba8B=Q", &[PromotionBlocked]),
        (Revised, LAST_RANKS, "a7Ba8B", &[]),
        (Revised, LAST_RANKS, "a7B=Q", &[PromotionBlocked]),
        (Revised, LAST_RANKS, "b1W=Q", &[Geometry]),
        (Revised, DEFERRED, "QL6-QL5", &[PromotionRequired]),
        (Revised, DEFERRED, "QL6-QL5=R", &[]),
        (Revised, DEFERRED, "QL6-QL4", &[NotAdjacent]),
        (Revised, DEFERRED, "a8B=Q", &[PromotionBlocked]),
        (Revised, DEFERRED_IN_CHECK, "a8B=Q", &[PromotionBlocked]),
        (Revised, DEFERRED_IN_CHECK, "QL6-QL5=Q", &[KingInCheck]),
        (Revised, DEFERRED_IN_CHECK, "QL6-QL5", &[PromotionRequired, KingInCheck]),
        (Revised, DEFERRED, "KL1-KL2=Q", &[PromotionBlocked]),
        (Revised, FREED, "c8Bc7B", &[IllegalDelay]),
        (Revised, FREED, "QL6-QL5", &[IllegalDelay]),
        (Revised, FREED, "b1W=Q", &[IllegalDelay, NoPiece]),
        (Revised, FREED, "a1W=Q", &[]),
        (Revised, FREEING, "QL1-QL2", &[KingInCheck]),
        (Revised, BOARDS, "QL4-QL5", &[NoBoard]),
        (Revised, BOARDS, "QL3^180", &[NoBoard]),
        (
            Revised,
            START,
            "QL1xQL6",
            &[BoardCapture, TooManyRiders, NotAdjacent, PinOccupied, Shadow],
        ),
        (Revised, BOARDS, "QL1xKL1", &[BoardCapture, PinOccupied]),
        (Revised, START, "QL1-QL2^90", &[Rotation, TooManyRiders]),
        (Revised, BOARDS, "QL1^90", &[Rotation]),
        (Meder, RIDER, "QL3^180", &[Rotation]),
        (Meder, RIDER, "QL3-QL4^180", &[Rotation]),
        (Revised, START, "QL1-QL2", &[TooManyRiders]),
        (Revised, START, "QL1^180", &[TooManyRiders]),
        (Revised, BOARDS, "QL2-QL3", &[NotControlled]),
        (Revised, BOARDS, "KL6^180", &[NotControlled, EmptyTurn]),
        (Revised, BOARDS, "KL1^180", &[EmptyTurn]),
        (Revised, BOARDS, "KL1-KL2^180", &[EmptyTurn]),
        (Revised, BOARDS, "QL1-QL3", &[Leap, NotAdjacent]),
        (Revised, BOARDS, "KL1-KL3", &[NotAdjacent]),
        (Revised, BOARDS, "QL1-QL2", &[PinOccupied]),
        (Revised, BOARDS, "QL1-QL1", &[NoOp]),
        (Revised, RIDER, "QL3-QL2", &[Backward, Shadow]),
        (Meder, RIDER, "QL3-QL2", &[]),
        (Meder, RIDER, "QL3-QL1", &[Backward]),
        (Revised, CROWDED, "QL3-QL2", &[Backward]),
        (Revised, CROWDED, "QL3^180", &[Shadow]),
        (Revised, ABOVE, "QL2-QL3", &[Shadow]),
        (Meder, ABOVE, "QL2-QL3", &[]),
        (Revised, KNIGHT_BETWEEN, "O-O-O", &[Squares]),
        (Revised, KNIGHT_BETWEEN, "O-O", &[]),
        (Revised, NO_RIGHTS, "O-O", &[Moved]),
        (Revised, NO_RIGHTS, "O-O-O", &[Moved]),
        (Revised, NO_BRIDGE, "O-O-O", &[Moved, Bridge, Squares]),
        (Revised, NO_BRIDGE, "O-O", &[]),
        (Revised, GUEST, "O-O", &[NotControlled]),
        (Revised, GUEST, "O-O-O", &[NotControlled]),
        (Meder, GUEST, "O-O", &[]),
        (Meder, FIRST, "O-O", &[FirstMove]),
        (Meder, FIRST, "O-O-O", &[FirstMove]),
        (Revised, FIRST, "O-O-O", &[]),
        (Meder, KING_ON_QL, "O-O-O", &[Bridge]),
        (Revised, KING_ON_QL, "O-O-O", &[]),
        (Revised, IN_CHECK, "O-O", &[Check]),
        (Meder, BEHIND, "O-O-O", &[Check, DestAttacked]),
        (Revised, WATCHED, "O-O-O", &[PathAttacked]),
        (Meder, WATCHED, "O-O-O", &[DestAttacked]),
        (Revised, AIMED, "O-O-O", &[DestAttacked]),
        (Revised, PINNED, "b2Wa2W", &[KingInCheck]),
        (Revised, PINNED, "b2Wb3N", &[]),
        (Meder, STALEMATE, "z0QL1a0QL1", &[GameOver, KingInCheck]),
        (Meder, STALEMATE, "QL1-QL4", &[GameOver, Leap, NotAdjacent]),
    ]
};

/// The codes for the text of a move.
fn codes(book: RuleBook, tfen: &str, text: &str) -> Vec<Code> {
    let position =
        Position::from_tfen(tfen, book).unwrap_or_else(|error| panic!("{tfen}: {error}"));
    position.explain_text(text).into_iter().map(|reason| reason.code).collect()
}

#[test]
fn every_code_occurs() {
    let wrong: Vec<String> = CASES
        .iter()
        .filter_map(|&(book, tfen, text, expected)| {
            let given = codes(book, tfen, text);
            (given != expected)
                .then(|| format!("{book} {text:?}: {given:?}, expected {expected:?} in {tfen}"))
        })
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");

    let covered: BTreeSet<Code> =
        CASES.iter().flat_map(|(.., codes)| codes.iter().copied()).collect();
    let missing: Vec<Code> =
        Code::ALL.iter().copied().filter(|code| !covered.contains(code)).collect();
    // `E_NOT_YOUR_TURN` belongs to games, and `E_BOARD_ACTIVE` is reserved.
    assert_eq!(missing, [Code::NotYourTurn, Code::BoardActive]);
}

/// Checks the message and squares of the first reason.
#[track_caller]
fn check_message(tfen: &str, text: &str, sentence: &str, squares: &str) {
    let position = Position::from_tfen(tfen, RuleBook::Revised).expect("a position");
    let reasons = position.explain_text(text);
    assert_eq!(reasons[0].message, sentence);
    let names: Vec<String> = reasons[0].squares.iter().map(ToString::to_string).collect();
    assert_eq!(names.join(" "), squares);
}

#[test]
fn messages_name_the_blocking_pieces() {
    check_message(START, "c1Wa3W", "the pawn on b2W is in the way", "b2W");
    check_message(CROWDED, "QL3^180", "the rook on a3N is in the shaft of QL3", "a3N");
    check_message(PINNED, "b2Wa2W", "your king would be in check from the rook on b6N", "b6N b1W");
    check_message(
        WATCHED,
        "O-O-O",
        "a0QL1, between king and rook, is attacked by the rook on a5N",
        "a0QL1 a5N",
    );
    check_message(FREED, "c8Bc7B", "the pawn on a1W must promote first (a1W=Q, R, B or N)", "a1W");
}

#[test]
fn sentences_fit_their_arguments() {
    check_message(START, "d4", "\"d4\" has no level, add one, as in d4W or d4N", "");
    check_message(START, "Nb0", "\"Nb0\" has no level, add one, as in c5N", "");
    check_message(
        START,
        "QL1-QL2",
        "the board on QL1 carries 4 pieces, and can move with at most one",
        "z0QL1 a0QL1 z1QL1 a1QL1",
    );
    check_message(
        START,
        "b1Wb7B",
        "bishops move diagonally; b7 is not on a diagonal from b1",
        "b1W b7B",
    );
}

/// Without a board on the pin, a turn in place names no other board's reasons.
#[test]
fn turns_without_a_board_are_rejected_with_no_board() {
    let positions: BTreeSet<&str> = CASES.iter().map(|&(_, tfen, ..)| tfen).collect();
    let mut count = 0;
    for tfen in positions {
        for book in RuleBook::ALL {
            let Ok(position) = Position::from_tfen(tfen, book) else { continue };
            for pin in PinSet::ALL.into_iter().filter(|&pin| position.board_on(pin).is_none()) {
                for suffix in ["", "+", "#"] {
                    let text = format!("{pin}^180{suffix}");
                    // The text may also be a legal move of other boards to the pin.
                    let Err(error) = position.read_move(&text) else { continue };
                    if !error.candidates.is_empty() {
                        continue;
                    }
                    let expected = position.explain(Move::Turn { pin });
                    assert_eq!(error.reasons, expected, "{text} in {tfen} {book}");
                    assert_eq!(expected.last().unwrap().code, Code::NoBoard, "{text} in {tfen}");
                    count += 1;
                }
            }
        }
    }
    assert!(count > 500, "{count}");
}

#[test]
fn codes_are_listed_in_the_order_of_the_rules() {
    let names: Vec<&str> = Code::ALL.iter().map(|code| code.name()).collect();
    assert_eq!(
        names.join(" "),
        "E_SYNTAX E_GAME_OVER E_NOT_YOUR_TURN E_ILLEGAL_DELAY E_ONE_ACTION \
         E_NO_PIECE E_NOT_YOUR_PIECE E_NO_OP E_NONEXISTENT_TARGET E_ADVANCEMENT_FROZEN E_VERTICAL E_GEOMETRY \
         E_OWN_PIECE E_CROSS_LINE E_GAP E_PATH_BLOCKED E_DOUBLE_STEP_SPENT E_DOUBLE_STEP_CARRIED E_EP_CARRIED \
         E_PROMOTION_REQUIRED E_PROMOTION_BLOCKED \
         E_NO_BOARD E_BOARD_CAPTURE E_ROTATION E_TOO_MANY_RIDERS E_NOT_CONTROLLED E_EMPTY_TURN E_LEAP \
         E_NOT_ADJACENT E_PIN_OCCUPIED E_BACKWARD E_SHADOW \
         E_MOVED E_BRIDGE E_SQUARES E_FIRST_MOVE E_CHECK E_PATH_ATTACKED E_DEST_ATTACKED E_KING_IN_CHECK E_BOARD_ACTIVE"
    );
}
