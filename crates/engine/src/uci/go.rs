//! Parses the parameters of `go`. Unknown and invalid ones are ignored, as UCI demands.

use std::{iter::Peekable, slice, str::FromStr, time::Duration};

use trid_rules::Position;

use super::command::{UciError, parse_move};
use crate::{ClockState, Limits};

/// The parameters of `go`.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub(super) struct Go {
    pub(super) depth: Option<u32>,
    pub(super) nodes: Option<u64>,
    pub(super) mate: Option<u32>,
    pub(super) move_time: Option<u64>,
    /// `wtime` and `btime` in milliseconds.
    pub(super) time: [Option<i64>; 2],
    /// `winc` and `binc` in milliseconds.
    pub(super) increment: [i64; 2],
    pub(super) moves_to_go: Option<u32>,
    pub(super) infinite: bool,
    pub(super) ponder: bool,
    pub(super) search_moves: Vec<String>,
    /// Unknown tokens, and parameters without a valid number.
    pub(super) ignored: Vec<String>,
}

impl Go {
    /// Parses the tokens after `go`.
    pub(super) fn parse(tokens: &[&str]) -> Go {
        let mut go = Go::default();
        let mut tokens = GoTokens { tokens: tokens.iter().peekable(), ignored: Vec::new() };
        while let Some(&token) = tokens.tokens.next() {
            match token {
                "infinite" => go.infinite = true,
                "ponder" => go.ponder = true,
                "searchmoves" => go.search_moves.extend(tokens.moves()),
                "depth" => go.depth = tokens.number(token).or(go.depth),
                "nodes" => go.nodes = tokens.number(token).or(go.nodes),
                "mate" => go.mate = tokens.number(token).or(go.mate),
                "movetime" => {
                    let milliseconds = tokens.number(token).map(|number: i64| number.max(0) as u64);
                    go.move_time = milliseconds.or(go.move_time);
                }
                "movestogo" => go.moves_to_go = tokens.number(token).or(go.moves_to_go),
                "wtime" => go.time[0] = tokens.number(token).or(go.time[0]),
                "btime" => go.time[1] = tokens.number(token).or(go.time[1]),
                "winc" => go.increment[0] = tokens.number(token).unwrap_or(go.increment[0]),
                "binc" => go.increment[1] = tokens.number(token).unwrap_or(go.increment[1]),
                _ => tokens.ignored.push(token.to_owned()),
            }
        }
        go.ignored = tokens.ignored;
        go
    }

    /// The search limits for the side to move, and the errors of `searchmoves`. Illegal `searchmoves` are ignored.
    pub(super) fn limits(&self, position: &Position) -> (Limits, Vec<UciError>) {
        let side = position.turn() as usize;
        let other = position.turn().other() as usize;
        let milliseconds = |number: i64| Duration::from_millis(number.max(0) as u64);
        // With only the opponent's clock, assume the same time instead of searching without a limit.
        let clock = self.time[side].or(self.time[other]).map(|left| ClockState {
            remaining: milliseconds(left),
            increment: milliseconds(self.increment[side]),
            moves_to_go: self.moves_to_go,
        });
        let (mut search_moves, mut errors) = (Vec::new(), Vec::new());
        for text in &self.search_moves {
            match parse_move(position, text) {
                Ok(mv) => search_moves.push(mv),
                Err(error) => errors.push(error),
            }
        }
        let limits = Limits {
            depth: self.depth,
            nodes: self.nodes,
            move_time: self.move_time.map(Duration::from_millis),
            clock: clock.filter(|_| !self.infinite),
            mate: self.mate,
            search_moves,
        };
        (limits, errors)
    }

    /// Whether `bestmove` must wait for `stop`.
    pub(super) const fn waits_for_stop(&self) -> bool {
        self.infinite
    }

    /// Whether the search is sure to end without `stop` or `ponderhit`.
    pub(super) fn is_finite(&self) -> bool {
        let limited = self.depth.is_some()
            || self.nodes.is_some()
            || self.move_time.is_some()
            || self.time.iter().any(Option::is_some);
        limited && !self.infinite && !self.ponder
    }
}

const GO_KEYWORDS: [&str; 12] = [
    "searchmoves",
    "ponder",
    "infinite",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "movestogo",
    "wtime",
    "btime",
    "winc",
    "binc",
];

/// The tokens after `go`.
struct GoTokens<'a> {
    tokens: Peekable<slice::Iter<'a, &'a str>>,
    /// See [`Go::ignored`].
    ignored: Vec<String>,
}

impl GoTokens<'_> {
    /// The number after the parameter `name`.
    fn number<T: FromStr>(&mut self, name: &str) -> Option<T> {
        // A keyword here is the next parameter: the number is missing.
        let Some(token) = self.tokens.next_if(|token| !GO_KEYWORDS.contains(token)) else {
            self.ignored.push(name.to_owned());
            return None;
        };
        let number = token.parse().ok();
        if number.is_none() {
            self.ignored.push(format!("{name} {token}"));
        }
        number
    }

    /// The tokens that can be moves.
    fn moves(&mut self) -> Vec<String> {
        let is_move = |token: &&&str| token.contains(|c: char| c.is_ascii_digit() || c == '-');
        std::iter::from_fn(|| self.tokens.next_if(is_move)).map(|text| (*text).to_owned()).collect()
    }
}

#[cfg(test)]
mod tests {
    use trid_rules::RuleBook;

    use super::*;

    fn parse(line: &str) -> Go {
        let tokens: Vec<&str> = line.split_whitespace().collect();
        Go::parse(tokens.strip_prefix(&["go"]).unwrap())
    }

    #[test]
    fn go_ignores_unknown_tokens_and_invalid_numbers() {
        #[track_caller]
        fn check(line: &str, ignored: &[&str], expected: Go) {
            let ignored = ignored.iter().map(|&text| text.to_owned()).collect();
            assert_eq!(parse(line), Go { ignored, ..expected });
        }
        let depth = |depth| Go { depth: Some(depth), ..Go::default() };
        check("go depth", &["depth"], Go::default());
        check("go depth x", &["depth x"], Go::default());
        check("go nodes -1", &["nodes -1"], Go::default());
        check("go fast", &["fast"], Go::default());
        check("go fast depth 4 now", &["fast", "now"], depth(4));
        check("go nodes depth 4", &["nodes"], depth(4));
        check("go depth 4 depth 99999999999", &["depth 99999999999"], depth(4));
        check("go searchmoves quick depth 4", &["quick"], depth(4));
        check("go movetime -20", &[], Go { move_time: Some(0), ..Go::default() });
    }

    #[test]
    fn searches_with_a_reachable_limit_are_finite() {
        for (line, expected) in [
            ("go", false),
            ("go infinite depth 3", false),
            ("go ponder wtime 5", false),
            ("go mate 3", false),
            ("go depth 3", true),
            ("go nodes 3", true),
            ("go movetime 3", true),
            ("go btime 3", true),
        ] {
            let go = parse(line);
            assert_eq!(go.is_finite(), expected, "{line}");
        }
    }

    #[test]
    fn one_clock_limits_both_sides() {
        let start = Position::start(RuleBook::Revised);
        for line in ["go wtime 700 winc 5", "go btime 700 winc 5"] {
            let go = parse(line);
            let clock = go.limits(&start).0.clock.unwrap();
            assert_eq!(
                (clock.remaining.as_millis(), clock.increment.as_millis()),
                (700, 5),
                "{line}"
            );
        }
    }
}
