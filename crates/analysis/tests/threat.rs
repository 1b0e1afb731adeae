//! Positions in which the side to move passes, to see what the other side threatens.

use trid_analysis::{ThreatError, threat_position};
use trid_rules::{Color, Game, Position, RuleBook};

fn game(tfen: &str) -> Game {
    Game::new(Position::from_tfen(tfen, RuleBook::Revised).unwrap())
}

#[test]
fn the_other_side_moves() {
    let start = Game::new(Position::start(RuleBook::Revised));
    assert_eq!(threat_position(&start).unwrap().turn(), Color::Black);
}

#[test]
fn positions_without_a_threat_say_why() {
    let cases = [
        (
            "4/4/4/4|4/4/4/4|4/4/4/4|QL1w:2/2,KL1w:2/K1,QL6b:2/2,KL6b:k1/R1 b - - - - - 0 2",
            ThreatError::Check,
        ),
        (
            "4/4/4/1K2|4/4/4/4|P3/4/4/4|QL1w:2/2,KL1w:2/2,QL5b:2/2,KL6b:k1/2 w - - - - a8B 0 30",
            ThreatError::Promotion,
        ),
        (
            "4/4/4/4|4/4/4/4|4/4/4/4|QL1w:2/2,KL1w:2/K1,QL6b:2/2,KL6b:k1/2 b - - - - - 0 2",
            ThreatError::GameOver,
        ),
    ];
    for (tfen, expected) in cases {
        assert_eq!(threat_position(&game(tfen)), Err(expected), "{tfen}");
    }
}

#[test]
fn every_other_position_of_a_game_has_one() {
    for seed in 0..40_u64 {
        let mut game = Game::new(Position::start(RuleBook::Revised));
        let mut random = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
        while game.ply() < 120 && game.ending().is_none() {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let moves = game.position().legal_moves();
            let mv = moves[(random >> 33) as usize % moves.len()];
            game.play(mv).unwrap();
            let refused = game.position().is_check()
                || game.position().pending().is_some()
                || game.ending().is_some();
            assert_eq!(threat_position(&game).is_err(), refused, "{}", game.position().to_tfen());
        }
    }
}
