//! How the types of the rules look in the OpenAPI document; they themselves know nothing of it.

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
