//! How a game stands: whether it has ended and why, its result, and how often its position stood.

use crate::{DrawReason, Ending, Game, GameResult, NodeId, Status, game::tree::Tree};

impl Game {
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
        self.ending_of(&self.line[..self.ply])
    }

    /// How the game ended at the end of its main line, wherever it is now.
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
            _ => self.automatic_draw(line).map(Ending::Draw),
        }
    }

    /// The draw that stands at the end of a line without anyone's doing, mate and stalemate aside.
    pub(crate) fn automatic_draw(&self, line: &[NodeId]) -> Option<DrawReason> {
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

    /// How many times the position now has stood on the way to it, this time included.
    #[must_use]
    pub fn repetitions(&self) -> usize {
        self.repetitions_in(&self.line[..self.ply])
    }

    /// How many times the position at the end of a line has stood on it. The half-move counter is no bound: a
    /// pawn carried away and back sets it to 0, and leaves the position as it was.
    fn repetitions_in(&self, line: &[NodeId]) -> usize {
        let Some((&last, way)) = line.split_last() else {
            return 1;
        };
        let reversible = self.tree.node(last).reversible();
        // Each side has to leave and to come back.
        if reversible < 4 {
            return 1;
        }
        let key = self.tree.key(last);
        let root = (reversible > way.len()).then_some(&Tree::ROOT);
        let recent = &way[way.len().saturating_sub(reversible)..];
        root.into_iter().chain(recent).filter(|&&id| self.tree.key(id) == key).count() + 1
    }
}
