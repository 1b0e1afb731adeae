//! An attempt at a puzzle: pure transitions from one state to the next.

use serde::Serialize;
use trid_rules::{Game, Move, Position, notation::ReadMoveError};
use trid_view::{History, PlayedMove, Snapshot};

use super::{Puzzle, mate::MateProver};

/// The largest number of moves played to refute a wrong move of a mate puzzle.
const REFUTATION_NODES: u64 = 300_000;

/// Where an attempt is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum PuzzlePhase {
    /// The opponent's move is next: the one before the puzzle, or a reply.
    Replying,
    /// The person is to move.
    Playing,
    /// A wrong move is on the boards; the reply that refutes it is next, if there is one.
    Refuting,
    /// A wrong move is on the boards, with the reply that refutes it.
    Wrong,
    /// The puzzle is solved, or its solution was shown.
    Solved,
}

/// An attempt as the page shows it.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct PuzzleState {
    /// The position on the boards.
    pub snapshot: Snapshot,
    /// The moves on the boards.
    pub history: History,
    /// Where the attempt is.
    pub phase: PuzzlePhase,
    /// Correct moves so far.
    pub step: usize,
    /// Whether a mistake was made, or a hint or the solution shown: it does not count as solved.
    pub is_failed: bool,
    /// The wrong move of the phases `Refuting` and `Wrong`, in algebraic notation.
    pub wrong: Option<String>,
    /// The reply that refutes it, in algebraic notation.
    pub refutation: Option<String>,
}

/// Why a move cannot be played.
#[derive(Clone, PartialEq, Debug)]
pub enum PuzzleMoveError {
    /// The move cannot be read or is illegal.
    Move(ReadMoveError),
    /// It is not the person's turn, or the puzzle is over.
    NotYourTurn,
}

/// An attempt at a puzzle.
#[derive(Clone, Debug)]
pub struct PuzzleAttempt {
    puzzle: Puzzle,
    game: Game,
    played: Vec<PlayedMove>,
    step: usize,
    phase: PuzzlePhase,
    is_failed: bool,
    /// The position before a wrong move.
    resume: Option<(Game, Vec<PlayedMove>)>,
    wrong: Option<String>,
    refutation: Option<Move>,
    refutation_text: Option<String>,
    hints: u32,
}

impl PuzzleAttempt {
    /// A new attempt, before the opponent's last move.
    #[must_use]
    pub fn new(puzzle: Puzzle) -> PuzzleAttempt {
        PuzzleAttempt {
            game: Game::new(puzzle.before.clone()),
            puzzle,
            played: Vec::new(),
            step: 0,
            phase: PuzzlePhase::Replying,
            is_failed: false,
            resume: None,
            wrong: None,
            refutation: None,
            refutation_text: None,
            hints: 0,
        }
    }

    /// The puzzle.
    #[must_use]
    pub const fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// The game on the boards.
    #[must_use]
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// Where the attempt is.
    #[must_use]
    pub const fn phase(&self) -> PuzzlePhase {
        self.phase
    }

    /// Whether it is solved without a mistake, hint or solution.
    #[must_use]
    pub fn is_clean(&self) -> bool {
        self.phase == PuzzlePhase::Solved && !self.is_failed
    }

    /// The attempt as the page shows it.
    #[must_use]
    pub fn state(&self) -> PuzzleState {
        let mut snapshot = Snapshot::of(&self.game);
        if self.phase != PuzzlePhase::Playing {
            snapshot.moves.clear();
        }
        PuzzleState {
            history: History { moves: self.played.clone(), ply: self.played.len() },
            phase: self.phase,
            step: self.step,
            is_failed: self.is_failed,
            wrong: self.wrong.clone(),
            refutation: self.refutation_text.clone(),
            snapshot,
        }
    }

    /// Plays a move of the person, in any notation.
    ///
    /// # Errors
    /// [`PuzzleMoveError`]; nothing changes.
    pub fn play(&mut self, text: &str) -> Result<(), PuzzleMoveError> {
        if self.phase != PuzzlePhase::Playing {
            return Err(PuzzleMoveError::NotYourTurn);
        }
        let position = self.game.position().clone();
        let mv = position.read_move(text).map_err(PuzzleMoveError::Move)?;
        if self.puzzle.steps[self.step].answers.contains(&mv) {
            self.play_on_boards(mv);
            self.advance();
        } else {
            self.is_failed = true;
            self.resume = Some((self.game.clone(), self.played.clone()));
            self.wrong = Some(position.algebraic(mv).to_string());
            self.play_on_boards(mv);
            self.refutation = self.find_refutation();
            self.phase = PuzzlePhase::Refuting;
        }
        Ok(())
    }

