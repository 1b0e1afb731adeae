//! Saved games as JSON, version 3.

mod error;
mod load;

use std::collections::VecDeque;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use trid_rules::{
    Ending, Game, GameResult, RuleBook, Status,
    game::{EndReason, Evaluation, Node, NodeId, Shapes},
};

use crate::Record;
use crate::json::{read_tags, write_tags};

pub use error::SavedGameError;

/// The version of saved games.
pub(crate) const VERSION: u32 = 3;

/// A saved game.
///
/// The tree is flat, so that readers do not recurse: the moves of all lines are numbered in order from 1,
/// the main line first, and a variation names the move it follows.
///
/// ```
/// use trid_records::{Record, SavedGame};
/// use trid_rules::Game;
///
/// let record = Record::new(Game::default());
/// let json = serde_json::to_string(&SavedGame::from(&record))?;
/// let saved: SavedGame = serde_json::from_str(&json)?;
/// assert_eq!(saved.record()?, record);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(deny_unknown_fields, expecting = "an object with a saved game")]
pub struct SavedGame {
    version: u32,
    #[serde(with = "trid_view::json")]
    #[cfg_attr(feature = "typescript", ts(as = "trid_view::json::TypeOf<_>"))]
    rules: RuleBook,
    start: String,
    #[serde(
        default,
        skip_serializing_if = "Vec::is_empty",
        serialize_with = "write_tags",
        deserialize_with = "read_tags"
    )]
    #[cfg_attr(
        feature = "typescript",
        ts(optional, as = "Option<std::collections::BTreeMap<String, String>>")
    )]
    tags: Vec<(String, String)>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<_>"))]
    comments: Vec<String>,
    /// The evaluation of the start.
    #[serde(with = "trid_view::json", default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(
        feature = "typescript",
        ts(optional, as = "Option<trid_view::json::TypeOf<Evaluation>>")
    )]
    eval: Option<Evaluation>,
    /// Arrows and marks at the start.
    #[serde(with = "trid_view::json", default, skip_serializing_if = "Shapes::is_empty")]
    #[cfg_attr(
        feature = "typescript",
        ts(optional, as = "Option<trid_view::json::TypeOf<Shapes>>")
    )]
    shapes: Shapes,
    moves: Vec<SavedMove>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<_>"))]
    variations: Vec<SavedVariation>,
    #[serde(with = "trid_view::json")]
    #[cfg_attr(feature = "typescript", ts(as = "trid_view::json::TypeOf<_>"))]
    status: Status,
    #[serde(with = "trid_view::json")]
    #[cfg_attr(feature = "typescript", ts(as = "trid_view::json::TypeOf<_>"))]
    result: GameResult,
    #[serde(with = "trid_view::json", default)]
    #[cfg_attr(feature = "typescript", ts(as = "trid_view::json::TypeOf<_>"))]
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
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    nags: Vec<u8>,
    /// The mover's clock after the move, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    clock: Option<u64>,
    /// The evaluation of the position after the move.
    #[serde(with = "trid_view::json", default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(
        feature = "typescript",
        ts(optional, as = "Option<trid_view::json::TypeOf<Evaluation>>")
    )]
    eval: Option<Evaluation>,
    /// Arrows and marks.
    #[serde(with = "trid_view::json", default, skip_serializing_if = "Shapes::is_empty")]
    #[cfg_attr(
        feature = "typescript",
        ts(optional, as = "Option<trid_view::json::TypeOf<Shapes>>")
    )]
    shapes: Shapes,
    /// Variations beside the move that could not be read, as text.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<_>"))]
    unread: Vec<String>,
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
        let root = game.node(game.root()).expect("every game has a root");
        let mut lines = lines(game);
        let main = lines.remove(0);
        SavedGame {
            version: VERSION,
            rules: game.book(),
            start: game.start().to_tfen(),
            tags: record.tags.clone(),
            comments: root.comments.clone(),
            eval: root.evaluation,
            shapes: root.shapes.clone(),
            moves: main.moves,
            variations: lines,
            status: ending.map_or(Status::Ongoing, Ending::status),
            result: ending.map_or(GameResult::None, Ending::result),
            reason: ending.and_then(Ending::reason),
        }
    }
}

/// All lines of a game, the main line first, each with the number of the move it follows.
fn lines(game: &Game) -> Vec<SavedVariation> {
    let mut lines = Vec::new();
    let mut number = 0;
    // The number and node that a line follows, and its first node.
    let mut waiting = VecDeque::from([(0, game.root(), None)]);
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
        text: Some(game.node(before)?.position().algebraic(mv).to_string()),
        before: node.comments_before.clone(),
        comments: node.comments.clone(),
        nags: node.nags.clone(),
        clock: node.clock.map(|clock| u64::try_from(clock.as_millis()).unwrap_or(u64::MAX)),
        eval: node.evaluation,
        shapes: node.shapes.clone(),
        unread: node.unread.clone(),
    })
}

impl SavedMove {
    /// Writes the annotations of the move into its node.
    fn annotate(&self, node: &mut Node) {
        node.comments_before.clone_from(&self.before);
        node.comments.clone_from(&self.comments);
        node.nags.clone_from(&self.nags);
        node.clock = self.clock.map(Duration::from_millis);
        node.evaluation = self.eval;
        node.shapes.clone_from(&self.shapes);
        node.unread.clone_from(&self.unread);
    }
}
