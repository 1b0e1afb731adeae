//! Interprets what the player types in `trid play`.

use trid_rules::{Level, Pin, Position};

/// A row of input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Input<'a> {
    Empty,
    Help,
    Board,
    Hint,
    Undo,
    Moves,
    Claim,
    Resign,
    /// The file's name; empty if it is missing.
    Save(&'a str),
    Quit,
    /// A move, without its number and annotation signs.
    Move(&'a str),
}

impl Input<'_> {
    /// Parses a row. Command names are case-insensitive.
    pub(super) fn parse(row: &str) -> Input<'_> {
        let row = row.trim();
        let (word, rest) =
            row.split_once(' ').map_or((row, ""), |(word, rest)| (word, rest.trim()));
        match (word.to_ascii_lowercase().as_str(), rest) {
            ("", _) => Input::Empty,
            ("help", "") => Input::Help,
            ("board", "") => Input::Board,
            ("hint", "") => Input::Hint,
            ("undo", "") => Input::Undo,
            ("moves", "") => Input::Moves,
            ("claim", "") => Input::Claim,
            ("resign", "") => Input::Resign,
            ("save", file) => Input::Save(file),
            ("quit" | "exit", "") => Input::Quit,
            _ => Input::Move(strip_annotations(row)),
        }
    }
}

/// Strips a move number (`1.`, `12...`) and annotation signs (`!`, `?!`).
fn strip_annotations(text: &str) -> &str {
    let after_number = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let text = match after_number.strip_prefix('.') {
        Some(rest) if after_number.len() < text.len() => rest.trim_start_matches('.').trim_start(),
        _ => text,
    };
    text.trim_end_matches(['!', '?']).trim_end()
}

/// The legal moves, in algebraic notation, that a text means if a level is added to it: `b4N` for `b4`.
pub(super) fn landings(position: &Position, text: &str) -> Vec<String> {
    let (square, promotion) =
        text.split_once('=').map_or((text, ""), |(square, _)| (square, &text[square.len()..]));
    if !square.ends_with(|c: char| c.is_ascii_digit()) {
        return Vec::new();
    }
    let levels = Level::MAIN.into_iter().chain(Pin::all().map(Level::Attack));
    let mut moves: Vec<String> = levels
        .flat_map(|level| match position.read_move(&format!("{square}{level}{promotion}")) {
            Ok(mv) => vec![mv],
            Err(error) => error.candidates,
        })
        .map(|mv| position.algebraic(mv).to_string())
        .collect();
    moves.sort_unstable();
    moves.dedup();
    moves
}

#[cfg(test)]
mod tests {
    use trid_rules::RuleBook;

    use super::*;

    #[test]
    fn commands_are_case_insensitive_and_moves_may_be_annotated() {
        for (row, expected) in [
            ("", Input::Empty),
            ("Quit", Input::Quit),
            (" EXIT ", Input::Quit),
            ("Save My Game.tpgn", Input::Save("My Game.tpgn")),
            ("save", Input::Save("")),
            ("1. b4N", Input::Move("b4N")),
            ("12...b4N", Input::Move("b4N")),
            ("1.b4N", Input::Move("b4N")),
            ("b4N!", Input::Move("b4N")),
            ("3. Nb3N ?!", Input::Move("Nb3N")),
            ("0-0", Input::Move("0-0")),
            ("0-0!!", Input::Move("0-0")),
            (".b4N", Input::Move(".b4N")),
            ("undo it", Input::Move("undo it")),
        ] {
            assert_eq!(Input::parse(row), expected, "{row:?}");
        }
    }

    #[test]
    fn a_move_without_a_level_has_landings() {
        let start = Position::start(RuleBook::Revised);
        for (text, expected) in [
            ("b4", &["b4N", "b4W"][..]),
            ("b2-b4", &["b4N", "b4W"]),
            ("b2b4", &["b4N", "b4W"]),
            ("Nb3", &["Nb3N", "Nb3W"]),
            ("b5", &[]),
            ("b4N", &[]),
            ("é", &[]),
            ("QL1", &[]),
        ] {
            assert_eq!(landings(&start, text), expected, "{text}");
        }
        let tfen =
            "4/4/4/1K2|4/4/4/4|4/2P1/4/4|QL1w:2/2,KL1w:2/2,QL6b:2/2,KL6b:1k/2 w - - - - - 0 9";
        let position = Position::from_tfen(tfen, RuleBook::Revised).unwrap();
        assert_eq!(landings(&position, "c8=Q"), ["c8B=Q"]);
    }
}
