//! Reads a saved game of any known version.

use std::collections::{BTreeMap, HashSet};
use std::fmt;

use serde::{
    Deserialize, Deserializer,
    de::{Error, IgnoredAny, MapAccess, Visitor},
};

use super::{
    SavedGameError, SavedMove, SavedVariation, VERSION,
    history::{OldMove, replay},
    number::Number,
    older::{BoardState, OldPiece, TrackState},
};
use crate::{
    Color, Ending, Game, GameResult, NodeId, Position, Record, RuleBook, records::EndingError,
    tpgn::MAX_MOVES,
};

/// A file with a saved game: version 3, or one of the older formats.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase", expecting = "an object with a saved game")]
pub struct SavedFile {
    version: Option<Version>,
    rules: Option<RuleBook>,
    start: Option<String>,
    #[serde(default, deserialize_with = "read_tags")]
    tags: Vec<(String, String)>,
    #[serde(default)]
    comments: Vec<String>,
    moves: Option<Vec<SavedMove>>,
    #[serde(default)]
    variations: Vec<SavedVariation>,
    status: Option<String>,
    result: Option<String>,
    #[serde(default)]
    reason: Option<String>,
    pub(super) pieces: Option<Vec<OldPiece>>,
    pub(super) attack_board_positions: Option<BTreeMap<String, String>>,
    pub(super) attack_board_states: Option<BTreeMap<String, BoardState>>,
    pub(super) track_states: Option<BTreeMap<String, TrackState>>,
    pub(super) current_turn: Option<Color>,
    pub(super) move_history: Option<Vec<OldMove>>,
    pub(super) board_rotations: Option<BTreeMap<String, Number>>,
    /// The game in an export of the original program.
    payload: Option<Box<SavedFile>>,
    /// The name of an export.
    name: Option<ExportField>,
    /// When an export was saved.
    created_at: Option<ExportField>,
    #[serde(flatten)]
    unknown: BTreeMap<String, IgnoredAny>,
}

/// Version 3 is a number. Older versions are texts such as `2.0`, or missing.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(untagged, expecting = "the version must be a number or a text")]
enum Version {
    Number(f64),
    Text(String),
}

/// A field of an export that is only kept if it is a text.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
enum ExportField {
    Text(String),
    Other(IgnoredAny),
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Version::Number(number) => number.fmt(f),
            Version::Text(text) => fmt::Debug::fmt(&crate::text::excerpt(text), f),
        }
    }
}

impl SavedFile {
    /// The game at its end, with every move checked.
    ///
    /// # Errors
    /// [`SavedGameError`] for an unknown version, a missing field or invalid contents.
    pub fn record(self) -> Result<Record, SavedGameError> {
        self.record_with(RuleBook::Revised)
    }

    /// Like [`SavedFile::record`]. `book` is the rule book of older formats, which name none.
    ///
    /// # Errors
    /// [`SavedGameError`] for an unknown version, a missing field or invalid contents.
    pub fn record_with(self, book: RuleBook) -> Result<Record, SavedGameError> {
        self.record_with_warning(book).map(|(record, _)| record)
    }

    /// Like [`SavedFile::record_with`], with a warning if the moves of an export were not kept. The warning is
    /// also the comment before the first move.
    ///
    /// # Errors
    /// [`SavedGameError`] for an unknown version, a missing field or invalid contents.
    pub fn record_with_warning(
        self,
        book: RuleBook,
    ) -> Result<(Record, Option<String>), SavedGameError> {
        match &self.version {
            Some(Version::Number(number)) if *number == f64::from(VERSION) => {
                self.current().map(|record| (record, None))
            }
            None => self.older(book),
            Some(Version::Number(number)) if *number == 1.0 || *number == 2.0 => self.older(book),
            Some(Version::Text(text)) if ["1", "1.0", "2", "2.0"].contains(&text.as_str()) => {
                self.older(book)
            }
            Some(version) => Err(SavedGameError::Version(version.to_string())),
        }
    }

