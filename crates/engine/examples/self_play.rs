//! The engine plays a game against itself, with a fixed number of nodes a move.

use trid_engine::{Engine, Limits, Options};
use trid_rules::Game;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut game = Game::default();
    let mut engine = Engine::new(Options::default());
    while game.ending().is_none() {
        let result = engine.search(&game, &Limits::nodes(5_000));
        let Some(mv) = result.best_move() else { break };
        game.play(mv)?;
    }
    let moves: Vec<_> = game.moves().map(|played| played.mv).collect();
    println!("{} {}", game.start().numbered_line(&moves), game.result());
    Ok(())
}