    /// Makes the opponent's next move: the one before the puzzle, a reply, or the refutation of a wrong move.
    pub fn reply(&mut self) {
        match self.phase {
            PuzzlePhase::Replying => {
                let previous = self.step.checked_sub(1).map(|step| &self.puzzle.steps[step]);
                let mv = previous.map_or(Some(self.puzzle.previous), |step| step.reply);
                if let Some(mv) = mv {
                    self.play_on_boards(mv);
                }
                self.phase = PuzzlePhase::Playing;
            }
            PuzzlePhase::Refuting => {
                if let Some(mv) = self.refutation.take() {
                    self.refutation_text = Some(self.game.position().algebraic(mv).to_string());
                    self.play_on_boards(mv);
                }
                self.phase = PuzzlePhase::Wrong;
            }
            PuzzlePhase::Playing | PuzzlePhase::Wrong | PuzzlePhase::Solved => {}
        }
    }

    /// Sets the reply to a wrong move, in coordinate notation, where the puzzle itself knows none. An illegal one
    /// is ignored.
    pub fn refute_with(&mut self, text: &str) {
        if self.phase == PuzzlePhase::Refuting && self.refutation.is_none() {
            self.refutation = self.game.position().read_move(text).ok();
        }
    }

    /// Whether a wrong move waits for a reply that only an engine can find.
    #[must_use]
    pub fn needs_refutation(&self) -> bool {
        self.phase == PuzzlePhase::Refuting
            && self.refutation.is_none()
            && self.game.position().has_moves()
    }

    /// Takes back a wrong move.
    pub fn retry(&mut self) {
        if let Some((game, played)) = self.resume.take() {
            self.game = game;
            self.played = played;
            self.wrong = None;
            self.refutation = None;
            self.refutation_text = None;
            self.phase = PuzzlePhase::Playing;
        }
    }

    /// The next hint, as a move in coordinate notation: first its start only, then all of it. The puzzle then does
    /// not count as solved.
    pub fn hint(&mut self) -> Option<PuzzleHint> {
        if self.phase != PuzzlePhase::Playing {
            return None;
        }
        self.is_failed = true;
        self.hints += 1;
        let mv = self.puzzle.steps[self.step].answers[0];
        let from = match mv {
            Move::Piece { from, .. } | Move::Promote { square: from, .. } => from.to_string(),
            Move::Castle(_) => self.game.position().king(self.game.position().turn()).to_string(),
            Move::Board { from: pin, .. } | Move::Turn { pin } => pin.to_string(),
        };
        Some(PuzzleHint { from, mv: (self.hints > 1).then(|| mv.to_string()) })
    }

    /// Gives up: the page then plays the rest of the solution with [`PuzzleAttempt::show_next`].
    pub fn give_up(&mut self) {
        self.retry();
        self.is_failed = true;
    }

    /// Plays the next move of the main solution, of either side. Returns whether moves are left.
    pub fn show_next(&mut self) -> bool {
        match self.phase {
            PuzzlePhase::Replying => self.reply(),
            PuzzlePhase::Playing => {
                let mv = self.puzzle.steps[self.step].answers[0];
                self.play_on_boards(mv);
                self.advance();
            }
            PuzzlePhase::Refuting | PuzzlePhase::Wrong => self.retry(),
            PuzzlePhase::Solved => {}
        }
        self.phase != PuzzlePhase::Solved
    }

    fn advance(&mut self) {
        self.step += 1;
        self.hints = 0;
        let is_last = self.step == self.puzzle.steps.len();
        self.phase = if is_last { PuzzlePhase::Solved } else { PuzzlePhase::Replying };
    }

    fn play_on_boards(&mut self, mv: Move) {
        self.played.push(PlayedMove::new(self.game.position(), mv));
        self.game.play(mv).expect("the move was checked to be legal");
    }

    /// The reply to a wrong move of a mate puzzle, or a mate in one against the person.
    fn find_refutation(&self) -> Option<Move> {
        let position = self.game.position();
        mate_in_one(position).or_else(|| {
            let left = self.puzzle.mate_in()? - self.step as u32;
            let mut prover = MateProver::new(REFUTATION_NODES);
            prover.refutation(position, left - 1).ok().flatten()
        })
    }
}

fn mate_in_one(position: &Position) -> Option<Move> {
    MateProver::new(REFUTATION_NODES).keys(position, 1).ok()?.first().copied()
}

