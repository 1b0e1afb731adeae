//! The players of a match: the engine at any strength or with either evaluation, and three simple baseline
//! players.

use std::{fmt, path::Path, str::FromStr};

use trid_engine::random::splitmix64;
use trid_engine::{Engine, Limits, LoadedNetwork, Options, Strength, evaluation::evaluator};
use trid_rules::{Game, Move, RuleBook};

use super::greedy;
use super::uci_player::{UciPlayer, UciPlayerError, UciProgram};

/// A kind of player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlayerKind {
    /// The engine at full strength.
    Full,
    /// The engine at full strength with the classical evaluation.
    Classical,
    /// The engine at full strength with a network (`network`, or `network:FILE`).
    Network(LoadedNetwork),
    /// The engine at a strength (`level1` to `level10`).
    Strength(Strength),
    /// Another program that speaks UCI (`uci:PATH`).
    Uci(UciProgram),
    /// A random legal move.
    Random,
    /// The capture with the highest SEE, or a random move if none gains material.
    Greedy,
    /// Plain alpha-beta to depth 3, by material only.
    Material3,
}

impl PlayerKind {
    /// All kinds of player, without networks from files and other programs.
    pub fn all() -> impl Iterator<Item = PlayerKind> {
        let simple = [
            PlayerKind::Full,
            PlayerKind::Classical,
            PlayerKind::Random,
            PlayerKind::Greedy,
            PlayerKind::Material3,
        ];
        simple
            .into_iter()
            .chain(LoadedNetwork::embedded().map(PlayerKind::Network))
            .chain(Strength::all().map(PlayerKind::Strength))
    }

    /// The engine of this player.
    fn engine(&self, seed: u64, hash: usize) -> Option<Engine> {
        let (strength, network) = match self {
            PlayerKind::Full => (Strength::FULL, LoadedNetwork::embedded()),
            PlayerKind::Classical => (Strength::FULL, None),
            PlayerKind::Network(network) => (Strength::FULL, Some(network.clone())),
            PlayerKind::Strength(strength) => (*strength, LoadedNetwork::embedded()),
            PlayerKind::Uci(_)
            | PlayerKind::Random
            | PlayerKind::Greedy
            | PlayerKind::Material3 => return None,
        };
        let options = Options { strength, seed: splitmix64(seed), hash, ..Options::default() };
        let engine = Engine::with_evaluator(options, evaluator(network));
        Some(engine.unwrap_or_else(|error| panic!("{error}")))
    }
}

impl fmt::Display for PlayerKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayerKind::Full => f.write_str("full"),
            PlayerKind::Classical => f.write_str("classical"),
            PlayerKind::Network(network) => match network.path() {
                None => f.write_str("network"),
                Some(path) => write!(f, "network:{}", path.display()),
            },
            PlayerKind::Strength(strength) => write!(f, "level{}", strength.number()),
            PlayerKind::Uci(program) => write!(f, "uci:{program}"),
            PlayerKind::Random => f.write_str("random"),
            PlayerKind::Greedy => f.write_str("greedy"),
            PlayerKind::Material3 => f.write_str("material3"),
        }
    }
}

/// Why a text is not the name of a player.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ParsePlayerError {
    /// There is no such player.
    #[error(
        "{0:?} is not a player, expected full, level1 to level10, classical, network, \
         network:FILE, uci:PATH, random, greedy or material3"
    )]
    Unknown(String),
    /// The network cannot be loaded: its file and the reason.
    #[error("cannot load {0}: {1}")]
    Network(String, String),
    /// The program cannot play.
    #[error(transparent)]
    Uci(UciPlayerError),
}

impl FromStr for PlayerKind {
    type Err = ParsePlayerError;

    fn from_str(text: &str) -> Result<PlayerKind, ParsePlayerError> {
        if let Some(file) = text.strip_prefix("network:") {
            return LoadedNetwork::load(Path::new(file))
                .map(PlayerKind::Network)
                .map_err(|error| ParsePlayerError::Network(file.to_owned(), error.to_string()));
        }
        if let Some(program) = text.strip_prefix("uci:") {
            return UciProgram::find(program).map(PlayerKind::Uci).map_err(ParsePlayerError::Uci);
        }
        PlayerKind::all()
            .find(|kind| kind.to_string() == text)
            .ok_or_else(|| ParsePlayerError::Unknown(text.chars().take(40).collect()))
    }
}

/// A player with the state of its game.
pub struct Player {
    kind: PlayerKind,
    engine: Option<Engine>,
    /// The program of a [`PlayerKind::Uci`], if it could be started.
    program: Option<UciPlayer>,
    /// State of the random choices.
    state: u64,
}

impl Player {
    /// A player; the same seed makes the same choices.
    #[must_use]
    pub fn new(kind: PlayerKind, book: RuleBook, seed: u64, hash: usize) -> Player {
        let engine = kind.engine(seed, hash);
        let program = match &kind {
            PlayerKind::Uci(program) => UciPlayer::start(program, book, hash).ok(),
            _ => None,
        };
        Player { kind, engine, program, state: seed }
    }

    /// The kind of player.
    #[must_use]
    pub const fn kind(&self) -> &PlayerKind {
        &self.kind
    }

    /// Chooses a move. `None` if there is no legal move, or if another program fails.
    pub fn choose_move(&mut self, game: &Game, limits: &Limits) -> Option<Move> {
        let position = game.position();
        if let Some(engine) = &mut self.engine {
            return engine.search(game, limits).best_move();
        }
        let moves = match &self.kind {
            PlayerKind::Uci(_) => return self.program.as_mut()?.choose_move(game, limits),
            PlayerKind::Greedy => greedy::best_captures(position),
            PlayerKind::Material3 => greedy::best_by_material(position, 3),
            _ => position.legal_moves(),
        };
        self.state = self.state.wrapping_add(1);
        let number = splitmix64(self.state ^ position.key()) >> 32;
        (!moves.is_empty()).then(|| moves[number as usize % moves.len()])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use trid_rules::Position;

    #[test]
    fn player_names_round_trip() {
        for kind in PlayerKind::all() {
            assert_eq!(kind.to_string().parse(), Ok(kind));
        }
        assert_eq!(PlayerKind::all().count(), 16);
        let file =
            concat!("network:", env!("CARGO_MANIFEST_DIR"), "/../../content/networks/network.bin");
        let kind: PlayerKind = file.parse().unwrap();
        assert_eq!(kind.to_string(), file);
        let error = "network:/nonexistent".parse::<PlayerKind>().unwrap_err();
        assert!(error.to_string().starts_with("cannot load /nonexistent: "), "{error}");
        for bad in
            ["", "network:", "level0", "level11", "level", "Full", "full ", "random2", "uci:"]
        {
            assert!(bad.parse::<PlayerKind>().is_err(), "{bad}");
        }
    }

    #[test]
    fn every_player_is_legal_and_deterministic() {
        for book in RuleBook::ALL {
            let game = Game::new(Position::start(book));
            for kind in PlayerKind::all() {
                let choose = || {
                    let mut player = Player::new(kind.clone(), book, 3, 1);
                    player.choose_move(&game, &Limits::nodes(2_000))
                };
                let mv = choose().unwrap();
                assert!(game.position().is_legal(mv), "{kind}");
                assert_eq!(choose(), Some(mv), "{kind}");
            }
        }
    }
}
