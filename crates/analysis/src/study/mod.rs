//! Studies: a copy of a game that is analysed, with variations, comments, glyphs and drawn shapes.
//!
//! A [`Study`] records which nodes have changed, so that a view of a long game updates only those
//! ([`Study::take_changes`]).

mod edit;
mod path;
mod report;
mod view;

pub use path::NodePath;
pub use report::{StudyReport, TryVerdict};
pub use view::{StudyChanges, StudyNode};

use std::collections::{BTreeSet, HashMap};

use trid_records::Record;
use trid_rules::{
    Ending, Game,
    game::{Node, NodeId},
    notation::ReadMoveError,
};

/// A game that is being analysed.
#[derive(Clone, Debug)]
pub struct Study {
    record: Record,
    /// The ending that was declared, such as a resignation. It is not part of the game here, so that analysis can go
    /// on after it.
    declared: Option<Ending>,
    /// The nodes of each position, by key.
    positions: HashMap<u64, Vec<NodeId>>,
    changed: BTreeSet<NodeId>,
    removed: Vec<NodeId>,
}

impl Study {
    /// A study of a game, at its start.
    #[must_use]
    pub fn new(mut record: Record) -> Study {
        let declared = record.game.withdraw_ending();
        record.game.go_to(record.game.root());
        let mut study = Study {
            record,
            declared,
            positions: HashMap::new(),
            changed: BTreeSet::new(),
            removed: Vec::new(),
        };
        for node in study.descendants(study.game().root()) {
            study.add_position(node);
        }
        study
    }

    /// The game at the current node. A declared ending is not part of it.
    #[must_use]
    pub const fn game(&self) -> &Game {
        &self.record.game
    }

    /// The value of a tag.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.record.tag(name)
    }

    /// The study as a record, with the ending of its game.
    #[must_use]
    pub fn to_record(&self) -> Record {
        let mut record = self.record.clone();
        if let Some(ending) = self.declared {
            record.game.restore_ending(ending);
        }
        record
    }

    /// Sets a tag. An empty or unknown value removes it.
    pub fn set_tag(&mut self, name: &str, value: &str) {
        self.record.set_tag(name, value);
    }

    /// Goes to a node. False if there is none.
    pub fn go_to(&mut self, node: NodeId) -> bool {
        self.record.game.go_to(node)
    }

    /// Plays a move in any notation at the current node. A move that is not in the tree yet starts a variation.
    ///
    /// # Errors
    /// [`ReadMoveError`] with every reason; the study does not change.
    pub fn play(&mut self, text: &str) -> Result<NodeId, ReadMoveError> {
        let parent = self.game().current();
        let known = self.game().node(parent).map_or(0, |node| node.children().len());
        let mv = self.record.game.read_move(text)?;
        self.record.game.play_unchecked(mv);
        let node = self.game().current();
        if self.game().node(parent).is_some_and(|node| node.children().len() > known) {
            self.changed.insert(parent);
            self.add_position(node);
        }
        Ok(node)
    }

    /// Adds moves after a node as a variation, in coordinate or algebraic notation, and returns the last node that
    /// could be added. The current node stays the same. Used for lines of the engine.
    pub fn add_line<'a>(
        &mut self,
        node: NodeId,
        moves: impl IntoIterator<Item = &'a str>,
    ) -> Option<NodeId> {
        let current = self.game().current();
        if !self.go_to(node) {
            return None;
        }
        let mut last = node;
        for text in moves {
            match self.play(text) {
                Ok(added) => last = added,
                Err(_) => break,
            }
        }
        self.go_to(current);
        Some(last)
    }

    /// The other nodes with the same position that are reached by another order of moves. A repetition on the same
    /// line is not one.
    #[must_use]
    pub fn twins(&self, node: NodeId) -> Vec<NodeId> {
        let Some(found) = self.game().node(node) else { return Vec::new() };
        let others = self.positions.get(&found.position().key()).map_or(&[][..], Vec::as_slice);
        if others.len() < 2 {
            return Vec::new();
        }
        let path = self.game().path(node);
        let is_on_line = |other: NodeId| {
            other == self.game().root()
                || node == self.game().root()
                || path.contains(&other)
                || self.game().path(other).contains(&node)
        };
        others.iter().copied().filter(|&other| other != node && !is_on_line(other)).collect()
    }

    /// The nodes below a node, itself included, parents first.
    fn descendants(&self, node: NodeId) -> Vec<NodeId> {
        let mut found = vec![node];
        let mut next = 0;
        while let Some(&id) = found.get(next) {
            found.extend(self.game().node(id).map_or(&[][..], Node::children));
            next += 1;
        }
        found
    }

    fn add_position(&mut self, id: NodeId) {
        let Some(node) = self.record.game.node(id) else { return };
        let same = self.positions.entry(node.position().key()).or_default();
        same.push(id);
        self.changed.extend(same.iter());
    }

    /// Forgets a node that was removed, and the key of its position.
    fn remove_position(&mut self, id: NodeId, key: Option<u64>) {
        if let Some(same) = key.and_then(|key| self.positions.get_mut(&key)) {
            same.retain(|&other| other != id);
            self.changed.extend(same.iter());
        }
        self.changed.remove(&id);
        self.removed.push(id);
    }

    /// Marks a node as changed, and those that share its score.
    fn mark_changed(&mut self, id: NodeId) {
        let Some(node) = self.record.game.node(id) else { return };
        self.changed.insert(id);
        let same = self.positions.get(&node.position().key());
        self.changed.extend(same.into_iter().flatten());
    }
}