/// A hint.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct PuzzleHint {
    /// The square or pin from which the move starts.
    pub from: String,
    /// The move in coordinate notation; none in the first hint.
    #[serde(rename = "move")]
    pub mv: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use trid_rules::RuleBook;

    /// A mate in two with two landings of the first move and four mates at the end.
    const MATE: &str = "867418 730 d7Bd6B b3Nb6B/b3Nb6N,d6Bd5B,a7Ba5B/a7Bd7B/a7Ba5N/a7Bd7KL4 \
        3P/3P/4/4|4/4/4/1R2|4/R2k/4/4|QL1w:PB/2,KL1w:1P/1K,KL4b:2/1p,QL6b:2/2 b - - e6KL4 - - 0 51";

    /// An attempt with the solver to move.
    fn attempt() -> PuzzleAttempt {
        let mut attempt = PuzzleAttempt::new(Puzzle::parse(MATE, RuleBook::Revised).unwrap());
        assert_eq!(attempt.phase(), PuzzlePhase::Replying);
        assert!(attempt.state().snapshot.moves.is_empty());
        attempt.reply();
        assert_eq!(attempt.phase(), PuzzlePhase::Playing);
        attempt
    }

    #[test]
    fn every_answer_is_accepted() {
        for first in ["b3Nb6B", "b3Nb6N"] {
            for last in ["a7Ba5B", "a7Bd7B", "a7Ba5N", "a7Bd7KL4"] {
                let mut attempt = attempt();
                attempt.play(first).unwrap();
                assert_eq!(attempt.phase(), PuzzlePhase::Replying);
                attempt.reply();
                attempt.play(last).unwrap();
                assert!(attempt.is_clean());
                assert_eq!(attempt.state().history.moves.len(), 4);
            }
        }
    }

    #[test]
    fn every_other_move_is_refuted_and_can_be_taken_back() {
        let start = attempt();
        let answers = start.puzzle().steps[0].answers.clone();
        for mv in start.game().position().legal_moves() {
            if answers.contains(&mv) {
                continue;
            }
            let mut attempt = start.clone();
            attempt.play(&mv.to_string()).unwrap();
            assert_eq!(attempt.phase(), PuzzlePhase::Refuting);
            assert!(!attempt.needs_refutation() || !attempt.game().position().has_moves());
            attempt.reply();
            let state = attempt.state();
            assert_eq!(state.phase, PuzzlePhase::Wrong);
            assert!(state.is_failed && state.wrong.is_some());
            assert_eq!(state.refutation.is_some(), state.history.moves.len() == 3, "{mv}");
            attempt.retry();
            assert_eq!(attempt.state().snapshot, start.state().snapshot);
            attempt.play("b3Nb6B").unwrap();
            attempt.reply();
            attempt.play("a7Bd7B").unwrap();
            assert_eq!(attempt.phase(), PuzzlePhase::Solved);
            assert!(!attempt.is_clean());
        }
    }

    #[test]
    fn illegal_moves_change_nothing() {
        let mut attempt = attempt();
        for text in ["b3Nb3W", "nonsense", "a7Bb6B"] {
            assert!(matches!(attempt.play(text), Err(PuzzleMoveError::Move(_))), "{text}");
        }
        assert!(!attempt.state().is_failed);
        attempt.play("b3Nb6B").unwrap();
        assert_eq!(attempt.play("a7Bd7B"), Err(PuzzleMoveError::NotYourTurn));
    }

    #[test]
    fn hints_show_the_start_and_then_the_move() {
        let mut attempt = attempt();
        let first = attempt.hint().unwrap();
        assert_eq!((first.from.as_str(), first.mv), ("b3N", None));
        assert_eq!(attempt.hint().unwrap().mv.as_deref(), Some("b3Nb6B"));
        assert!(attempt.state().is_failed);
    }

    #[test]
    fn the_solution_is_shown_to_the_end() {
        let mut attempt = attempt();
        attempt.play("b3Nb4N").unwrap();
        attempt.give_up();
        while attempt.show_next() {}
        assert_eq!(attempt.phase(), PuzzlePhase::Solved);
        assert!(!attempt.is_clean() && attempt.hint().is_none());
        assert_eq!(attempt.state().history.moves.len(), 4);
    }

    #[test]
    fn a_reply_from_outside_is_used_only_where_none_is_known() {
        let mut attempt = attempt();
        attempt.refute_with("d6Bd5B");
        assert_eq!(attempt.phase(), PuzzlePhase::Playing);
        attempt.play("b3Nb4N").unwrap();
        let known = attempt.refutation;
        attempt.refute_with("nonsense");
        assert_eq!(attempt.refutation, known);
    }
}
