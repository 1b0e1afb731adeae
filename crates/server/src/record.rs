//! Exporting a game: its events as a record that other programs read.

use serde::Deserialize;
use utoipa::ToSchema;

use crate::identity::GameId;
use crate::table::{ReplayError, Table};
use crate::wire::Event;

/// The forms of a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Form {
    /// Moves in coordinate notation, a line each.
    #[default]
    Moves,
    /// The position now.
    Tfen,
}

impl Form {
    /// How the name of a file in this form ends.
    pub(crate) const fn extension(self) -> &'static str {
        match self {
            Self::Moves => "txt",
            Self::Tfen => "tfen",
        }
    }
}

/// Writes the record of a game.
pub(crate) fn write(id: &GameId, events: &[Event], form: Form) -> Result<String, ReplayError> {
    let table = Table::replay(id.clone(), events)?;
    Ok(match form {
        Form::Moves => table.game.moves().map(|played| format!("{}\n", played.mv)).collect(),
        Form::Tfen => format!("{}\n", table.game.position().to_tfen_with_book()),
    })
}
