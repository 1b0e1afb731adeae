//! Saved games as JSON: version 3, and three older formats and their exports that are only read.
//!
//! This module defines the structures; callers read and write the JSON text. [`SavedGame`] is written,
//! [`SavedFile`] is read. [`SavedReader`] splits a file of several games.

mod error;
mod file;
mod history;
mod number;
mod older;
mod reader;

pub use error::SavedGameError;
pub use file::SavedFile;
pub use reader::{SavedReader, SavedText, SavedTextError};

use serde::{Deserialize, Serialize, Serializer, ser::SerializeMap};

use crate::{EndReason, Game, GameResult, Node, NodeId, Record, RuleBook, Status};

/// The version of written games.
pub const VERSION: u32 = 3;

/// A game to be saved.
///
/// The tree is flat, so that readers do not recurse: the moves of all lines are numbered in order from 1,
/// the main line first, and a variation names the move it follows.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SavedGame {
    version: u32,
    rules: RuleBook,
    start: String,
    #[serde(skip_serializing_if = "Vec::is_empty", serialize_with = "write_tags")]
    #[cfg_attr(
        feature = "typescript",
        ts(optional, as = "Option<std::collections::BTreeMap<String, String>>")
    )]
    tags: Vec<(String, String)>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<_>"))]
    comments: Vec<String>,
    moves: Vec<SavedMove>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<_>"))]
    variations: Vec<SavedVariation>,
    status: Status,
    result: GameResult,
    reason: Option<EndReason>,
}

/// A move with its annotations.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields, expecting = "an object with a move")]
pub(crate) struct SavedMove {
    /// Coordinate notation.
    #[serde(rename = "move")]
    mv: String,
    /// Algebraic notation, for human readers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    /// Comments before the move, if it starts a variation.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    before: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    comments: Vec<String>,
    #[serde(
        default,
        skip_serializing_if = "Vec::is_empty",
        deserialize_with = "number::read_nags"
    )]
    nags: Vec<u8>,
    /// The mover's clock after the move, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    clock: Option<u64>,
}

/// A variation.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields, expecting = "an object with a variation")]
pub(crate) struct SavedVariation {
    /// The number of the move it follows; 0 is the start.
    from: usize,
    moves: Vec<SavedMove>,
}

impl From<&Record> for SavedGame {
    fn from(record: &Record) -> SavedGame {
        let game = &record.game;
        let ending = game.final_ending();
        let mut lines = lines(game);
        let main = lines.remove(0);
        SavedGame {
            version: VERSION,
            rules: game.book(),
            start: game.start().to_tfen(),
            tags: record.tags.clone(),
            comments: game.node(game.root()).map_or_else(Vec::new, |root| root.comments.clone()),
            moves: main.moves,
            variations: lines,
            status: ending.map_or(Status::Ongoing, crate::Ending::status),
            result: ending.map_or(GameResult::None, crate::Ending::result),
            reason: ending.and_then(crate::Ending::reason),
        }
    }
}

/// All lines of a game, the main line first, each with the number of the move it follows.
fn lines(game: &Game) -> Vec<SavedVariation> {
    let mut lines = Vec::new();
    let mut number = 0;
    // The number and node that a line follows, and its first node.
    let mut waiting = std::collections::VecDeque::from([(0, game.root(), None)]);
    while let Some((from, parent, first)) = waiting.pop_front() {
        let mut line = SavedVariation { from, moves: Vec::new() };
        let mut before = parent;
        let mut next = first.or_else(|| main_child(game, parent));
        if first.is_none() {
            waiting.extend(other_children(game, parent).map(|child| (0, parent, Some(child))));
        }
        while let Some(id) = next {
            number += 1;
            line.moves.extend(saved_move(game, before, id));
            waiting.extend(other_children(game, id).map(|child| (number, id, Some(child))));
            before = id;
            next = main_child(game, id);
        }
        lines.push(line);
    }
    lines
}

fn main_child(game: &Game, id: NodeId) -> Option<NodeId> {
    game.node(id)?.children().first().copied()
}

fn other_children(game: &Game, id: NodeId) -> impl Iterator<Item = NodeId> {
    game.node(id).map_or(&[][..], Node::children).iter().skip(1).copied()
}

fn saved_move(game: &Game, before: NodeId, id: NodeId) -> Option<SavedMove> {
    let node = game.node(id)?;
    let mv = node.mv()?;
    Some(SavedMove {
        mv: mv.to_string(),
        text: Some(game.node(before)?.position().algebraic(mv)),
        before: node.comments_before.clone(),
        comments: node.comments.clone(),
        nags: node.nags.clone(),
        clock: node.clock.map(|clock| u64::try_from(clock.as_millis()).unwrap_or(u64::MAX)),
    })
}

fn write_tags<S: Serializer>(tags: &[(String, String)], serializer: S) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(Some(tags.len()))?;
    for (name, value) in tags {
        map.serialize_entry(name, value)?;
    }
    map.end()
}
