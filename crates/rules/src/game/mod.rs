//! Games: a start position, moves, undo and redo, and variations.

pub(crate) mod actions;
mod end_detection;
pub(crate) mod ending;
pub(crate) mod evaluation;
pub(crate) mod recorded_ending;
pub(crate) mod shapes;
pub(crate) mod tree;
pub(crate) mod win_chance;

pub use actions::GameError;
pub use ending::{Claim, DrawReason, EndReason, ParseResultError};
pub use evaluation::{Evaluation, ParseEvaluationError};
pub use recorded_ending::EndingError;
pub use shapes::{DrawnArrow, DrawnMark, ShapeColor, Shapes};
pub use tree::{Node, NodeId, Played};
pub use win_chance::Wdl;

use crate::{
    Code, Color, Ending, IllegalMoveError, Move, Position, ReadMoveError, Reason, ReasonDetail,
    RuleBook, game::tree::Tree,
};

/// An ending that the position does not show, and the node where it was declared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Declared {
    pub(crate) at: NodeId,
    pub(crate) ending: Ending,
}

/// A game: a tree of moves, with a current line and a ply on it.
///
/// ```
/// use trid_rules::{Game, Position, RuleBook, Status};
///
/// let mut game = Game::new(Position::start(RuleBook::Revised));
/// game.play("b2Wb4N".parse()?)?;
/// assert_eq!((game.ply(), game.status()), (1, Status::Ongoing));
/// game.undo();
/// assert_eq!(game.position(), &Position::start(RuleBook::Revised));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Game {
    pub(crate) tree: Tree,
    /// The nodes of the current line to its end, without the root.
    pub(crate) line: Vec<NodeId>,
    pub(crate) ply: usize,
    pub(crate) declared: Option<Declared>,
    pub(crate) draw_offer: Option<Color>,
}

/// A game from the start position of the revised rules.
impl Default for Game {
    fn default() -> Game {
        Game::new(Position::default())
    }
}

impl Game {
    /// A game that starts from this position.
    #[must_use]
    pub fn new(start: Position) -> Game {
        Game { tree: Tree::new(start), line: Vec::new(), ply: 0, declared: None, draw_offer: None }
    }

    /// The start position.
    #[must_use]
    pub fn start(&self) -> &Position {
        self.tree.node(Tree::ROOT).position()
    }

    /// The rule book.
    #[must_use]
    pub fn book(&self) -> RuleBook {
        self.start().book()
    }

    /// The current position.
    #[must_use]
    pub fn position(&self) -> &Position {
        self.tree.node(self.current()).position()
    }

    /// The current ply: the number of moves played on the current line.
    #[must_use]
    pub const fn ply(&self) -> usize {
        self.ply
    }

    /// The number of plies of the current line.
    #[must_use]
    pub const fn line_length(&self) -> usize {
        self.line.len()
    }

    /// The last move before the current position.
    #[must_use]
    pub fn last(&self) -> Option<Move> {
        self.tree.node(self.current()).mv()
    }

    /// The current node.
    #[must_use]
    pub fn current(&self) -> NodeId {
        self.node_at(self.ply)
    }

    /// The root of the tree, before the first move.
    #[must_use]
    pub const fn root(&self) -> NodeId {
        Tree::ROOT
    }

    /// A node of the tree, if it exists.
    #[must_use]
    pub fn node(&self, id: NodeId) -> Option<&Node> {
        self.tree.get(id)
    }

    /// A node of the tree, for changing its comments.
    #[must_use]
    pub fn node_mut(&mut self, id: NodeId) -> Option<&mut Node> {
        self.tree.get_mut(id)
    }

