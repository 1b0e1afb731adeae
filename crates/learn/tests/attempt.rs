//! Attempts at exercises: replies, refutations, undoing, stars and answers.

use serde_json::{Value, json};
use trid_learn::{Attempt, AttemptError, Exercise, FailureKind, Outcome, Phase};

const KINGS: &str = "QL1w:2/2,KL1w:2/1K,QL6b:2/2,KL6b:1k/2 w - - - - - 0 1";

/// An exercise with these fields; the others have usual values.
fn attempt(fields: &Value) -> Attempt {
    let mut exercise = json!({
        "id": "test-one", "title": "One", "task": "Do it.", "learned": "Done.",
        "tfen": format!("4/4/1R2/4|4/4/4/4|4/4/4/4|{KINGS}"),
        "goal": {"reach": {"squares": ["b5B"]}}, "moves": 3, "par": 1, "solution": ["b2Wb5B"],
    });
    for (name, value) in fields.as_object().unwrap() {
        exercise[name] = value.clone();
    }
    let exercise: Exercise = serde_json::from_value(exercise).unwrap();
    Attempt::at_exercise(&exercise).unwrap()
}

fn failure(attempt: &Attempt) -> Option<FailureKind> {
    attempt.state().failure.map(|failure| failure.kind)
}

#[test]
fn the_opponent_passes_and_a_move_over_par_costs_a_star() {
    let mut attempt = attempt(&json!({}));
    attempt.play("b2Wb3W").unwrap();
    assert_eq!(attempt.phase(), Phase::Playing);
    assert_eq!(attempt.game().position().turn().to_string(), "white");
    attempt.play("b3Wb5B").unwrap();
    let state = attempt.state();
    assert_eq!((state.phase, state.stars, state.used), (Phase::Solved, 2, 2));
    assert_eq!(state.history.moves.len(), 2);
    assert!(state.snapshot.moves.is_empty());
}

#[test]
fn an_opponent_in_check_answers_instead_of_passing() {
    let mut attempt = attempt(&json!({
        "tfen": "4/4/1R2/4|4/4/4/4|2k1/4/4/4|QL1w:2/2,KL1w:2/1K,QL6b:2/2,KL6b:2/2 w - - - - - 0 1",
        "goal": {"reach": {"squares": ["d2W"]}},
    }));
    attempt.play("b2Wc2W").unwrap();
    assert_eq!(attempt.phase(), Phase::Replying);
    assert_eq!(attempt.play("c2Wd2W"), Err(AttemptError::NotYourTurn));
    attempt.reply();
    assert_eq!(attempt.phase(), Phase::Playing);
    assert!(!attempt.game().position().is_check());
    attempt.play("c2Wd2W").unwrap();
    assert_eq!(attempt.phase(), Phase::Solved);
}

#[test]
fn a_piece_that_can_be_taken_is_taken() {
    let fields = json!({
        "tfen": format!("4/4/1R2/4|4/4/4/4|b3/4/4/4|{KINGS}"),
        "goal": {"reach": {"squares": ["d5N"]}},
        "opponent": "captures",
    });
    let mut attempt = attempt(&fields);
    attempt.play("b2Wb7B").unwrap();
    assert_eq!(
        (attempt.phase(), failure(&attempt)),
        (Phase::Replying, Some(FailureKind::Captured))
    );
    attempt.reply();
    assert_eq!((attempt.phase(), failure(&attempt)), (Phase::Failed, Some(FailureKind::Captured)));
    attempt.undo();
    assert_eq!((attempt.phase(), attempt.state().used), (Phase::Playing, 0));
    // Reaching the goal does not help a piece that is lost there.
    attempt.play("b2Wd2W").unwrap();
    attempt.play("d2Wd5N").unwrap();
    attempt.reply();
    assert_eq!(failure(&attempt), Some(FailureKind::Captured));
}

#[test]
fn a_missed_mate_shows_the_escape() {
    let mut attempt = attempt(&json!({
        "tfen": "4/4/4/4|4/4/4/4|R3/2Q1/4/4|QL1w:2/2,KL1w:2/1K,QL6b:2/2,KL6b:k1/2 w - - - - - 0 1",
        "goal": "mate", "moves": 1,
    }));
    attempt.play("c7Bd8B").unwrap();
    attempt.reply();
    assert_eq!(failure(&attempt), Some(FailureKind::Escapes));
    attempt.retry();
    attempt.play("c7Bc1W").unwrap();
    assert_eq!(failure(&attempt), Some(FailureKind::NoCheck));
}

