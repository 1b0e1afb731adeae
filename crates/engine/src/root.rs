//! What a search starts from: a game, or a position without a game before it.

use trid_rules::{Game, Position};

/// The root of a search: a position, and the keys of the earlier positions of its game, which count as repetitions.
#[derive(Clone, Debug)]
pub struct Root<'a> {
    pub(crate) position: &'a Position,
    pub(crate) history: Vec<u64>,
}

/// The current position of a game.
impl<'a> From<&'a Game> for Root<'a> {
    fn from(game: &'a Game) -> Root<'a> {
        let before = game.moves().take(game.ply());
        Root {
            position: game.position(),
            history: before.map(|played| played.before.key()).collect(),
        }
    }
}

/// A position without a game before it.
impl<'a> From<&'a Position> for Root<'a> {
    fn from(position: &'a Position) -> Root<'a> {
        Root { position, history: Vec::new() }
    }
}