    /// The moves of the current line to its end, including undone ones.
    ///
    /// ```
    /// use trid_rules::Game;
    ///
    /// let mut game = Game::default();
    /// game.play("b2Wb4N".parse()?)?;
    /// let texts: Vec<String> = game.moves().map(|played| played.algebraic().to_string()).collect();
    /// assert_eq!(texts, ["b4N"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn moves(&self) -> impl ExactSizeIterator<Item = Played<'_>> + DoubleEndedIterator {
        self.line.iter().enumerate().map(|(ply, &node)| Played {
            node,
            mv: self.tree.node(node).mv().expect("only the root has no move"),
            before: self.tree.node(self.node_at(ply)).position(),
            after: self.tree.node(node).position(),
        })
    }

    /// Plays a move. A move that is not in the tree yet starts a variation there; [`Game::truncate`] first to replace
    /// what was played.
    ///
    /// ```
    /// use trid_rules::Game;
    ///
    /// let mut game = Game::default();
    /// game.play(game.read_move("b4N")?)?;
    /// let reasons = game.play("b2Wb4N".parse()?).unwrap_err().reasons;
    /// assert_eq!(reasons[0].code.name(), "E_NO_PIECE");
    /// game.undo();
    /// game.play("a1Wb3N".parse()?)?;
    /// assert_eq!(game.node(game.root()).unwrap().children().len(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`IllegalMoveError`] with every reason, including `E_GAME_OVER`; the game does not change.
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMoveError> {
        self.check(mv)?;
        self.play_unchecked(mv);
        Ok(())
    }

    /// Reads a move of the current position in any notation.
    ///
    /// # Errors
    /// [`ReadMoveError`] with every reason, including `E_GAME_OVER`, or all candidates.
    pub fn read_move(&self, text: &str) -> Result<Move, ReadMoveError> {
        let read = self.position().read_move(text);
        let ending = match read {
            // There is a legal move, so the position shows no ending.
            Ok(_) => self.declared_ending().or_else(|| self.automatic_draw().map(Ending::Draw)),
            Err(_) => self.ending(),
        };
        let Some(ending) = ending else { return read };
        let mut error = read.err().unwrap_or_else(|| ReadMoveError::new(text, Vec::new()));
        error.reasons.retain(|reason| reason.code != Code::GameOver);
        error.reasons.insert(0, game_over(ending));
        Err(error)
    }

    /// Plays a move without checking it: one that was just generated or read.
    pub fn play_unchecked(&mut self, mv: Move) {
        let here = self.current();
        let mover = self.position().turn();
        let node = self.tree.child(here, mv).unwrap_or_else(|| self.tree.add(here, mv));
        if self.line.get(self.ply) != Some(&node) {
            self.line.truncate(self.ply);
            self.line.push(node);
            let mut line = std::mem::take(&mut self.line);
            self.extend_line(&mut line);
            self.line = line;
        }
        self.ply += 1;
        // An offer lapses when the opponent moves.
        self.draw_offer = self.draw_offer.filter(|&offerer| offerer == mover);
    }

    /// Reserves space for this many moves, to avoid reallocations while reading a long game.
    pub fn reserve(&mut self, moves: usize) {
        self.tree.reserve(moves);
        self.line.reserve(moves);
    }

    /// Checks that a move is legal and the game is not over.
    fn check(&self, mv: Move) -> Result<(), IllegalMoveError> {
        let mut reasons = self.position().explain(mv);
        if let Some(ending) = self.ending() {
            reasons.retain(|reason| reason.code != Code::GameOver);
            reasons.insert(0, game_over(ending));
        }
        if reasons.is_empty() { Ok(()) } else { Err(IllegalMoveError { mv, reasons }) }
    }

    /// Goes back one ply. False at the start.
    ///
    /// ```
    /// use trid_rules::Game;
    ///
    /// let mut game = Game::default();
    /// game.play("b2Wb4N".parse()?)?;
    /// assert!(game.undo() && !game.undo());
    /// assert!(game.redo());
    /// assert_eq!(game.ply(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn undo(&mut self) -> bool {
        self.ply > 0 && self.jump(self.ply - 1)
    }

    /// Goes forward one ply on the current line. False at its end.
    pub fn redo(&mut self) -> bool {
        self.jump(self.ply + 1)
    }

    /// Goes to a ply of the current line. False if there is no such ply.
    pub fn jump(&mut self, ply: usize) -> bool {
        if ply > self.line.len() {
            return false;
        }
        self.ply = ply;
        self.draw_offer = None;
        true
    }

    /// Goes to a node of the tree. The current line becomes the one through it. False if there is no such
    /// node.
    pub fn go_to(&mut self, id: NodeId) -> bool {
        if self.tree.get(id).is_none() {
            return false;
        }
        if !self.line.contains(&id) {
            self.set_line(id);
        }
        self.ply = self.line.iter().position(|&node| node == id).map_or(0, |index| index + 1);
        self.draw_offer = None;
        true
    }

    /// Removes everything after the current position.
    pub fn truncate(&mut self) {
        let here = self.current();
        self.tree.remove_children(here);
        self.line.truncate(self.ply);
        self.forget_lost_ending();
    }

    /// Removes a variation: a node and everything after it. False for the root, or if there is no such node.
    pub fn remove(&mut self, id: NodeId) -> bool {
        let Some(parent) = self.tree.get(id).and_then(Node::parent) else {
            return false;
        };
        self.tree.remove(id);
        if let Some(index) = self.line.iter().position(|&node| node == id) {
            let ply = self.ply.min(index);
            self.set_line(parent);
            self.jump(ply);
        }
        self.forget_lost_ending();
        true
    }

    /// Makes the line to a node the main line. False if there is no such node.
    pub fn promote(&mut self, id: NodeId) -> bool {
        if self.tree.get(id).is_none() {
            return false;
        }
        for node in self.tree.path(id) {
            self.tree.put_first(node);
        }
        true
    }

    /// Moves the innermost variation that a node is part of before its siblings. False on the main line, or if there
    /// is no such node.
    pub fn promote_variation(&mut self, id: NodeId) -> bool {
        if self.tree.get(id).is_none() {
            return false;
        }
        let is_variation = |&node: &NodeId| {
            let parent = self.tree.node(node).parent();
            parent.is_some_and(|parent| self.tree.node(parent).children().first() != Some(&node))
        };
        let start = self.tree.path(id).into_iter().rev().find(is_variation);
        if let Some(start) = start {
            self.tree.put_first(start);
        }
        start.is_some()
    }

    /// The nodes from the root, excluded, to this one. Empty if there is no such node.
    #[must_use]
    pub fn path(&self, id: NodeId) -> Vec<NodeId> {
        if self.tree.get(id).is_none() { Vec::new() } else { self.tree.path(id) }
    }

    /// The nodes of the current line to its end, without the root.
    #[must_use]
    pub fn line(&self) -> &[NodeId] {
        &self.line
    }

    /// The nodes of the main line, without the root.
    #[must_use]
    pub fn main_line(&self) -> Vec<NodeId> {
        let mut line = Vec::new();
        self.extend_line(&mut line);
        line
    }

    /// Ends the game in a way that the position does not show.
    pub(crate) fn declare(&mut self, ending: Ending) {
        self.draw_offer = None;
        self.declared = Some(Declared { at: self.current(), ending });
    }

    /// The ending that was declared at the current node.
    fn declared_ending(&self) -> Option<Ending> {
        let declared = self.declared.filter(|declared| declared.at == self.current());
        declared.map(|declared| declared.ending)
    }

    fn node_at(&self, ply: usize) -> NodeId {
        match ply.checked_sub(1) {
            Some(index) => self.line[index],
            None => Tree::ROOT,
        }
    }

    /// Makes the line through a node the current one: the path to it, then first children.
    fn set_line(&mut self, through: NodeId) {
        let mut line = self.tree.path(through);
        self.extend_line(&mut line);
        self.line = line;
    }

    /// Extends a line by first children to its end.
    fn extend_line(&self, line: &mut Vec<NodeId>) {
        let mut end = line.last().copied().unwrap_or(Tree::ROOT);
        while let Some(&next) = self.tree.node(end).children().first() {
            line.push(next);
            end = next;
        }
    }

    /// Removes an ending that was declared at a removed node.
    fn forget_lost_ending(&mut self) {
        self.declared = self.declared.filter(|declared| self.tree.get(declared.at).is_some());
    }
}

fn game_over(ending: Ending) -> Reason {
    Reason::new(ReasonDetail::GameOver { ending })
}
