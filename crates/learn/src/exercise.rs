//! An exercise of the course, as its file describes it.

use serde::Deserialize;
use trid_rules::RuleBook;

/// An exercise: a position and what to do there.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Exercise {
    /// Its name in the progress: unique in the course. It never changes.
    pub id: String,
    /// A few words.
    pub title: String,
    /// What to do, in one sentence.
    pub task: String,
    /// The start position as T-FEN.
    pub tfen: String,
    /// The rule book.
    #[serde(default = "revised")]
    pub rules: RuleBook,
}

const fn revised() -> RuleBook {
    RuleBook::Revised
}
