//! Parses UCI commands.

use std::fmt;

use trid_rules::{Game, Move, Position, RuleBook};

use super::go::Go;

/// A UCI command.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Command {
    Uci,
    IsReady,
    NewGame,
    /// Name and value; no value for a button.
    SetOption(String, Option<String>),
    /// A T-FEN (`None` for `startpos`) and moves.
    Position(Option<String>, Vec<String>),
    /// A `position` command with a syntax error.
    InvalidPosition(UciError),
    Go(Go),
    Stop,
    PonderHit,
    Quit,
    /// Commands without effect: `debug`, `register`, an empty line.
    Ignored,
}

/// A command that cannot be executed; reported as `info string`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct UciError(pub(super) String);

impl fmt::Display for UciError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

fn error<T>(text: impl Into<String>) -> Result<T, UciError> {
    Err(UciError(text.into()))
}

/// The start of a text, so that error messages stay short.
pub(super) fn excerpt(text: &str) -> String {
    text.chars().take(60).collect()
}

const KEYWORDS: [&str; 11] = [
    "uci",
    "isready",
    "ucinewgame",
    "stop",
    "ponderhit",
    "quit",
    "debug",
    "register",
    "setoption",
    "position",
    "go",
];

/// Splits an input line into unknown leading tokens, which UCI ignores, and the command. Without a known
/// keyword the whole line is the command, which [`Command::parse`] rejects.
pub(super) fn split_unknown(line: &str) -> (&str, &str) {
    let mut rest = line.trim_start();
    while let Some(token) = rest.split_whitespace().next() {
        if KEYWORDS.contains(&token) {
            let (unknown, command) = line.split_at(line.len() - rest.len());
            return (unknown.trim(), command);
        }
        rest = rest[token.len()..].trim_start();
    }
    ("", line)
}

impl Command {
    pub(super) fn parse(line: &str) -> Result<Command, UciError> {
        let mut tokens = line.split_whitespace();
        let Some(keyword) = tokens.next() else {
            return Ok(Command::Ignored);
        };
        let tokens: Vec<&str> = tokens.collect();
        match keyword {
            "uci" => Ok(Command::Uci),
            "isready" => Ok(Command::IsReady),
            "ucinewgame" => Ok(Command::NewGame),
            "stop" => Ok(Command::Stop),
            "ponderhit" => Ok(Command::PonderHit),
            "quit" => Ok(Command::Quit),
            "debug" | "register" => Ok(Command::Ignored),
            "setoption" => set_option(&tokens),
            "position" => Ok(position(&tokens).unwrap_or_else(Command::InvalidPosition)),
            "go" => Ok(Command::Go(Go::parse(&tokens))),
            _ => error(format!(
                "unknown command {:?}, expected uci, isready, setoption, ucinewgame, position, go, stop, ponderhit or quit",
                excerpt(keyword)
            )),
        }
    }
}

fn set_option(tokens: &[&str]) -> Result<Command, UciError> {
    let [first, rest @ ..] = tokens else {
        return error("setoption needs a name: setoption name Hash value 64");
    };
    if *first != "name" {
        return error(format!("setoption needs \"name\", not {:?}", excerpt(first)));
    }
    let (name, value) = match rest.iter().position(|token| *token == "value") {
        Some(place) => (rest[..place].join(" "), Some(rest[place + 1..].join(" "))),
        None => (rest.join(" "), None),
    };
    if name.is_empty() {
        return error("setoption needs a name: setoption name Hash value 64");
    }
    Ok(Command::SetOption(name, value))
}

fn position(tokens: &[&str]) -> Result<Command, UciError> {
    let split = tokens.iter().position(|token| *token == "moves").unwrap_or(tokens.len());
    let moves = tokens
        .get(split + 1..)
        .unwrap_or_default()
        .iter()
        .map(|token| (*token).to_owned())
        .collect();
    match &tokens[..split] {
        ["startpos"] => Ok(Command::Position(None, moves)),
        ["tfen" | "fen", tfen @ ..] if !tfen.is_empty() => {
            Ok(Command::Position(Some(tfen.join(" ")), moves))
        }
        _ => error("position needs startpos, or tfen and a T-FEN, then moves if any"),
    }
}

