//! Changes to a study's tree: order of variations, removal, comments, glyphs, shapes and evaluations.

use trid_rules::game::{Evaluation, Node, NodeId, Shapes};

use super::Study;

/// Glyphs that judge a move: `!`, `?`, `!!`, `??`, `!?`, `?!`, forced.
const MOVE_GLYPHS: [u8; 8] = [1, 2, 3, 4, 5, 6, 7, 22];

/// Glyphs that assess the position: equal, unclear, a slight to a winning advantage.
const POSITION_GLYPHS: [u8; 8] = [10, 13, 14, 15, 16, 17, 18, 19];

impl Study {
    /// Puts the innermost variation of a node before its siblings. False on the main line.
    pub fn promote_variation(&mut self, id: NodeId) -> bool {
        self.reorder(id, |study| study.record.game.promote_variation(id))
    }

    /// Makes the line to a node the main line. False if there is no such node.
    pub fn make_main_line(&mut self, id: NodeId) -> bool {
        self.reorder(id, |study| study.record.game.promote(id))
    }

    /// Removes a node and everything after it. The current node becomes its parent if it was removed. False for the
    /// root, or if there is no such node.
    pub fn remove(&mut self, id: NodeId) -> bool {
        let Some(parent) = self.game().node(id).and_then(Node::parent) else { return false };
        for node in self.descendants(id) {
            let key = self.game().node(node).map(|node| node.position().key());
            self.remove_position(node, key);
        }
        self.record.game.remove(id);
        self.changed.insert(parent);
        true
    }

    /// Replaces the comments after a move. An empty text removes them. A text that says the same changes nothing, so
    /// that several comments of a file stay apart.
    pub fn set_comment(&mut self, id: NodeId, text: &str) -> bool {
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        self.edit(id, |node| {
            if text != node.comments.join(" ") {
                node.comments = Some(text).filter(|text| !text.is_empty()).into_iter().collect();
            }
        })
    }

    /// Replaces the glyphs of a move. The root has no move and takes none.
    pub fn set_glyphs(&mut self, id: NodeId, nags: Vec<u8>) -> bool {
        id != self.game().root() && self.edit(id, |node| node.nags = nags)
    }

    /// Adds a glyph, or removes it if it is there. A glyph replaces the other ones of its kind: a move has one
    /// judgement and one assessment.
    pub fn toggle_glyph(&mut self, id: NodeId, nag: u8) -> bool {
        let Some(node) = self.game().node(id) else { return false };
        let kinds = [&MOVE_GLYPHS[..], &POSITION_GLYPHS[..]];
        let same_kind = kinds.into_iter().find(|kind| kind.contains(&nag)).unwrap_or(&[]);
        let had = node.nags.contains(&nag);
        let mut nags = node.nags.clone();
        nags.retain(|other| *other != nag && !same_kind.contains(other));
        if !had {
            nags.push(nag);
        }
        self.set_glyphs(id, nags)
    }

    /// Replaces the drawn arrows and marks of a node.
    pub fn set_shapes(&mut self, id: NodeId, shapes: &Shapes) -> bool {
        self.edit(id, |node| node.shapes.clone_from(shapes))
    }

    /// Replaces the evaluation of a node.
    pub fn set_evaluation(&mut self, id: NodeId, evaluation: Option<Evaluation>) -> bool {
        let changed = self.edit(id, |node| node.evaluation = evaluation);
        self.mark_changed(id);
        changed
    }

    fn edit(&mut self, id: NodeId, change: impl FnOnce(&mut Node)) -> bool {
        let Some(node) = self.record.game.node_mut(id) else { return false };
        change(node);
        self.changed.insert(id);
        true
    }

    /// Changes the order of continuations on the way to a node.
    fn reorder(&mut self, id: NodeId, change: impl FnOnce(&mut Study) -> bool) -> bool {
        let done = change(self);
        if done {
            let root = self.game().root();
            self.changed.extend(self.record.game.path(id));
            self.changed.insert(root);
        }
        done
    }
}
