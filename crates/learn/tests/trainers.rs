//! Checks the questions of the trainers, over many seeds, against the naive rules.

// The naive rules share only plain types with the move generator that makes the questions.
#[path = "../../rules/tests/rules/naive/mod.rs"]
#[expect(dead_code, reason = "the tests of the rules use the rest")]
mod naive;

use std::collections::BTreeSet;

use trid_learn::{TrainerKind, TrainerSolution, TrainerTask, TrainerVerdict, Training};
use trid_rules::{Color, Level, Move, Position, RuleBook, Setup, Square};

use naive::Naive;

const SEEDS: u64 = 60;
const QUESTIONS: usize = 3;

/// Calls the check with every question of a kind: its position, task and solution.
fn for_each_question(kind: TrainerKind, check: impl Fn(&Position, &TrainerTask, &TrainerSolution)) {
    for book in RuleBook::ALL {
        for seed in 0..SEEDS {
            let mut training = Training::new(kind, book, seed, false, 0.0);
            for _ in 0..QUESTIONS {
                let question = training.question();
                let position = Position::from_tfen(&question.tfen, book).unwrap();
                check(&position, &question.task, training.solution());
                training.next_question();
            }
        }
    }
}

fn naive(position: &Position) -> Naive {
    Naive::new(&Setup::from(position), position.book())
}

/// All squares of a position, by its boards.
fn existing(position: &Position) -> Vec<Square> {
    let attack_boards = position.boards().map(|board| Level::Attack(board.pin));
    Level::MAIN.into_iter().chain(attack_boards).flat_map(Level::squares).collect()
}

/// The pieces of a side that attack a square.
fn attackers(position: &Position, square: Square, by: Color) -> Vec<Square> {
    let setup = Setup::from(position);
    let naive = naive(position);
    let own = setup.pieces().filter(|(_, piece)| piece.color == by);
    own.filter(|&(from, piece)| naive.attacks(from, piece).contains(&square))
        .map(|(from, _)| from)
        .collect()
}

#[track_caller]
fn check_squares(solution: &TrainerSolution, expected: impl IntoIterator<Item = Square>) {
    let TrainerSolution::Squares { squares } = solution else { panic!("{solution:?}") };
    let expected: BTreeSet<Square> = expected.into_iter().collect();
    assert_eq!(squares.len(), expected.len());
    assert_eq!(squares.iter().copied().collect::<BTreeSet<_>>(), expected);
}

#[test]
fn the_square_to_name_is_one_of_four_existing_squares() {
    for_each_question(TrainerKind::NameSquare, |position, task, solution| {
        let TrainerTask::NameSquare { square, choices } = task else { panic!("{task:?}") };
        check_squares(solution, [*square]);
        assert_eq!(choices.iter().collect::<BTreeSet<_>>().len(), 4);
        assert!(choices.contains(square));
        assert!(choices.iter().all(|choice| existing(position).contains(choice)));
    });
}

#[test]
fn the_square_to_find_exists() {
    for_each_question(TrainerKind::FindSquare, |position, task, solution| {
        let TrainerTask::FindSquare { square } = task else { panic!("{task:?}") };
        assert!(existing(position).contains(square));
        check_squares(solution, [*square]);
    });
}

#[test]
fn a_column_has_all_its_existing_squares_and_more_than_one() {
    for_each_question(TrainerKind::Column, |position, task, solution| {
        let TrainerTask::Column { column } = task else { panic!("{task:?}") };
        let squares: Vec<Square> =
            existing(position).into_iter().filter(|square| square.column() == *column).collect();
        assert!(squares.len() > 1);
        check_squares(solution, squares);
    });
}

#[test]
fn a_knight_has_all_its_legal_landings() {
    for_each_question(TrainerKind::Knight, |position, task, solution| {
        let TrainerTask::Knight { square } = task else { panic!("{task:?}") };
        let moves = naive(position).moves().into_iter();
        let landings = moves.filter_map(|mv| match mv {
            Move::Piece { from, to, .. } if from == *square => Some(to),
            _ => None,
        });
        check_squares(solution, landings);
    });
}

#[test]
fn attackers_are_counted_right_and_vary() {
    let counts = std::cell::RefCell::new(BTreeSet::new());
    for_each_question(TrainerKind::Attackers, |position, task, solution| {
        let TrainerTask::Attackers { square, by, choices } = task else { panic!("{task:?}") };
        let TrainerSolution::Count { count, squares } = solution else { panic!("{solution:?}") };
        let expected = attackers(position, *square, *by);
        assert_eq!(
            squares.iter().copied().collect::<BTreeSet<_>>(),
            expected.iter().copied().collect()
        );
        assert_eq!(*count, expected.len());
        assert!(choices.contains(count));
        counts.borrow_mut().insert(*count);
    });
    assert_eq!(counts.into_inner(), (0..5).collect());
}

#[test]
fn every_uncovering_board_move_is_a_solution() {
    for_each_question(TrainerKind::Discovery, |position, task, solution| {
        assert_eq!(*task, TrainerTask::Discovery);
        let TrainerSolution::Moves { moves } = solution else { panic!("{solution:?}") };
        let naive = naive(position);
        let uncovers = |mv: Move| {
            let Move::Board { from, to, turned, .. } = mv else { return false };
            let rider =
                position.rider(from).and_then(|(rider, _)| Position::landing(rider, to, turned));
            let after = position.play(mv).unwrap();
            let king = after.king(Color::Black);
            naive.after(mv).check()
                && attackers(&after, king, Color::White).into_iter().any(|from| Some(from) != rider)
        };
        let expected: BTreeSet<String> =
            naive.moves().into_iter().filter(|&mv| uncovers(mv)).map(|mv| mv.to_string()).collect();
        assert!(!expected.is_empty());
        assert_eq!(moves.iter().cloned().collect::<BTreeSet<_>>(), expected);
    });
}

