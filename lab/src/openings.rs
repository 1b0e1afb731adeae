//! Generates match openings: random moves to a roughly even position, one opening per output line.

use std::collections::HashSet;

use clap::Args;
use fastrand::Rng;
use trid_engine::{Engine, Limits, Options, Score};
use trid_rules::{Move, Position, RuleBook};

use crate::LabResult;

/// Number of openings to generate.
const COUNT: usize = 2_000;
/// Largest evaluation of an opening in centipawns.
const MAX_SCORE: i32 = 50;

#[derive(Args)]
pub(crate) struct Openings {
    /// revised or meder
    book: RuleBook,
}

impl Openings {
    pub(crate) fn run(&self) -> LabResult {
        generate(self.book);
        Ok(())
    }
}

fn generate(book: RuleBook) {
    let mut engine = Engine::new(Options::default());
    let mut seen = HashSet::new();
    let mut random = Rng::with_seed(20);
    while seen.len() < COUNT {
        let mut position = Position::start(book);
        let mut opening: Vec<Move> = Vec::new();
        while opening.len() < 8 {
            let Some(mv) = random.choice(position.legal_moves()) else {
                break;
            };
            position.play_unchecked(mv);
            opening.push(mv);
        }
        let even = position.has_moves()
            && position.pending().is_none()
            && matches!(
                engine.search(&position, &Limits::nodes(20_000)).score(),
                Some(Score::Centipawns(value)) if value.abs() <= MAX_SCORE
            );
        if even && seen.insert(position.key()) {
            let texts: Vec<String> = opening.iter().map(Move::to_string).collect();
            println!("{}", texts.join(" "));
        }
    }
}
