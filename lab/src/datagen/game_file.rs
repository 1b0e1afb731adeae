//! Files of self-play games: five bytes per ply.
//!
//! All numbers are little-endian. A file begins with `TRIDGAME`, version (`u16`), seed (`u64`), nodes per
//! move (`u32`) and, from version 2, the checksum of the network (`u64`, 0 for the classical evaluation). Then
//! each game, from the start position:
//!
//! | bytes | content |
//! |---|---|
//! | 1 | rule book (0 `revised`, 1 `meder`) + 2 x result (0 draw, 1 White wins, 2 Black wins) |
//! | 1 | number of random plies at the start |
//! | 2 | number of plies |
//! | 5 per ply | 3: packed move; 2: score for the side to move |
//!
//! Random plies have score 0. A mate in n moves has score 32,000 - n.

use std::fmt;

use trid_engine::{PackedMove, Score};
use trid_rules::{Color, Move, Position, RuleBook};

/// The score of a mate in 0 moves.
const MATE: i32 = 32_000;

/// Whether a score is a mate. Evaluations are at least 1,000 below.
pub(crate) fn is_mate(score: i16) -> bool {
    i32::from(score).abs() >= MATE - 1_000
}

const MAGIC: &[u8; 8] = b"TRIDGAME";
const VERSION: u16 = 2;

/// The length of the header without the network.
const HEADER_1: usize = 22;
const HEADER: usize = HEADER_1 + 8;
const GAME_HEADER: usize = 4;
const PLY: usize = 5;

/// What determines the games of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Settings {
    /// Seed of the random openings.
    pub(crate) seed: u64,
    /// Nodes per move.
    pub(crate) nodes: u32,
    /// The checksum of the network; `None` for the classical evaluation.
    pub(crate) network: Option<u64>,
}

impl fmt::Display for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "seed {} and {} nodes per move by ", self.seed, self.nodes)?;
        match self.network {
            None => f.write_str("the classical evaluation"),
            Some(checksum) => write!(f, "the network with checksum {checksum:016x}"),
        }
    }
}

/// A move with its search score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Ply {
    /// The move played.
    pub(crate) mv: Move,
    /// Centipawns for the side to move; 0 for a random move.
    pub(crate) score: i16,
}

impl Ply {
    pub(super) fn new(mv: Move, score: Score) -> Ply {
        let value = match score {
            Score::Centipawns(value) => value,
            Score::Mate(moves) => MATE - moves as i32,
            Score::Mated(moves) => moves as i32 - MATE,
        };
        Ply { mv, score: value as i16 }
    }
}

/// A finished game from the start position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct SelfPlayGame {
    /// The rule book.
    pub(crate) book: RuleBook,
    /// `None` for a draw.
    pub(crate) winner: Option<Color>,
    /// The number of random plies at the start.
    pub(crate) opening: u8,
    /// All plies, including the random ones.
    pub(crate) plies: Vec<Ply>,
}

/// The content of a file of games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct GameFile {
    /// How the games were made.
    pub(crate) settings: Settings,
    /// The complete games.
    pub(crate) games: Vec<SelfPlayGame>,
    /// The length of the header and the complete games. The rest is a game that was cut off.
    pub(crate) complete: usize,
}

/// Why a file of games cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub(crate) enum GameFileError {
    /// It does not begin with `TRIDGAME` and settings.
    #[error("this is not a file of self-play games")]
    NotGames,
    /// It has another version.
    #[error("the file of games has version {0}, but this program reads versions 1 to {VERSION}")]
    Version(u16),
    /// The game with this number, from 0, is damaged or has an illegal move.
    #[error("game {0} of the file is damaged or has an illegal move")]
    BadGame(usize),
}

impl Settings {
    /// The beginning of a file with these settings.
    pub(super) fn header(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend(self.seed.to_le_bytes());
        bytes.extend(self.nodes.to_le_bytes());
        bytes.extend(self.network.unwrap_or(0).to_le_bytes());
        bytes
    }
}

impl SelfPlayGame {
    /// Appends the game to the bytes of a file.
    pub(super) fn write(&self, bytes: &mut Vec<u8>) {
        let result = match self.winner {
            None => 0,
            Some(Color::White) => 1,
            Some(Color::Black) => 2,
        };
        bytes.extend([self.book as u8 + 2 * result, self.opening]);
        bytes.extend((self.plies.len() as u16).to_le_bytes());
        for ply in &self.plies {
            bytes.extend(&PackedMove::pack(ply.mv).bits().to_le_bytes()[..3]);
            bytes.extend(ply.score.to_le_bytes());
        }
    }

    /// Reads a game from bytes of exactly its length.
    fn read(bytes: &[u8]) -> Option<SelfPlayGame> {
        let (header, plies) = bytes.split_first_chunk::<GAME_HEADER>()?;
        let [book_and_result, opening, ..] = *header;
        let winner = match book_and_result / 2 {
            0 => None,
            1 => Some(Color::White),
            2 => Some(Color::Black),
            _ => return None,
        };
        let plies = plies.chunks_exact(PLY).map(|bytes| {
            let bits = u32::from_le_bytes([bytes[0], bytes[1], bytes[2], 0]);
            let packed = PackedMove::from_bits(bits);
            let mv = packed.unpack().filter(|_| packed.bits() == bits)?;
            Some(Ply { mv, score: i16::from_le_bytes([bytes[3], bytes[4]]) })
        });
        let plies: Vec<Ply> = plies.collect::<Option<_>>()?;
        let book = RuleBook::ALL[usize::from(book_and_result % 2)];
        (usize::from(opening) <= plies.len()).then_some(SelfPlayGame {
            book,
            winner,
            opening,
            plies,
        })
    }

