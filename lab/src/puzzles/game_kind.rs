//! The kinds of games in which puzzles are found.

use std::{fmt, str::FromStr};

/// Who plays, and what puzzles are looked for.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) enum GameKind {
    /// Two weak engines play each other, for mates and tactics that one of them allows.
    #[default]
    WeakEngines,
    /// The full engine beats a weak engine, for mates in four and five. They are rare in the other games.
    LongMates,
}

impl GameKind {
    /// All kinds.
    pub(crate) const ALL: [GameKind; 2] = [GameKind::WeakEngines, GameKind::LongMates];
}

impl fmt::Display for GameKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            GameKind::WeakEngines => "weak-levels",
            GameKind::LongMates => "long-mates",
        })
    }
}

/// The text names no kind of games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the kind of games is {} or {}", GameKind::WeakEngines, GameKind::LongMates)]
pub(crate) struct ParseGameKindError;

impl FromStr for GameKind {
    type Err = ParseGameKindError;

    fn from_str(text: &str) -> Result<GameKind, ParseGameKindError> {
        GameKind::ALL.into_iter().find(|kind| kind.to_string() == text).ok_or(ParseGameKindError)
    }
}
