//! Why something was refused: one code to act on, a sentence to read, and for a move all of its reasons.

use serde::{Deserialize, Serialize};
use trid_rules::Reason;
use utoipa::ToSchema;

/// Why something was refused. It changed nothing.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Refusal {
    /// A stable code, for a move that of its first reason.
    #[schema(example = "E_NOT_YOUR_TURN")]
    pub code: String,
    /// What is wrong and the way out.
    pub message: String,
    /// For an illegal move, every reason, the headline first.
    pub reasons: Vec<RefusalReason>,
}

/// One reason why a move is illegal.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RefusalReason {
    /// A stable code of the rules.
    #[schema(example = "E_PATH_BLOCKED")]
    pub code: String,
    /// A sentence for a player.
    pub message: String,
    /// The squares to point at.
    pub squares: Vec<String>,
    /// The pins to point at.
    pub pins: Vec<String>,
}

impl Refusal {
    /// A refusal for something other than the rules of chess.
    #[must_use]
    pub fn new(code: &str, message: impl Into<String>) -> Self {
        Self { code: code.to_owned(), message: message.into(), reasons: Vec::new() }
    }

    /// A refusal of a move, with every reason.
    #[must_use]
    pub fn of_move(reasons: &[Reason]) -> Self {
        let reasons: Vec<RefusalReason> = reasons.iter().map(RefusalReason::from).collect();
        match reasons.first() {
            Some(first) => {
                Self { code: first.code.clone(), message: first.message.clone(), reasons }
            }
            None => Self::new("E_ILLEGAL", "the move is not legal here"),
        }
    }
}

impl From<&Reason> for RefusalReason {
    fn from(reason: &Reason) -> Self {
        Self {
            code: reason.code.to_string(),
            message: reason.message.clone(),
            squares: reason.squares.iter().map(ToString::to_string).collect(),
            pins: reason.pins.iter().map(ToString::to_string).collect(),
        }
    }
}