#[test]
fn a_seed_gives_the_same_questions_and_another_seed_others() {
    let run = |seed| {
        let mut training =
            Training::new(TrainerKind::FindSquare, RuleBook::Revised, seed, false, 0.0);
        (0..5)
            .map(|_| {
                training.next_question();
                training.question().tfen.clone()
            })
            .collect::<Vec<_>>()
    };
    assert_eq!(run(1), run(1));
    assert_ne!(run(1), run(2));
}

fn solution_squares(training: &Training) -> Vec<Square> {
    match training.solution() {
        TrainerSolution::Squares { squares } => squares.clone(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_question_of_several_squares_is_right_when_all_are_found() {
    let mut training = Training::new(TrainerKind::Column, RuleBook::Revised, 7, false, 0.0);
    let squares = solution_squares(&training);
    let (last, first) = squares.split_last().unwrap();
    for square in first {
        assert_eq!(training.answer(&square.to_string(), 0.0), TrainerVerdict::Found);
    }
    assert_eq!(training.answer(&squares[0].to_string(), 0.0), TrainerVerdict::Again);
    assert_eq!(training.state().left, Some(1));
    assert_eq!(training.state().solution, None);
    assert_eq!(training.answer(&last.to_string(), 0.0), TrainerVerdict::Right);
    let state = training.state();
    assert_eq!((state.right, state.asked, state.left), (1, 1, Some(0)));
    assert!(state.solution.is_some());
    assert_eq!(training.answer(&last.to_string(), 0.0), TrainerVerdict::Late);
}

#[test]
fn a_question_with_a_mistake_does_not_score() {
    let mut training = Training::new(TrainerKind::NameSquare, RuleBook::Revised, 3, false, 0.0);
    let square = solution_squares(&training)[0];
    let TrainerTask::NameSquare { choices, .. } = training.question().task.clone() else {
        panic!()
    };
    let wrong = choices.iter().find(|&&choice| choice != square).unwrap();
    assert_eq!(training.answer("x9", 0.0), TrainerVerdict::Unreadable);
    assert_eq!(training.answer(&wrong.to_string(), 0.0), TrainerVerdict::Wrong);
    assert_eq!(
        training.answer(&format!(" {} ", square.to_string().to_uppercase()), 0.0),
        TrainerVerdict::Right
    );
    assert_eq!((training.state().right, training.state().asked), (0, 1));
    training.next_question();
    let square = solution_squares(&training)[0];
    assert_eq!(training.answer(&square.to_string().to_lowercase(), 0.0), TrainerVerdict::Right);
    assert_eq!((training.state().right, training.state().asked), (1, 2));
}

#[test]
fn a_revealed_question_counts_once_and_not_as_right() {
    let mut training = Training::new(TrainerKind::Knight, RuleBook::Meder, 3, false, 0.0);
    training.reveal();
    training.reveal();
    assert_eq!((training.state().right, training.state().asked), (0, 1));
    assert!(training.state().solution.is_some());
}

#[test]
fn a_timed_run_ends_after_half_a_minute() {
    let mut training = Training::new(TrainerKind::FindSquare, RuleBook::Revised, 3, true, 1_000.0);
    let square = solution_squares(&training)[0].to_string();
    assert_eq!(training.time_left(11_000.0), Some(20_000.0));
    assert_eq!(training.answer(&square, 30_999.0), TrainerVerdict::Right);
    training.next_question();
    let square = solution_squares(&training)[0].to_string();
    assert_eq!(training.answer(&square, 31_000.0), TrainerVerdict::Late);
    assert_eq!(training.time_left(40_000.0), Some(0.0));
    assert_eq!(training.score(30_999.0), None);
    let score = training.score(40_000.0).unwrap();
    assert_eq!((score.right, score.asked, score.timed), (1, 1, true));
}

#[test]
fn a_run_without_an_answer_has_no_score() {
    let mut training = Training::new(TrainerKind::Column, RuleBook::Revised, 3, false, 0.0);
    assert_eq!(training.score(1.0), None);
    training.reveal();
    let score = training.score(2.0).unwrap();
    assert_eq!((score.at, score.right, score.asked, score.timed), (2.0, 0, 1, false));
}

#[test]
fn only_legal_moves_answer_a_discovery() {
    let mut training = Training::new(TrainerKind::Discovery, RuleBook::Revised, 5, false, 0.0);
    let TrainerSolution::Moves { moves } = training.solution().clone() else { panic!() };
    assert_eq!(training.answer("b2Wb9N", 0.0), TrainerVerdict::Unreadable);
    let position = Position::from_tfen(&training.question().tfen, RuleBook::Revised).unwrap();
    let other = position.legal_moves().into_iter().map(|mv| mv.to_string());
    let other = other.into_iter().find(|mv| !moves.contains(mv)).unwrap();
    assert_eq!(training.answer(&other, 0.0), TrainerVerdict::Wrong);
    assert_eq!(training.answer(&moves[0], 0.0), TrainerVerdict::Right);
}

#[test]
fn every_name_of_a_trainer_is_read_back() {
    for kind in TrainerKind::ALL {
        assert_eq!(TrainerKind::from_name(kind.name()), Some(kind));
        assert_eq!(serde_json::to_string(&kind).unwrap(), format!("\"{}\"", kind.name()));
    }
    assert_eq!(TrainerKind::from_name("chess"), None);
}
