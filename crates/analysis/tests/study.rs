//! Studies: random edits, written, read again and compared, and the changes that a view gets.

use std::collections::BTreeMap;

use trid_analysis::{NodePath, Study, StudyChanges, StudyNode};
use trid_records::{Record, read_all, tpgn};
use trid_rules::{
    Game, Position, RuleBook,
    game::{Evaluation, NodeId, Shapes},
};
use trid_view::json::Json;

/// What a view holds of a study.
#[derive(Default)]
struct View {
    nodes: BTreeMap<u32, StudyNode>,
    current: u32,
    line: Vec<u32>,
}

impl View {
    fn apply(&mut self, changes: StudyChanges) {
        for id in changes.removed {
            // A node that was added since the last call was never shown.
            self.nodes.remove(&id);
        }
        self.nodes.extend(changes.nodes.into_iter().map(|node| (node.id, node)));
        self.current = changes.current;
        self.line = changes.line;
    }

    fn of(study: &Study) -> View {
        let mut view = View::default();
        let mut fresh = Study::new(study.to_record());
        view.apply(fresh.take_changes());
        view
    }
}

fn start() -> Study {
    Study::new(Record::new(Game::new(Position::start(RuleBook::Revised))))
}

fn read(text: &str) -> Record {
    tpgn::read(text, RuleBook::Revised).next().unwrap().unwrap()
}

fn random_node(study: &Study, random: &mut fastrand::Rng) -> NodeId {
    let mut nodes = vec![study.game().root()];
    let mut next = 0;
    while let Some(&id) = nodes.get(next) {
        nodes.extend(study.game().node(id).unwrap().children());
        next += 1;
    }
    nodes[random.usize(..nodes.len())]
}

/// Makes one random change.
fn edit(study: &mut Study, random: &mut fastrand::Rng) {
    const COMMENTS: [&str; 4] = ["good", "", "a } brace", "two  words [%eval x]"];
    let node = random_node(study, random);
    match random.u8(..16) {
        0..=7 => {
            study.go_to(node);
            let mut moves = study.game().position().legal_moves();
            // Few different moves, so that orders of moves meet.
            moves.truncate(6);
            if !moves.is_empty() {
                // The game may be over by repetition.
                let _ = study.play(&moves[random.usize(..moves.len())].to_string());
            }
        }
        8 => drop(study.promote_variation(node)),
        9 => drop(study.make_main_line(node)),
        10 if random.u8(..4) == 0 => drop(study.remove(node)),
        11 => drop(study.set_comment(node, COMMENTS[random.usize(..4)])),
        12 => drop(study.toggle_glyph(node, random.u8(1..20))),
        13 => drop(study.set_evaluation(node, Some(Evaluation::Centipawns(random.i32(-500..500))))),
        14 => {
            let text = r#"{"marks":[{"colour":"green","at":"QL1"}],"arrows":[{"colour":"red","from":"b2W","to":"b4N"}]}"#;
            let Json(shapes): Json<Shapes> = serde_json::from_str(text).unwrap();
            study.set_shapes(node, &if random.bool() { shapes } else { Shapes::default() });
        }
        _ => drop(study.set_evaluation(node, None)),
    }
}

#[test]
fn edited_studies_are_written_and_read_back() {
    for seed in 0..40 {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut study = start();
        for _ in 0..random.usize(..120) {
            edit(&mut study, &mut random);
        }
        let record = study.to_record();
        let text = record.to_tpgn();
        let again = read(&text);
        assert_eq!(again.to_tpgn(), text, "seed {seed}");
        let shown = |record: Record| {
            let mut view = View::default();
            view.apply(Study::new(record).take_changes());
            // Numbers of nodes differ after removals; the order of nodes in the tree is the same.
            in_order(&view, 0)
        };
        assert_eq!(shown(again), shown(record), "seed {seed}");
    }
}

/// The nodes of a view in the order of the tree, without their numbers.
fn in_order(view: &View, id: u32) -> Vec<String> {
    let node = &view.nodes[&id];
    let StudyNode { ply, played, comment, nags, eval, shapes, twin, .. } = node;
    let text = played.as_ref().map(|played| played.text.as_str());
    let own = format!(
        "{ply} {text:?} {comment:?} {nags:?} {eval:?} {shapes:?} {} {}",
        twin.is_some(),
        node.children.len()
    );
    std::iter::once(own)
        .chain(node.children.iter().flat_map(|&child| in_order(view, child)))
        .collect()
}

#[test]
fn changes_keep_a_view_current() {
    for seed in 100..140 {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut study = start();
        let mut view = View::default();
        for step in 0..80 {
            edit(&mut study, &mut random);
            view.apply(study.take_changes());
            assert_eq!(
                in_order(&view, 0),
                in_order(&View::of(&study), 0),
                "seed {seed}, step {step}"
            );
            assert_eq!(view.current, study.game().current().index());
            let ply = view.nodes[&view.current].ply;
            assert_eq!(if ply == 0 { 0 } else { view.line[ply - 1] }, view.current);
        }
        assert_eq!(study.take_changes().nodes, [], "nothing changes by itself");
    }
}

#[test]
fn paths_lead_to_their_nodes() {
    let mut random = fastrand::Rng::with_seed(7);
    let mut study = start();
    for _ in 0..200 {
        edit(&mut study, &mut random);
    }
    for _ in 0..100 {
        let node = random_node(&study, &mut random);
        let path = NodePath::to(study.game(), node).unwrap();
        let text = path.to_string();
        assert_eq!(text.parse(), Ok(path.clone()), "{text}");
        assert_eq!(path.find(study.game()), Some(node), "{text}");
    }
    assert_eq!(NodePath::to(study.game(), study.game().root()).unwrap().to_string(), "0");
    for text in ["", "x", "1-", "1-2", "-1", "1--2", "99999999999999999999"] {
        assert!(text.parse::<NodePath>().is_err(), "{text:?}");
    }
    assert_eq!("5000".parse::<NodePath>().unwrap().find(study.game()), None);
}

