//! Attempts at puzzles: answers, refutations, hints and the solution.

use trid_learn::puzzle::Puzzle;
use trid_learn::{Attempt, AttemptError, FailureKind, Outcome, Phase};
use trid_rules::RuleBook;

/// A mate in two with two landings of the first move and four mates at the end.
const MATE: &str = "867418 730 d7Bd6B b3Nb6B/b3Nb6N,d6Bd5B,a7Ba5B/a7Bd7B/a7Ba5N/a7Bd7KL4 \
    3P/3P/4/4|4/4/4/1R2|4/R2k/4/4|QL1w:PB/2,KL1w:1P/1K,KL4b:2/1p,QL6b:2/2 b - - e6KL4 - - 0 51";

/// Attempts with the solver to move.
fn attempt() -> Attempt {
    let mut attempt = Attempt::at_puzzle(Puzzle::parse(MATE, RuleBook::Revised).unwrap());
    assert_eq!(attempt.phase(), Phase::Replying);
    assert!(attempt.state().snapshot.moves.is_empty());
    attempt.reply();
    assert_eq!(attempt.phase(), Phase::Playing);
    attempt
}

#[test]
fn every_answer_is_accepted() {
    for first in ["b3Nb6B", "b3Nb6N"] {
        for last in ["a7Ba5B", "a7Bd7B", "a7Ba5N", "a7Bd7KL4"] {
            let mut attempt = attempt();
            attempt.play(first).unwrap();
            assert_eq!(attempt.phase(), Phase::Replying);
            attempt.reply();
            attempt.play(last).unwrap();
            let state = attempt.state();
            assert_eq!((state.phase, state.outcome), (Phase::Solved, Some(Outcome::Solved)));
            assert_eq!(state.history.moves.len(), 4);
        }
    }
}

#[test]
fn every_other_move_is_refuted_and_can_be_taken_back() {
    let start = attempt();
    for mv in start.game().position().legal_moves() {
        let text = mv.to_string();
        if ["b3Nb6B", "b3Nb6N"].contains(&text.as_str()) {
            continue;
        }
        let mut attempt = start.clone();
        attempt.play(&text).unwrap();
        assert_eq!(attempt.phase(), Phase::Replying);
        assert!(!attempt.needs_refutation() || !attempt.game().position().has_moves());
        attempt.reply();
        let state = attempt.state();
        assert_eq!((state.phase, state.outcome), (Phase::Failed, Some(Outcome::Missed)));
        let failure = state.failure.unwrap();
        assert_eq!(failure.kind, FailureKind::Mistake);
        assert_eq!(failure.moves.len() + 1, state.history.moves.len(), "{mv}");
        attempt.undo();
        assert_eq!(attempt.state().snapshot, start.state().snapshot);
        attempt.play("b3Nb6B").unwrap();
        attempt.reply();
        attempt.play("a7Bd7B").unwrap();
        let state = attempt.state();
        assert_eq!((state.phase, state.outcome), (Phase::Solved, Some(Outcome::Missed)));
    }
}

#[test]
fn illegal_moves_change_nothing() {
    let mut attempt = attempt();
    for text in ["b3Nb3W", "nonsense", "a7Bb6B"] {
        assert!(matches!(attempt.play(text), Err(AttemptError::Move(_))), "{text}");
    }
    assert_eq!(attempt.state().outcome, None);
    attempt.play("b3Nb6B").unwrap();
    assert_eq!(attempt.play("a7Bd7B"), Err(AttemptError::NotYourTurn));
}

#[test]
fn hints_show_the_start_and_then_the_move() {
    let mut attempt = attempt();
    let first = attempt.hint();
    assert_eq!((first.touched.squares, first.mv), (vec!["b3N".parse().unwrap()], None));
    assert_eq!(attempt.hint().mv.as_deref(), Some("b3Nb6B"));
    assert_eq!(attempt.state().outcome, Some(Outcome::Helped));
    attempt.play("b3Nb6B").unwrap();
    attempt.reply();
    assert_eq!(attempt.hint().mv, None, "the next move has hints of its own");
    // A mistake after a hint changes nothing any more.
    attempt.play("a7Ba6B").unwrap();
    assert_eq!(attempt.state().outcome, Some(Outcome::Helped));
}

#[test]
fn the_solution_is_shown_to_the_end_and_stepped_through() {
    let mut attempt = attempt();
    attempt.play("b3Nb6N").unwrap();
    attempt.reply();
    attempt.play("a7Ba6B").unwrap();
    attempt.give_up();
    while attempt.show_next() {}
    let state = attempt.state();
    assert_eq!((state.phase, state.outcome), (Phase::Solved, Some(Outcome::Missed)));
    let moves: Vec<&str> = state.history.moves.iter().map(|played| played.mv.as_str()).collect();
    assert_eq!(moves, ["d7Bd6B", "b3Nb6N", "d6Bd5B", "a7Ba5B"]);
    attempt.jump(1);
    assert_eq!(attempt.state().snapshot.game.last.as_deref(), Some("d7Bd6B"));
    assert!(attempt.hint().mv.is_none());
}

#[test]
fn a_reply_from_outside_is_used_only_where_none_is_known() {
    let mut attempt = attempt();
    attempt.refute_with("d6Bd5B");
    assert_eq!(attempt.phase(), Phase::Playing);
    attempt.play("b3Nb4N").unwrap();
    let known = {
        let mut attempt = attempt.clone();
        attempt.reply();
        attempt.state().history
    };
    attempt.refute_with("d6Bc5N");
    attempt.reply();
    assert_eq!(attempt.state().history, known);
}
