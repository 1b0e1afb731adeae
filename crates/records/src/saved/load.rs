//! Plays a saved game.

use trid_rules::{
    Ending, Game, GameResult, Position, Status,
    game::{EndingError, NodeId},
    notation::excerpt,
};

use super::{SavedGame, SavedGameError, SavedMove, VERSION};
use crate::Record;
use crate::tpgn::MAX_MOVES;

impl SavedGame {
    /// The game at its end, with every move checked.
    ///
    /// # Errors
    /// [`SavedGameError`] for an unknown version or invalid contents.
    pub fn record(self) -> Result<Record, SavedGameError> {
        if self.version != VERSION {
            return Err(SavedGameError::Version(self.version.to_string()));
        }
        let start = Position::from_tfen(&self.start, self.rules)
            .map_err(|error| SavedGameError::Start(Box::new(error)))?;
        if start.book() != self.rules {
            return Err(SavedGameError::BookConflict { rules: self.rules, start: start.book() });
        }
        let mut game = Game::new(start);
        let root = game.root();
        if let Some(node) = game.node_mut(root) {
            node.comments.clone_from(&self.comments);
            node.evaluation = self.eval;
            node.shapes.clone_from(&self.shapes);
        }
        let mut played = Vec::new();
        play_line(&mut game, root, &self.moves, &mut played)?;
        for (index, variation) in self.variations.iter().enumerate() {
            let from = match variation.from.checked_sub(1) {
                None => root,
                Some(before) => *played
                    .get(before)
                    .ok_or(SavedGameError::From { variation: index + 1, from: variation.from })?,
            };
            play_line(&mut game, from, &variation.moves, &mut played)?;
        }
        let end = game.main_line().last().copied().unwrap_or(root);
        game.go_to(end);
        self.end(&mut game)?;
        let tags = self.tags.into_iter().filter(|(name, value)| Record::keeps_tag(name, value));
        Ok(Record { tags: tags.collect(), game })
    }

    fn end(&self, game: &mut Game) -> Result<(), SavedGameError> {
        let (status, result, reason) = (self.status, self.result, self.reason);
        let contradiction = || SavedGameError::Ending { status, result, reason };
        let named = match (status, result, reason) {
            (Status::Ongoing, GameResult::None, None) => match game.ending() {
                None => return Ok(()),
                Some(ending) => return Err(SavedGameError::EndedDifferently(ending)),
            },
            _ => Ending::from_fields(status, reason, result).ok_or_else(contradiction)?,
        };
        game.end_as_recorded(result, Some(named)).map_err(|error| match error {
            EndingError::Shown(ending) => SavedGameError::EndedDifferently(ending),
            EndingError::Impossible(_) => contradiction(),
        })
    }
}

/// Plays the moves of a line after a node, and appends their nodes to `played`.
fn play_line(
    game: &mut Game,
    from: NodeId,
    moves: &[SavedMove],
    played: &mut Vec<NodeId>,
) -> Result<(), SavedGameError> {
    game.go_to(from);
    for saved in moves {
        let number = played.len() + 1;
        if number > MAX_MOVES {
            return Err(SavedGameError::TooManyMoves);
        }
        let fail = |error| SavedGameError::Move { number, error: Box::new(error) };
        let mv = game.read_move(&saved.mv).map_err(fail)?;
        if let Some(text) = &saved.text
            && game.position().read_move(text).map_err(fail)? != mv
        {
            let text = excerpt(text);
            return Err(SavedGameError::TextMismatch { number, mv: saved.mv.clone(), text });
        }
        game.play_unchecked(mv);
        let node = game.current();
        played.push(node);
        if let Some(node) = game.node_mut(node) {
            saved.annotate(node);
        }
    }
    Ok(())
}
