//! An attempt at an exercise: its goal, its scripted replies and mistakes, answers, hints and stars.

use trid_rules::{Color, Game, Move, Position, Square, Status, game::Claim};
use trid_view::Touched;

use super::{
    Attempt, AttemptError, ExerciseError, Frame, Task,
    state::{FailureKind, Hint, Phase},
};
use crate::goal::Goal;
use crate::reply::{best_capture, sensible};
use crate::view::MoveChoice;
use crate::{Exercise, Opponent};

impl Attempt {
    /// A new attempt at an exercise.
    ///
    /// # Errors
    /// [`ExerciseError`].
    pub fn at_exercise(exercise: &Exercise) -> Result<Attempt, ExerciseError> {
        let start = Position::from_tfen(&exercise.tfen, exercise.rules);
        let mut first = Frame::new(start.map_err(ExerciseError::Position)?);
        for text in &exercise.before {
            let mv = first.game.read_move(text).map_err(ExerciseError::Before)?;
            first.game.play_unchecked(mv);
        }
        let player = first.game.position().turn();
        Ok(Attempt::start(Task::Exercise(exercise.clone()), player, first))
    }

    /// The exercise, if it is one.
    #[must_use]
    pub const fn exercise(&self) -> Option<&Exercise> {
        match &self.task {
            Task::Exercise(exercise) => Some(exercise),
            Task::Puzzle(_) => None,
        }
    }

    /// Whether the goal is reached in the current position.
    #[must_use]
    pub fn is_goal_met(&self) -> bool {
        self.exercise().is_some_and(|exercise| is_met(exercise, self.frame()))
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
        if self.exercise().is_some_and(|exercise| is_met(exercise, &next)) {
            next.phase = Phase::Solved;
        } else {
            next.fail(FailureKind::OutOfMoves, None);
        }
        self.push(next);
        Ok(())
    }

    /// Picks a square, in an exercise that asks for squares. A wrong one counts as a move.
    pub fn pick(&mut self, square: Square) {
        let Some(exercise @ Exercise { goal: Goal::Find(squares), .. }) = self.exercise() else {
            return;
        };
        if self.phase() != Phase::Playing {
            return;
        }
        let mut next = self.frame().clone();
        next.failure = None;
        next.used += 1;
        if squares.contains(&square) {
            next.tracker.find(square);
            if is_met(exercise, &next) {
                next.phase = Phase::Solved;
            }
        } else {
            next.fail(FailureKind::WrongSquare, None);
        }
        self.push(next);
    }

    /// Picks one of the moves, in an exercise that asks for the illegal one. A legal one is played to show it.
    pub fn choose(&mut self, index: usize) {
        let Some(Exercise { goal: Goal::Illegal(moves), .. }) = self.exercise() else { return };
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
        self.push(next);
    }

    /// Makes a step of the solution: a move, a claim, a square or the illegal move.
    pub(super) fn make_step(&mut self, text: &str) {
        match self.exercise().map(|exercise| &exercise.goal) {
            Some(Goal::Find(_)) => {
                if let Ok(square) = text.parse() {
                    self.pick(square);
                }
            }
            Some(Goal::Illegal(moves)) => {
                if let Some(index) = moves.iter().position(|each| each == text) {
                    self.choose(index);
                }
            }
            _ => {
                let claim = Claim::ALL.into_iter().find(|claim| claim.name() == text);
                let made = match claim {
                    Some(claim) => self.claim(claim),
                    None => self.play(text),
                };
                debug_assert!(made.is_ok(), "{text} is a step of a tested solution");
            }
        }
    }

    /// Three stars within par and without a hint. Each costs one, and one is left.
    pub(super) fn stars(&self) -> u8 {
        let frame = self.frame();
        match self.exercise() {
            Some(exercise) if frame.phase == Phase::Solved && self.shown.is_none() => {
                3 - u8::from(frame.used > exercise.par) - u8::from(self.hints > 0)
            }
            _ => 0,
        }
    }

    /// The squares marked with a star.
    pub(super) fn stars_left(&self, frame: &Frame) -> Vec<Square> {
        self.exercise().map_or_else(Vec::new, |exercise| exercise.goal.stars(&frame.tracker))
    }
}

