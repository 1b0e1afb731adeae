//! Algebraic notation: one canonical, unambiguous text for every legal move, and lenient reading.

use std::collections::HashMap;

use trid_rules::{Color, Move, Position, RuleBook, explain::Code, notation::Algebraic};

use crate::playouts;

const START: &str = "4/4/PPPP/NBBN|4/4/4/4|nbbn/pppp/4/4|QL1w:PP/RQ,KL1w:PP/KR,QL6b:rq/pp,KL6b:kr/pp w KQkq - - - - 0 1";

#[test]
fn every_text_reads_back_as_its_move() {
    let mut positions = 0;
    for_each_position(20, 120, |position| {
        positions += 1;
        let mut texts = HashMap::new();
        for mv in position.legal_moves() {
            let written = position.algebraic(mv);
            let text = written.to_string();
            let read: Algebraic = text.parse().unwrap();
            assert_eq!(read.to_string(), text);
            assert_eq!([written.to_move(position), read.to_move(position)], [Ok(mv), Ok(mv)]);
            assert_eq!(position.read_move(&text), Ok(mv), "{text} in {position}");
            assert_eq!(position.read_move(&mv.to_string()), Ok(mv), "{mv} in {position}");
            // Other ways to write castling, promotion and boards are only read.
            let coordinates = mv.to_string();
            assert_eq!(text.contains('='), coordinates.contains('='), "{text} is {mv}");
            if coordinates.contains(['-', '^']) {
                assert_eq!(text.trim_end_matches(['+', '#']), coordinates);
            }
            if let Some(other) = texts.insert(text, mv) {
                panic!("{mv} and {other} have the same text in {position}");
            }
        }
    });
    assert!(positions > 3000, "only {positions} positions");
}

#[track_caller]
fn position(tfen: &str) -> Position {
    Position::from_tfen(tfen, RuleBook::Revised).unwrap_or_else(|error| panic!("{error}"))
}

/// Checks the texts of legal moves, in both directions.
#[track_caller]
fn check(position: &Position, moves: &[(&str, &str)]) {
    for (mv, text) in moves {
        let mv: Move = mv.parse().unwrap();
        assert!(position.is_legal(mv), "{mv} is illegal: {:?}", position.explain(mv));
        assert_eq!(position.algebraic(mv).to_string(), *text, "{mv}");
        assert_eq!(position.read_move(text), Ok(mv));
    }
}

/// Checks that the texts are read as this move.
#[track_caller]
fn check_reading(position: &Position, texts: &[&str], mv: &str) {
    for text in texts {
        match position.read_move(text) {
            Ok(read) => assert_eq!(read.to_string(), mv, "{text}"),
            Err(error) => panic!("{error}"),
        }
    }
}

/// Checks that the text is rejected with these codes.
#[track_caller]
fn check_rejected(position: &Position, text: &str, codes: &[Code]) {
    let error = position.read_move(text).expect_err(text);
    let found: Vec<Code> = error.reasons.iter().map(|reason| reason.code).collect();
    assert_eq!(found, codes, "{text}: {:?}", error.reasons);
}

#[track_caller]
fn check_ambiguous(position: &Position, text: &str, candidates: &[&str]) {
    let error = position.read_move(text).expect_err(text);
    let found: Vec<String> = error.candidates.iter().map(Move::to_string).collect();
    assert_eq!(found, candidates, "{text}");
    for mv in error.candidates {
        let name = position.algebraic(mv).to_string();
        assert!(
            error.reasons[0].message.contains(&name),
            "{} does not name {name}",
            error.reasons[0]
        );
    }
}

#[test]
fn moves_of_the_start_position() {
    check(
        &position(START),
        &[("b2Wb4N", "b4N"), ("b2Wb3W", "b3W"), ("a1Wb3N", "Nb3N"), ("O-O", "O-O")],
    );
}

