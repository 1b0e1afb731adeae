//! The generator's output: a header and one line per game, so that an interrupted run can continue.
//!
//! ```text
//! trid-puzzles 1 book revised seed 7
//! 0 61 4
//! 1 38 1 3 1250 482913 1210 c7Bc6B ...
//! ```
//!
//! The header of other games ends with their kind, such as `long-mates`. A line has the game's number, its scanned
//! positions and its candidates. If a puzzle was found, the strength that solves it, the nodes needed, and the
//! puzzle follow.

use std::fmt;

use trid_engine::Strength;
use trid_rules::RuleBook;

use trid_learn::puzzle::{Puzzle, format::ParsePuzzleError};

use super::{game::GameReport, game_kind::GameKind, rating::Difficulty};

/// What determines the games of a file.
#[derive(clap::Args, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct LogHeader {
    /// revised or meder
    #[arg(long, default_value_t = RuleBook::Revised)]
    pub(crate) book: RuleBook,
    /// Seed of the games
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// weak-levels: weak levels play each other, for mates and tactics; long-mates: the full engine beats a weak
    /// level, for mates in 4 and 5
    #[arg(long, default_value_t)]
    pub(crate) kind: GameKind,
}

impl fmt::Display for LogHeader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "trid-puzzles 1 book {} seed {}", self.book, self.seed)?;
        match self.kind {
            GameKind::WeakEngines => Ok(()),
            GameKind::LongMates => write!(f, " {}", self.kind),
        }
    }
}

/// Why a file is not an output of the generator.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub(crate) enum ParseLogError {
    /// The first line is not a header.
    #[error("this is not an output of the puzzle generator")]
    Header,
    /// A line is not a game.
    #[error("line {0} is not a game")]
    Game(usize),
    /// The puzzle of a line is invalid.
    #[error("line {0}: {1}")]
    Puzzle(usize, ParsePuzzleError),
}

/// A file of games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Log {
    /// What determines the games.
    pub(crate) header: LogHeader,
    /// The games, from number 0 on.
    pub(crate) games: Vec<GameReport>,
    /// Bytes of the complete lines. A last line without a line break is incomplete.
    pub(crate) complete: usize,
}

impl Log {
    /// Reads a file.
    ///
    /// # Errors
    /// [`ParseLogError`] if a complete line is invalid.
    pub(crate) fn parse(text: &str) -> Result<Log, ParseLogError> {
        let complete = text.rfind('\n').map_or(0, |index| index + 1);
        let mut lines = text[..complete].lines();
        let header = lines.next().and_then(parse_header).ok_or(ParseLogError::Header)?;
        let games = lines
            .enumerate()
            .map(|(number, line)| parse_game(line, number, header.book))
            .collect::<Result<_, _>>()?;
        Ok(Log { header, games, complete })
    }
}

impl fmt::Display for Log {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.header)?;
        self.games
            .iter()
            .enumerate()
            .try_for_each(|(number, game)| writeln!(f, "{}", game_line(number as u64, game)))
    }
}

fn parse_header(line: &str) -> Option<LogHeader> {
    let rest = line.strip_prefix("trid-puzzles 1 book ")?;
    let (book, rest) = rest.split_once(" seed ")?;
    let (seed, kind) = match rest.split_once(' ') {
        Some((seed, kind)) => (seed, kind.parse().ok()?),
        None => (rest, GameKind::WeakEngines),
    };
    Some(LogHeader { book: book.parse().ok()?, seed: seed.parse().ok()?, kind })
}

/// The line of a game.
#[must_use]
pub(crate) fn game_line(number: u64, report: &GameReport) -> String {
    let mut line = format!("{number} {} {}", report.positions, report.candidates);
    if let Some((puzzle, difficulty)) = &report.puzzle {
        line += &format!(" {} {} {puzzle}", difficulty.strength.number(), difficulty.nodes);
    }
    line
}

fn parse_game(line: &str, number: usize, book: RuleBook) -> Result<GameReport, ParseLogError> {
    // Line 1 is the header.
    let invalid = || ParseLogError::Game(number + 2);
    let mut fields = line.splitn(6, ' ');
    let mut count = || fields.next().and_then(|field| field.parse::<u64>().ok());
    let (Some(found), Some(positions), Some(candidates)) = (count(), count(), count()) else {
        return Err(invalid());
    };
    if found != number as u64 {
        return Err(invalid());
    }
    let mut report = GameReport {
        positions: u32::try_from(positions).map_err(|_| invalid())?,
        candidates: u32::try_from(candidates).map_err(|_| invalid())?,
        puzzle: None,
    };
    let Some(strength) = count() else {
        return if line.split(' ').count() == 3 { Ok(report) } else { Err(invalid()) };
    };
    let strength = u8::try_from(strength).ok().and_then(Strength::new).ok_or_else(invalid)?;
    let nodes = count().ok_or_else(invalid)?;
    let puzzle = Puzzle::parse(fields.next().ok_or_else(invalid)?, book)
        .map_err(|error| ParseLogError::Puzzle(number + 2, error))?;
    report.puzzle = Some((puzzle, Difficulty { strength, nodes }));
    Ok(report)
}
