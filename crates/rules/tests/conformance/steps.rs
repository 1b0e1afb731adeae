//! The claims a case can make.

use trid_rules::{
    Color, Ending, Line, Move, Pin, Position, Promotion, RuleBook, Square, Status, explain::Code,
    perft,
};
use trid_view::{World, world::instance_name};

use crate::given::{self, color, number, pin, square};
use crate::runner::{Runner, StepError, equal};

/// The originals' names for reasons, with our codes.
pub(crate) const WORDS: [(&str, Code); 14] = [
    ("cannot-leap-over-opposing-board", Code::Leap),
    ("occupied-cannot-activate-backward", Code::Backward),
    ("backward", Code::Backward),
    ("not adjacent", Code::NotAdjacent),
    ("king-would-be-in-check-post-activation", Code::KingInCheck),
    ("already moved", Code::Moved),
    ("E_NOT_CONTROLLED", Code::NotControlled),
    ("E_PATH_ATTACKED", Code::PathAttacked),
    ("no-op", Code::NoOp),
    ("E_NONEXISTENT_TARGET", Code::NonexistentTarget),
    ("double-step-disallowed-after-AB", Code::DoubleStepCarried),
    ("transported", Code::DoubleStepCarried),
    ("ep-disallowed-when-either-movedByAB", Code::EpCarried),
    ("vertical-only-prohibited", Code::Vertical),
];

/// Checks a claim about the current position or the geometry.
pub(crate) fn check(runner: &Runner<'_>, verb: &str, text: &str) -> Result<(), StepError> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let word = |index| nth(&words, index);
    match verb {
        "says" => says(runner, text),
        "suite" => {
            let members = runner.cases.iter().filter(|case| case.id.starts_with(words[0]));
            equal(members.count(), number(word(1)?)?)
        }
        "impossible" => impossible(runner, text),
        "no-square" => equal(words.iter().find(|word| word.parse::<Square>().is_ok()), None),
        _ => check_geometry(runner, verb, text, &words),
    }
}

/// Checks a claim about the geometry, or about the current position.
fn check_geometry(
    runner: &Runner<'_>,
    verb: &str,
    text: &str,
    words: &[&str],
) -> Result<(), StepError> {
    let word = |index| nth(words, index);
    match verb {
        "maps" => {
            let (from, to) = (square(word(0)?)?, pin(word(1)?)?);
            let landings = [false, true].map(|turned| Position::landing(from, to, turned));
            equal(landings, [Some(square(word(2)?)?), Some(square(word(3)?)?)])
        }
        "neighbours" => {
            let (from, list) = split_list(text)?;
            equal(sorted(runner.book.rules().neighbours(pin(from)?)), list)
        }
        "degrees" => {
            for line in Line::ALL {
                let counts = (1..=6)
                    .filter_map(|number| Pin::new(line, number))
                    .map(|pin| degree(runner.book, pin));
                equal(counts.collect::<Vec<_>>().join(" "), text.to_owned())?;
            }
            Ok(())
        }
        "boards" => equal(World::get().boards.len(), number(text)?),
        "squares" => equal(World::get().squares.len(), number(text)?),
        "instances" => {
            let of_line = World::get()
                .boards
                .iter()
                .filter(|board| board.line.is_some_and(|line| line.name() == words[0]));
            equal(of_line.count(), number(word(1)?)?)
        }
        "ranks" => {
            let board = World::get().boards.iter().find(|board| board.id == words[0]);
            let ranks = board.map(|board| {
                board.ranks.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
            });
            equal(ranks, Some(words[1..].join(" ")))
        }
        "place" => {
            let claimed = [number(word(1)?)?, number(word(2)?)?, number(word(3)?)?];
            place(word(0)?, claimed)
        }
        "symmetric" => {
            let rules = runner.book.rules();
            let broken = Pin::all().find(|&from| {
                rules.neighbours(from).iter().any(|to| !rules.neighbours(to).contains(from))
            });
            equal(broken, None)
        }
        _ => check_moves(runner.position()?, verb, text, words),
    }
}