    /// An older format: a position without moves, or an export.
    fn older(self, book: RuleBook) -> Result<(Record, Option<String>), SavedGameError> {
        let Some(payload) = &self.payload else {
            let position = self.older_position(book)?;
            return Ok((Record::new(Game::new(position)), None));
        };
        let (mut record, warning) = payload.exported(book)?;
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

    /// The payload of an export: a game, or only its position with a comment if a move is illegal.
    fn exported(&self, book: RuleBook) -> Result<(Record, Option<String>), SavedGameError> {
        let position = self.older_position(book)?;
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

    fn current(self) -> Result<Record, SavedGameError> {
        if let Some(name) = self.unknown.keys().next() {
            return Err(SavedGameError::Unknown(crate::text::excerpt(name)));
        }
        let export_fields = [
            ("payload", self.payload.is_some()),
            ("name", self.name.is_some()),
            ("createdAt", self.created_at.is_some()),
        ];
        if let Some((name, _)) = export_fields.into_iter().find(|(_, is_given)| *is_given) {
            return Err(SavedGameError::Unknown(name.to_owned()));
        }
        let book = self.rules.ok_or(SavedGameError::Missing("rules"))?;
        let start = self.start.as_deref().ok_or(SavedGameError::Missing("start"))?;
        let moves = self.moves.as_deref().ok_or(SavedGameError::Missing("moves"))?;
        let status = self.status.as_deref().ok_or(SavedGameError::Missing("status"))?;
        let result = self.result.as_deref().ok_or(SavedGameError::Missing("result"))?;
        let start = Position::from_tfen(start, book)
            .map_err(|error| SavedGameError::Start(Box::new(error)))?;
        if start.book() != book {
            return Err(SavedGameError::BookConflict { rules: book, start: start.book() });
        }
        let mut game = Game::new(start);
        let root = game.root();
        if let Some(node) = game.node_mut(root) {
            node.comments.clone_from(&self.comments);
        }
        let mut played = Vec::new();
        play_line(&mut game, root, moves, &mut played)?;
        for (index, variation) in self.variations.iter().enumerate() {
            let from = match variation.from.checked_sub(1) {
                None => root,
                Some(before) => *played
                    .get(before)
                    .ok_or(SavedGameError::From { variation: index + 1, from: variation.from })?,
            };
            play_line(&mut game, from, &variation.moves, &mut played)?;
        }
        let end = game.main_line().last().copied().unwrap_or(root);
        game.go_to(end);
        end_game(&mut game, status, result, self.reason.as_deref())?;
        let tags = self.tags.into_iter().filter(|(name, value)| Record::keeps_tag(name, value));
        Ok(Record { tags: tags.collect(), game })
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

/// Plays the moves of a line after a node, and appends their nodes to `played`.
fn play_line(
    game: &mut Game,
    from: NodeId,
    moves: &[SavedMove],
    played: &mut Vec<NodeId>,
) -> Result<(), SavedGameError> {
    game.go_to(from);
    for saved in moves {
        let number = played.len() + 1;
        if number > MAX_MOVES {
            return Err(SavedGameError::TooManyMoves);
        }
        let fail = |error| SavedGameError::Move { number, error: Box::new(error) };
        let position = game.position();
        let mv = position.read_move(&saved.mv).map_err(fail)?;
        if let Some(text) = &saved.text
            && position.read_move(text).map_err(fail)? != mv
        {
            return Err(SavedGameError::TextMismatch {
                number,
                mv: saved.mv.clone(),
                text: crate::text::excerpt(text),
            });
        }
        game.play_read(&saved.mv).map_err(fail)?;
        let node = game.current();
        played.push(node);
        if let Some(node) = game.node_mut(node) {
            node.comments_before.clone_from(&saved.before);
            node.comments.clone_from(&saved.comments);
            node.nags.clone_from(&saved.nags);
            node.clock = saved.clock.map(std::time::Duration::from_millis);
        }
    }
    Ok(())
}

fn end_game(
    game: &mut Game,
    status: &str,
    result: &str,
    reason: Option<&str>,
) -> Result<(), SavedGameError> {
    let parsed: GameResult =
        result.parse().map_err(|_| SavedGameError::Result(crate::text::excerpt(result)))?;
    let contradiction = || SavedGameError::Ending {
        status: crate::text::excerpt(status),
        result: result.to_owned(),
        reason: reason.map(crate::text::excerpt),
    };
    let named = match (status, parsed, reason) {
        ("ongoing", GameResult::None, None) => match game.ending() {
            None => return Ok(()),
            Some(ending) => return Err(SavedGameError::EndedDifferently(ending)),
        },
        _ => Ending::from_names(status, reason, parsed).ok_or_else(contradiction)?,
    };
    game.end_as_recorded(parsed, Some(named)).map_err(|error| match error {
        EndingError::Shown(ending) => SavedGameError::EndedDifferently(ending),
        EndingError::Impossible(_) => contradiction(),
    })
}

/// Reads tags in order. A repeated tag is an error.
fn read_tags<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Vec<(String, String)>, D::Error> {
    struct Tags;

    impl<'de> Visitor<'de> for Tags {
        type Value = Vec<(String, String)>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("an object of tags, names and texts")
        }

        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
            let mut tags: Vec<(String, String)> = Vec::new();
            let mut names = HashSet::new();
            while let Some((name, value)) = map.next_entry::<String, String>()? {
                let plain = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
                if name.is_empty() || !plain {
                    return Err(A::Error::custom(format!(
                        "{name:?} is not a tag name, expected letters and digits"
                    )));
                }
                if !names.insert(name.clone()) {
                    return Err(A::Error::custom(format!("the tag {name} appears twice")));
                }
                tags.push((name, value));
            }
            Ok(tags)
        }
    }

    deserializer.deserialize_map(Tags)
}
