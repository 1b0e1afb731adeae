//! Shows the best lines of a position as they deepen: `cargo run --release --example analyse -- 8 [T-FEN]`.

use std::env;

use trid_engine::{Engine, Limits, Options};
use trid_rules::{Position, RuleBook};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = env::args().skip(1);
    let depth = arguments.next().map_or(Ok(6), |text| text.parse())?;
    let position = match arguments.next() {
        Some(tfen) => Position::from_tfen(&tfen, RuleBook::Revised)?,
        None => Position::default(),
    };
    let mut engine = Engine::try_new(Options { multi_pv: 3, ..Options::default() })?;
    engine.search_with(&position, &Limits::depth(depth), |info| {
        println!("{:>2} {:>6} {}", info.depth, info.score, position.numbered_line(&info.pv));
    });
    Ok(())
}