/// A position with these pieces, both kings out of the way and White to move.
#[track_caller]
fn with_pieces(pieces: &[(&str, char)]) -> Position {
    let mut setup = trid_rules::Setup::empty();
    for board in position(START).boards() {
        setup.boards.push(board);
    }
    for (square, letter) in [("d0KL1", 'K'), ("d9KL6", 'k')].iter().chain(pieces) {
        setup.set_piece(square.parse().unwrap(), trid_rules::Piece::from_letter(*letter));
    }
    setup.move_number = 40;
    setup.position(RuleBook::Revised).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn two_candidates() {
    check(
        &with_pieces(&[("b3W", 'N'), ("d3W", 'N')]),
        &[("b3Wc5N", "Nbc5N"), ("d3Wc5N", "Ndc5N"), ("b3Wa5N", "Na5N")],
    );
    check(&with_pieces(&[("b3W", 'N'), ("b7B", 'N')]), &[("b3Wc5N", "N3c5N"), ("b7Bc5N", "N7c5N")]);
    check(&with_pieces(&[("b3W", 'N'), ("b3N", 'N')]), &[("b3Wc5N", "NWc5N"), ("b3Nc5N", "NNc5N")]);
}

#[test]
fn three_candidates() {
    check(
        &with_pieces(&[("b3W", 'N'), ("b7B", 'N'), ("d3W", 'N')]),
        &[("b3Wc5N", "Nb3Wc5N"), ("b7Bc5N", "N7c5N"), ("d3Wc5N", "Ndc5N")],
    );
    check(
        &with_pieces(&[("b3W", 'N'), ("b3N", 'N'), ("d3W", 'N')]),
        &[("b3Wc5N", "Nb3Wc5N"), ("b3Nc5N", "NNc5N"), ("d3Wc5N", "Ndc5N")],
    );
}

#[test]
fn four_candidates() {
    check(
        &with_pieces(&[("b3W", 'N'), ("b3N", 'N'), ("d3W", 'N'), ("d3N", 'N')]),
        &[
            ("b3Wc5N", "Nb3Wc5N"),
            ("b3Nc5N", "Nb3Nc5N"),
            ("d3Wc5N", "Nd3Wc5N"),
            ("d3Nc5N", "Nd3Nc5N"),
        ],
    );
    check(
        &with_pieces(&[("b3W", 'R'), ("c4N", 'R'), ("c2W", 'R'), ("a3N", 'R')]),
        &[("c4Nc3W", "R4c3W"), ("c2Wc3W", "R2c3W"), ("b3Wc3W", "Rbc3W")],
    );
}

#[test]
fn pieces_without_a_legal_move_are_not_candidates() {
    let pinned = position(
        "4/4/4/4|4/1N1N/4/4|4/4/4/4|QL1w:2/2,KL1w:2/1K,QL6b:2/2,KL6b:k1/2 w - - - - - 0 40",
    );
    check(&pinned, &[("b5Nc7B", "Nbc7B+"), ("d5Nc7B", "Ndc7B+")]);
    let pinned = with_pieces(&[("b3W", 'N'), ("d3W", 'N'), ("d8B", 'r')]);
    check(&pinned, &[("b3Wc5N", "Nc5N")]);
}

#[test]
fn pawns() {
    check(&with_pieces(&[("a3W", 'P'), ("a3N", 'P')]), &[("a3Wa4N", "aWa4N"), ("a3Na4N", "aNa4N")]);
    check(
        &with_pieces(&[("a3W", 'P'), ("a3N", 'P'), ("c3N", 'P'), ("b4W", 'n')]),
        &[("a3Wb4W", "aWxb4W"), ("a3Nb4W", "aNxb4W"), ("c3Nb4W", "cxb4W"), ("c3Nc4W", "c4W")],
    );
    check(
        &with_pieces(&[("b7B", 'P'), ("c8B", 'r')]),
        &[
            ("b7Bb8B=Q", "b8B=Q"),
            ("b7Bb8B=N", "b8B=N+"),
            ("b7Bb8B=B", "b8B=B"),
            ("b7Bc8B=R", "bxc8B=R"),
        ],
    );
}

#[test]
fn en_passant() {
    let before = position(
        "4/4/4/4|4/PP2/4/4|4/1ppp/4/4|QL1w:2/2,KL1w:2/K1,QL6b:2/2,KL6b:k1/2 b - - - - - 0 40",
    );
    assert_eq!(before.turn(), Color::Black);
    let after = before.play("c7Bc5N".parse().unwrap()).unwrap();
    check(
        &after,
        &[("b5Nc6N", "bxc6N e.p."), ("b5Nc6B", "bxc6B e.p."), ("b5Nb6N", "b6N"), ("b5Nb6B", "b6B")],
    );
    check_reading(&after, &["bxc6N", "bc6N", "bc6Ne.p.", "Pb5Nxc6N e.p.", "b5-c6N"], "b5Nc6N");
    check_rejected(&after, "a6N e.p.", &[Code::Syntax]);
    check_rejected(&after, "axb6N", &[Code::Geometry]);
}

#[test]
fn check_and_mate() {
    let (mut checks, mut mates) = (0, 0);
    for_each_position(10, 200, |position| {
        for mv in position.legal_moves() {
            let text = position.algebraic(mv).to_string();
            let after = position.play(mv).unwrap();
            let attacked = after.turn() != position.turn() && after.is_check();
            assert_eq!(text.contains('#'), attacked && !after.has_moves(), "{text}");
            assert_eq!(text.contains('+'), attacked && after.has_moves(), "{text}");
            checks += usize::from(text.contains('+'));
            mates += usize::from(text.contains('#'));
        }
    });
    assert!(checks > 100 && mates > 0, "{checks} checks, {mates} mates");
}

#[test]
fn boards() {
    let one = position(
        "4/4/4/4|4/4/4/4|4/4/4/4|QL1w:2/R1,KL1w:PP/KR,QL6b:2/2,KL6b:k1/2 w - - - - - 0 40",
    );
    check(&one, &[("QL1-QL2", "QL1-QL2"), ("QL1-QL2^180", "QL1-QL2^180"), ("QL1^180", "QL1^180")]);
    check_reading(&one, &["QL2", "QL2^0", "QL1-QL2^0", "QL1QL2"], "QL1-QL2");
    let two =
        position("4/4/4/4|4/4/4/4|4/4/4/4|QL1w:2/R1,KL1w:2/1K,QL6b:2/2,KL6b:k1/2 w - - - - - 0 40");
    check(&two, &[("QL1-QL2", "QL1-QL2"), ("KL1-QL2^180", "KL1-QL2^180"), ("KL1^180", "KL1^180")]);
    check_ambiguous(&two, "QL2", &["QL1-QL2", "KL1-QL2"]);
    let freed =
        position("4/4/4/4|4/4/4/4|P3/4/4/4|QL6w:2/2,KL1w:2/1K,QL1b:2/2,KL6b:k1/2 w - - - - - 0 40");
    check(&freed, &[("QL6-QL5=Q", "QL6-QL5=Q"), ("QL6-QL5=N", "QL6-QL5=N")]);
    check_reading(&freed, &["QL5=Q", "QL5Q", "QL6-QL5Q"], "QL6-QL5=Q");
    check_rejected(&freed, "QL5", &[Code::PromotionRequired]);
}

#[test]
fn forced_promotion() {
    let pending = position(
        "4/4/4/4|4/4/4/4|P3/4/4/4|QL1w:2/2,KL1w:2/K1,QL5b:2/2,KL6b:k1/2 w - - - - a8B 0 41",
    );
    check(&pending, &[("a8B=Q", "a8B=Q"), ("a8B=N", "a8B=N")]);
    check_reading(&pending, &["a8BQ", "Pa8B=Q"], "a8B=Q");
    check_rejected(&pending, "Kd1KL1", &[Code::IllegalDelay]);
    check_rejected(&pending, "Nc5N", &[Code::IllegalDelay, Code::NoPiece]);
}

#[test]
fn lenient_reading() {
    let start = position(START);
    check_reading(&start, &["O-O", "0-0", "0-0+", "O-O#"], "O-O");
    check_reading(
        &start,
        &["b4N", "Pb4N", "b2b4N", "b2-b4N", "b2Wb4N", "Pb2W-b4N", "bb4N", "bWb4N", " b4N "],
        "b2Wb4N",
    );
    check_reading(
        &start,
        &["Nb3N", "Nab3N", "N1b3N", "NWb3N", "Na1b3N", "Na1W-b3N", "a1W-b3N", "Nb3N+"],
        "a1Wb3N",
    );
    let promoting = with_pieces(&[("b7B", 'P'), ("c8B", 'r')]);
    check_reading(&promoting, &["b8B=Q", "b8BQ", "b8BQ#", "Pb8B=Q"], "b7Bb8B=Q");
    check_reading(&promoting, &["bxc8BR", "b×c8B=R", "bc8BR", "b7xc8BR", "b7Bxc8B=R+"], "b7Bc8B=R");
}

#[test]
fn quadrants() {
    let rook = with_pieces(&[("z0QL1", 'R')]);
    check_reading(
        &rook,
        &["Rz1QL1", "RQL1@q4", "Rz1QL1@q4", "RQL1@q1-QL1@q4", "QL1@q1QL1@q4"],
        "z0QL1z1QL1",
    );
    check_reading(&rook, &["RQL1@q2"], "z0QL1a0QL1");
    for text in ["Rz1QL1@q1", "RQL1@q5", "RQL1@q", "RW@q1", "QL1@q1"] {
        let error = rook.read_move(text).expect_err(text);
        assert!(matches!(error.reasons[0].code, Code::Syntax | Code::NoPiece), "{error}");
    }
}

#[test]
fn rejected_texts() {
    let start = position(START);
    for text in [
        "",
        "x",
        "hello",
        "Nc5",
        "b4N=Q=Q",
        "Nb3N e.p. now",
        "\u{fffd}",
        "QL1-",
        "QL1^90°",
        "0-0-0-0",
    ] {
        let error = start.read_move(text).expect_err(text);
        assert!(matches!(error.reasons[0].code, Code::Syntax | Code::Rotation), "{error}");
    }
    check_rejected(&start, "b4N; b5N", &[Code::OneAction]);
    check_rejected(&start, "QL1xQL2", &[Code::BoardCapture, Code::TooManyRiders]);
    check_rejected(&start, "Nz1W", &[Code::NonexistentTarget]);
    check_rejected(&start, "z9W", &[Code::NonexistentTarget]);
    check_rejected(&start, "z9W=Q", &[Code::NonexistentTarget]);
    check_rejected(&start, "b2Wz9W", &[Code::NonexistentTarget]);
    check_rejected(&start, "z9Wb3N", &[Code::NoPiece]);
    check_rejected(&start, "Nz1Wb3N", &[Code::NoPiece]);
    check_rejected(&start, "Qa5N", &[Code::PathBlocked]);
    check_rejected(&start, "Qb5N", &[Code::Geometry]);
    check_rejected(&start, "b5N", &[Code::Geometry]);
    check_rejected(&start, "Nxb3N", &[Code::Syntax]);
    check_rejected(&start, "QL5", &[Code::TooManyRiders, Code::NotAdjacent]);
    check_rejected(&start, "b4N=Q", &[Code::PromotionBlocked]);
    let ambiguous = with_pieces(&[("b3W", 'N'), ("d3W", 'N')]);
    check_ambiguous(&ambiguous, "Nc5N", &["b3Wc5N", "d3Wc5N"]);
}

/// `QL4^180` turns the board on QL4, or moves and turns a board to it. If neither is legal, it is a turn in place.
#[test]
fn rejected_turns() {
    let at = |tfen: &str, book| Position::from_tfen(tfen, book).expect("a position");
    let empty = "4/4/4/1K2|4/4/4/4|2k1/4/4/4|KL1w:2/2,QL3w:2/2,KL2b:2/2,KL6b:2/2 w - - - - - 0 9";
    let revised = at(empty, RuleBook::Revised);
    check_rejected(&revised, "QL4^180", &[Code::NoBoard]);
    check_rejected(&revised, "QL3-QL4^180", &[Code::EmptyTurn]);
    check_rejected(&revised, "QL3^180", &[Code::EmptyTurn]);
    check_rejected(&revised, "QL6^180", &[Code::NoBoard]);
    check_rejected(&revised, "QL4^90", &[Code::Rotation]);
    check_rejected(&revised, "QL3-QL4^90", &[Code::Rotation]);
    check_rejected(&revised, "QL6^90", &[Code::Rotation, Code::NotAdjacent]);
    check_rejected(&revised, "QL3^90", &[Code::Rotation, Code::EmptyTurn]);
    check_rejected(&at(empty, RuleBook::Meder), "QL4^180", &[Code::NoBoard]);
    check_rejected(&at(empty, RuleBook::Meder), "QL3-QL4^180", &[Code::Rotation, Code::EmptyTurn]);
    let start = position(START);
    check_rejected(
        &start,
        "QL4^90",
        &[Code::Rotation, Code::TooManyRiders, Code::NotAdjacent, Code::Shadow],
    );
    check_rejected(&start, "QL4^180", &[Code::NoBoard]);
}

/// Calls `visit` with each position of random games under both rule books.
fn for_each_position(games: u64, plies: usize, mut visit: impl FnMut(&Position)) {
    for book in RuleBook::ALL {
        for seed in 0..games {
            let mut position = Position::start(book);
            visit(&position);
            for mv in playouts::random_game(book, seed, plies) {
                position.play_unchecked(mv);
                visit(&position);
            }
        }
    }
}
