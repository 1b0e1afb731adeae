//! The parts of an exercise that the page shows and that do not change during an attempt.

use serde::Serialize;
use trid_rules::{Move, Place, RuleBook};
use trid_view::{MoveArrow, Touched};

use crate::{Exercise, Goal, Intro};

/// An exercise for the page.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ExerciseView {
    /// A few words.
    pub title: String,
    /// What is new here.
    pub intro: Option<IntroView>,
    /// What to do.
    pub task: String,
    /// What was learned.
    pub learned: String,
    /// The rule book.
    #[serde(with = "trid_view::json")]
    #[cfg_attr(feature = "typescript", ts(as = "trid_view::json::TypeOf<_>"))]
    pub rules: RuleBook,
    /// How many moves the player may make.
    pub moves: usize,
    /// How many moves earn all stars.
    pub par: usize,
    /// Whether squares are picked as answers.
    pub picks: bool,
    /// The moves to choose from, where the illegal one is asked for.
    pub choices: Vec<MoveChoice>,
}

/// What is new in an exercise.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct IntroView {
    /// The new idea.
    pub text: String,
    /// Arrows that show it. Both ends of a mark on one place are the same.
    pub arrows: Vec<MoveArrow>,
}

/// A move to choose, legal or not.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct MoveChoice {
    /// The move in coordinate notation.
    #[serde(rename = "move")]
    pub mv: String,
    /// The same with an arrow between its two places: `b2W → b4N`.
    pub text: String,
    /// The squares and pins that its text names, to be marked.
    pub touched: Touched,
}

impl ExerciseView {
    /// The view of an exercise.
    #[must_use]
    pub fn new(exercise: &Exercise) -> ExerciseView {
        let choices = match &exercise.goal {
            Goal::Illegal(moves) => moves.iter().map(|text| MoveChoice::new(text)).collect(),
            _ => Vec::new(),
        };
        ExerciseView {
            title: exercise.title.clone(),
            intro: exercise.intro.as_ref().map(IntroView::new),
            task: exercise.task.clone(),
            learned: exercise.learned.clone(),
            rules: exercise.rules,
            moves: exercise.moves,
            par: exercise.par,
            picks: matches!(exercise.goal, Goal::Find(_)),
            choices,
        }
    }
}

impl IntroView {
    fn new(intro: &Intro) -> IntroView {
        let arrow = |text: &String| match (text.parse::<Place>(), text.parse()) {
            (Ok(at), _) => Some(MoveArrow { from: at, to: at }),
            (_, Ok(Move::Piece { from, to, .. })) => {
                Some(MoveArrow { from: Place::Square(from), to: Place::Square(to) })
            }
            (_, Ok(Move::Board { from, to, .. })) => {
                Some(MoveArrow { from: Place::Pin(from), to: Place::Pin(to) })
            }
            _ => None,
        };
        IntroView {
            text: intro.text.clone(),
            arrows: intro.show.iter().filter_map(arrow).collect(),
        }
    }
}

impl MoveChoice {
    pub(crate) fn new(text: &str) -> MoveChoice {
        let (touched, departure) = match text.parse() {
            Ok(Move::Piece { from, to, .. }) => {
                (Touched { squares: vec![from, to], pins: Vec::new() }, Some(from.to_string()))
            }
            Ok(Move::Board { from, to, .. }) => {
                (Touched { squares: Vec::new(), pins: vec![from, to] }, Some(from.to_string()))
            }
            Ok(Move::Turn { pin }) => (Touched { squares: Vec::new(), pins: vec![pin] }, None),
            Ok(Move::Promote { square, .. }) => {
                (Touched { squares: vec![square], pins: Vec::new() }, None)
            }
            Ok(Move::Castle(_)) | Err(_) => (Touched::default(), None),
        };
        let arrival = departure.as_deref().and_then(|departure| text.strip_prefix(departure));
        let shown = match (&departure, arrival) {
            (Some(from), Some(to)) => format!("{from} → {}", to.trim_start_matches('-')),
            _ => text.to_owned(),
        };
        MoveChoice { mv: text.to_owned(), text: shown, touched }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_shown_with_an_arrow_between_their_places() {
        let cases = [
            ("b2Wb4N", "b2W → b4N"),
            ("z0QL1a3N", "z0QL1 → a3N"),
            ("d8Bd9KL6=Q", "d8B → d9KL6=Q"),
            ("QL1-QL2^180", "QL1 → QL2^180"),
            ("QL3^180", "QL3^180"),
            ("a8B=Q", "a8B=Q"),
            ("O-O-O", "O-O-O"),
        ];
        for (mv, expected) in cases {
            assert_eq!(MoveChoice::new(mv).text, expected);
        }
    }
}
