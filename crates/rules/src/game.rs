//! A game: a start, the moves played, undo and redo, variations, and how it stands.

use core::fmt;

use crate::{
    Claim, Code, Color, Ending, GameResult, IllegalMove, Move, Outcome, Position, ReadMoveError,
    Reason, RuleBook, Status,
    ending::DrawReason,
    game_tree::{Node, NodeId, Played, Tree},
};

/// Something other than a move that the game does not allow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GameError {
    /// The game has ended.
    Over(Ending),
    /// It is the other player's turn.
    NotYourTurn(Color),
    /// There is nothing to claim.
    NoClaim(Claim),
    /// The opponent of this side has offered no draw.
    NoOffer(Color),
}

impl GameError {
    /// The stable code, where it has one.
    #[must_use]
    pub const fn code(self) -> Option<Code> {
        match self {
            GameError::Over(_) => Some(Code::GameOver),
            GameError::NotYourTurn(_) => Some(Code::NotYourTurn),
            GameError::NoClaim(_) | GameError::NoOffer(_) => None,
        }
    }
}

impl fmt::Display for GameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GameError::Over(ending) => write!(f, "the game is over: {ending}"),
            GameError::NotYourTurn(color) => write!(f, "it is not {color}'s turn"),
            GameError::NoClaim(Claim::Threefold) => {
                f.write_str("no draw to claim: the position has not stood three times")
            }
            GameError::NoClaim(Claim::Fifty) => f.write_str(
                "no draw to claim: fewer than 50 moves each since the last capture or pawn's move",
            ),
            GameError::NoOffer(color) => write!(f, "{} has offered no draw", color.other()),
        }
    }
}

impl core::error::Error for GameError {}

/// An ending that the board does not show, and the place where it was declared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Declared {
    at: NodeId,
    ending: Ending,
}

/// A game: a tree of lines, one of which is current, and a ply on it.
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
    tree: Tree,
    /// The nodes of the current line, behind the root, to its end.
    line: Vec<NodeId>,
    ply: usize,
    declared: Option<Declared>,
    draw_offer: Option<Color>,
}

impl Game {
    /// A game that begins with this position.
    #[must_use]
    pub fn new(start: Position) -> Game {
        Game { tree: Tree::new(start), line: Vec::new(), ply: 0, declared: None, draw_offer: None }
    }

    /// The position the game began with.
    #[must_use]
    pub fn start(&self) -> &Position {
        self.tree.node(Tree::ROOT).position()
    }

    /// Which rule book is played.
    #[must_use]
    pub fn book(&self) -> RuleBook {
        self.start().book()
    }

    /// The position now.
    #[must_use]
    pub fn position(&self) -> &Position {
        self.tree.node(self.current()).position()
    }

    /// How many plies of the current line lie behind.
    #[must_use]
    pub const fn ply(&self) -> usize {
        self.ply
    }

    /// How many plies the current line has.
    #[must_use]
    pub const fn line_length(&self) -> usize {
        self.line.len()
    }

    /// The move that led to the position now.
    #[must_use]
    pub fn last(&self) -> Option<Move> {
        self.tree.node(self.current()).mv()
    }

    /// Where the game is in its tree.
    #[must_use]
    pub fn current(&self) -> NodeId {
        self.node_at(self.ply)
    }

    /// The root of the tree, before the first move.
    #[must_use]
    pub const fn root(&self) -> NodeId {
        Tree::ROOT
    }

    /// A node of the tree, if it is (still) there.
    #[must_use]
    pub fn node(&self, id: NodeId) -> Option<&Node> {
        self.tree.get(id)
    }

    /// A node of the tree, to comment on.
    #[must_use]
    pub fn node_mut(&mut self, id: NodeId) -> Option<&mut Node> {
        self.tree.get_mut(id)
    }