    /// Calls `visit` with each position and the ply played there. Returns `false` at an illegal move.
    pub(crate) fn replay(&self, mut visit: impl FnMut(&Position, usize, Ply)) -> bool {
        let mut position = Position::start(self.book);
        for (index, &ply) in self.plies.iter().enumerate() {
            if !position.is_legal(ply.mv) {
                return false;
            }
            visit(&position, index, ply);
            position.play_unchecked(ply.mv);
        }
        true
    }
}

impl GameFile {
    /// Reads a file. A game that is cut off at the end is ignored.
    ///
    /// # Errors
    /// [`GameFileError`] if it is not a file of games or one of them is damaged.
    pub(crate) fn read(bytes: &[u8]) -> Result<GameFile, GameFileError> {
        if !bytes.starts_with(MAGIC) {
            return Err(GameFileError::NotGames);
        }
        let number = |range: std::ops::Range<usize>| {
            let bytes = bytes.get(range).ok_or(GameFileError::NotGames)?;
            Ok(bytes.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte)))
        };
        let version = number(8..10)? as u16;
        let (network, mut complete) = match version {
            1 => (0, HEADER_1),
            VERSION => (number(HEADER_1..HEADER)?, HEADER),
            _ => return Err(GameFileError::Version(version)),
        };
        let settings = Settings {
            seed: number(10..18)?,
            nodes: number(18..HEADER_1)? as u32,
            network: Some(network).filter(|&network| network != 0),
        };
        let mut games = Vec::new();
        while let Some(&[_, _, low, high]) = bytes[complete..].first_chunk::<GAME_HEADER>() {
            let length = GAME_HEADER + PLY * usize::from(u16::from_le_bytes([low, high]));
            let Some(game) = bytes[complete..].get(..length) else {
                break;
            };
            let game = SelfPlayGame::read(game).ok_or(GameFileError::BadGame(games.len()))?;
            games.push(game);
            complete += length;
        }
        Ok(GameFile { settings, games, complete })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SETTINGS: Settings =
        Settings { seed: 0x0123_4567_89ab_cdef, nodes: 1_500, network: Some(0xfedc_ba98) };

    fn game(book: RuleBook, winner: Option<Color>, moves: &str) -> SelfPlayGame {
        let plies = moves
            .split_whitespace()
            .enumerate()
            .map(|(index, text)| Ply { mv: text.parse().unwrap(), score: index as i16 * -321 });
        SelfPlayGame { book, winner, opening: 1, plies: plies.collect() }
    }

    fn games() -> Vec<SelfPlayGame> {
        vec![
            game(RuleBook::Revised, None, "b2Wb4N d7Bd5N b1Wa3N"),
            game(RuleBook::Meder, Some(Color::White), "c2Wc4N"),
            game(
                RuleBook::Revised,
                Some(Color::Black),
                "QL1-QL2^180 QL6-KL6=R O-O-O a8B=B KL3^180",
            ),
        ]
    }

    fn file() -> Vec<u8> {
        let mut bytes = SETTINGS.header();
        games().iter().for_each(|game| game.write(&mut bytes));
        bytes
    }

    #[test]
    fn files_round_trip() {
        let bytes = file();
        assert_eq!(bytes.len(), HEADER + 3 * GAME_HEADER + 9 * PLY);
        let read = GameFile::read(&bytes).unwrap();
        assert_eq!(read, GameFile { settings: SETTINGS, games: games(), complete: bytes.len() });
    }

    /// Files from before the network have a shorter header.
    #[test]
    fn files_of_version_1_are_read() {
        let mut bytes = file();
        bytes.drain(HEADER_1..HEADER);
        bytes[8] = 1;
        let settings = Settings { network: None, ..SETTINGS };
        let expected = GameFile { settings, games: games(), complete: bytes.len() };
        assert_eq!(GameFile::read(&bytes), Ok(expected));
        assert_eq!(GameFile::read(&bytes[..HEADER_1 - 1]), Err(GameFileError::NotGames));
    }

    #[test]
    fn a_game_that_is_cut_off_is_ignored() {
        let bytes = file();
        let second_end = HEADER + 2 * GAME_HEADER + 4 * PLY;
        for length in second_end..bytes.len() {
            let read = GameFile::read(&bytes[..length]).unwrap();
            assert_eq!((read.games.len(), read.complete), (2, second_end));
        }
    }

    #[test]
    fn bad_files_are_refused() {
        let bytes = file();
        assert_eq!(GameFile::read(b""), Err(GameFileError::NotGames));
        assert_eq!(GameFile::read(&bytes[1..]), Err(GameFileError::NotGames));
        assert_eq!(GameFile::read(&bytes[..HEADER - 1]), Err(GameFileError::NotGames));
        let changed = |index: usize, byte: u8| {
            let mut bytes = bytes.clone();
            bytes[index] = byte;
            GameFile::read(&bytes).unwrap_err()
        };
        assert_eq!(changed(8, 9), GameFileError::Version(9));
        // A result that does not exist, more random plies than plies, and an unused bit of a move.
        assert_eq!(changed(HEADER, 6), GameFileError::BadGame(0));
        assert_eq!(changed(HEADER + 1, 4), GameFileError::BadGame(0));
        assert_eq!(changed(HEADER + GAME_HEADER + 2, 0x80), GameFileError::BadGame(0));
    }

    #[test]
    fn scores_of_mates_are_kept() {
        let mv: Move = "b2Wb4N".parse().unwrap();
        assert_eq!(Ply::new(mv, Score::Centipawns(-17)).score, -17);
        assert_eq!(Ply::new(mv, Score::Mate(3)).score, 31_997);
        assert_eq!(Ply::new(mv, Score::Mated(2)).score, -31_998);
    }
}
