//! Status, result and ending of a game, and repetitions.

use crate::{
    DrawReason, Ending, Game, GameResult, Status,
    game::{NodeId, tree::Tree},
};

impl Game {
    /// The status at the current ply.
    #[must_use]
    pub fn status(&self) -> Status {
        self.ending().map_or(Status::Ongoing, Ending::status)
    }

    /// The result at the current ply.
    #[must_use]
    pub fn result(&self) -> GameResult {
        self.ending().map_or(GameResult::None, Ending::result)
    }

    /// How the game ended, if it has ended at the current ply.
    #[must_use]
    pub fn ending(&self) -> Option<Ending> {
        self.ending_of(&self.line[..self.ply])
    }

    /// How the game ended at the end of its main line.
    #[must_use]
    pub fn final_ending(&self) -> Option<Ending> {
        self.ending_of(&self.main_line())
    }

    fn ending_of(&self, line: &[NodeId]) -> Option<Ending> {
        let id = line.last().copied().unwrap_or(Tree::ROOT);
        let position = self.tree.node(id).position();
        if let Some(ending) = position.ending() {
            return Some(ending);
        }
        match self.declared {
            Some(declared) if declared.at == id => Some(declared.ending),
            _ => self.automatic_draw_of(line).map(Ending::Draw),
        }
    }

    /// The draw, other than stalemate, that the current position is without a claim. Cheaper than [`Game::ending`].
    #[must_use]
    pub fn automatic_draw(&self) -> Option<DrawReason> {
        self.automatic_draw_of(&self.line[..self.ply])
    }

    fn automatic_draw_of(&self, line: &[NodeId]) -> Option<DrawReason> {
        let position = self.tree.node(line.last().copied().unwrap_or(Tree::ROOT)).position();
        if position.has_only_kings() {
            Some(DrawReason::BareKings)
        } else if self.repetitions_in(line) >= 5 {
            Some(DrawReason::Fivefold)
        } else if position.halfmoves() >= 150 {
            Some(DrawReason::SeventyFive)
        } else {
            None
        }
    }

    /// How many times the current position has occurred, including now.
    #[must_use]
    pub fn repetitions(&self) -> usize {
        self.repetitions_in(&self.line[..self.ply])
    }

    /// How many times the last position of a line has occurred on it. The half-move counter does not bound
    /// the search: a pawn carried away and back resets it, but restores the position.
    fn repetitions_in(&self, line: &[NodeId]) -> usize {
        let Some((&last, way)) = line.split_last() else {
            return 1;
        };
        let reversible = self.tree.node(last).reversible();
        // Both sides must move away and back.
        if reversible < 4 {
            return 1;
        }
        let key = self.tree.key(last);
        let root = (reversible > way.len()).then_some(&Tree::ROOT);
        let recent = &way[way.len().saturating_sub(reversible)..];
        root.into_iter().chain(recent).filter(|&&id| self.tree.key(id) == key).count() + 1
    }
}