#[test]
fn a_pawn_freed_by_the_player_promotes_before_the_opponent_passes() {
    let mut attempt = attempt(&json!({
        "tfen": "4/4/4/p3|4/4/4/4|4/4/4/4|QL1w:2/2,KL1w:2/1K,QL6b:2/2,KL6b:1k/2 w - - - - - 0 1",
        "goal": {"board": "QL3"}, "moves": 2,
    }));
    attempt.play("QL1-QL2").unwrap();
    assert_eq!(attempt.phase(), Phase::Replying);
    attempt.reply();
    assert_eq!(attempt.phase(), Phase::Playing);
    let state = attempt.state();
    assert_eq!(state.snapshot.game.last.as_deref(), Some("a1W=Q"));
    assert_eq!(state.snapshot.turn.to_string(), "white");
}

#[test]
fn moves_run_out() {
    let mut attempt = attempt(&json!({"moves": 1}));
    attempt.play("b2Wb3W").unwrap();
    assert_eq!(
        (attempt.phase(), failure(&attempt)),
        (Phase::Failed, Some(FailureKind::OutOfMoves))
    );
    assert!(matches!(attempt.play("b3Wb4W"), Err(AttemptError::NotYourTurn)));
}

#[test]
fn a_captured_piece_counts_where_it_started() {
    let mut attempt = attempt(&json!({
        "tfen": format!("4/4/1R2/4|4/4/4/4|n3/4/4/4|{KINGS}"),
        "goal": {"capture": ["a8B"]}, "opponent": "answers", "replies": ["a8Bb6B"],
    }));
    attempt.play("b2Wc2W").unwrap();
    attempt.reply();
    assert_eq!(attempt.state().goals.iter().map(ToString::to_string).collect::<Vec<_>>(), ["b6B"]);
    attempt.play("c2Wb2W").unwrap();
    attempt.undo();
    attempt.undo();
    assert_eq!(attempt.state().used, 0);
}

#[test]
fn the_illegal_move_solves_and_a_legal_one_is_shown() {
    let mut attempt = attempt(&json!({"goal": {"illegal": ["b2Wb5B", "b2Wc4N"]}}));
    attempt.choose(0);
    assert_eq!(failure(&attempt), Some(FailureKind::Legal));
    assert_eq!(attempt.state().history.moves.len(), 1);
    attempt.retry();
    attempt.choose(7);
    assert_eq!(attempt.phase(), Phase::Playing);
    attempt.choose(1);
    assert_eq!((attempt.phase(), attempt.state().stars), (Phase::Solved, 3));
}

#[test]
fn a_shown_solution_earns_nothing_until_the_next_try() {
    let mut attempt = attempt(&json!({}));
    attempt.play("b2Wb3W").unwrap();
    attempt.give_up();
    assert_eq!(attempt.state().used, 0, "it starts again");
    while attempt.show_next() {}
    assert_eq!((attempt.phase(), attempt.state().stars), (Phase::Solved, 0));
    attempt.retry();
    attempt.play("b2Wb5B").unwrap();
    assert_eq!(attempt.state().stars, 3);
}

#[test]
fn a_solved_attempt_is_stepped_through() {
    let mut attempt = attempt(&json!({}));
    attempt.jump(1);
    attempt.play("b2Wb3W").unwrap();
    attempt.jump(0);
    assert_eq!(attempt.state().history.ply, 1, "it is not over");
    attempt.play("b3Wb5B").unwrap();
    let end = attempt.state();
    for ply in [0, 1, 2, 9] {
        attempt.jump(ply);
        let state = attempt.state();
        assert_eq!((state.history.ply, state.snapshot.game.ply), (ply.min(2), ply.min(2)));
        assert_eq!((state.history.moves.len(), state.phase), (2, Phase::Solved));
    }
    assert_eq!(attempt.state(), end);
    attempt.jump(1);
    attempt.retry();
    assert_eq!(attempt.state().history.ply, 0);
}

#[test]
fn what_comes_first_decides_the_outcome() {
    let solve = |attempt: &mut Attempt| {
        attempt.play("b2Wb5B").unwrap();
        attempt.state().outcome
    };
    assert_eq!(solve(&mut attempt(&json!({}))), Some(Outcome::Solved));
    let mut helped = attempt(&json!({}));
    helped.hint();
    assert_eq!(solve(&mut helped), Some(Outcome::Helped));
    let mut missed = attempt(&json!({"moves": 1}));
    missed.play("b2Wb3W").unwrap();
    missed.undo();
    missed.hint();
    assert_eq!(solve(&mut missed), Some(Outcome::Missed));
}