/// Parses a legal move in coordinate notation.
pub(super) fn parse_move(position: &Position, text: &str) -> Result<Move, UciError> {
    let mv: Move = text
        .parse()
        .map_err(|error: trid_rules::notation::ParseMoveError| UciError(error.to_string()))?;
    if position.is_legal(mv) {
        Ok(mv)
    } else {
        error(format!("{mv} is not legal in {}", position.to_tfen()))
    }
}

/// Parses a position with moves.
pub(super) fn parse_position(
    tfen: Option<&str>,
    moves: &[String],
    book: RuleBook,
) -> Result<Game, UciError> {
    let start = match tfen {
        None => Position::start(book),
        Some(text) => {
            Position::from_tfen(text, book).map_err(|error| UciError(error.to_string()))?
        }
    };
    let mut game = Game::new(start);
    for text in moves {
        let mv = parse_move(game.position(), text)?;
        // A user interface may go on after a draw.
        game.play_unchecked(mv);
    }
    Ok(game)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_error(line: &str, part: &str) {
        match Command::parse(line) {
            Err(UciError(text)) | Ok(Command::InvalidPosition(UciError(text))) => {
                assert!(text.contains(part), "{text}")
            }
            Ok(command) => panic!("{line:?} was parsed as {command:?}"),
        }
    }

    #[test]
    fn commands_are_parsed() {
        assert_eq!(Command::parse("  uci "), Ok(Command::Uci));
        assert_eq!(Command::parse(""), Ok(Command::Ignored));
        assert_eq!(
            Command::parse("setoption name Move Overhead value 30"),
            Ok(Command::SetOption("Move Overhead".into(), Some("30".into())))
        );
        assert_eq!(
            Command::parse("setoption name Clear Hash"),
            Ok(Command::SetOption("Clear Hash".into(), None))
        );
        assert_eq!(
            Command::parse("position startpos moves b2Wb4N O-O"),
            Ok(Command::Position(None, vec!["b2Wb4N".into(), "O-O".into()]))
        );
        let go = Command::parse(
            "go searchmoves b2Wb4N O-O QL1-QL2 wtime 1000 btime -5 winc 10 depth 4 ponder",
        );
        let expected = Go {
            depth: Some(4),
            time: [Some(1000), Some(-5)],
            increment: [10, 0],
            ponder: true,
            search_moves: vec!["b2Wb4N".into(), "O-O".into(), "QL1-QL2".into()],
            ..Go::default()
        };
        assert_eq!(go, Ok(Command::Go(expected)));
    }

    #[test]
    fn unknown_leading_tokens_are_split_off() {
        assert_eq!(split_unknown("joho  debug on"), ("joho", "debug on"));
        assert_eq!(split_unknown(" go depth 3"), ("", "go depth 3"));
        assert_eq!(split_unknown("go on quit"), ("", "go on quit"));
        assert_eq!(split_unknown("hello there"), ("", "hello there"));
        assert_eq!(split_unknown("\u{feff}\u{a0}é uci"), ("\u{feff}\u{a0}é", "uci"));
        assert_eq!(split_unknown(""), ("", ""));
    }

    #[test]
    fn invalid_commands_are_rejected() {
        check_error("hello", "unknown command \"hello\"");
        check_error("position", "startpos");
        check_error("position startpos b2Wb4N", "startpos");
        check_error("position tfen", "startpos");
        check_error("setoption Hash 5", "\"Hash\"");
        check_error("setoption name value 5", "needs a name");
    }

    #[test]
    fn errors_name_the_illegal_move() {
        let error = parse_position(None, &["b2Wb5N".into()], RuleBook::Revised).unwrap_err();
        assert!(error.0.contains("b2Wb5N"), "{error}");
        let error = parse_position(Some("nonsense"), &[], RuleBook::Revised).unwrap_err();
        assert!(!error.0.is_empty());
    }
}
