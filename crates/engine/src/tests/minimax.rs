//! Without pruning, the search returns the value of plain minimax.

use trid_rules::{Position, RuleBook, Setup};

use super::RandomPositions;
use crate::{
    Classical, Engine, Limits, Options, Score,
    score::{DRAW, INFINITE, Value, mated_in},
    search::SearchFeatures,
};

/// Plain minimax: no window, no table, no move ordering. A forced promotion costs no depth and does not
/// pass the turn.
fn minimax(position: &Position, depth: u32, turns: i32, evaluator: &Classical) -> Value {
    let in_check = position.is_check();
    let moves = position.legal_moves();
    if moves.is_empty() {
        return if in_check { mated_in(turns) } else { DRAW };
    }
    if turns > 0 && (position.halfmoves() >= 100 || position.occupied().len() == 2) {
        return DRAW;
    }
    if depth == 0 && position.pending().is_none() {
        return evaluator.evaluate(position);
    }
    let mut best = -INFINITE;
    for mv in moves {
        let mut child = position.clone();
        child.play_unchecked(mv);
        let value = if child.turn() == position.turn() {
            minimax(&child, depth, turns, evaluator)
        } else {
            -minimax(&child, depth - 1, turns + 1, evaluator)
        };
        best = best.max(value);
    }
    best
}

#[track_caller]
fn check(position: &Position, depth: u32, evaluator: &Classical) {
    let mut engine = Engine::new(Options { hash: 1, ..Options::default() });
    engine.set_evaluator(crate::evaluation::evaluator(None));
    engine.set_features(SearchFeatures { pruning: false, extensions: false, quiescence: false });
    let found = engine.search(position, &Limits::depth(depth)).score();
    let expected = Score::from_value(minimax(position, depth, 0, evaluator));
    assert_eq!(found, Some(expected), "depth {depth}: {position:?}");
}

#[test]
fn search_without_pruning_equals_minimax() {
    let evaluator = Classical::new();
    for book in RuleBook::ALL {
        for (index, position) in RandomPositions::new(book, 3).step_by(9).take(60).enumerate() {
            check(&position, 1 + index as u32 % 2, &evaluator);
        }
    }
}

/// With few pieces, mates, promotions and board moves are frequent.
#[test]
fn search_equals_minimax_with_few_pieces() {
    let evaluator = Classical::new();
    for book in RuleBook::ALL {
        let mut count = 0;
        for position in RandomPositions::new(book, 17).step_by(3) {
            let Some(small) = remove_pieces(&position, book) else {
                continue;
            };
            check(&small, 3, &evaluator);
            count += 1;
            if count == 40 {
                break;
            }
        }
    }
}

/// A board move frees the enemy's deferred pawn: the opponent promotes, then moves.
#[test]
fn search_equals_minimax_with_forced_promotions() {
    let evaluator = Classical::new();
    for text in [
        "1K2/4/4/3p|4/4/4/4|4/3k/4/4|KL1w:2/2,QL2w:2/2,QL5b:2/2,KL6b:2/2 w - - - - - 0 30",
        "1K2/4/4/p2p|4/4/2R1/4|4/k3/4/4|QL1w:2/2,KL1w:2/2,QL5b:2/2,KL6b:2/2 w - - - - - 0 30",
        "4/4/4/4|4/4/3r/4|P2P/4/4/4|QL3w:1K/2,KL1w:2/2,QL6b:2/2,KL6b:2/1k b - - - - - 0 30",
    ] {
        for book in RuleBook::ALL {
            let position = Position::from_tfen(text, book).unwrap();
            let forces = |mv| position.play(mv).unwrap().pending().is_some();
            assert!(position.legal_moves().into_iter().any(forces), "{position:?}");
            for depth in 1..=3 {
                check(&position, depth, &evaluator);
            }
        }
    }
}

/// The position with three of four pieces removed, if it is valid.
fn remove_pieces(position: &Position, book: RuleBook) -> Option<Position> {
    let mut setup = Setup::from(position);
    let kings: Vec<_> = trid_rules::Color::ALL.map(|color| position.king(color)).into();
    let pieces: Vec<_> =
        position.occupied().iter().filter(|square| !kings.contains(square)).collect();
    for (index, square) in pieces.into_iter().enumerate() {
        if index % 4 != 0 {
            setup.set_piece(square, None);
        }
    }
    let pieces = setup.clone();
    setup.castling.clear();
    setup.spent.retain(|&square| pieces.piece(square).is_some());
    setup.carried.retain(|&square| pieces.piece(square).is_some());
    setup.double_stepped = None;
    if setup.pending.is_some() {
        return None;
    }
    setup.position(book).ok().filter(Position::has_moves)
}
