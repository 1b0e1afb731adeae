//! Engine evaluations as `[%eval]` comments hold them.

use std::fmt;
use std::ops::Range;

use super::command::comment_commands;
use crate::Node;

/// An evaluation from White's point of view.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum Evaluation {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// Mate in this many moves; negative if Black mates. Never 0.
    Mate(i32),
}

/// The largest number of centipawns or moves to mate that is read.
const LIMIT: i32 = 1_000_000;

impl Evaluation {
    /// Reads what `[%eval]` holds: pawns such as `0.35`, or a mate such as `#-3`, each optionally followed by a
    /// comma and a depth.
    #[must_use]
    pub fn parse(text: &str) -> Option<Evaluation> {
        let text = match text.split_once(',') {
            Some((score, depth)) => {
                depth.parse::<u16>().ok()?;
                score
            }
            None => text,
        };
        if let Some(moves) = text.strip_prefix('#') {
            let moves: i32 = moves.parse().ok()?;
            return (moves != 0 && moves.abs() <= LIMIT).then_some(Evaluation::Mate(moves));
        }
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
        Some(Evaluation::Centipawns(sign * (pawns * 100 + hundredths)))
    }
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

impl Node {
    /// The evaluation of the position, from the first `[%eval]` in the comments.
    #[must_use]
    pub fn evaluation(&self) -> Option<Evaluation> {
        self.comments.iter().find_map(|comment| Some(find_evaluation(comment)?.0))
    }

    /// Replaces the evaluation in the comments. The rest of the comments stays as it is.
    pub fn set_evaluation(&mut self, evaluation: Option<Evaluation>) {
        for comment in &mut self.comments {
            while let Some((_, range)) = find_evaluation(comment) {
                comment.replace_range(range, "");
                *comment = comment.split_ascii_whitespace().collect::<Vec<_>>().join(" ");
            }
        }
        self.comments.retain(|comment| !comment.is_empty());
        let Some(evaluation) = evaluation else { return };
        let text = format!("[%eval {evaluation}]");
        match self.comments.first_mut() {
            // A comment with a brace is written after `;`, to the end of its line.
            Some(first) if !first.contains('}') => *first = format!("{text} {first}"),
            _ => self.comments.insert(0, text),
        }
    }
}

/// The first readable `[%eval …]` of a comment, and its range.
fn find_evaluation(comment: &str) -> Option<(Evaluation, Range<usize>)> {
    comment_commands(comment)
        .filter(|command| command.name == "eval")
        .find_map(|command| Some((Evaluation::parse(command.value)?, command.range)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Game, Position, RuleBook};

    #[test]
    fn texts_are_read_and_written() {
        let cases = [
            ("0.35", Evaluation::Centipawns(35), "0.35"),
            ("-1.2", Evaluation::Centipawns(-120), "-1.20"),
            ("+7", Evaluation::Centipawns(700), "7.00"),
            ("-0.05", Evaluation::Centipawns(-5), "-0.05"),
            ("0.359", Evaluation::Centipawns(35), "0.35"),
            ("1.5,22", Evaluation::Centipawns(150), "1.50"),
            ("#3", Evaluation::Mate(3), "#3"),
            ("#-12", Evaluation::Mate(-12), "#-12"),
        ];
        for (text, evaluation, written) in cases {
            assert_eq!(Evaluation::parse(text), Some(evaluation), "{text}");
            assert_eq!(evaluation.to_string(), written);
            assert_eq!(Evaluation::parse(written), Some(evaluation));
        }
    }

    #[test]
    fn other_texts_are_refused() {
        for text in
            ["", "#", "#0", "1.5,", "1.5,x", ".5", "--1", "1.-5", "nan", "#99999999", "99999999"]
        {
            assert_eq!(Evaluation::parse(text), None, "{text:?}");
        }
    }

    #[test]
    fn the_evaluation_is_replaced_and_other_text_kept() {
        let mut game = Game::new(Position::start(RuleBook::Revised));
        let root = game.root();
        let node = game.node_mut(root).unwrap();
        node.comments = ["[%eval x] odd".to_owned(), "well [%eval 0.20] played".to_owned()].into();
        assert_eq!(node.evaluation(), Some(Evaluation::Centipawns(20)));
        node.set_evaluation(Some(Evaluation::Mate(-2)));
        assert_eq!(node.comments, ["[%eval #-2] [%eval x] odd", "well played"]);
        assert_eq!(node.evaluation(), Some(Evaluation::Mate(-2)));
        node.set_evaluation(None);
        assert_eq!(node.comments, ["[%eval x] odd", "well played"]);
        node.comments = vec!["a } brace".to_owned()];
        node.set_evaluation(Some(Evaluation::Centipawns(0)));
        assert_eq!(node.comments, ["[%eval 0.00]", "a } brace"]);
        node.set_evaluation(None);
        node.comments.clear();
        node.set_evaluation(Some(Evaluation::Centipawns(7)));
        node.set_evaluation(None);
        assert_eq!(node.comments, Vec::<String>::new());
    }
}
