//! The tree of a game's lines: moves with their positions, comments and annotation glyphs.

use core::time::Duration;

use crate::{Color, Move, MoveEffects, Position};

/// A place in a game's tree: the start, or a move played there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(u32);

/// A move of the tree with what is said about it; at the root the start, with no move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Node {
    parent: Option<NodeId>,
    mv: Option<Move>,
    position: Position,
    /// How many plies lie behind since a piece was captured or a pawn promoted, which nothing undoes: the
    /// positions before cannot come again.
    reversible: u32,
    children: Children,
    /// Comments that stand before the move, where it begins a variation.
    pub comments_before: Vec<String>,
    /// Comments that stand after the move.
    pub comments: Vec<String>,
    /// Numeric annotation glyphs: 1 is `!`, 2 `?`.
    pub nags: Vec<u8>,
    /// What the mover's clock showed after the move.
    pub clock: Option<Duration>,
}

impl Node {
    #[inline]
    fn new(parent: Option<NodeId>, mv: Option<Move>, position: Position) -> Node {
        Node {
            parent,
            mv,
            position,
            reversible: 0,
            children: Children::None,
            comments_before: Vec::new(),
            comments: Vec::new(),
            nags: Vec::new(),
            clock: None,
        }
    }

    /// The node before it; none at the root.
    #[must_use]
    pub const fn parent(&self) -> Option<NodeId> {
        self.parent
    }

    /// The move; none at the root.
    #[must_use]
    pub const fn mv(&self) -> Option<Move> {
        self.mv
    }

    /// The position after the move.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// What was played or considered next, the main line first.
    #[must_use]
    pub fn children(&self) -> &[NodeId] {
        match &self.children {
            Children::None => &[],
            Children::One(only) => core::slice::from_ref(only),
            Children::Several(several) => several,
        }
    }

    /// How many of the plies that led here may have held the position that it holds.
    pub(crate) const fn reversible(&self) -> usize {
        self.reversible as usize
    }
}

/// What follows a node. Most often it is one move, for which nothing is allocated.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Children {
    None,
    One(NodeId),
    Several(Vec<NodeId>),
}

impl Children {
    fn of(nodes: &[NodeId]) -> Children {
        match nodes {
            [] => Children::None,
            [only] => Children::One(*only),
            _ => Children::Several(nodes.to_vec()),
        }
    }

    fn push(&mut self, node: NodeId) {
        match self {
            Children::None => *self = Children::One(node),
            Children::One(first) => *self = Children::Several(vec![*first, node]),
            Children::Several(several) => several.push(node),
        }
    }
}

/// All nodes of a game. A removed node's id is never used again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Tree {
    nodes: Vec<Option<Node>>,
    /// The keys of all nodes' positions, close together for counting repetitions.
    keys: Vec<u64>,
}

impl Tree {
    pub(crate) const ROOT: NodeId = NodeId(0);

    pub(crate) fn new(start: Position) -> Tree {
        Tree { keys: vec![start.key()], nodes: vec![Some(Node::new(None, None, start))] }
    }

    /// The key of a node's position.
    pub(crate) fn key(&self, id: NodeId) -> u64 {
        self.keys[id.0 as usize]
    }

    pub(crate) fn get(&self, id: NodeId) -> Option<&Node> {
        self.nodes.get(id.0 as usize)?.as_ref()
    }

    pub(crate) fn get_mut(&mut self, id: NodeId) -> Option<&mut Node> {
        self.nodes.get_mut(id.0 as usize)?.as_mut()
    }

    /// A node that is known to be there.
    pub(crate) fn node(&self, id: NodeId) -> &Node {
        self.get(id).expect("a node of this game")
    }

    /// The child with this move, if there is one.
    pub(crate) fn child(&self, parent: NodeId, mv: Move) -> Option<NodeId> {
        self.node(parent).children().iter().copied().find(|&child| self.node(child).mv == Some(mv))
    }