    /// The moves of the current line to its end, played and undone.
    pub fn moves(&self) -> impl ExactSizeIterator<Item = Played<'_>> + DoubleEndedIterator {
        self.line.iter().enumerate().map(|(ply, &node)| Played {
            node,
            mv: self.tree.node(node).mv().expect("only the root has no move"),
            before: self.tree.node(self.node_at(ply)).position(),
            after: self.tree.node(node).position(),
        })
    }

    /// Plays a move. What was undone is forgotten, unless this is the move that was undone.
    ///
    /// # Errors
    /// [`IllegalMove`] with every reason, `E_GAME_OVER` among them; the game is left as it was.
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        let after = self.after(mv)?;
        let here = self.current();
        if self.line.get(self.ply).is_none_or(|&next| self.tree.node(next).mv() != Some(mv)) {
            self.truncate();
            let node = self.tree.add(here, mv, after);
            self.line.push(node);
        }
        self.step();
        Ok(())
    }

    /// Plays a move given in coordinate or algebraic notation, and says which it was.
    ///
    /// # Errors
    /// [`ReadMoveError`] with every reason, or all candidates; the game is left as it was.
    pub fn play_text(&mut self, text: &str) -> Result<Move, ReadMoveError> {
        let mv = match (self.position().read_move(text), self.ending()) {
            (Ok(mv), _) => mv,
            (Err(mut error), ending) => {
                if let Some(ending) = ending {
                    error.reasons.retain(|reason| reason.code != Code::GameOver);
                    error.reasons.insert(0, game_over(ending));
                }
                return Err(error);
            }
        };
        self.play(mv).map_err(|error| ReadMoveError::illegal(text, error))?;
        Ok(mv)
    }

    /// Plays a move as this side.
    ///
    /// # Errors
    /// As [`Game::play`], with `E_NOT_YOUR_TURN` where it is the other side's turn.
    pub fn play_as(&mut self, color: Color, mv: Move) -> Result<(), IllegalMove> {
        if color == self.position().turn() || self.ending().is_some() {
            return self.play(mv);
        }
        let reason = Reason::new(Code::NotYourTurn, GameError::NotYourTurn(color).to_string());
        Err(IllegalMove { mv, reasons: vec![reason] })
    }

    /// Plays a move beside what is there: a move that is not in the tree yet begins a variation.
    ///
    /// # Errors
    /// As [`Game::play`].
    pub fn play_variation(&mut self, mv: Move) -> Result<(), IllegalMove> {
        let after = self.after(mv)?;
        let here = self.current();
        let node = match self.tree.child(here, mv) {
            Some(node) => node,
            None => self.tree.add(here, mv, after),
        };
        if self.line.get(self.ply) != Some(&node) {
            self.set_line(node);
        }
        self.ply += 1;
        self.draw_offer = None;
        Ok(())
    }

    /// The position after a move, unless it is illegal or the game is over.
    fn after(&self, mv: Move) -> Result<Position, IllegalMove> {
        if let Some(ending) = self.ending() {
            let mut reasons = vec![game_over(ending)];
            reasons.extend(
                self.position()
                    .explain(mv)
                    .into_iter()
                    .filter(|reason| reason.code != Code::GameOver),
            );
            return Err(IllegalMove { mv, reasons });
        }
        self.position().play(mv)
    }

    /// Goes on to the next ply; a draw offer lapses when the other side moves.
    fn step(&mut self) {
        let mover = self.position().turn();
        self.ply += 1;
        if self.draw_offer == Some(mover.other()) {
            self.draw_offer = None;
        }
    }

    /// Goes back a ply. False at the start.
    pub fn undo(&mut self) -> bool {
        self.ply > 0 && self.jump(self.ply - 1)
    }

    /// Goes forward a ply on the current line. False at its end.
    pub fn redo(&mut self) -> bool {
        self.jump(self.ply + 1)
    }

    /// Goes to a ply of the current line. False if it has no such ply.
    pub fn jump(&mut self, ply: usize) -> bool {
        if ply > self.line.len() {
            return false;
        }
        self.ply = ply;
        self.draw_offer = None;
        true
    }

    /// Goes to a node of the tree; the current line is then the one that leads there and on. False if
    /// there is no such node.
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

    /// Forgets all that follows the position now.
    pub fn truncate(&mut self) {
        let here = self.current();
        self.tree.remove_children(here);
        self.line.truncate(self.ply);
        self.forget_lost_ending();
    }

    /// Removes a variation: a node and all that follows it. False for the root, or where there is no such node.
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

    /// Makes the line that leads to a node the main line. False if there is no such node.
    pub fn promote(&mut self, id: NodeId) -> bool {
        if self.tree.get(id).is_none() {
            return false;
        }
        for node in self.tree.path(id) {
            self.tree.put_first(node);
        }
        true
    }

    /// The position's status: how the game stands at the ply now shown.
    #[must_use]
    pub fn status(&self) -> Status {
        self.ending().map_or(Status::Ongoing, Ending::status)
    }

    /// The result, as it stands at the ply now shown.
    #[must_use]
    pub fn result(&self) -> GameResult {
        self.ending().map_or(GameResult::None, Ending::result)
    }

    /// How the game ended, if it has at the ply now shown.
    #[must_use]
    pub fn ending(&self) -> Option<Ending> {
        let position = self.position();
        match position.outcome() {
            Outcome::Checkmate => {
                return Some(Ending::Checkmate { winner: position.turn().other() });
            }
            Outcome::Stalemate => return Some(Ending::Stalemate),
            Outcome::Ongoing => {}
        }
        if let Some(declared) = self.declared
            && declared.at == self.current()
        {
            return Some(declared.ending);
        }
        let draw = if Color::ALL.into_iter().all(|color| position.is_bare_king(color)) {
            DrawReason::BareKings
        } else if self.repetitions() >= 5 {
            DrawReason::Fivefold
        } else if position.halfmoves() >= 150 {
            DrawReason::SeventyFive
        } else {
            return None;
        };
        Some(Ending::Draw(draw))
    }

    /// How many times the position now has stood on the way to it, this time included.
    #[must_use]
    pub fn repetitions(&self) -> usize {
        let position = self.position();
        let reversible = usize::from(position.halfmoves()).min(self.ply);
        let earlier = (self.ply - reversible..self.ply)
            .filter(|&ply| self.tree.node(self.node_at(ply)).position().key() == position.key())
            .count();
        earlier + 1
    }

    /// What the side to move may claim a draw for.
    #[must_use]
    pub fn claims(&self) -> Vec<Claim> {
        if self.ending().is_some() {
            return Vec::new();
        }
        let holds = |claim: &Claim| match claim {
            Claim::Threefold => self.repetitions() >= 3,
            Claim::Fifty => self.position().halfmoves() >= 100,
        };
        Claim::ALL.into_iter().filter(holds).collect()
    }

    /// Claims a draw as this side, which must be the one to move.
    ///
    /// # Errors
    /// [`GameError`]; the game is left as it was.
    pub fn claim(&mut self, color: Color, claim: Claim) -> Result<(), GameError> {
        self.must_be_ongoing()?;
        if color != self.position().turn() {
            return Err(GameError::NotYourTurn(color));
        }
        if !self.claims().contains(&claim) {
            return Err(GameError::NoClaim(claim));
        }
        self.declare(Ending::Draw(claim.into()));
        Ok(())
    }

    /// Who has offered a draw that still stands. It lapses when the other side moves.
    #[must_use]
    pub const fn draw_offer(&self) -> Option<Color> {
        self.draw_offer
    }

    /// Offers a draw as this side; accepts one if the other side has offered it.
    ///
    /// # Errors
    /// [`GameError::Over`].
    pub fn offer_draw(&mut self, color: Color) -> Result<(), GameError> {
        self.must_be_ongoing()?;
        if self.draw_offer == Some(color.other()) {
            return self.accept_draw(color);
        }
        self.draw_offer = Some(color);
        Ok(())
    }

    /// Accepts, as this side, the draw that the other has offered.
    ///
    /// # Errors
    /// [`GameError`]; the game is left as it was.
    pub fn accept_draw(&mut self, color: Color) -> Result<(), GameError> {
        self.must_have_offer(color)?;
        self.declare(Ending::Draw(DrawReason::Agreement));
        Ok(())
    }

    /// Declines, as this side, the draw that the other has offered.
    ///
    /// # Errors
    /// [`GameError`]; the game is left as it was.
    pub fn decline_draw(&mut self, color: Color) -> Result<(), GameError> {
        self.must_have_offer(color)?;
        self.draw_offer = None;
        Ok(())
    }

    /// This side resigns.
    ///
    /// # Errors
    /// [`GameError::Over`].
    pub fn resign(&mut self, color: Color) -> Result<(), GameError> {
        self.must_be_ongoing()?;
        self.declare(Ending::Resigned(color));
        Ok(())
    }

    /// This side's flag has fallen: it has lost, or drawn if its opponent has a bare king.
    ///
    /// # Errors
    /// [`GameError::Over`].
    pub fn flag(&mut self, color: Color) -> Result<(), GameError> {
        self.must_be_ongoing()?;
        let drawn = self.position().is_bare_king(color.other());
        self.declare(Ending::Timeout { flagged: color, drawn });
        Ok(())
    }

    /// The game is given up without a result.
    ///
    /// # Errors
    /// [`GameError::Over`].
    pub fn abort(&mut self) -> Result<(), GameError> {
        self.must_be_ongoing()?;
        self.declare(Ending::Aborted);
        Ok(())
    }

    /// Takes an ending from a record that the position alone does not show.
    pub(crate) fn declare(&mut self, ending: Ending) {
        self.draw_offer = None;
        self.declared = Some(Declared { at: self.current(), ending });
    }

    /// The ply a takeback of this side goes back to: its own last decision, a forced promotion and the
    /// move after it being one. None if it has made none.
    #[must_use]
    pub fn takeback_ply(&self, color: Color) -> Option<usize> {
        let played: Vec<Played<'_>> = self.moves().take(self.ply).collect();
        let last = played.iter().rposition(|played| played.color() == color)?;
        let with_promotion = last
            .checked_sub(1)
            .filter(|&ply| played[ply].is_forced() && played[ply].color() == color);
        Some(with_promotion.unwrap_or(last))
    }

    /// Takes back to this side's own last decision and forgets what followed, an ending included. False
    /// if the side has made no decision.
    pub fn take_back(&mut self, color: Color) -> bool {
        let Some(ply) = self.takeback_ply(color) else {
            return false;
        };
        self.jump(ply);
        self.truncate();
        true
    }

    fn must_be_ongoing(&self) -> Result<(), GameError> {
        match self.ending() {
            Some(ending) => Err(GameError::Over(ending)),
            None => Ok(()),
        }
    }

    fn must_have_offer(&self, color: Color) -> Result<(), GameError> {
        self.must_be_ongoing()?;
        if self.draw_offer == Some(color.other()) { Ok(()) } else { Err(GameError::NoOffer(color)) }
    }

    fn node_at(&self, ply: usize) -> NodeId {
        match ply.checked_sub(1) {
            Some(index) => self.line[index],
            None => Tree::ROOT,
        }
    }

    /// Makes the line through a node the current one: the way there, then first children.
    fn set_line(&mut self, through: NodeId) {
        self.line = self.tree.path(through);
        let mut end = through;
        while let Some(&next) = self.tree.node(end).children().first() {
            self.line.push(next);
            end = next;
        }
    }

    /// An ending declared at a node that was removed goes with it.
    fn forget_lost_ending(&mut self) {
        self.declared = self.declared.filter(|declared| self.tree.get(declared.at).is_some());
    }
}

fn game_over(ending: Ending) -> Reason {
    Reason::new(Code::GameOver, GameError::Over(ending).to_string())
}
