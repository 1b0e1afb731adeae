//! Compares the move generator with the naive one: moves, positions after them and checks, in random games
//! and in sparse positions.

use std::collections::BTreeMap;

use trid_rules::{Castling, Move, Position, Role, RuleBook, Setup, position::PositionErrorKind};

use crate::naive::Naive;
use fastrand::Rng;

use crate::random::{eventful_move, sparse_setup};

/// How often each kind of move was compared, to prove coverage.
#[derive(Default)]
struct Seen(BTreeMap<&'static str, usize>);

impl Seen {
    fn note(&mut self, position: &Position, mv: Move) {
        let kind = match mv {
            Move::Castle(Castling::Short) => "O-O",
            Move::Castle(Castling::Long) => "O-O-O",
            Move::Board { promotion: Some(_), .. } => "board move that promotes",
            Move::Board { from, .. } if position.forced_by_board(from).is_some() => {
                "board move that frees an enemy"
            }
            Move::Board { turned: true, .. } => "rot180",
            Move::Board { .. } => "identity",
            Move::Turn { .. } => "turn on the spot",
            Move::Promote { .. } if position.is_check() => "forced promotion in check",
            Move::Promote { .. } => "forced promotion",
            Move::Piece { from, to, promotion } => {
                let pawn = position.piece_at(from).is_some_and(|piece| piece.role == Role::Pawn);
                match (pawn, promotion) {
                    (true, Some(_)) => "promotion",
                    (true, None)
                        if from.file() == to.file()
                            && from.rank().number().abs_diff(to.rank().number()) == 2 =>
                    {
                        "double step"
                    }
                    (true, None) if from.file() != to.file() && position.piece_at(to).is_none() => {
                        "en passant"
                    }
                    _ => "piece move",
                }
            }
        };
        *self.0.entry(kind).or_default() += 1;
    }

    /// Checks that every kind was compared at least this often: thirteen, or eleven if boards do not turn.
    #[track_caller]
    fn check(&self, book: RuleBook, least: usize) {
        let kinds = if book == RuleBook::Revised { 13 } else { 11 };
        assert_eq!(self.0.len(), kinds, "{book}: {:?}", self.0);
        assert!(self.0.values().all(|&count| count >= least), "{book}: {:?}", self.0);
    }
}

/// Compares the two on one position and on all positions after one move.
#[track_caller]
fn agree(position: &Position, naive: &Naive, seen: &mut Seen) {
    let tfen = position.to_tfen();
    let book = position.book();
    assert_eq!(tfen, naive.tfen(), "{book}");
    assert_eq!(position.is_check(), naive.check(), "check in {book} {tfen}");
    let mut moves = position.legal_moves();
    moves.sort();
    let expected = naive.moves();
    let differ: Vec<String> = moves
        .iter()
        .filter(|mv| !expected.contains(mv))
        .map(|mv| format!("only the library: {mv}"))
        .chain(
            expected
                .iter()
                .filter(|mv| !moves.contains(mv))
                .map(|mv| format!("only the naive one: {mv}")),
        )
        .collect();
    assert!(differ.is_empty(), "{book} {tfen}\n{differ:#?}");
    assert_eq!(moves, expected, "a move is generated twice: {book} {tfen}");
    for mv in moves {
        seen.note(position, mv);
        let mut after = position.clone();
        after.play_unchecked(mv);
        assert_eq!(after.to_tfen(), naive.after(mv).tfen(), "{mv} in {book} {tfen}");
    }
}

fn compare_games(seed: u64, games: usize) {
    let mut random = Rng::with_seed(seed);
    for book in RuleBook::ALL {
        for _ in 0..games {
            let mut position = Position::start(book);
            let mut naive = Naive::new(&Setup::start(), book);
            for _ in 0..150 {
                agree(&position, &naive, &mut Seen::default());
                let Some(mv) = eventful_move(&mut random, &position) else {
                    break;
                };
                position.play_unchecked(mv);
                naive = naive.after(mv);
            }
        }
    }
}

fn compare_sparse(seed: u64, positions: usize) {
    let mut random = Rng::with_seed(seed);
    for book in RuleBook::ALL {
        let mut seen = Seen::default();
        for _ in 0..positions {
            let setup = sparse_setup(&mut random, book);
            let mut other = setup.clone();
            other.turn = setup.turn.other();
            let naive = Naive::new(&setup, book);
            match setup.position(book) {
                Ok(position) => {
                    assert!(
                        !Naive::new(&other, book).check(),
                        "the waiting side is in check: {}",
                        naive.tfen()
                    );
                    agree(&position, &naive, &mut seen);
                    follow(&mut random, position, naive, &mut seen);
                }
                Err(error) => {
                    assert!(matches!(
                        error.kinds[..],
                        [PositionErrorKind::WaitingSideInCheck { .. }]
                    ));
                    assert!(Naive::new(&other, book).check(), "{error}: {}", naive.tfen());
                }
            }
        }
        seen.check(book, positions / 50);
    }
}

/// Goes on for a few moves, since what follows a promotion or a double step is seen only later.
fn follow(random: &mut Rng, mut position: Position, mut naive: Naive, seen: &mut Seen) {
    for _ in 0..3 {
        let Some(mv) = eventful_move(random, &position) else {
            return;
        };
        position.play_unchecked(mv);
        naive = naive.after(mv);
        agree(&position, &naive, seen);
    }
}

#[test]
fn random_games_agree() {
    compare_games(1, 15);
}

#[test]
fn sparse_positions_agree() {
    compare_sparse(2, 1000);
}

#[test]
#[ignore = "takes minutes"]
fn many_random_games_agree() {
    compare_games(3, 1000);
}

#[test]
#[ignore = "takes minutes"]
fn many_sparse_positions_agree() {
    compare_sparse(4, 100_000);
}