    /// Adds a child with a legal move behind those that are there.
    pub(crate) fn add(&mut self, parent: NodeId, mv: Move) -> NodeId {
        let id = NodeId(
            u32::try_from(self.nodes.len()).expect("a game of less than four billion moves"),
        );
        self.nodes.push(None);
        let (others, new) = self.nodes.split_at_mut(id.0 as usize);
        let before = others[parent.0 as usize].as_mut().expect("a node of this game");
        before.children.push(id);
        // Made and played where it stays: positions are large enough for their copies to be felt.
        let node = new[0].insert(Node::new(Some(parent), Some(mv), before.position.clone()));
        node.reversible =
            if before.position.is_irreversible(mv) { 0 } else { before.reversible + 1 };
        node.position.play_unchecked(mv);
        self.keys.push(node.position.key());
        id
    }

    /// Makes room for so many nodes more.
    pub(crate) fn reserve(&mut self, count: usize) {
        self.nodes.reserve(count);
        self.keys.reserve(count);
    }

    /// Removes all that follows a node.
    pub(crate) fn remove_children(&mut self, id: NodeId) {
        let mut doomed = self.node(id).children().to_vec();
        *self.children_mut(id) = Children::None;
        while let Some(child) = doomed.pop() {
            if let Some(node) = self.nodes[child.0 as usize].take() {
                doomed.extend(node.children());
            }
        }
    }

    /// Removes a node and all that follows it.
    pub(crate) fn remove(&mut self, id: NodeId) {
        self.remove_children(id);
        if let Some(parent) = self.nodes[id.0 as usize].take().and_then(|node| node.parent) {
            let others = self.siblings(parent, id);
            *self.children_mut(parent) = Children::of(&others);
        }
    }

    /// Makes a node the first of its parent's children.
    pub(crate) fn put_first(&mut self, id: NodeId) {
        if let Some(parent) = self.node(id).parent {
            let mut children = vec![id];
            children.extend(self.siblings(parent, id));
            *self.children_mut(parent) = Children::of(&children);
        }
    }

    /// The children of a node but for one.
    fn siblings(&self, parent: NodeId, id: NodeId) -> Vec<NodeId> {
        self.node(parent).children().iter().copied().filter(|&child| child != id).collect()
    }

    /// The nodes from behind the root down to this one.
    pub(crate) fn path(&self, id: NodeId) -> Vec<NodeId> {
        let mut path = Vec::new();
        let mut next = id;
        while let Some(parent) = self.node(next).parent {
            path.push(next);
            next = parent;
        }
        path.reverse();
        path
    }

    fn children_mut(&mut self, id: NodeId) -> &mut Children {
        &mut self.get_mut(id).expect("a node of this game").children
    }
}

/// A move of a line with the position it was played in.
#[derive(Clone, Copy, Debug)]
pub struct Played<'a> {
    /// Its place in the tree.
    pub node: NodeId,
    /// The move.
    pub mv: Move,
    /// The position before it.
    pub before: &'a Position,
    /// The position after it.
    pub after: &'a Position,
}

impl Played<'_> {
    /// Its algebraic text.
    #[must_use]
    pub fn text(&self) -> String {
        self.before.algebraic(self.mv)
    }

    /// Who played it.
    #[must_use]
    pub const fn color(&self) -> Color {
        self.before.turn()
    }

    /// The number of the move; a forced promotion has that of the move it stands before.
    #[must_use]
    pub const fn number(&self) -> u16 {
        self.before.move_number()
    }

    /// Whether it is a forced promotion, which stands before its player's move and ends no turn.
    #[must_use]
    pub const fn is_forced(&self) -> bool {
        matches!(self.mv, Move::Promote { .. })
    }

    /// What it changed on the board.
    #[must_use]
    pub fn effects(&self) -> MoveEffects {
        self.before.effects(self.mv)
    }
}
