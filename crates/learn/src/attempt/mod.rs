//! An attempt at an exercise or a puzzle: pure transitions from one state to the next.

mod exercise;
mod frame;
mod puzzle;
mod state;

use std::fmt;

use trid_rules::{
    Color, Game,
    game::GameError,
    notation::{ReadMoveError, TfenError},
};
use trid_view::{History, Snapshot};

use frame::Frame;
pub use state::{AttemptFailure, AttemptState, FailureKind, Hint, Outcome, Phase};

use crate::{Exercise, puzzle::Puzzle};

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

/// What is attempted.
#[derive(Clone, Debug)]
enum Task {
    Exercise(Exercise),
    Puzzle(Puzzle),
}

/// An attempt at an exercise or a puzzle.
#[derive(Clone, Debug)]
pub struct Attempt {
    task: Task,
    player: Color,
    /// The states of the attempt; the last one is current.
    frames: Vec<Frame>,
    /// The ply on the boards, when the player steps through the moves after the end.
    viewed: Option<usize>,
    /// How many hints were shown: of an exercise, or of a step of a puzzle.
    hints: usize,
    /// How many steps of the solution were shown; none if the player is solving it.
    shown: Option<usize>,
    outcome: Option<Outcome>,
}

impl Attempt {
    fn start(task: Task, player: Color, first: Frame) -> Attempt {
        Attempt {
            task,
            player,
            frames: vec![first],
            viewed: None,
            hints: 0,
            shown: None,
            outcome: None,
        }
    }

    /// The game at the position on the boards.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.viewed().game
    }

    /// Where the attempt is.
    #[must_use]
    pub fn phase(&self) -> Phase {
        self.frame().phase
    }

    /// The attempt as the page shows it.
    #[must_use]
    pub fn state(&self) -> AttemptState {
        let (frame, viewed) = (self.frame(), self.viewed());
        let ply = viewed.played.len();
        let mut snapshot = Snapshot::of(&viewed.game);
        snapshot.game.ply = ply;
        snapshot.game.last = viewed.played.last().map(|played| played.mv.clone());
        snapshot.game.effects = viewed.last.clone();
        if frame.phase != Phase::Playing {
            snapshot.moves.clear();
        }
        AttemptState {
            history: History { moves: frame.played.clone(), ply },
            player: self.player,
            phase: frame.phase,
            goals: self.stars_left(frame),
            used: frame.used,
            stars: self.stars(),
            outcome: self.outcome,
            failure: frame.failure.clone(),
            snapshot,
        }
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
        match &self.task {
            Task::Exercise(exercise) => {
                exercise::judge(exercise, self.player, frame, mv, &mut next)
            }
            Task::Puzzle(puzzle) => {
                puzzle::judge(puzzle, mv, &mut next);
                self.hints = 0;
            }
        }
        self.push(next);
        Ok(())
    }

    /// Makes the opponent's move in the phase `Replying`, if it is known, and goes on.
    pub fn reply(&mut self) {
        let frame = self.frame();
        if frame.phase != Phase::Replying {
            return;
        }
        let mut next = frame.reply.map_or_else(|| frame.clone(), |mv| frame.with_move(mv));
        next.reply = None;
        if let Some(failure) = &mut next.failure {
            next.phase = Phase::Failed;
            let reply = next.played.last().filter(|_| frame.reply.is_some());
            failure.moves.extend(reply.map(|played| played.text.clone()));
        } else {
            next.phase = Phase::Playing;
        }
        if let (Task::Exercise(exercise), Some(mv)) = (&self.task, frame.reply) {
            exercise::follow(exercise, self.player, frame, mv, &mut next);
        }
        self.push(next);
    }

    /// Whether the player's wrong move waits for a reply that only an engine can find.
    #[must_use]
    pub fn needs_refutation(&self) -> bool {
        let frame = self.frame();
        frame.phase == Phase::Replying && frame.reply.is_none() && frame.game.position().has_moves()
    }

    /// Sets that reply, in coordinate notation. An illegal one is ignored.
    pub fn refute_with(&mut self, text: &str) {
        if self.needs_refutation()
            && let Some(frame) = self.frames.last_mut()
        {
            frame.reply = frame.legal(text);
        }
    }

    /// Takes back the player's last move and the reply to it.
    pub fn undo(&mut self) {
        self.viewed = None;
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
        (self.viewed, self.shown) = (None, None);
    }

    /// The next hint.
    pub fn hint(&mut self) -> Hint {
        if self.phase() != Phase::Playing {
            return Hint::default();
        }
        self.outcome.get_or_insert(Outcome::Helped);
        self.hints += 1;
        match &self.task {
            Task::Exercise(exercise) => {
                exercise::hint(exercise, self.player, self.frame(), self.hints)
            }
            Task::Puzzle(puzzle) => puzzle::hint(puzzle, self.frame(), self.hints),
        }
    }

    /// Gives up: [`Attempt::show_next`] then makes the steps of the solution. An exercise starts again, a puzzle goes on.
    pub fn give_up(&mut self) {
        self.outcome.get_or_insert(Outcome::Missed);
        match self.task {
            Task::Exercise(_) => self.retry(),
            Task::Puzzle(_) if self.frame().failure.is_some() => self.undo(),
            Task::Puzzle(_) => {}
        }
        self.shown = Some(self.frame().used);
    }

    /// Makes the next step of the solution, of either side. Returns whether any are left.
    pub fn show_next(&mut self) -> bool {
        match (self.phase(), self.shown) {
            (Phase::Replying, _) => self.reply(),
            (Phase::Playing, Some(step)) => {
                self.shown = Some(step + 1);
                match self.task.solution(step) {
                    Some(text) => self.make_step(&text),
                    None => return false,
                }
            }
            _ => {}
        }
        matches!(self.phase(), Phase::Playing | Phase::Replying)
    }

    /// Shows the position after a number of plies. Only a solved attempt can be stepped through.
    pub fn jump(&mut self, ply: usize) {
        if self.phase() == Phase::Solved {
            self.viewed = Some(ply.min(self.frame().played.len()));
        }
    }

    fn must_be_playing(&self) -> Result<(), AttemptError> {
        if self.phase() == Phase::Playing { Ok(()) } else { Err(AttemptError::NotYourTurn) }
    }

    fn frame(&self) -> &Frame {
        self.frames.last().expect("there is always a first frame")
    }

    /// The frame on the boards.
    fn viewed(&self) -> &Frame {
        let at =
            self.viewed.and_then(|ply| self.frames.iter().rfind(|frame| frame.played.len() == ply));
        at.unwrap_or_else(|| self.frame())
    }

    fn push(&mut self, next: Frame) {
        if next.failure.is_some() {
            self.outcome.get_or_insert(Outcome::Missed);
        } else if next.phase == Phase::Solved {
            self.outcome.get_or_insert(Outcome::Solved);
        }
        self.frames.push(next);
    }
}

impl Task {
    /// A step of the solution: a move in coordinate notation, a claim or a square.
    fn solution(&self, step: usize) -> Option<String> {
        match self {
            Task::Exercise(exercise) => exercise.solution.get(step).cloned(),
            Task::Puzzle(puzzle) => puzzle.steps.get(step).map(|step| step.answers[0].to_string()),
        }
    }
}
