//! Paths: the place of a node in the tree as short text, for links.

use std::fmt;
use std::str::FromStr;

use trid_rules::{Game, game::NodeId};

/// The place of a node: how many first continuations to follow, then which other continuation to take, and so on.
/// `12` is the twelfth ply of the main line; `12-1-3` follows the main line for twelve plies, takes the first
/// variation there and goes on for three plies.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct NodePath(Vec<usize>);

impl NodePath {
    /// The path to a node; `None` if there is no such node.
    #[must_use]
    pub fn to(game: &Game, node: NodeId) -> Option<NodePath> {
        game.node(node)?;
        let mut steps = vec![0];
        let mut parent = game.root();
        for id in game.path(node) {
            let child = game.node(parent)?.children().iter().position(|&child| child == id)?;
            match steps.last_mut() {
                Some(plies) if child == 0 => *plies += 1,
                _ => steps.extend([child, 0]),
            }
            parent = id;
        }
        Some(NodePath(steps))
    }

    /// The node at this path.
    #[must_use]
    pub fn find(&self, game: &Game) -> Option<NodeId> {
        let mut node = game.root();
        for (index, &step) in self.0.iter().enumerate() {
            if index % 2 == 1 {
                node = *game.node(node)?.children().get(step)?;
                continue;
            }
            for _ in 0..step {
                node = *game.node(node)?.children().first()?;
            }
        }
        Some(node)
    }
}

impl fmt::Display for NodePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, step) in self.0.iter().enumerate() {
            write!(f, "{}{step}", if index == 0 { "" } else { "-" })?;
        }
        Ok(())
    }
}

/// A text that is not a path.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("not the path of a node, expected numbers such as 12 or 12-1-3")]
pub struct ParsePathError;

impl FromStr for NodePath {
    type Err = ParsePathError;

    fn from_str(text: &str) -> Result<NodePath, ParsePathError> {
        let steps: Result<Vec<usize>, _> = text.split('-').map(str::parse).collect();
        let steps = steps.map_err(|_| ParsePathError)?;
        if steps.len() % 2 == 0 { Err(ParsePathError) } else { Ok(NodePath(steps)) }
    }
}
