//! What a search starts from: a position and the game before it.

use std::borrow::Cow;

use trid_rules::{Game, Position};

/// The root of a search: a position, and the keys of the earlier positions of its game, which count as repetitions.
#[derive(Clone, Debug)]
pub struct Root<'a> {
    pub(crate) position: &'a Position,
    pub(crate) history: Cow<'a, [u64]>,
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
        Root { position, history: Cow::Borrowed(&[]) }
    }
}

/// A position, and the keys of the earlier positions of its game.
impl<'a> From<(&'a Position, &'a [u64])> for Root<'a> {
    fn from((position, history): (&'a Position, &'a [u64])) -> Root<'a> {
        Root { position, history: Cow::Borrowed(history) }
    }
}
