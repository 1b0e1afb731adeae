//! Who can play in the arena: the engine and its levels, and three simple players to measure it by.

use core::{fmt, str::FromStr};

use trid_rules::{Move, Position};

use super::greedy;
use crate::{Engine, Level, Limits, Options, level::scramble};

/// A kind of player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PlayerKind {
    /// The engine at full strength.
    Full,
    /// The engine at a level.
    Level(Level),
    /// Any legal move.
    Random,
    /// The capture that gains most by exchange, or any move where none gains.
    Greedy,
    /// Plain alpha-beta three plies deep, by material alone.
    Material3,
}

impl PlayerKind {
    /// All players there are.
    pub fn all() -> impl Iterator<Item = PlayerKind> {
        let simple =
            [PlayerKind::Full, PlayerKind::Random, PlayerKind::Greedy, PlayerKind::Material3];
        simple.into_iter().chain(Level::all().map(PlayerKind::Level))
    }
}

impl fmt::Display for PlayerKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayerKind::Full => f.write_str("full"),
            PlayerKind::Level(level) => write!(f, "level{}", level.number()),
            PlayerKind::Random => f.write_str("random"),
            PlayerKind::Greedy => f.write_str("greedy"),
            PlayerKind::Material3 => f.write_str("material3"),
        }
    }
}

/// A text that names no player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParsePlayerError(String);

impl fmt::Display for ParsePlayerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{:?} is no player, expected full, level1 to level10, random, greedy or material3",
            self.0
        )
    }
}

impl core::error::Error for ParsePlayerError {}

impl FromStr for PlayerKind {
    type Err = ParsePlayerError;

    fn from_str(text: &str) -> Result<PlayerKind, ParsePlayerError> {
        PlayerKind::all()
            .find(|kind| kind.to_string() == text)
            .ok_or_else(|| ParsePlayerError(text.chars().take(40).collect()))
    }
}

/// A player with what it remembers of its game.
pub struct Player {
    kind: PlayerKind,
    engine: Option<Engine>,
    state: u64,
}

impl Player {
    /// A player that makes the same choices for the same seed.
    #[must_use]
    pub fn new(kind: PlayerKind, seed: u64, hash: usize) -> Player {
        let level = match kind {
            PlayerKind::Full => Some(Level::FULL),
            PlayerKind::Level(level) => Some(level),
            PlayerKind::Random | PlayerKind::Greedy | PlayerKind::Material3 => None,
        };
        let engine = level.map(|level| {
            Engine::new(Options { level, seed: scramble(seed), hash, ..Options::default() })
        });
        Player { kind, engine, state: seed }
    }

    /// What kind it is.
    #[must_use]
    pub const fn kind(&self) -> PlayerKind {
        self.kind
    }

    /// Its move; `None` if there is no legal one.
    pub fn choose(
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
            PlayerKind::Full | PlayerKind::Level(_) | PlayerKind::Random => position.legal_moves(),
        };
        self.state = self.state.wrapping_add(1);
        let number = scramble(self.state ^ position.key()) >> 32;
        (!moves.is_empty()).then(|| moves[number as usize % moves.len()])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use trid_rules::RuleBook;

    #[test]
    fn every_player_has_a_name_that_reads_back() {
        for kind in PlayerKind::all() {
            assert_eq!(kind.to_string().parse(), Ok(kind));
        }
        assert_eq!(PlayerKind::all().count(), 14);
        for bad in ["", "level0", "level11", "level", "Full", "full ", "random2"] {
            assert!(bad.parse::<PlayerKind>().is_err(), "{bad}");
        }
    }

    #[test]
    fn every_player_finds_a_legal_move_and_the_same_one_again() {
        for book in RuleBook::ALL {
            let position = Position::start(book);
            for kind in PlayerKind::all() {
                let choose =
                    || Player::new(kind, 3, 1).choose(&position, &[], &Limits::nodes(2_000));
                let mv = choose().unwrap();
                assert!(position.is_legal(mv), "{kind}");
                assert_eq!(choose(), Some(mv), "{kind}");
            }
        }
    }
}
