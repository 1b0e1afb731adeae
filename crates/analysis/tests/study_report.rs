//! The report on a study, and the moves that a player tries in place of a mistake.

use trid_analysis::{EvaluatedPosition, PositionScore, Study, Threat, ThreatError, TryVerdict};
use trid_records::tpgn;
use trid_rules::{
    Move, RuleBook,
    game::{Evaluation, NodeId},
};

fn study(text: &str) -> Study {
    Study::new(tpgn::read(text, RuleBook::Revised).next().unwrap().unwrap())
}

fn store(study: &mut Study, node: NodeId, centipawns: i32, best: &str) -> bool {
    let best: Vec<Move> = best.split_whitespace().map(|mv| mv.parse().unwrap()).collect();
    let score = PositionScore::Evaluated(Evaluation::Centipawns(centipawns));
    study.store_evaluation(node, &EvaluatedPosition { score, best })
}

/// A study in which Black's first move is a blunder. The better move is d5N.
fn analysed() -> Study {
    let mut study = study("1. b4N Nb6N 2. a3W *");
    for (centipawns, best) in
        [(300, "c7Bc5N"), (300, "a2Wa3W"), (20, "d7Bd5N a2Wa3W"), (25, "b2Wb4N")]
    {
        let next = study.next_to_evaluate().unwrap();
        assert!(store(&mut study, next, centipawns, best));
    }
    study
}

#[test]
fn a_study_reports_its_progress_and_changes() {
    let mut study = study("1. b4N Nb6N 2. a3W *");
    study.take_changes();
    let next = study.next_to_evaluate().unwrap();
    let report = study.report();
    assert_eq!((report.nodes.len(), report.missing, report.report), (4, 4, None));
    assert!(store(&mut study, next, 300, "c7Bc5N"));
    let report = study.report();
    assert_eq!((report.missing, report.win_chances[2]), (3, None));
    assert!(report.win_chances[3].unwrap() > 0.6);
    let changes = study.take_changes();
    assert_eq!(changes.nodes.iter().map(|node| node.id).collect::<Vec<_>>(), [next.index()]);
    assert_eq!(changes.nodes[0].eval, Some(Evaluation::Centipawns(300)));
}

#[test]
fn a_report_starts_with_its_first_evaluation() {
    let mut study = study("1. b4N Nb6N 2. a3W *");
    assert!(!study.report().is_started);
    let last = study.next_to_evaluate().unwrap();
    assert!(store(&mut study, last, 300, "c7Bc5N"));
    assert!(study.report().is_started);
}

#[test]
fn a_mate_is_known_before_the_report_starts() {
    let mated = "1. Nc3N d5N 2. b4W O-O 3. Nxd5N b6N 4. Nxb6N a6N 5. Nxc8B# 1-0";
    let report = study(mated).report();
    assert_eq!((report.nodes.len(), report.missing), (10, 9));
    assert!(!report.is_started);
}

#[test]
fn the_better_line_is_part_of_the_tree() {
    let mut study = analysed();
    let report = study.report();
    assert_eq!(report.missing, 0);
    let plies = report.report.unwrap().plies;
    assert_eq!(plies[1].best_texts, ["d5N", "a3W"]);
    let changes = study.take_changes();
    let first = changes.nodes.iter().find(|node| node.id == report.nodes[1]).unwrap();
    assert_eq!(first.children.len(), 2);
    assert!(changes.nodes.iter().any(|node| node.id == first.children[1]));
    // The added nodes know their twins: 1. b4N d5N 2. a3W.
    study.go_to(NodeId::from_index(0));
    for text in ["a3W", "d5N", "b4N"] {
        study.play(text).unwrap();
    }
    assert_eq!(study.twins(study.game().current()).len(), 1);
}

#[test]
fn removed_evaluations_are_changes() {
    let mut study = analysed();
    study.take_changes();
    study.remove_evaluations();
    assert_eq!(study.report().missing, 4);
    assert_eq!(study.take_changes().nodes.len(), 4);
}

#[test]
fn tries_are_judged() {
    let study = analysed();
    let before = NodeId::from_index(study.report().nodes[1]);
    let score = |centipawns| Some(Evaluation::Centipawns(centipawns));
    let cases = [
        ("Nb6N", None, TryVerdict::Played),
        ("d5N", None, TryVerdict::Good),
        ("c5N", None, TryVerdict::Unknown),
        ("c5N", score(60), TryVerdict::Good),
        ("c5N", score(62), TryVerdict::Bad),
        ("c5N", score(-300), TryVerdict::Good),
        ("c9B", score(0), TryVerdict::Unknown),
    ];
    for (text, score, expected) in cases {
        assert_eq!(study.judge_try(before, text, score), expected, "{text} {score:?}");
    }
    assert_eq!(study.judge_try(NodeId::from_index(99), "c5N", None), TryVerdict::Unknown);
}

#[test]
fn a_preview_leaves_the_tree_alone() {
    let study = study("1. b4N Nb6N *");
    let root = study.game().root();
    let snapshot = study.preview(root, &["a2Wa3W", "d5N", "no move"]).unwrap();
    let text = serde_json::to_value(&snapshot).unwrap();
    assert_eq!(text["ply"], 2);
    assert_eq!(study.game().node(root).unwrap().children().len(), 1);
    assert!(study.preview(NodeId::from_index(99), &[]).is_none());
    assert_eq!(study.line_to(root).unwrap().line_length(), 0);
}

#[test]
fn a_threat_is_a_position_or_a_reason() {
    let check = "4/4/4/4|4/4/4/4|4/4/4/4|QL1w:2/2,KL1w:2/K1,QL6b:2/2,KL6b:k1/R1 b - - - - - 0 2";
    let study = study(&format!("[SetUp \"1\"]\n[TFEN \"{check}\"]\n\n*"));
    let refused = Threat::Refused { reason: ThreatError::Check };
    assert_eq!(study.threat(study.game().root()), Some(refused));
    let start = self::study("[Variant \"Tri-D meder\"]\n\n1. b4N *");
    let Some(Threat::Position { tfen }) = start.threat(start.game().root()) else { panic!() };
    assert!(tfen.contains(" b ") && tfen.ends_with(" meder"), "{tfen}");
}
