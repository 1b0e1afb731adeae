//! Reports that are made one position at a time and read back from comments.

use trid_analysis::{
    EvaluatedPosition, GameReport, Judgement, PositionScore, annotate, next_to_evaluate,
    remove_evaluations, store_evaluation, stored_scores,
};
use trid_records::{Record, tpgn};
use trid_rules::{
    Move, RuleBook,
    game::{Evaluation, NodeId},
};

const GAME: &str = "1. b4N {quiet} 1... Nb6N (1... c5N) 2. a3W Nc4W *";

/// Black lets a knight go around and give mate.
const MATED_GAME: &str = "1. Nc3N d5N 2. b4W O-O 3. Nxd5N b6N 4. Nxb6N a6N 5. Nxc8B# 1-0";

fn record(text: &str) -> Record {
    tpgn::read(text, RuleBook::Revised).next().unwrap().unwrap()
}

fn evaluated(score: Evaluation, best: &str) -> EvaluatedPosition {
    let best: Vec<Move> = best.split_whitespace().map(|mv| mv.parse().unwrap()).collect();
    EvaluatedPosition { score: PositionScore::Evaluated(score), best }
}

fn positions() -> Vec<EvaluatedPosition> {
    [(20, "b2Wb4N"), (25, "d7Bd5N a2Wa3W"), (320, "d2Wd4N"), (180, "c7Bc5N"), (190, "b4Nb5N")]
        .map(|(centipawns, best)| evaluated(Evaluation::Centipawns(centipawns), best))
        .to_vec()
}

/// Evaluates positions in the order that is asked for, at most `limit` of them. Returns how many were evaluated.
fn run(record: &mut Record, positions: &[EvaluatedPosition], limit: usize) -> usize {
    for done in 0..limit {
        let Some(next) = next_to_evaluate(&record.game) else { return done };
        let index = main_line(record).iter().position(|&node| node == next).unwrap();
        assert!(store_evaluation(&mut record.game, next, &positions[index]));
    }
    limit
}

fn main_line(record: &Record) -> Vec<NodeId> {
    let mut nodes = vec![record.game.root()];
    nodes.extend(record.game.main_line());
    nodes
}

#[test]
fn a_report_made_step_by_step_is_the_report_made_at_once() {
    let mut record = record(GAME);
    let at_once = GameReport::new(&record, &positions());
    let current = record.game.current();
    assert_eq!(GameReport::from_stored(&record), None);
    assert_eq!(run(&mut record, &positions(), 99), 5);
    assert_eq!(record.game.current(), current);
    assert_eq!(next_to_evaluate(&record.game), None);
    let stored = GameReport::from_stored(&record).unwrap();
    for (stored, expected) in stored.plies.iter().zip(&at_once.plies) {
        assert_eq!((stored.eval, stored.judgement), (expected.eval, expected.judgement));
        if expected.judgement.is_some() {
            assert_eq!(stored.best, expected.best);
        }
    }
    assert_eq!((&stored.white, &stored.black), (&at_once.white, &at_once.black));

    // The text differs from `trid annotate` only by the evaluation of the start.
    let mut annotated = self::record(GAME);
    annotate(&mut annotated.game, &at_once);
    let root = record.game.root();
    record.game.node_mut(root).unwrap().evaluation = None;
    assert_eq!(record.to_tpgn(), annotated.to_tpgn());
}

#[test]
fn an_interrupted_report_resumes_from_its_text() {
    for stop in 0..=5 {
        let mut first = record(GAME);
        run(&mut first, &positions(), stop);
        let scores = stored_scores(&first.game);
        assert_eq!(scores.iter().filter(|score| score.is_some()).count(), stop);
        assert!(scores[5 - stop..].iter().all(Option::is_some), "from the end to the start");
        let mut second = record(&first.to_tpgn());
        assert_eq!(run(&mut second, &positions(), 99), 5 - stop);
        let mut whole = record(GAME);
        run(&mut whole, &positions(), 99);
        assert_eq!(second.to_tpgn(), whole.to_tpgn(), "stopped after {stop}");
    }
}

#[test]
fn a_game_over_needs_no_evaluation_and_mates_are_counted_back() {
    let mut record = record(MATED_GAME);
    let nodes = main_line(&record);
    assert_eq!(next_to_evaluate(&record.game), Some(nodes[8]));
    let mate = |moves, best: &str| evaluated(Evaluation::Mate(moves), best);
    // The best move was played: the score follows from the checkmate, whatever the search says.
    store_evaluation(&mut record.game, nodes[8], &mate(7, "b6Nc8B"));
    store_evaluation(&mut record.game, nodes[7], &mate(9, "a7Ba6N"));
    store_evaluation(&mut record.game, nodes[6], &mate(9, "d5Nb6N"));
    let evaluations: Vec<_> =
        nodes[6..9].iter().map(|&node| record.game.node(node).unwrap().evaluation).collect();
    assert_eq!(evaluations, [2, 1, 1].map(|moves| Some(Evaluation::Mate(moves))));
}

#[test]
fn a_file_without_a_score_of_the_start_has_a_report() {
    let text = "1. b4N {[%eval 0.20]} 1... Nb6N {[%eval 3.00]} *";
    let report = GameReport::from_stored(&record(text)).unwrap();
    let judgements: Vec<_> = report.plies.iter().map(|ply| ply.judgement).collect();
    assert_eq!(judgements, [None, Some(Judgement::Blunder)]);
    assert_eq!(report.plies[1].best, []);
    assert_eq!(GameReport::from_stored(&record("1. b4N {[%eval 0.20]} 1... Nb6N *")), None);
    assert_eq!(GameReport::from_stored(&record("{[%eval 0.20]} *")), None);
}

#[test]
fn removing_evaluations_keeps_everything_else() {
    let mut analysed = record("1. b4N $1 {quiet} 1... Nb6N (1... c5N) 2. a3W Nc4W *");
    run(&mut analysed, &positions(), 99);
    assert!(analysed.to_tpgn().contains("$4"), "{}", analysed.to_tpgn());
    remove_evaluations(&mut analysed);
    let text = analysed.to_tpgn();
    assert!(!text.contains("%eval") && !text.contains("$4") && !text.contains("$2"), "{text}");
    assert!(text.contains("b4N $1 {quiet}") && text.contains("(1... c5N)"), "{text}");
    assert_eq!(run(&mut analysed, &positions(), 99), 5);
}

#[test]
fn only_positions_of_the_main_line_are_stored() {
    let mut record = record(GAME);
    let variation = record.game.node(main_line(&record)[1]).unwrap().children()[1];
    let before = record.to_tpgn();
    assert!(!store_evaluation(&mut record.game, variation, &positions()[0]));
    assert_eq!(record.to_tpgn(), before);
}
