//! OpenAPI schemas of types from `trid-rules`, which does not depend on `utoipa`.

use utoipa::ToSchema;

/// A side.
#[derive(ToSchema)]
#[schema(rename_all = "lowercase")]
pub enum Color {
    /// Moves first.
    White,
    /// Moves second.
    Black,
}

/// A rule book.
#[derive(ToSchema)]
#[schema(rename_all = "lowercase")]
pub enum RuleBook {
    /// The default.
    Revised,
    /// Jens Meder's tournament rules.
    Meder,
}

/// How a game ended.
#[derive(ToSchema)]
#[schema(rename_all = "lowercase")]
pub enum EndStatus {
    /// By checkmate.
    Checkmate,
    /// By stalemate.
    Stalemate,
    /// By another kind of draw.
    Draw,
    /// A player resigned.
    Resigned,
    /// A player ran out of time, or left.
    Timeout,
    /// It was called off before both players had moved.
    Aborted,
}

/// The result as records write it.
#[derive(ToSchema)]
pub enum GameResult {
    /// White won.
    #[schema(rename = "1-0")]
    White,
    /// Black won.
    #[schema(rename = "0-1")]
    Black,
    /// A draw.
    #[schema(rename = "1/2-1/2")]
    Draw,
    /// No result.
    #[schema(rename = "*")]
    None,
}

/// The grounds on which a draw is claimed.
#[derive(ToSchema)]
#[schema(rename_all = "lowercase")]
pub enum Claim {
    /// The position has occurred three times.
    Threefold,
    /// 50 moves each without a capture or a pawn move.
    Fifty,
}

/// One reason why a move is illegal.
#[derive(ToSchema)]
pub struct Reason {
    /// A stable code of the rules.
    #[schema(example = "E_PATH_BLOCKED")]
    pub code: String,
    /// A sentence in English.
    pub message: String,
    /// The squares to highlight.
    pub squares: Vec<String>,
    /// The pins to highlight.
    pub pins: Vec<String>,
    /// What the message says: `type` and the arguments of the sentence, for clients in other languages.
    #[schema(value_type = Option<Object>, example = json!({"type": "blocked", "role": "pawn", "square": "b2W"}))]
    pub detail: Option<()>,
}
