//! What a program that drives the engine can say, read from one line.

use core::{fmt, time::Duration};

use trid_rules::{Move, Position, RuleBook};

use crate::{ClockState, Limits};

/// One line of the protocol.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Command {
    Uci,
    IsReady,
    NewGame,
    /// Name and value; no value for a button.
    SetOption(String, Option<String>),
    /// A start (`None` for the usual one) and the moves from there.
    Position(Option<String>, Vec<String>),
    Go(Go),
    Stop,
    PonderHit,
    Quit,
    /// Verbs that are allowed and change nothing: `debug`, `register`, an empty line.
    Nothing,
}

/// What `go` may say.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub(super) struct Go {
    pub(super) depth: Option<u32>,
    pub(super) nodes: Option<u64>,
    pub(super) mate: Option<u32>,
    pub(super) move_time: Option<u64>,
    /// White's and Black's time and increment in milliseconds.
    pub(super) time: [Option<i64>; 2],
    pub(super) increment: [i64; 2],
    pub(super) moves_to_go: Option<u32>,
    pub(super) infinite: bool,
    pub(super) ponder: bool,
    pub(super) search_moves: Vec<String>,
}

impl Go {
    /// The limits for the side to move; moves that are not legal are an error.
    pub(super) fn limits(&self, position: &Position) -> Result<Limits, Trouble> {
        let side = position.turn() as usize;
        let other = position.turn().other() as usize;
        let milliseconds = |number: i64| Duration::from_millis(number.max(0) as u64);
        // Told only what the opponent has, it takes its own time for the same rather than think for ever.
        let clock = self.time[side].or(self.time[other]).map(|left| ClockState {
            left: milliseconds(left),
            increment: milliseconds(self.increment[side]),
            moves_to_go: self.moves_to_go,
        });
        let moves = self
            .search_moves
            .iter()
            .map(|text| read_move(position, text))
            .collect::<Result<Vec<Move>, Trouble>>()?;
        Ok(Limits {
            depth: self.depth,
            nodes: self.nodes,
            move_time: self.move_time.map(Duration::from_millis),
            clock: clock.filter(|_| !self.infinite),
            mate: self.mate,
            moves,
        })
    }

    /// Whether the answer must wait until it is asked for.
    pub(super) const fn waits(&self) -> bool {
        self.infinite
    }
}

/// Something that cannot be done, as told after `info string`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Trouble(pub(super) String);

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

fn trouble<T>(text: impl Into<String>) -> Result<T, Trouble> {
    Err(Trouble(text.into()))
}

/// The beginning of a text, so that an answer does not grow with the input.
pub(super) fn excerpt(text: &str) -> String {
    text.chars().take(60).collect()
}

