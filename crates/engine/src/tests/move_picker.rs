//! The move picker yields every legal move once: its perft equals the rules' perft.

use trid_rules::{Move, Position, RuleBook, perft};

use super::RandomPositions;
use crate::{
    history::{ContinuationIndex, Histories, QuietContext},
    move_picker::{MoveListPool, MovePicker, PickerMode},
};

fn picked(
    position: &Position,
    table_move: Option<Move>,
    refutations: [Option<Move>; 3],
) -> Vec<Move> {
    let histories = Histories::new();
    let mut lists = MoveListPool::default();
    let mut picker =
        MovePicker::new(position, PickerMode::AllMoves, table_move, refutations, &mut lists);
    let mut moves = Vec::new();
    let context = QuietContext::new([ContinuationIndex::OTHER; 2]);
    while let Some(mv) = picker.next(position, &histories, &context) {
        moves.push(mv);
    }
    picker.finish(&mut lists);
    moves
}

fn picker_perft(position: &Position, depth: u32) -> u64 {
    let moves = picked(position, None, [None; 3]);
    if depth == 1 {
        return moves.len() as u64;
    }
    let after = |mv| {
        let mut child = position.clone();
        child.play_unchecked(mv);
        picker_perft(&child, depth - 1)
    };
    moves.into_iter().map(after).sum()
}

#[test]
fn picker_perft_equals_perft() {
    for book in RuleBook::ALL {
        assert_eq!(picker_perft(&Position::start(book), 3), perft(&Position::start(book), 3));
        for position in RandomPositions::new(book, 11).step_by(7).take(60) {
            assert_eq!(picker_perft(&position, 2), perft(&position, 2), "{position:?}");
        }
    }
}

#[test]
fn every_move_comes_once_with_any_table_move_and_refutations() {
    for book in RuleBook::ALL {
        // Moves of one position are the table move, killers and counter move of the next.
        let mut previous: Vec<Move> = Vec::new();
        for (index, position) in RandomPositions::new(book, 5).take(600).enumerate() {
            let mut legal = position.legal_moves();
            let refutation =
                |offset: usize| previous.get((index * 7 + offset) % previous.len().max(1)).copied();
            let own = legal[index % legal.len()];
            let first = if index % 2 == 0 { Some(own) } else { refutation(0) };
            let mut moves = picked(&position, first, [refutation(1), Some(own), refutation(2)]);
            if first.is_some_and(|mv| position.is_legal(mv)) {
                assert_eq!(moves.first().copied(), first);
            }
            moves.sort();
            legal.sort();
            assert_eq!(moves, legal, "{position:?}");
            previous = legal;
        }
    }
}
