//! What a view of a study draws: nodes as data, and what has changed since it was last drawn.

use serde::Serialize;
use trid_rules::game::{Evaluation, NodeId, Shapes};
use trid_view::PlayedMove;

use super::Study;

/// A node of the tree.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct StudyNode {
    /// The number that names it while the study is open.
    pub id: u32,
    /// The node before; none at the root.
    pub parent: Option<u32>,
    /// The continuations, the main one first.
    pub children: Vec<u32>,
    /// The number of moves before it.
    pub ply: usize,
    /// The move; none at the root.
    pub played: Option<PlayedMove>,
    /// The key of the position, 16 hex digits.
    pub key: String,
    /// The comment before the move, if it starts a variation.
    pub comment_before: String,
    /// The comment after the move.
    pub comment: String,
    /// Numeric annotation glyphs: 1 is `!`, 2 `?`.
    pub nags: Vec<u8>,
    /// The evaluation of the position, found here or at another node with the same position.
    #[serde(with = "trid_view::json")]
    #[cfg_attr(feature = "typescript", ts(as = "trid_view::json::TypeOf<_>"))]
    pub eval: Option<Evaluation>,
    /// The mover's clock after the move, in milliseconds.
    pub clock: Option<u64>,
    /// Drawn arrows and marks.
    #[serde(with = "trid_view::json")]
    #[cfg_attr(feature = "typescript", ts(as = "trid_view::json::TypeOf<_>"))]
    pub shapes: Shapes,
    /// A node that reaches the position by another order of moves, if the orders meet here.
    pub twin: Option<u32>,
    /// Variations beside this move that could not be read, as text.
    pub unread: Vec<String>,
}

/// What has changed in a study.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct StudyChanges {
    /// New and changed nodes.
    pub nodes: Vec<StudyNode>,
    /// The nodes that were removed.
    pub removed: Vec<u32>,
    /// The current node.
    pub current: u32,
    /// The nodes of the current line to its end, without the root.
    pub line: Vec<u32>,
}

impl Study {
    /// What has changed since the last call. The first call returns all nodes.
    pub fn take_changes(&mut self) -> StudyChanges {
        let changed = std::mem::take(&mut self.changed);
        let game = self.game();
        StudyChanges {
            nodes: changed.into_iter().filter_map(|id| self.view(id)).collect(),
            current: game.current().index(),
            line: game.line().iter().map(|id| id.index()).collect(),
            removed: std::mem::take(&mut self.removed).iter().map(|id| id.index()).collect(),
        }
    }

    fn view(&self, id: NodeId) -> Option<StudyNode> {
        let game = self.game();
        let node = game.node(id)?;
        let parent = node.parent().and_then(|parent| game.node(parent));
        let played =
            parent.zip(node.mv()).map(|(parent, mv)| PlayedMove::new(parent.position(), mv));
        Some(StudyNode {
            id: id.index(),
            parent: node.parent().map(NodeId::index),
            children: node.children().iter().map(|child| child.index()).collect(),
            ply: game.path(id).len(),
            played,
            key: format!("{:016x}", node.position().key()),
            comment_before: node.comments_before.join(" "),
            comment: node.comments.join(" "),
            nags: node.nags.clone(),
            eval: self.evaluation(id),
            clock: node.clock.map(|clock| u64::try_from(clock.as_millis()).unwrap_or(u64::MAX)),
            shapes: node.shapes.clone(),
            twin: self.meeting_twin(id).map(NodeId::index),
            unread: node.unread.clone(),
        })
    }

    /// The moves from the start to a node, with numbers: `1. b4N Nb6N 2. a3W`.
    #[must_use]
    pub fn line_text(&self, id: NodeId) -> String {
        let nodes = self.game().path(id);
        let moves: Vec<_> = nodes.iter().filter_map(|&id| self.game().node(id)?.mv()).collect();
        self.game().start().numbered_line(&moves)
    }

    /// The evaluation of a node's position, found there or at a twin.
    #[must_use]
    pub fn evaluation(&self, id: NodeId) -> Option<Evaluation> {
        let own = self.game().node(id)?.evaluation;
        own.or_else(|| {
            let same = self.positions.get(&self.game().node(id)?.position().key())?;
            same.iter().find_map(|&other| self.game().node(other)?.evaluation)
        })
    }

    /// The first twin whose parent has another position: the orders of moves meet here.
    fn meeting_twin(&self, id: NodeId) -> Option<NodeId> {
        let parent_key = |id: NodeId| {
            let parent = self.game().node(id)?.parent()?;
            Some(self.game().node(parent)?.position().key())
        };
        let own = parent_key(id)?;
        self.twins(id).into_iter().find(|&twin| parent_key(twin) != Some(own))
    }
}