const VERBS: [&str; 11] = [
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

/// A line as the protocol wants it read: what is unknown at its beginning, and the command after that. A line
/// without a verb is all command, for [`Command::read`] to refuse.
pub(super) fn split_unknown(line: &str) -> (&str, &str) {
    let mut rest = line.trim_start();
    while let Some(word) = rest.split_whitespace().next() {
        if VERBS.contains(&word) {
            let (unknown, command) = line.split_at(line.len() - rest.len());
            return (unknown.trim(), command);
        }
        rest = rest[word.len()..].trim_start();
    }
    ("", line)
}

impl Command {
    pub(super) fn read(line: &str) -> Result<Command, Trouble> {
        let mut words = line.split_whitespace();
        let Some(verb) = words.next() else {
            return Ok(Command::Nothing);
        };
        let words: Vec<&str> = words.collect();
        match verb {
            "uci" => Ok(Command::Uci),
            "isready" => Ok(Command::IsReady),
            "ucinewgame" => Ok(Command::NewGame),
            "stop" => Ok(Command::Stop),
            "ponderhit" => Ok(Command::PonderHit),
            "quit" => Ok(Command::Quit),
            "debug" | "register" => Ok(Command::Nothing),
            "setoption" => set_option(&words),
            "position" => position(&words),
            "go" => go(&words),
            _ => trouble(format!(
                "unknown command {:?}, expected uci, isready, setoption, ucinewgame, position, go, stop, ponderhit or quit",
                excerpt(verb)
            )),
        }
    }
}

fn set_option(words: &[&str]) -> Result<Command, Trouble> {
    let [first, rest @ ..] = words else {
        return trouble("setoption needs a name: setoption name Hash value 64");
    };
    if *first != "name" {
        return trouble(format!("setoption needs \"name\", not {:?}", excerpt(first)));
    }
    let (name, value) = match rest.iter().position(|word| *word == "value") {
        Some(place) => (rest[..place].join(" "), Some(rest[place + 1..].join(" "))),
        None => (rest.join(" "), None),
    };
    if name.is_empty() {
        return trouble("setoption needs a name: setoption name Hash value 64");
    }
    Ok(Command::SetOption(name, value))
}

fn position(words: &[&str]) -> Result<Command, Trouble> {
    let split = words.iter().position(|word| *word == "moves").unwrap_or(words.len());
    let moves =
        words.get(split + 1..).unwrap_or_default().iter().map(|word| (*word).to_owned()).collect();
    match &words[..split] {
        ["startpos"] => Ok(Command::Position(None, moves)),
        ["tfen" | "fen", tfen @ ..] if !tfen.is_empty() => {
            Ok(Command::Position(Some(tfen.join(" ")), moves))
        }
        _ => trouble("position needs startpos, or tfen and a T-FEN, then moves if any"),
    }
}

fn go(words: &[&str]) -> Result<Command, Trouble> {
    let mut go = Go::default();
    let mut words = words.iter().peekable();
    while let Some(&word) = words.next() {
        match word {
            "infinite" => go.infinite = true,
            "ponder" => go.ponder = true,
            "searchmoves" => {
                while let Some(text) =
                    words.next_if(|word| word.contains(|c: char| c.is_ascii_digit() || c == '-'))
                {
                    go.search_moves.push((*text).to_owned());
                }
            }
            "depth" => go.depth = Some(number(word, words.next())?),
            "nodes" => go.nodes = Some(number(word, words.next())?),
            "mate" => go.mate = Some(number(word, words.next())?),
            "movetime" => go.move_time = Some(number(word, words.next())?),
            "movestogo" => go.moves_to_go = Some(number(word, words.next())?),
            "wtime" => go.time[0] = Some(number(word, words.next())?),
            "btime" => go.time[1] = Some(number(word, words.next())?),
            "winc" => go.increment[0] = number(word, words.next())?,
            "binc" => go.increment[1] = number(word, words.next())?,
            _ => return trouble(format!("go does not know {:?}", excerpt(word))),
        }
    }
    Ok(Command::Go(go))
}

fn number<T: core::str::FromStr>(name: &str, word: Option<&&str>) -> Result<T, Trouble> {
    match word {
        Some(word) => word.parse().or_else(|_| {
            trouble(format!("{name} needs a number in range, not {:?}", excerpt(word)))
        }),
        None => trouble(format!("{name} needs a number")),
    }
}

/// A legal move in coordinate notation.
pub(super) fn read_move(position: &Position, text: &str) -> Result<Move, Trouble> {
    let mv: Move =
        text.parse().map_err(|error: trid_rules::ParseMoveError| Trouble(error.to_string()))?;
    if position.is_legal(mv) {
        Ok(mv)
    } else {
        trouble(format!("{mv} is not legal in {}", position.to_tfen()))
    }
}

/// The position and the keys of those before it.
pub(super) fn read_position(
    tfen: Option<&str>,
    moves: &[String],
    book: RuleBook,
) -> Result<(Position, Vec<u64>), Trouble> {
    let mut position = match tfen {
        None => Position::start(book),
        Some(text) => {
            let tfen: trid_rules::Tfen = text
                .parse()
                .map_err(|error: trid_rules::ParseTfenError| Trouble(error.to_string()))?;
            tfen.position(book).map_err(|error| Trouble(error.to_string()))?
        }
    };
    let mut history = Vec::new();
    for text in moves {
        let mv = read_move(&position, text)?;
        history.push(position.key());
        position.play_unchecked(mv);
    }
    Ok((position, history))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn refused(line: &str, part: &str) {
        match Command::read(line) {
            Err(Trouble(text)) => assert!(text.contains(part), "{text}"),
            Ok(command) => panic!("{line:?} was read as {command:?}"),
        }
    }

    #[test]
    fn lines_are_read() {
        assert_eq!(Command::read("  uci "), Ok(Command::Uci));
        assert_eq!(Command::read(""), Ok(Command::Nothing));
        assert_eq!(
            Command::read("setoption name Move Overhead value 30"),
            Ok(Command::SetOption("Move Overhead".into(), Some("30".into())))
        );
        assert_eq!(
            Command::read("setoption name Clear Hash"),
            Ok(Command::SetOption("Clear Hash".into(), None))
        );
        assert_eq!(
            Command::read("position startpos moves b2Wb4N O-O"),
            Ok(Command::Position(None, vec!["b2Wb4N".into(), "O-O".into()]))
        );
        let go = Command::read(
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
    fn what_is_unknown_before_a_verb_is_passed_over() {
        assert_eq!(split_unknown("joho  debug on"), ("joho", "debug on"));
        assert_eq!(split_unknown(" go depth 3"), ("", "go depth 3"));
        assert_eq!(split_unknown("go on quit"), ("", "go on quit"));
        assert_eq!(split_unknown("hello there"), ("", "hello there"));
        assert_eq!(split_unknown("\u{feff}\u{a0}é uci"), ("\u{feff}\u{a0}é", "uci"));
        assert_eq!(split_unknown(""), ("", ""));
    }

    #[test]
    fn what_makes_no_sense_is_refused() {
        refused("hello", "unknown command \"hello\"");
        refused("go depth", "depth needs a number");
        refused("go depth x", "not \"x\"");
        refused("go nodes -1", "not \"-1\"");
        refused("go fast", "\"fast\"");
        refused("position", "startpos");
        refused("position startpos b2Wb4N", "startpos");
        refused("position tfen", "startpos");
        refused("setoption Hash 5", "\"Hash\"");
        refused("setoption name value 5", "needs a name");
    }

    #[test]
    fn the_clock_of_one_side_alone_limits_both() {
        let start = Position::start(RuleBook::Revised);
        for line in ["go wtime 700 winc 5", "go btime 700 winc 5"] {
            let Ok(Command::Go(go)) = Command::read(line) else { panic!("{line}") };
            let clock = go.limits(&start).unwrap().clock.unwrap();
            assert_eq!((clock.left.as_millis(), clock.increment.as_millis()), (700, 5), "{line}");
        }
    }

    #[test]
    fn a_move_that_is_not_legal_is_named() {
        let error = read_position(None, &["b2Wb5N".into()], RuleBook::Revised).unwrap_err();
        assert!(error.0.contains("b2Wb5N"), "{error}");
        let error = read_position(Some("nonsense"), &[], RuleBook::Revised).unwrap_err();
        assert!(!error.0.is_empty());
    }
}
