//! The players of a match: the engine at any strength, and three simple baseline players.

use std::{fmt, str::FromStr};

use trid_rules::{Move, Position};

use super::greedy;
use crate::{Engine, Limits, Options, Strength, random::splitmix64};

/// A kind of player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PlayerKind {
    /// The engine at full strength.
    Full,
    /// The engine at a strength (`level1` to `level10`).
    Strength(Strength),
    /// A random legal move.
    Random,
    /// The capture with the highest SEE, or a random move if none gains material.
    Greedy,
    /// Plain alpha-beta to depth 3, by material only.
    Material3,
}

impl PlayerKind {
    /// All kinds of player.
    pub fn all() -> impl Iterator<Item = PlayerKind> {
        let simple =
            [PlayerKind::Full, PlayerKind::Random, PlayerKind::Greedy, PlayerKind::Material3];
        simple.into_iter().chain(Strength::all().map(PlayerKind::Strength))
    }
}

impl fmt::Display for PlayerKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayerKind::Full => f.write_str("full"),
            PlayerKind::Strength(strength) => write!(f, "level{}", strength.number()),
            PlayerKind::Random => f.write_str("random"),
            PlayerKind::Greedy => f.write_str("greedy"),
            PlayerKind::Material3 => f.write_str("material3"),
        }
    }
}

/// The text is not the name of a player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParsePlayerError(String);

impl fmt::Display for ParsePlayerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{:?} is not a player, expected full, level1 to level10, random, greedy or material3",
            self.0
        )
    }
}

impl std::error::Error for ParsePlayerError {}

impl FromStr for PlayerKind {
    type Err = ParsePlayerError;

    fn from_str(text: &str) -> Result<PlayerKind, ParsePlayerError> {
        PlayerKind::all()
            .find(|kind| kind.to_string() == text)
            .ok_or_else(|| ParsePlayerError(text.chars().take(40).collect()))
    }
}

/// A player with the state of its game.
pub struct Player {
    kind: PlayerKind,
    engine: Option<Engine>,
    /// State of the random choices.
    state: u64,
}

impl Player {
    /// A player; the same seed makes the same choices.
    #[must_use]
    pub fn new(kind: PlayerKind, seed: u64, hash: usize) -> Player {
        let strength = match kind {
            PlayerKind::Full => Some(Strength::FULL),
            PlayerKind::Strength(strength) => Some(strength),
            PlayerKind::Random | PlayerKind::Greedy | PlayerKind::Material3 => None,
        };
        let engine = strength.map(|strength| {
            Engine::new(Options { strength, seed: splitmix64(seed), hash, ..Options::default() })
        });
        Player { kind, engine, state: seed }
    }

    /// The kind of player.
    #[must_use]
    pub const fn kind(&self) -> PlayerKind {
        self.kind
    }

    /// Chooses a move; `None` if there is no legal move.
    pub fn choose_move(
        &mut self,
        position: &Position,
        history: &[u64],
        limits: &Limits,
    ) -> Option<Move> {
        if let Some(engine) = &mut self.engine {
            return engine.best_move(position, history, limits);
        }
        let moves = match self.kind {
            PlayerKind::Greedy => greedy::best_captures(position),
            PlayerKind::Material3 => greedy::best_by_material(position, 3),
            PlayerKind::Full | PlayerKind::Strength(_) | PlayerKind::Random => {
                position.legal_moves()
            }
        };
        self.state = self.state.wrapping_add(1);
        let number = splitmix64(self.state ^ position.key()) >> 32;
        (!moves.is_empty()).then(|| moves[number as usize % moves.len()])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use trid_rules::RuleBook;

    #[test]
    fn player_names_round_trip() {
        for kind in PlayerKind::all() {
            assert_eq!(kind.to_string().parse(), Ok(kind));
        }
        assert_eq!(PlayerKind::all().count(), 14);
        for bad in ["", "level0", "level11", "level", "Full", "full ", "random2"] {
            assert!(bad.parse::<PlayerKind>().is_err(), "{bad}");
        }
    }

    #[test]
    fn every_player_is_legal_and_deterministic() {
        for book in RuleBook::ALL {
            let position = Position::start(book);
            for kind in PlayerKind::all() {
                let choose =
                    || Player::new(kind, 3, 1).choose_move(&position, &[], &Limits::nodes(2_000));
                let mv = choose().unwrap();
                assert!(position.is_legal(mv), "{kind}");
                assert_eq!(choose(), Some(mv), "{kind}");
            }
        }
    }
}