/// Decides what follows a move of the player.
pub(super) fn judge(exercise: &Exercise, player: Color, frame: &Frame, mv: Move, next: &mut Frame) {
    let ends_turn = next.game.position().turn() != player;
    next.used += usize::from(ends_turn);
    next.tracker.add(frame.game.position(), mv, next.game.position());
    let name = mv.to_string();
    let mistake = exercise.mistakes.iter().find(|each| each.after == frame.used && each.mv == name);
    if let Some(mistake) = mistake
        && !is_met(exercise, next)
    {
        next.fail(FailureKind::Mistake, Some(mistake.text.clone()));
        let reply = mistake.reply.as_deref().and_then(|text| next.legal(text));
        if let Some(mv) = reply.or_else(|| next.refutation(&exercise.goal)) {
            next.reply_with(mv);
        }
    } else if ends_turn {
        end_turn(exercise, next);
    } else if is_met(exercise, next) {
        next.phase = Phase::Solved;
    }
}

/// Decides what follows a move that ended the player's turn.
fn end_turn(exercise: &Exercise, next: &mut Frame) {
    let goal = &exercise.goal;
    let position = next.game.position();
    let taken = (exercise.opponent == Opponent::Captures).then(|| best_capture(position)).flatten();
    if let Some(mv) = taken {
        next.fail(FailureKind::Captured, None);
        next.reply_with(mv);
    } else if is_met(exercise, next) {
        next.phase = Phase::Solved;
    } else if let Some(mv) = next.refutation(goal).filter(|_| next.is_lost(goal)) {
        next.fail(next.failure_of(goal), None);
        next.reply_with(mv);
    } else if next.used >= exercise.moves || next.game.status() != Status::Ongoing {
        next.fail(next.failure_of(goal), None);
        if let Some(mv) = next.refutation(goal) {
            next.reply_with(mv);
        }
    } else {
        answer(exercise, next);
        after_reply(next);
    }
}

/// Follows the opponent's move, which may leave them to move again.
pub(super) fn follow(
    exercise: &Exercise,
    player: Color,
    frame: &Frame,
    mv: Move,
    next: &mut Frame,
) {
    next.tracker.follow(&frame.game.position().effects(mv));
    if next.phase == Phase::Playing && next.game.position().turn() != player {
        answer(exercise, next);
    }
    after_reply(next);
}

/// The next hint: its text, if the exercise has one left, and otherwise the next step of the solution.
pub(super) fn hint(exercise: &Exercise, player: Color, frame: &Frame, hints: usize) -> Hint {
    if let Some(text) = exercise.hints.get(hints - 1) {
        return Hint { text: Some(text.clone()), ..Hint::default() };
    }
    let own = frame.played.iter().filter(|played| played.color == player);
    let followed = own.zip(&exercise.solution).all(|(played, text)| played.mv == *text);
    let mv = followed.then(|| exercise.solution.get(frame.used).cloned()).flatten();
    let touched = mv.as_deref().map(|text| match (&exercise.goal, frame.legal(text)) {
        (Goal::Find(_), _) => {
            Touched { squares: text.parse().into_iter().collect(), pins: Vec::new() }
        }
        (_, Some(mv)) => Touched::by(&frame.game.position().effects(mv)),
        (_, None) => MoveChoice::new(text).touched,
    });
    Hint { text: None, mv, touched: touched.unwrap_or_default() }
}

fn is_met(exercise: &Exercise, frame: &Frame) -> bool {
    exercise.goal.is_met(&frame.tracker, &frame.game)
}

/// The opponent passes, or their reply is set.
fn answer(exercise: &Exercise, next: &mut Frame) {
    let position = next.game.position();
    let scripted = exercise.replies.get(next.used.saturating_sub(1));
    let scripted = scripted.and_then(|text| next.legal(text));
    if scripted.is_none()
        && exercise.opponent != Opponent::Answers
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
fn after_reply(next: &mut Frame) {
    if next.phase == Phase::Playing && next.game.status() != Status::Ongoing {
        next.fail(FailureKind::NoMoves, None);
    }
}
