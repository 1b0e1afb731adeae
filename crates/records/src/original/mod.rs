//! Saved games and exports of the original program, which are only read: three formats of a position without moves, and
//! exports that wrap it with a history.

mod history;
mod position;

use std::collections::BTreeMap;

use serde::{Deserialize, de::IgnoredAny};
use trid_rules::{Color, Game, RuleBook};

use self::history::{OldMove, replay};
use self::position::{BoardState, OldPiece, TrackState};
use crate::tpgn::MAX_MOVES;
use crate::{Record, SavedGameError};

/// A game that the original program saved or exported.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase", expecting = "an object with a saved game")]
pub struct Original {
    pieces: Option<Vec<OldPiece>>,
    attack_board_positions: Option<BTreeMap<String, String>>,
    attack_board_states: Option<BTreeMap<String, BoardState>>,
    track_states: Option<BTreeMap<String, TrackState>>,
    #[serde(with = "trid_view::json", default)]
    current_turn: Option<Color>,
    move_history: Option<Vec<OldMove>>,
    board_rotations: Option<BTreeMap<String, u16>>,
    /// The game in an export.
    payload: Option<Box<Original>>,
    /// The name of an export.
    name: Option<ExportField>,
    /// When an export was saved.
    created_at: Option<ExportField>,
}

/// A field of an export that is only kept if it is a text.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
enum ExportField {
    Text(String),
    Other(IgnoredAny),
}

impl Original {
    /// The game under this rule book, which the format does not name. With a warning if the moves of an export were
    /// not kept; it is also the comment before the first move.
    ///
    /// # Errors
    /// [`SavedGameError`] for a missing field or invalid contents.
    pub fn record(&self, book: RuleBook) -> Result<(Record, Option<String>), SavedGameError> {
        let game = self.payload.as_deref().unwrap_or(self);
        let (mut record, warning) = game.replayed(book)?;
        record.tags = self.export_tags();
        Ok((record, warning))
    }

    /// The name of an export as Event, and the day when it was saved as Date.
    fn export_tags(&self) -> Vec<(String, String)> {
        let text = |field: &Option<ExportField>| match field {
            Some(ExportField::Text(text)) => Some(text.clone()),
            Some(ExportField::Other(_)) | None => None,
        };
        let event = text(&self.name)
            .map(|name| name.split_whitespace().collect::<Vec<_>>().join(" "))
            .filter(|name| !name.is_empty());
        let date = text(&self.created_at).and_then(|time| read_date(&time));
        [("Event", event), ("Date", date)]
            .into_iter()
            .filter_map(|(name, value)| Some((name.to_owned(), value?)))
            .filter(|(name, value)| Record::keeps_tag(name, value))
            .collect()
    }

    /// The game that leads to the saved position, or only the position with a comment if a move is illegal.
    fn replayed(&self, book: RuleBook) -> Result<(Record, Option<String>), SavedGameError> {
        let position = self.position(book)?;
        let history = self.move_history.as_deref().unwrap_or_default();
        if history.len() > MAX_MOVES {
            return Err(SavedGameError::TooManyMoves);
        }
        if history.is_empty() {
            return Ok((Record::new(Game::new(position)), None));
        }
        let error = match replay(history, &position) {
            Ok(game) => return Ok((Record::new(game), None)),
            Err(error) => error,
        };
        let warning = format!("Only the saved position was kept: {error}.");
        let mut game = Game::new(position);
        let root = game.root();
        if let Some(root) = game.node_mut(root) {
            root.comments.push(warning.clone());
        }
        Ok((Record::new(game), Some(warning)))
    }
}

/// The day of a time such as `2025-10-05T10:00:00.000Z`, as a tag: `2025.10.05`.
fn read_date(time: &str) -> Option<String> {
    let day =
        time.get(..10).filter(|_| matches!(time.as_bytes().get(10), None | Some(b'T' | b' ')))?;
    let fields: Vec<&str> = day.split('-').collect();
    let [year, month, day] = fields[..] else { return None };
    let number = |text: &str, length: usize| {
        let is_plain = text.len() == length && text.bytes().all(|byte| byte.is_ascii_digit());
        text.parse::<u16>().ok().filter(|_| is_plain)
    };
    let is_date = number(year, 4).is_some()
        && number(month, 2).is_some_and(|month| (1..=12).contains(&month))
        && number(day, 2).is_some_and(|day| (1..=31).contains(&day));
    is_date.then(|| format!("{year}.{month}.{day}"))
}
