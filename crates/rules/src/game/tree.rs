//! The tree of moves of a game, with positions, comments and annotation glyphs.

use std::time::Duration;

use crate::{Color, Evaluation, Move, MoveEffects, Position, Shapes, notation::Algebraic};

/// The id of a node in the tree of a game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(u32);

impl NodeId {
    /// The number of the node, for callers that pass it through JSON.
    #[must_use]
    pub const fn index(self) -> u32 {
        self.0
    }

    /// The node with this number. A game may have no such node.
    #[must_use]
    pub const fn from_index(index: u32) -> NodeId {
        NodeId(index)
    }
}

/// A node of the tree: a move with its annotations. The root is the start position, without a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Node {
    parent: Option<NodeId>,
    mv: Option<Move>,
    position: Position,
    /// The number of plies since the last capture or promotion. Positions before that cannot recur.
    reversible: u32,
    children: Children,
    /// Comments before the move, if it starts a variation.
    pub comments_before: Vec<String>,
    /// Comments after the move.
    pub comments: Vec<String>,
    /// Numeric annotation glyphs: 1 is `!`, 2 `?`.
    pub nags: Vec<u8>,
    /// The mover's clock after the move.
    pub clock: Option<Duration>,
    /// The evaluation of the position.
    pub evaluation: Option<Evaluation>,
    /// Drawn arrows and marks.
    pub shapes: Shapes,
    /// Variations beside the move that could not be read, as text.
    pub unread: Vec<String>,
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
            evaluation: None,
            shapes: Shapes::default(),
            unread: Vec::new(),
        }
    }

    /// The parent; none at the root.
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

    /// The next moves, the main line first.
    #[must_use]
    pub fn children(&self) -> &[NodeId] {
        match &self.children {
            Children::None => &[],
            Children::One(only) => std::slice::from_ref(only),
            Children::Several(several) => several,
        }
    }

    /// The number of preceding plies that can hold the same position.
    pub(crate) const fn reversible(&self) -> usize {
        self.reversible as usize
    }
}

/// The children of a node. The common case of one child needs no allocation.
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

/// All nodes of a game. Ids of removed nodes are not reused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Tree {
    nodes: Vec<Option<Node>>,
    /// The keys of all nodes' positions, in one array for counting repetitions fast.
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

    /// A node that is known to exist.
    pub(crate) fn node(&self, id: NodeId) -> &Node {
        self.get(id).expect("a node of this game")
    }

    /// The child with this move, if there is one.
    pub(crate) fn child(&self, parent: NodeId, mv: Move) -> Option<NodeId> {
        self.node(parent).children().iter().copied().find(|&child| self.node(child).mv == Some(mv))
    }

    /// Adds a child with a legal move after the existing ones.
    pub(crate) fn add(&mut self, parent: NodeId, mv: Move) -> NodeId {
        let id = NodeId(
            u32::try_from(self.nodes.len()).expect("a game of less than four billion moves"),
        );
        self.nodes.push(None);
        let (others, new) = self.nodes.split_at_mut(id.0 as usize);
        let before = others[parent.0 as usize].as_mut().expect("a node of this game");
        before.children.push(id);
        // Built in place, because copying a position costs measurable time.
        let node = new[0].insert(Node::new(Some(parent), Some(mv), before.position.clone()));
        node.reversible =
            if before.position.is_irreversible(mv) { 0 } else { before.reversible + 1 };
        node.position.play_unchecked(mv);
        self.keys.push(node.position.key());
        id
    }

    /// Reserves space for this many more nodes.
    pub(crate) fn reserve(&mut self, count: usize) {
        self.nodes.reserve(count);
        self.keys.reserve(count);
    }

    /// Removes all descendants of a node.
    pub(crate) fn remove_children(&mut self, id: NodeId) {
        let mut doomed = self.node(id).children().to_vec();
        *self.children_mut(id) = Children::None;
        while let Some(child) = doomed.pop() {
            if let Some(node) = self.nodes[child.0 as usize].take() {
                doomed.extend(node.children());
            }
        }
    }

    /// Removes a node and all its descendants.
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

    /// The children of a node except one.
    fn siblings(&self, parent: NodeId, id: NodeId) -> Vec<NodeId> {
        self.node(parent).children().iter().copied().filter(|&child| child != id).collect()
    }

    /// The nodes from the root, excluded, to this one.
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
    /// Its node.
    pub node: NodeId,
    /// The move.
    pub mv: Move,
    /// The position before it.
    pub before: &'a Position,
    /// The position after it.
    pub after: &'a Position,
}

impl Played<'_> {
    /// The move in algebraic notation.
    #[must_use]
    pub fn algebraic(&self) -> Algebraic {
        self.before.algebraic(self.mv)
    }

    /// The color that played it.
    #[must_use]
    pub const fn color(&self) -> Color {
        self.before.turn()
    }

    /// The move number. A forced promotion has the number of the move after it.
    #[must_use]
    pub const fn number(&self) -> u16 {
        self.before.move_number()
    }

    /// Whether it is a forced promotion, which comes before its player's move and does not end the turn.
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
