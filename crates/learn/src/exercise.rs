//! An exercise of the course, as its file describes it.

use serde::Deserialize;
use trid_rules::RuleBook;

use crate::Goal;

/// An exercise: a position, a goal, and what to say on the way.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Exercise {
    /// Its name in the progress: unique in the course. It never changes.
    pub id: String,
    /// A few words.
    pub title: String,
    /// What is new here, said and shown before it is asked.
    #[serde(default)]
    pub intro: Option<Intro>,
    /// What to do, in one sentence.
    pub task: String,
    /// The start position as T-FEN.
    pub tfen: String,
    /// The rule book.
    #[serde(with = "trid_view::json", default = "revised")]
    pub rules: RuleBook,
    /// Moves played from that position before the exercise starts.
    #[serde(default)]
    pub before: Vec<String>,
    /// What solves it.
    pub goal: Goal,
    /// How many moves the player may make.
    pub moves: usize,
    /// How many moves earn all stars.
    pub par: usize,
    /// What the opponent does.
    #[serde(default)]
    pub opponent: Opponent,
    /// The opponent's preferred replies, one for each move of the player.
    #[serde(default)]
    pub replies: Vec<String>,
    /// Moves of the player that solve it within par. For a question, squares or the illegal move.
    pub solution: Vec<String>,
    /// Hints, one after the other. The last hint of every exercise marks the next move of the solution.
    #[serde(default)]
    pub hints: Vec<String>,
    /// Moves that fail, and what to say about them.
    #[serde(default)]
    pub mistakes: Vec<Mistake>,
    /// What was learned, in one sentence, said when it is solved.
    pub learned: String,
}

/// What an exercise shows before it asks.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Intro {
    /// The new idea, in one sentence.
    pub text: String,
    /// Moves or places that show it, in coordinate notation.
    pub show: Vec<String>,
}

/// What the opponent does when it is their turn.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Opponent {
    /// They pass, unless they are in check.
    #[default]
    Passes,
    /// They capture if they can, which fails the exercise, and pass otherwise.
    Captures,
    /// They play the reply of the exercise if it is legal, and otherwise a sensible move.
    Answers,
}

/// A move that fails, with what to say about it.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Mistake {
    /// How many moves of the solution are played before it.
    #[serde(default)]
    pub after: usize,
    /// The move of the player.
    #[serde(rename = "move")]
    pub mv: String,
    /// Why it fails, in one sentence.
    pub text: String,
    /// The opponent's move that refutes it; found by the rules if none.
    #[serde(default)]
    pub reply: Option<String>,
}

const fn revised() -> RuleBook {
    RuleBook::Revised
}