/// Checks a claim about moves, or about the rest of a position.
fn check_moves(
    position: &Position,
    verb: &str,
    text: &str,
    words: &[&str],
) -> Result<(), StepError> {
    let word = |index| nth(words, index);
    match verb {
        "legal" => words.iter().try_for_each(|word| {
            let codes = position.explain_text(word).into_iter().map(|reason| reason.code.name());
            equal(codes.collect::<Vec<_>>(), vec![])
        }),
        "choices" => Promotion::ALL.into_iter().try_for_each(|promotion| {
            let mv = format!("{}={}", text, promotion.letter());
            equal(position.explain_text(&mv), vec![])
        }),
        "reads" => {
            let read = position.read_move(word(0)?).map(|mv| mv.to_string());
            equal(read.map_err(|error| error.to_string()), Ok(word(1)?.to_owned()))
        }
        "moves" => {
            let moves = position.legal_moves();
            equal(sorted(moves), words.iter().map(|word| (*word).to_owned()).collect())
        }
        "reaches" => {
            let (from, list) = split_list(text)?;
            let from = square(from)?;
            let targets = position.legal_moves().into_iter().filter_map(|mv| match mv {
                Move::Piece { from: start, to, .. } if start == from => Some(to),
                _ => None,
            });
            equal(sorted(targets), list)
        }
        "destinations" => {
            let (from, list) = split_list(text)?;
            equal(sorted(position.board_destinations(pin(from)?)), list)
        }
        "landings" => {
            let (pins, list) = split_list(text)?;
            let (from, to) =
                pins.split_once('-').ok_or_else(|| StepError::Invalid("no two pins".into()))?;
            landings(position, pin(from)?, pin(to)?, list)
        }
        "perft" => equal(perft(position, number(word(0)?)?), number(word(1)?)?),
        _ => check_position(position, verb, text, words),
    }
}

/// The word at a place among those of a claim.
fn nth<'a>(words: &[&'a str], index: usize) -> Result<&'a str, StepError> {
    words.get(index).copied().ok_or_else(|| StepError::Invalid("too few words".into()))
}

fn check_position(
    position: &Position,
    verb: &str,
    text: &str,
    words: &[&str],
) -> Result<(), StepError> {
    let word = |index| nth(words, index);
    match verb {
        "becomes" => equal(position.to_tfen(), text.to_owned()),
        "at" => words.iter().try_for_each(|word| {
            let (piece, square) = given::piece(word)?;
            equal(position.piece_at(square), Some(piece))
        }),
        "exists" => words
            .iter()
            .try_for_each(|word| equal(position.existing().contains(square(word)?), true)),
        "owner" => equal(position.pin_owner(pin(word(0)?)?), side(word(1)?)?),
        "controller" => equal(position.controller(pin(word(0)?)?), side(word(1)?)?),
        "turn" => equal(position.turn(), color(text)?),
        "check" => equal(position.is_check().then_some(position.turn()), side(text)?),
        "outcome" => equal(position.ending().map_or(Status::Ongoing, Ending::status).name(), text),
        "pending" => {
            equal(position.pending(), if text == "none" { None } else { Some(square(text)?) })
        }
        "castling" => {
            let rooks = Color::ALL.into_iter().flat_map(|color| position.castling_rooks(color));
            let claimed: Vec<String> =
                words.iter().filter(|word| **word != "none").map(|w| (*w).into()).collect();
            equal(sorted(rooks), claimed)
        }
        "mark" => {
            let at = square(word(0)?)?;
            let marked = match word(1)? {
                "frozen" => position.is_frozen(at),
                "deferred" => position.is_deferred(at),
                "stranded" => position.is_stranded(at),
                "carried" => position.carried().contains(at),
                other => return Err(StepError::Invalid(format!("{other:?} is not a mark"))),
            };
            equal(marked, true)
        }
        "furthest" => {
            let file = word(1)?.chars().next().and_then(trid_rules::File::from_letter);
            let file = file.ok_or_else(|| StepError::Invalid("no file".into()))?;
            equal(position.furthest_rank(color(word(0)?)?, file).number(), number(word(2)?)?)
        }
        "visible" => {
            let mut boards = position.boards();
            boards.sort_unstable();
            let names = boards.map(|board| instance_name(board.pin, board.turned));
            equal(names.join(" "), text.to_owned())
        }
        "round-trip" => {
            let again = Position::from_tfen(&position.to_tfen(), position.book());
            equal(again.as_ref().map(Position::key), Ok(position.key()))?;
            equal(again.as_ref(), Ok(position))
        }
        "same-key" => equal(other_key(position, text)?, position.key()),
        _ => Err(StepError::Invalid(format!("unknown claim {verb:?}"))),
    }
}

