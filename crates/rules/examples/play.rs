//! Plays moves from standard input, one per line, in any notation: `b4N`, `Nb6N`, `QL1-QL2`.

use std::io::{BufRead, stdin};

use trid_rules::Game;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut game = Game::default();
    for line in stdin().lock().lines() {
        let line = line?;
        match game.read_move(line.trim()) {
            Ok(mv) => {
                println!("{}", game.position().algebraic(mv));
                game.play(mv)?;
            }
            Err(error) => {
                println!("{error}");
                error.reasons.iter().skip(1).for_each(|reason| println!("also: {reason}"));
            }
        }
        if let Some(ending) = game.ending() {
            println!("{} {ending}", game.result());
            break;
        }
    }
    println!("{}", game.position());
    Ok(())
}
