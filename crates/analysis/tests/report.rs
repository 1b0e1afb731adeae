//! Reports on games whose positions have known scores.

use trid_analysis::{EvaluatedPosition, GameReport, Judgement, PositionScore, annotate};
use trid_records::{Record, tpgn};
use trid_rules::{Color, Game, GameResult, Move, RuleBook, game::Evaluation};

const GAME: &str = "1. b4N {quiet} 1... Nb6N $1 2. a3W Nc4W *";

fn record(text: &str) -> Record {
    tpgn::read(text, RuleBook::Revised).next().unwrap().unwrap()
}

fn evaluated(centipawns: i32, best: &str) -> EvaluatedPosition {
    let best: Vec<Move> = best.split_whitespace().map(|mv| mv.parse().unwrap()).collect();
    EvaluatedPosition { score: PositionScore::Evaluated(Evaluation::Centipawns(centipawns)), best }
}

/// White's first move is the best one, Black's first loses much, White's second a little less.
fn positions() -> Vec<EvaluatedPosition> {
    vec![
        evaluated(20, "b2Wb4N"),
        evaluated(20, "d7Bd5N a2Wa3W"),
        evaluated(320, "d2Wd4N"),
        evaluated(180, "c7Bc5N"),
        evaluated(190, "b4Nb5N"),
    ]
}

#[test]
fn losses_are_judged_for_the_mover() {
    let record = record(GAME);
    let report = GameReport::new(&record, &positions());
    let judgements: Vec<Option<Judgement>> = report.plies.iter().map(|ply| ply.judgement).collect();
    assert_eq!(judgements, [None, Some(Judgement::Blunder), Some(Judgement::Mistake), None]);
    assert_eq!(report.plies[0].best, []);
    assert_eq!(report.plies[1].best.len(), 2);
    assert_eq!(report.plies[1].text, "Nb6N");
    assert_eq!(report.plies[1].best_texts, ["d5N", "a3W"]);
    assert_eq!((report.white.mistakes, report.white.blunders), (1, 0));
    assert_eq!((report.black.mistakes, report.black.blunders), (0, 1));
    assert!(report.white.accuracy.unwrap() > report.black.accuracy.unwrap());
    assert!(report.black.mean_loss > 0.08, "{}", report.black.mean_loss);
    assert_eq!(report.side(Color::Black), &report.black);
}

#[test]
fn the_best_move_is_never_a_mistake() {
    let record = record(GAME);
    let mut positions = positions();
    positions[1].best = vec![record.game.moves().nth(1).unwrap().mv];
    let report = GameReport::new(&record, &positions);
    assert_eq!((report.plies[1].judgement, report.plies[1].loss), (None, 0.0));
    assert_eq!(report.plies[1].accuracy, 100.0);
    // The later search has seen more: the position before the best move gets its score.
    assert_eq!(report.plies[0].eval, Some(Evaluation::Centipawns(320)));
}

#[test]
fn a_report_covers_the_evaluated_moves() {
    let game = record(GAME);
    assert_eq!(GameReport::new(&game, &positions()[..3]).plies.len(), 2);
    let empty = GameReport::new(&game, &[]);
    assert_eq!((empty.plies.len(), empty.white.accuracy), (0, None));
    let unplayed = Record::new(Game::new(game.game.start().clone()));
    assert_eq!(GameReport::new(&unplayed, &positions()[..1]).black.accuracy, None);
}

#[test]
fn annotations_keep_what_the_file_says() {
    let mut record = record(GAME);
    let report = GameReport::new(&record, &positions());
    let current = record.game.current();
    annotate(&mut record.game, &report);
    assert_eq!(record.game.current(), current);
    let text = record.to_tpgn();
    let moves =
        text.rsplit_once("\n\n1.").unwrap().1.split_whitespace().collect::<Vec<_>>().join(" ");
    // Black's `!` stays, although the engine disagrees.
    assert_eq!(
        moves,
        "b4N {[%eval 0.20] quiet} 1... Nb6N $1 {[%eval 3.20]} (1... d5N 2. a3W) 2. a3W $2 \
         {[%eval 1.80]} (2. d4N) 2... Nc4W {[%eval 1.90]} *"
    );
    // Reading it back gives the same game, and annotating it again changes nothing.
    let mut again = self::record(&text);
    assert_eq!(again.to_tpgn(), text);
    annotate(&mut again.game, &report);
    assert_eq!(again.to_tpgn(), text);
    let evaluation = again.game.node(again.game.main_line()[1]).unwrap().evaluation;
    assert_eq!(evaluation, Some(Evaluation::Centipawns(320)));
}

#[test]
fn agreed_draws_and_resignations_leave_a_position_to_evaluate() {
    let mut game = record(GAME).game;
    assert_eq!(PositionScore::of_ended(&game), None);
    game.resign(Color::White).unwrap();
    assert_eq!(PositionScore::of_ended(&game), None);
}

#[test]
fn the_time_used_is_reported_where_the_clocks_are_known() {
    let clocks = "[TimeControl \"60\"]\n\n1. b4N {[%clk 0:00:58]} 1... Nb6N {[%clk 0:00:57.5]} \
                  2. a3W {[%clk 0:00:50]} 2... Nc4W *";
    let report = GameReport::new(&record(clocks), &positions());
    let times: Vec<Option<u64>> = report.plies.iter().map(|ply| ply.time_used).collect();
    assert_eq!(times, [Some(2_000), Some(2_500), Some(8_000), None]);
    assert_eq!((report.white.time_used, report.black.time_used), (Some(10_000), None));
    let json = serde_json::to_value(&report).unwrap();
    assert_eq!(
        (&json["plies"][1]["timeUsed"], &json["black"]["timeUsed"]),
        (&2_500.into(), &().into())
    );
    assert_eq!(GameReport::new(&record(clocks), &[]).white.time_used, None);
}

#[test]
fn win_chances_are_certain_at_the_end() {
    assert_eq!(PositionScore::Evaluated(Evaluation::Mate(-4)).win_chance(), 0.0);
    assert_eq!(PositionScore::Over(GameResult::White).win_chance(), 1.0);
    assert_eq!(PositionScore::Over(GameResult::Draw).win_chance(), 0.5);
}
