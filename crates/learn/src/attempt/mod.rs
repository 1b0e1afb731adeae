//! An attempt at an exercise: pure transitions from one state to the next.

mod frame;
mod state;

use std::fmt;

use trid_rules::{
    Color, Game, Move, Position, Square, Status,
    game::{Claim, GameError},
    notation::{ReadMoveError, TfenError},
};
use trid_view::{History, Snapshot};

use frame::Frame;
pub use state::{AttemptFailure, AttemptState, FailureKind, Hint, Phase};

use crate::goal::{Goal, GoalTracker};
use crate::reply::{best_capture, sensible};
use crate::{Exercise, Mistake, Opponent};

/// Why an exercise cannot be attempted. A test finds that in the course.
#[derive(Clone, PartialEq, Debug)]
pub enum ExerciseError {
    /// Its position is not legal.
    Position(TfenError),
    /// A move before it is not legal.
    Before(ReadMoveError),
}

impl fmt::Display for ExerciseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ExerciseError::Position(error) => error.fmt(f),
            ExerciseError::Before(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ExerciseError {}

/// Why a move, claim or answer cannot be made.
#[derive(Clone, PartialEq, Debug)]
#[allow(missing_docs, reason = "the names are self-explanatory")]
pub enum AttemptError {
    Move(ReadMoveError),
    Claim(GameError),
    /// The attempt is over, or the opponent is to move.
    NotYourTurn,
}

/// An attempt at an exercise.
#[derive(Clone, Debug)]
pub struct Attempt {
    exercise: Exercise,
    player: Color,
    /// The states of the attempt; the last one is current.
    frames: Vec<Frame>,
    /// How many hints were shown.
    hints: usize,
    /// Whether the solution was shown, which earns no stars.
    is_shown: bool,
}

impl Attempt {
    /// A new attempt.
    ///
    /// # Errors
    /// [`ExerciseError`].
    pub fn new(exercise: &Exercise) -> Result<Attempt, ExerciseError> {
        let start = Position::from_tfen(&exercise.tfen, exercise.rules);
        let mut game = Game::new(start.map_err(ExerciseError::Position)?);
        for text in &exercise.before {
            let mv = game.read_move(text).map_err(ExerciseError::Before)?;
            game.play_unchecked(mv);
        }
        let player = game.position().turn();
        let frame = Frame {
            played: Vec::new(),
            last: None,
            tracker: GoalTracker::default(),
            used: 0,
            phase: Phase::Playing,
            reply: None,
            failure: None,
            game,
        };
        Ok(Attempt {
            exercise: exercise.clone(),
            player,
            frames: vec![frame],
            hints: 0,
            is_shown: false,
        })
    }

    /// The exercise.
    #[must_use]
    pub const fn exercise(&self) -> &Exercise {
        &self.exercise
    }

    /// The game at the current position.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.frame().game
    }

    /// Where the attempt is.
    #[must_use]
    pub fn phase(&self) -> Phase {
        self.frame().phase
    }

    /// Whether the goal is reached in the current position.
    #[must_use]
    pub fn is_goal_met(&self) -> bool {
        self.is_met(self.frame())
    }

    /// The attempt as the page shows it.
    #[must_use]
    pub fn state(&self) -> AttemptState {
        let frame = self.frame();
        let mut snapshot = Snapshot::of(&frame.game);
        snapshot.game.ply = frame.played.len();
        snapshot.game.last = frame.played.last().map(|played| played.mv.clone());
        snapshot.game.effects = frame.last.clone();
        if frame.phase != Phase::Playing {
            snapshot.moves.clear();
        }
        let over = matches!(frame.phase, Phase::Solved | Phase::Failed);
        AttemptState {
            history: History { moves: frame.played.clone(), ply: frame.played.len() },
            phase: frame.phase,
            goals: self.exercise.goal.stars(&frame.tracker),
            used: frame.used,
            stars: self.stars(),
            failure: frame.failure.clone().filter(|_| over),
            snapshot,
        }
    }

    /// Three stars within par and without a hint. Each costs one, and one is left.
    fn stars(&self) -> u8 {
        let frame = self.frame();
        if frame.phase != Phase::Solved || self.is_shown {
            return 0;
        }
        let over_par = u8::from(frame.used > self.exercise.par);
        3 - over_par - u8::from(self.hints > 0)
    }

    /// Plays a move of the player, in any notation.
    ///
    /// # Errors
    /// [`AttemptError`]; nothing changes.
    pub fn play(&mut self, text: &str) -> Result<(), AttemptError> {
        self.must_be_playing()?;
        let frame = self.frame();
        let mv = frame.game.position().read_move(text).map_err(AttemptError::Move)?;
        let mut next = frame.with_move(mv);
        let ends_turn = next.game.position().turn() != self.player;
        next.used += usize::from(ends_turn);
        next.tracker.add(frame.game.position(), mv, next.game.position());
        if let Some(mistake) = self.mistake(frame.used, mv)
            && !self.is_met(&next)
        {
            next.fail(FailureKind::Mistake, Some(mistake.text.clone()));
            let reply = mistake.reply.as_deref().and_then(|text| next.legal(text));
            next.reply = reply.or_else(|| next.refutation(&self.exercise.goal));
            next.phase = if next.reply.is_some() { Phase::Replying } else { Phase::Failed };
        } else if ends_turn {
            self.judge(&mut next);
        } else if self.is_met(&next) {
            next.phase = Phase::Solved;
        }
        self.frames.push(next);
        Ok(())
    }

    /// Makes the opponent's move in the phase `Replying`.
    pub fn reply(&mut self) {
        let frame = self.frame();
        let Some(mv) = frame.reply.filter(|_| frame.phase == Phase::Replying) else { return };
        let mut next = frame.with_move(mv);
        next.tracker.follow(&frame.game.position().effects(mv));
        next.reply = None;
        next.phase = if next.failure.is_some() { Phase::Failed } else { Phase::Playing };
        if next.phase == Phase::Playing && next.game.position().turn() != self.player {
            self.answer(&mut next);
        }
        self.after_reply(&mut next);
        self.frames.push(next);
    }

    /// Claims a draw for the player.
    ///
    /// # Errors
    /// [`AttemptError`]; nothing changes.
    pub fn claim(&mut self, claim: Claim) -> Result<(), AttemptError> {
        self.must_be_playing()?;
        let mut next = self.frame().clone();
        next.game.claim(self.player, claim).map_err(AttemptError::Claim)?;
        next.used += 1;
        next.tracker.claim(claim);
        if self.is_met(&next) {
            next.phase = Phase::Solved;
        } else {
            next.fail(FailureKind::OutOfMoves, None);
        }
        self.frames.push(next);
        Ok(())
    }

    /// Picks a square, in an exercise that asks for squares. A wrong one counts as a move.
    pub fn pick(&mut self, square: Square) {
        let Goal::Find(squares) = &self.exercise.goal else { return };
        if self.phase() != Phase::Playing {
            return;
        }
        let mut next = self.frame().clone();
        next.failure = None;
        next.used += 1;
        if squares.contains(&square) {
            next.tracker.find(square);
            if self.is_met(&next) {
                next.phase = Phase::Solved;
            }
        } else {
            next.fail(FailureKind::WrongSquare, None);
        }
        self.frames.push(next);
    }

    /// Picks one of the moves, in an exercise that asks for the illegal one. A legal one is played to show it.
    pub fn choose(&mut self, index: usize) {
        let Goal::Illegal(moves) = &self.exercise.goal else { return };
        let Some(text) = moves.get(index).filter(|_| self.phase() == Phase::Playing) else {
            return;
        };
        let frame = self.frame();
        let mut next = match frame.legal(text) {
            Some(mv) => {
                let mut next = frame.with_move(mv);
                next.fail(FailureKind::Legal, None);
                next
            }
            None => {
                let mut next = frame.clone();
                next.tracker.exposed = true;
                next.phase = Phase::Solved;
                next
            }
        };
        next.used += 1;
        self.frames.push(next);
    }

    /// Takes back the player's last move and the reply to it.
    pub fn undo(&mut self) {
        while self.frames.len() > 1 {
            self.frames.pop();
            if self.phase() == Phase::Playing {
                break;
            }
        }
    }

    /// Starts again.
    pub fn retry(&mut self) {
        self.frames.truncate(1);
        self.is_shown = false;
    }

    /// Starts again to show the solution, which earns no stars. Returns its steps.
    pub fn show_solution(&mut self) -> Vec<String> {
        self.retry();
        self.is_shown = true;
        self.exercise.solution.clone()
    }

    /// The next hint: its text, if the exercise has one left, and the move to mark otherwise.
    pub fn hint(&mut self) -> Hint {
        let text = self.exercise.hints.get(self.hints).cloned();
        self.hints += 1;
        let mv = if text.is_none() { self.next_of_solution() } else { None };
        Hint { text, mv }
    }

    /// The next move of the solution; none if the player has left it.
    fn next_of_solution(&self) -> Option<String> {
        let frame = self.frame();
        let own = frame.played.iter().filter(|played| played.color == self.player);
        let followed = own.zip(&self.exercise.solution).all(|(played, text)| played.mv == *text);
        followed.then(|| self.exercise.solution.get(frame.used).cloned()).flatten()
    }

    fn must_be_playing(&self) -> Result<(), AttemptError> {
        if self.phase() == Phase::Playing { Ok(()) } else { Err(AttemptError::NotYourTurn) }
    }

    fn frame(&self) -> &Frame {
        self.frames.last().expect("there is always a first frame")
    }

    fn is_met(&self, frame: &Frame) -> bool {
        self.exercise.goal.is_met(&frame.tracker, &frame.game)
    }

    fn mistake(&self, used: usize, mv: Move) -> Option<&Mistake> {
        let name = mv.to_string();
        self.exercise.mistakes.iter().find(|each| each.after == used && each.mv == name)
    }

    /// Decides what follows a move that ended the player's turn.
    fn judge(&self, next: &mut Frame) {
        let goal = &self.exercise.goal;
        let position = next.game.position();
        let taken = (self.exercise.opponent == Opponent::Captures)
            .then(|| best_capture(position))
            .flatten();
        if let Some(mv) = taken {
            next.fail(FailureKind::Captured, None);
            next.refute(mv);
        } else if self.is_met(next) {
            next.phase = Phase::Solved;
        } else if let Some(mv) = next.refutation(goal).filter(|_| next.is_lost(goal)) {
            next.fail(next.failure_of(goal), None);
            next.refute(mv);
        } else if next.used >= self.exercise.moves || next.game.status() != Status::Ongoing {
            next.fail(next.failure_of(goal), None);
            if let Some(mv) = next.refutation(goal) {
                next.refute(mv);
            }
        } else {
            self.answer(next);
            self.after_reply(next);
        }
    }

    /// The opponent passes, or their reply is set.
    fn answer(&self, next: &mut Frame) {
        let position = next.game.position();
        let scripted = self.exercise.replies.get(next.used.saturating_sub(1));
        let scripted = scripted.and_then(|text| next.legal(text));
        if scripted.is_none()
            && self.exercise.opponent != Opponent::Answers
            && let Ok(passed) = position.swap_turn()
        {
            next.game = Game::new(passed);
            next.phase = Phase::Playing;
            return;
        }
        next.reply = scripted.or_else(|| sensible(position));
        next.phase = Phase::Replying;
    }

    /// Fails the attempt if the player cannot go on.
    fn after_reply(&self, next: &mut Frame) {
        if next.phase == Phase::Playing && next.game.status() != Status::Ongoing {
            next.fail(FailureKind::NoMoves, None);
        }
    }
}
