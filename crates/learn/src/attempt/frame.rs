//! A state of an attempt, and what the rules say about it.

use trid_rules::{Game, Move, Position, position::MoveEffects};
use trid_view::PlayedMove;

use super::state::{AttemptFailure, FailureKind, Phase};
use crate::goal::{Goal, GoalTracker, mate_in_one};
use crate::reply::escape;

/// A state of an attempt.
#[derive(Clone, Debug)]
pub(super) struct Frame {
    pub(super) game: Game,
    pub(super) played: Vec<PlayedMove>,
    pub(super) last: Option<MoveEffects>,
    pub(super) tracker: GoalTracker,
    pub(super) used: usize,
    pub(super) phase: Phase,
    /// The opponent's next move, in the phase `Replying`. None if only an engine can find what refutes the player's move.
    pub(super) reply: Option<Move>,
    /// Why the attempt fails: now, or after the reply.
    pub(super) failure: Option<AttemptFailure>,
}

impl Frame {
    /// The first frame of an attempt, with the player to move.
    pub(super) fn new(start: Position) -> Frame {
        Frame {
            game: Game::new(start),
            played: Vec::new(),
            last: None,
            tracker: GoalTracker::default(),
            used: 0,
            phase: Phase::Playing,
            reply: None,
            failure: None,
        }
    }

    /// The frame after a legal move of either side.
    pub(super) fn with_move(&self, mv: Move) -> Frame {
        let mut next = self.clone();
        let before = self.game.position();
        next.played.push(PlayedMove::new(before, mv));
        next.last = Some(before.effects(mv));
        next.game.play(mv).expect("the move is legal");
        next
    }

    pub(super) fn legal(&self, text: &str) -> Option<Move> {
        self.game.position().read_move(text).ok()
    }

    pub(super) fn fail(&mut self, kind: FailureKind, text: Option<String>) {
        self.phase = Phase::Failed;
        let moves = self.played.last().map(|played| played.text.clone()).into_iter().collect();
        self.failure = Some(AttemptFailure { kind, text, moves });
    }

    /// The opponent's move is next.
    pub(super) fn reply_with(&mut self, mv: Move) {
        self.reply = Some(mv);
        self.phase = Phase::Replying;
    }

    /// Whether the goal can no longer be reached, although moves are left.
    pub(super) fn is_lost(&self, goal: &Goal) -> bool {
        goal.contains(&|part| matches!(part, Goal::Safe)) && self.mate().is_some()
    }

    fn mate(&self) -> Option<Move> {
        mate_in_one(self.game.position())
    }

    /// The opponent's move that shows why the goal is missed.
    pub(super) fn refutation(&self, goal: &Goal) -> Option<Move> {
        let position = self.game.position();
        if goal.contains(&|part| matches!(part, Goal::Mate)) && position.is_check() {
            return escape(position);
        }
        self.mate()
    }

    pub(super) fn failure_of(&self, goal: &Goal) -> FailureKind {
        let position = self.game.position();
        let mates = goal.contains(&|part| matches!(part, Goal::Mate));
        if mates && position.is_check() {
            FailureKind::Escapes
        } else if self.mate().is_some() {
            FailureKind::Mated
        } else if mates && position.has_moves() {
            FailureKind::NoCheck
        } else {
            FailureKind::OutOfMoves
        }
    }
}
