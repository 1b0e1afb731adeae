//! `is_legal` and `explain` against move generation, for every expressible move.

use std::collections::HashSet;

use trid_rules::{Castling, Move, Pin, Position, Promotion, RuleBook, Square, explain::Code};

use fastrand::Rng;

use crate::random::{eventful_move, sparse_position};

fn choices() -> impl Iterator<Item = Option<Promotion>> {
    std::iter::once(None).chain(Promotion::ALL.map(Some))
}

/// All 48,000 moves that coordinate notation can express.
fn every_move() -> Vec<Move> {
    let mut moves: Vec<Move> = Castling::ALL.map(Move::Castle).into();
    for from in Square::ALL {
        moves.extend(Promotion::ALL.map(|promotion| Move::Promote { square: from, promotion }));
        for to in Square::ALL {
            moves.extend(choices().map(|promotion| Move::Piece { from, to, promotion }));
        }
    }
    for from in Pin::all() {
        moves.push(Move::Turn { pin: from });
        for to in Pin::all() {
            for turned in [false, true] {
                moves.extend(choices().map(|promotion| Move::Board {
                    from,
                    to,
                    turned,
                    promotion,
                }));
            }
        }
    }
    moves
}

/// Positions of random games and sparse positions, under both rule books.
fn positions(seed: u64, count: usize) -> Vec<Position> {
    let mut random = Rng::with_seed(seed);
    let mut positions = Vec::new();
    for book in RuleBook::ALL {
        let mut game = Position::start(book);
        for _ in 0..count / 4 {
            positions.push(sparse_position(&mut random, book));
            positions.push(game.clone());
            match eventful_move(&mut random, &game) {
                Some(mv) if game.move_number() < 60 => game.play_unchecked(mv),
                _ => game = Position::start(book),
            }
        }
    }
    positions
}

#[track_caller]
fn check_legality(position: &Position, every: &[Move]) {
    let legal: HashSet<Move> = position.legal_moves().into_iter().collect();
    for &mv in every {
        assert_eq!(position.is_legal(mv), legal.contains(&mv), "{mv} in {position:?}");
    }
}

/// Checks that a move has reasons exactly if it is illegal, with codes in order and without duplicates.
#[track_caller]
fn check_explained(position: &Position, mv: Move) {
    let reasons = position.explain(mv);
    assert_eq!(reasons.is_empty(), position.is_legal(mv), "{mv} in {position:?}: {reasons:?}");
    let order = |code: Code| match (mv, code) {
        // This code is used for boards and for castling.
        (Move::Castle(_), Code::NotControlled) => Code::Squares as usize * 2 + 1,
        _ => code as usize * 2,
    };
    for pair in reasons.windows(2) {
        assert!(order(pair[0].code) < order(pair[1].code), "{mv} in {position:?}: {reasons:?}");
    }
    for reason in &reasons {
        assert!(!reason.message.is_empty() && !reason.message.ends_with('.'), "{reason}");
    }
}

#[test]
fn legality_equals_generation() {
    let every = every_move();
    for position in positions(5, 1000) {
        check_legality(&position, &every);
    }
}

#[test]
fn explanations_of_every_move() {
    let every = every_move();
    for position in positions(6, 12) {
        every.iter().for_each(|&mv| check_explained(&position, mv));
    }
}

#[test]
fn explanations_in_many_positions() {
    let every = every_move();
    let mut random = Rng::with_seed(7);
    for position in positions(8, 3000) {
        position.legal_moves().into_iter().for_each(|mv| check_explained(&position, mv));
        for _ in 0..100 {
            let mv = random.choice(&every).copied().expect("there are moves");
            check_explained(&position, mv);
        }
        for castling in Castling::ALL {
            check_explained(&position, Move::Castle(castling));
        }
        for from in Pin::all() {
            let pins: Vec<Pin> = Pin::all().collect();
            let to = random.choice(&pins).copied().expect("twelve pins");
            for turned in [false, true] {
                check_explained(&position, Move::Board { from, to, turned, promotion: None });
            }
            check_explained(&position, Move::Turn { pin: from });
        }
    }
}

#[test]
#[ignore = "takes minutes"]
fn legality_equals_generation_in_many_positions() {
    let every = every_move();
    for position in positions(9, 10_000) {
        check_legality(&position, &every);
    }
}

#[test]
fn an_illegal_move_changes_nothing() {
    let start = Position::start(RuleBook::Revised);
    let before = start.clone();
    let error = start.play("b2Wb5N".parse().expect("a move")).expect_err("it is illegal");
    assert_eq!(start, before);
    assert_eq!(error.reasons[0].code, Code::Geometry);
}