/// Checks that the last reasons include the code for the original's name.
fn says(runner: &Runner<'_>, word: &str) -> Result<(), StepError> {
    let code = WORDS.iter().find(|(known, _)| *known == word).map(|(_, code)| *code);
    let code =
        code.ok_or_else(|| StepError::Invalid(format!("{word:?} is not mapped to a code")))?;
    if runner.refused.contains(&code) {
        Ok(())
    } else {
        Err(StepError::False(format!("{code} is not among {:?}", runner.refused)))
    }
}

/// `GIVEN: REASON`: the position is invalid for this reason.
fn impossible(runner: &Runner<'_>, text: &str) -> Result<(), StepError> {
    let (given, reason) =
        text.rsplit_once(": ").ok_or_else(|| StepError::Invalid("no reason".into()))?;
    match given::read(given)?.position(runner.book) {
        Ok(position) => Err(StepError::False(format!("{position} is a position"))),
        Err(error) if error.kinds.iter().any(|known| known.to_string() == reason) => Ok(()),
        Err(error) => Err(StepError::False(error.to_string())),
    }
}

/// Checks the rider's squares after all legal moves of the board from one pin to the other.
fn landings(
    position: &Position,
    from: Pin,
    to: Pin,
    claimed: Vec<String>,
) -> Result<(), StepError> {
    let mut found = Vec::new();
    for mv in position.legal_moves() {
        let there = match mv {
            Move::Board { from: start, to: end, .. } => (start, end) == (from, to),
            Move::Turn { pin } => (pin, pin) == (from, to),
            _ => false,
        };
        if there {
            let after = position.play(mv).map_err(|error| StepError::False(error.to_string()))?;
            found.extend(after.rider(to).map(|(square, _)| square));
        }
    }
    equal(sorted(found), claimed)
}

/// Checks the coordinates of a pin, or of a square on both of its instances.
fn place(name: &str, claimed: [f64; 3]) -> Result<(), StepError> {
    let world = World::get();
    let pins = world.pins.iter().filter(|pin| pin.id.to_string() == name).map(|pin| pin.position);
    let squares = world
        .squares
        .iter()
        .filter(|square| square.square.to_string() == name)
        .map(|square| square.position);
    let places: Vec<[f64; 3]> = pins.chain(squares).collect();
    let close = |place: &[f64; 3]| {
        place.iter().zip(claimed).all(|(actual, claimed)| (actual - claimed).abs() < 1e-9)
    };
    if places.is_empty() || !places.iter().all(close) {
        return Err(StepError::False(format!("is at {places:?}")));
    }
    Ok(())
}

fn other_key(position: &Position, text: &str) -> Result<u64, StepError> {
    let other = given::read(text)?.position(position.book());
    Ok(other.map_err(|error| StepError::Invalid(error.to_string()))?.key())
}

fn degree(book: RuleBook, pin: Pin) -> String {
    book.rules().neighbours(pin).len().to_string()
}

/// `HEAD: word word` with the words sorted and each once.
fn split_list(text: &str) -> Result<(&str, Vec<String>), StepError> {
    let (head, list) = text.split_once(':').ok_or_else(|| StepError::Invalid("no list".into()))?;
    Ok((head, sorted(list.split_whitespace())))
}

fn sorted<T: ToString>(items: impl IntoIterator<Item = T>) -> Vec<String> {
    let mut names: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    names.sort_unstable();
    names.dedup();
    names
}

fn side(word: &str) -> Result<Option<Color>, StepError> {
    if word == "none" { Ok(None) } else { Ok(Some(color(word)?)) }
}
