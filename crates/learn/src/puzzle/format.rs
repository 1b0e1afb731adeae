//! The text form of a puzzle: one line with number, rating, previous move, solution and T-FEN.
//!
//! The plies of the solution are separated by commas, the answers of one ply by slashes:
//! `482913 1450 c7Bc6B b1Wa3N/b1Wa3W,a5Na4N,a3Nc5N 4/4/... b - - - - - 0 20`

use std::fmt;

use trid_rules::{Move, Position, RuleBook};

use super::{Puzzle, Step};

/// The lowest and the highest rating of a puzzle.
pub const RATINGS: std::ops::RangeInclusive<u16> = 600..=2600;

/// Puzzle numbers have six digits.
pub const NUMBERS: std::ops::RangeInclusive<u32> = 100_000..=999_999;

/// Why a line is not a puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ParsePuzzleError {
    /// Fewer than five fields.
    MissingField,
    /// The number has not six digits.
    Number(String),
    /// The rating is not in [`RATINGS`].
    Rating(String),
    /// The T-FEN is not a position.
    Position(String),
    /// A move of the solution cannot be read.
    Move(String),
    /// A move of the solution is illegal.
    Illegal(String),
    /// The solution ends with a move of the opponent, or a reply has alternatives.
    Solution,
}

impl fmt::Display for ParsePuzzleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParsePuzzleError::MissingField => f.write_str("a field is missing"),
            ParsePuzzleError::Number(text) => write!(f, "{text:?} is not a puzzle number"),
            ParsePuzzleError::Rating(text) => write!(f, "{text:?} is not a rating"),
            ParsePuzzleError::Position(reason) => write!(f, "the position is invalid: {reason}"),
            ParsePuzzleError::Move(text) => write!(f, "{text:?} is not a move"),
            ParsePuzzleError::Illegal(reason) => write!(f, "the solution is illegal: {reason}"),
            ParsePuzzleError::Solution => {
                f.write_str("the solution must end with the solver's move, with one reply per move")
            }
        }
    }
}

impl std::error::Error for ParsePuzzleError {}

impl Puzzle {
    /// Reads a line. Every answer and reply is checked to be legal.
    ///
    /// # Errors
    /// [`ParsePuzzleError`] names the first field that is wrong.
    pub fn parse(line: &str, book: RuleBook) -> Result<Puzzle, ParsePuzzleError> {
        let mut fields = line.splitn(5, ' ');
        let mut field = || fields.next().ok_or(ParsePuzzleError::MissingField);
        let number = field()?;
        let number = number
            .parse()
            .ok()
            .filter(|number| NUMBERS.contains(number))
            .ok_or_else(|| ParsePuzzleError::Number(number.into()))?;
        let rating = field()?;
        let rating = rating
            .parse()
            .ok()
            .filter(|rating| RATINGS.contains(rating))
            .ok_or_else(|| ParsePuzzleError::Rating(rating.into()))?;
        let previous = parse_move(field()?)?;
        let steps = parse_steps(field()?)?;
        let before = Position::from_tfen(field()?, book)
            .map_err(|error| ParsePuzzleError::Position(error.to_string()))?;
        let puzzle = Puzzle { number, rating, before, previous, steps };
        puzzle.check_legal()?;
        Ok(puzzle)
    }

    /// Checks that the previous move is legal, and the whole solution after every choice of answers.
    fn check_legal(&self) -> Result<(), ParsePuzzleError> {
        let play = |position: &Position, mv: Move| {
            position.play(mv).map_err(|error| ParsePuzzleError::Illegal(error.to_string()))
        };
        let mut positions = vec![play(&self.before, self.previous)?];
        for step in &self.steps {
            let mut next = Vec::new();
            for position in &positions {
                for &answer in &step.answers {
                    let answered = play(position, answer)?;
                    next.extend(step.reply.map(|reply| play(&answered, reply)).transpose()?);
                }
            }
            positions = next;
        }
        Ok(())
    }