const NESTED: &str = r#"[Event "Test"]
[White "Ada"]
[Result "1-0"]

{before the first move} 1. b4N $1 {good} (1. c4N {first} (1. a3W Nb6N) 1... b5N) (1. a4N) Nb6N 2. a3W 1-0
"#;

#[test]
fn a_file_is_written_back_unchanged() {
    let record = read(NESTED);
    let text = record.to_tpgn();
    assert!(text.contains("{good} (1. c4N {first}"), "{text}");
    let mut study = Study::new(record);
    assert_eq!(study.to_record().to_tpgn(), text);
    assert_eq!(study.game().ply(), 0);
    // The resignation does not stop the analysis, and the result stays.
    let last = *study.game().main_line().last().unwrap();
    study.go_to(last);
    let mv = study.game().position().legal_moves()[0];
    study.play(&mv.to_string()).unwrap();
    let written = study.to_record().to_tpgn();
    assert!(written.contains("[Result \"1-0\"]"), "{written}");
    assert!(written.trim_end().ends_with("1-0"), "{written}");
}

#[test]
fn other_orders_of_moves_meet() {
    let mut study = start();
    for text in ["a3W", "Nb6N", "d3W"] {
        study.play(text).unwrap();
    }
    let first = study.game().current();
    study.go_to(study.game().root());
    for text in ["d3W", "Nb6N", "a3W"] {
        study.play(text).unwrap();
    }
    let second = study.game().current();
    assert_eq!(study.twins(first), [second]);
    assert_eq!(study.twins(second), [first]);
    study.set_evaluation(first, Some(Evaluation::Centipawns(31)));
    let nodes = study.take_changes().nodes;
    let shown = nodes.iter().find(|node| node.id == second.index()).unwrap();
    assert_eq!(shown.eval, Some(Evaluation::Centipawns(31)), "twins share their score");
    assert_eq!(shown.twin, Some(first.index()));
    study.remove(first);
    assert_eq!(study.twins(second), []);
    let nodes = study.take_changes().nodes;
    assert_eq!(nodes.iter().find(|node| node.id == second.index()).unwrap().twin, None);
}

#[test]
fn a_comment_that_says_the_same_changes_nothing() {
    let mut study = Study::new(read("1. b4N {[%eval 0.30] good} {[%csl Gb4N] and more} *"));
    let node = *study.game().main_line().last().unwrap();
    let text = study.to_record().to_tpgn();
    assert!(study.set_comment(node, "good and more"));
    assert_eq!(study.to_record().to_tpgn(), text);
    study.set_comment(node, " better\n ");
    assert_eq!(study.game().node(node).unwrap().comments, ["better"]);
    study.set_comment(node, "");
    assert!(study.game().node(node).unwrap().comments.is_empty());
    assert!(study.to_record().to_tpgn().contains("1. b4N {[%eval 0.30] [%csl Gb4N]} *"));
}

#[test]
fn a_move_has_one_judgement_and_one_assessment() {
    let mut study = start();
    let node = study.play("b4N").unwrap();
    let nags = |study: &Study| study.game().node(node).unwrap().nags.clone();
    for nag in [1, 4, 18, 146] {
        study.toggle_glyph(node, nag);
    }
    assert_eq!(nags(&study), [4, 18, 146]);
    study.toggle_glyph(node, 14);
    study.toggle_glyph(node, 4);
    assert_eq!(nags(&study), [146, 14]);
    assert!(!study.toggle_glyph(study.game().root(), 1), "the start has no move to judge");
}

#[test]
fn bad_variations_are_kept_as_text() {
    let text = "1. b4N Nb6N (1... b5N 2. Qz9 {why? [%eval 0.5]} (2. c4N) Kx) (1... Rd4) 2. a3W {fine} *\n\n1. c4N *\n";
    let mut games = read_all(text.as_bytes()).keep_bad_variations();
    let game = games.next().unwrap();
    assert_eq!(game.warnings.len(), 2);
    assert_eq!(games.next().unwrap().warnings, []);
    let record = game.record.unwrap();
    let mut study = Study::new(record);
    let nodes = study.take_changes().nodes;
    let unread: Vec<(String, String, String)> = nodes
        .iter()
        .filter(|node| !node.unread.is_empty())
        .map(|node| {
            let text = node.played.as_ref().unwrap().text.clone();
            (text, node.comment.clone(), node.unread.join("; "))
        })
        .collect();
    let expected = [("Nb6N", "Rd4"), ("b5N", "Qz9 {why? [ %eval 0.5]} (2. c4N) Kx")];
    let expected = expected.map(|(on, text)| (on.to_owned(), String::new(), text.to_owned()));
    assert_eq!(unread, expected);
    assert!(nodes.iter().all(|node| node.eval.is_none()));
    assert_eq!(nodes.len(), 5);
    // The text can be read again, and is the same.
    let written = study.to_record().to_tpgn();
    assert_eq!(Study::new(read(&written)).to_record().to_tpgn(), written);
    assert_eq!(Study::new(read(&written)).take_changes().nodes.len(), 5);
}

#[test]
fn a_bad_main_line_is_an_error() {
    let text = "1. b4N (1. Qz9) Qz9 *";
    let game = read_all(text.as_bytes()).keep_bad_variations().next().unwrap();
    assert!(game.record.unwrap_err().to_string().starts_with("line 1, column 17: "));
    assert!(tpgn::read("1. b4N (1. Qz9) *", RuleBook::Revised).next().unwrap().is_err());
}
