//! Evaluations of positions, as records store them.

use std::{fmt, str::FromStr};

/// An evaluation from White's point of view.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Evaluation {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// Mate in this many moves; negative if Black mates. Never 0.
    Mate(i32),
}

/// The largest number of centipawns or moves to mate that is read.
const LIMIT: i32 = 1_000_000;

/// A text that is not an evaluation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseEvaluationError;

impl fmt::Display for ParseEvaluationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not an evaluation, expected pawns such as 0.35 or a mate such as #-3")
    }
}

impl std::error::Error for ParseEvaluationError {}

/// Reads pawns such as `0.35`, or a mate such as `#-3`.
impl FromStr for Evaluation {
    type Err = ParseEvaluationError;

    fn from_str(text: &str) -> Result<Evaluation, ParseEvaluationError> {
        let evaluation = match text.strip_prefix('#') {
            Some(moves) => read_mate(moves).map(Evaluation::Mate),
            None => read_centipawns(text).map(Evaluation::Centipawns),
        };
        evaluation.ok_or(ParseEvaluationError)
    }
}

fn read_mate(moves: &str) -> Option<i32> {
    moves.parse().ok().filter(|&moves: &i32| moves != 0 && moves.abs() <= LIMIT)
}

fn read_centipawns(text: &str) -> Option<i32> {
    let (sign, digits) = match text.strip_prefix(['-', '+']) {
        Some(digits) => (if text.starts_with('-') { -1 } else { 1 }, digits),
        None => (1, text),
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let is_number = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || !is_number(whole) || !is_number(fraction) || fraction.len() > 9 {
        return None;
    }
    let pawns: i32 = whole.parse().ok().filter(|&pawns| pawns <= LIMIT / 100)?;
    let hundredths = format!("{fraction:0<2}")[..2].parse::<i32>().ok()?;
    Some(sign * (pawns * 100 + hundredths))
}

/// `0.35`, `-1.20`, `#3`, `#-2`.
impl fmt::Display for Evaluation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Evaluation::Centipawns(value) => {
                let sign = if *value < 0 { "-" } else { "" };
                let value = value.unsigned_abs();
                write!(f, "{sign}{}.{:02}", value / 100, value % 100)
            }
            Evaluation::Mate(moves) => write!(f, "#{moves}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_read_and_written() {
        let cases = [
            ("0.35", Evaluation::Centipawns(35), "0.35"),
            ("-1.2", Evaluation::Centipawns(-120), "-1.20"),
            ("+7", Evaluation::Centipawns(700), "7.00"),
            ("-0.05", Evaluation::Centipawns(-5), "-0.05"),
            ("0.359", Evaluation::Centipawns(35), "0.35"),
            ("#3", Evaluation::Mate(3), "#3"),
            ("#-12", Evaluation::Mate(-12), "#-12"),
        ];
        for (text, evaluation, written) in cases {
            assert_eq!(text.parse(), Ok(evaluation), "{text}");
            assert_eq!(evaluation.to_string(), written);
            assert_eq!(written.parse(), Ok(evaluation));
        }
    }

    #[test]
    fn other_texts_are_refused() {
        for text in ["", "#", "#0", "1.5,22", ".5", "--1", "1.-5", "nan", "#99999999", "99999999"] {
            assert_eq!(text.parse::<Evaluation>(), Err(ParseEvaluationError), "{text:?}");
        }
    }
}
