//! Finds openings for matches: random moves that leave the sides about even, written one line each.

use std::collections::HashSet;

use trid_engine::{Engine, Limits, Options, Score};
use trid_rules::{Move, Position, RuleBook};

const WANTED: usize = 128;
const WIDEST: i32 = 50;

fn main() {
    let name = std::env::args().nth(1).unwrap_or_default();
    let book: RuleBook = name.parse().expect("usage: openings revised|meder");
    let mut engine = Engine::new(Options::default());
    let mut seen = HashSet::new();
    let mut state = 20_u64;
    while seen.len() < WANTED {
        let mut position = Position::start(book);
        let mut line: Vec<Move> = Vec::new();
        while line.len() < 8 {
            let moves = position.legal_moves();
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let mv = moves[(state >> 33) as usize % moves.len()];
            position.play_unchecked(mv);
            line.push(mv);
        }
        let even = position.has_moves()
            && position.pending().is_none()
            && matches!(
                engine.search(&position, &[], &Limits::nodes(20_000)).score(),
                Some(Score::Centipawns(value)) if value.abs() <= WIDEST
            );
        if even && seen.insert(position.key()) {
            let texts: Vec<String> = line.iter().map(Move::to_string).collect();
            println!("{}", texts.join(" "));
        }
    }
}
