//! The report on a study's main line, made one position at a time, and other questions about a study for the engine.

use std::collections::HashSet;

use serde::Serialize;
use trid_rules::{
    Game,
    game::{Evaluation, NodeId},
};
use trid_view::Snapshot;

use super::Study;
use crate::{
    EvaluatedPosition, GameReport, PositionScore, Threat, is_good_enough, next_to_evaluate,
    remove_evaluations, store_evaluation, stored::last_alternative, stored_scores,
};

/// The report on a study's main line, as far as it is known.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct StudyReport {
    /// The nodes of the main line, with the root.
    pub nodes: Vec<u32>,
    /// White's win chance at each node, from 0 to 1; `None` where there is no evaluation yet.
    pub win_chances: Vec<Option<f64>>,
    /// The number of positions without an evaluation.
    pub missing: usize,
    /// Whether a position has been evaluated. The score of the end of a finished game is known without that.
    pub is_started: bool,
    /// The report, if every position after a move has an evaluation.
    pub report: Option<GameReport>,
}

/// What to say to a player who looks for a better move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum TryVerdict {
    /// The move is good enough.
    Good,
    /// The move loses too much.
    Bad,
    /// The move is the one that was played in the game.
    Played,
    /// The score of the position after the move decides.
    Unknown,
}

impl Study {
    /// The report on the main line, as far as it is known.
    #[must_use]
    pub fn report(&self) -> StudyReport {
        let scores = stored_scores(self.game());
        StudyReport {
            nodes: self.main_line_positions().map(NodeId::index).collect(),
            missing: scores.iter().filter(|score| score.is_none()).count(),
            win_chances: scores.iter().map(|score| score.map(PositionScore::win_chance)).collect(),
            is_started: self
                .main_line_positions()
                .any(|id| self.game().node(id).is_some_and(|node| node.evaluation.is_some())),
            report: GameReport::from_stored(&self.record),
        }
    }

    /// The node of the main line to evaluate next.
    #[must_use]
    pub fn next_to_evaluate(&self) -> Option<NodeId> {
        next_to_evaluate(self.game())
    }

    /// Stores the evaluation of a node of the main line, and grades the move played there. False if the node is not on
    /// the main line.
    pub fn store_evaluation(&mut self, node: NodeId, evaluated: &EvaluatedPosition) -> bool {
        let known: HashSet<NodeId> = self.positions.values().flatten().copied().collect();
        if !store_evaluation(&mut self.record.game, node, evaluated) {
            return false;
        }
        for id in self.descendants(node) {
            if !known.contains(&id) {
                self.add_position(id);
            }
        }
        let played = self.game().node(node).and_then(|node| node.children().first().copied());
        self.changed.extend(played);
        self.mark_changed(node);
        true
    }

    /// Removes the evaluations of the main line, and the glyphs that agree with them.
    pub fn remove_evaluations(&mut self) {
        remove_evaluations(&mut self.record);
        for node in self.main_line_positions().collect::<Vec<_>>() {
            self.mark_changed(node);
        }
    }

    /// White's win chance at a node that has an evaluation, from 0 to 1.
    #[must_use]
    pub fn win_chance(&self, node: NodeId) -> Option<f64> {
        Some(PositionScore::Evaluated(self.evaluation(node)?).win_chance())
    }

    /// A game with the moves to a node and nothing else; `None` if there is no such node.
    #[must_use]
    pub fn line_to(&self, node: NodeId) -> Option<Game> {
        self.game().node(node)?;
        let mut line = Game::new(self.game().start().clone());
        for id in self.game().path(node) {
            line.play(self.game().node(id)?.mv()?).ok()?;
        }
        Some(line)
    }

    /// The position after some moves from a node, which are not added to the tree. It ends before a move that is not
    /// legal. `None` if there is no such node.
    #[must_use]
    pub fn preview(&self, node: NodeId, moves: &[&str]) -> Option<Snapshot> {
        let mut line = self.line_to(node)?;
        for mv in moves {
            let Ok(mv) = line.read_move(mv) else { break };
            line.play_unchecked(mv);
        }
        Some(Snapshot::of(&line))
    }

    /// The position with the other side to move, or why there is none. `None` if there is no such node.
    #[must_use]
    pub fn threat(&self, node: NodeId) -> Option<Threat> {
        Some(Threat::of(&self.line_to(node)?))
    }

    /// Judges a move that a player tries instead of the one played after a node of the main line. `score` is the score
    /// of the position after the move, if it has been evaluated.
    #[must_use]
    pub fn judge_try(&self, node: NodeId, text: &str, score: Option<Evaluation>) -> TryVerdict {
        self.try_verdict(node, text, score).unwrap_or(TryVerdict::Unknown)
    }

    fn try_verdict(
        &self,
        node: NodeId,
        text: &str,
        score: Option<Evaluation>,
    ) -> Option<TryVerdict> {
        let mut line = self.line_to(node)?;
        let mover = line.position().turn();
        let mv = line.read_move(text).ok()?;
        line.play_unchecked(mv);
        let played = *self.game().node(node)?.children().first()?;
        if self.game().node(played)?.mv() == Some(mv) {
            return Some(TryVerdict::Played);
        }
        if last_alternative(self.game(), played).first() == Some(&mv) {
            return Some(TryVerdict::Good);
        }
        let before = PositionScore::Evaluated(self.evaluation(node)?);
        let after = PositionScore::of_ended(&line).or(score.map(PositionScore::Evaluated))?;
        let is_good = is_good_enough(before, after, mover);
        Some(if is_good { TryVerdict::Good } else { TryVerdict::Bad })
    }

    fn main_line_positions(&self) -> impl Iterator<Item = NodeId> {
        std::iter::once(self.game().root()).chain(self.game().main_line())
    }
}