    /// A number that depends only on position and solution, so that links survive a new selection.
    #[must_use]
    pub fn number_of(position: &Position, steps: &[Step]) -> u32 {
        // FNV-1a: the same on every machine and in every version.
        let text = format!("{} {}", position.to_tfen_with_book(), Solution(steps));
        let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
        let count = u64::from(NUMBERS.end() - NUMBERS.start() + 1);
        NUMBERS.start() + (hash % count) as u32
    }
}

impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Puzzle { number, rating, before, previous, steps } = self;
        write!(f, "{number} {rating} {previous} {} {}", Solution(steps), before.to_tfen())
    }
}

/// Writes the plies of a solution.
struct Solution<'a>(&'a [Step]);

impl fmt::Display for Solution<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, step) in self.0.iter().enumerate() {
            for (position, answer) in step.answers.iter().enumerate() {
                let separator = match (index, position) {
                    (0, 0) => "",
                    (_, 0) => ",",
                    _ => "/",
                };
                write!(f, "{separator}{answer}")?;
            }
            if let Some(reply) = step.reply {
                write!(f, ",{reply}")?;
            }
        }
        Ok(())
    }
}

fn parse_move(text: &str) -> Result<Move, ParsePuzzleError> {
    text.parse().map_err(|_| ParsePuzzleError::Move(text.into()))
}

fn parse_steps(text: &str) -> Result<Vec<Step>, ParsePuzzleError> {
    let mut steps = Vec::new();
    let mut plies = text.split(',').peekable();
    while let Some(ply) = plies.next() {
        let answers = ply.split('/').map(parse_move).collect::<Result<_, _>>()?;
        let reply = plies.next().map(parse_move).transpose()?;
        if reply.is_some() && plies.peek().is_none() {
            return Err(ParsePuzzleError::Solution);
        }
        steps.push(Step { answers, reply });
    }
    Ok(steps)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINE: &str = "867418 730 d7Bd6B b3Nb6B/b3Nb6N,d6Bd5B,a7Ba5B/a7Bd7B \
        3P/3P/4/4|4/4/4/1R2|4/R2k/4/4|QL1w:PB/2,KL1w:1P/1K,KL4b:2/1p,QL6b:2/2 b - - e6KL4 - - 0 51";

    #[test]
    fn a_line_is_read_and_written() {
        let puzzle = Puzzle::parse(LINE, RuleBook::Revised).unwrap();
        assert_eq!(puzzle.to_string(), LINE);
        assert_eq!(puzzle.steps.len(), 2);
        assert_eq!(puzzle.steps[0].answers.len(), 2);
        assert_eq!(puzzle.mate_in(), Some(2));
        assert!(NUMBERS.contains(&Puzzle::number_of(&puzzle.before, &puzzle.steps)));
    }

    #[track_caller]
    fn check(from: &str, to: &str, expected: &str) {
        let line = LINE.replacen(from, to, 1);
        assert_ne!(line, LINE);
        let error = Puzzle::parse(&line, RuleBook::Revised).unwrap_err().to_string();
        assert!(error.contains(expected), "{line}: {error}");
    }

    #[test]
    fn errors_name_what_is_wrong() {
        check("867418", "17", "is not a puzzle number");
        check(" 730 ", " 99999 ", "is not a rating");
        check("d7Bd6B", "d7B", "is not a move");
        check("d7Bd6B", "d7Bd1W", "the solution is illegal");
        check("b3Nb6N", "b3Nz9QL6", "the solution is illegal");
        check(",a7Ba5B/a7Bd7B", "", "must end with the solver's move");
        check("3P/3P", "3X/3P", "the position is invalid");
        let cut = Puzzle::parse("867418 730 d7Bd6B", RuleBook::Revised);
        assert_eq!(cut, Err(ParsePuzzleError::MissingField));
    }
}
