//! A run of a trainer: questions one after the other, answers and the score. The caller passes the time.

use fastrand::Rng;
use serde::Serialize;
use trid_rules::{Move, Position, RuleBook, Square, SquareSet};

use super::question::{TrainerKind, TrainerQuestion, TrainerSolution, make};
use super::scores::TrainerScore;

/// How long a timed run lasts, in milliseconds.
pub const TIME_LIMIT: f64 = 30_000.0;

/// A run of a trainer.
#[derive(Clone, Debug)]
pub struct Training {
    kind: TrainerKind,
    book: RuleBook,
    random: Rng,
    /// When a timed run ends; `None` for an untimed one.
    ends: Option<f64>,
    question: TrainerQuestion,
    solution: TrainerSolution,
    /// The squares found so far.
    found: SquareSet,
    /// Whether a wrong answer was given, or the solution shown.
    failed: bool,
    /// Whether the question is over.
    closed: bool,
    right: u32,
    asked: u32,
}

/// What an answer is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum TrainerVerdict {
    /// It answers the question.
    Right,
    /// It is one of several squares, and more are left.
    Found,
    /// It was found before.
    Again,
    /// It is wrong. The question stays.
    Wrong,
    /// It is not an answer at all, for example a name that is no square.
    Unreadable,
    /// The time is up, or the question is over.
    Late,
}

/// The state of a run for the page.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct TrainingState {
    /// The question.
    pub question: TrainerQuestion,
    /// The squares found so far.
    #[serde(with = "trid_view::json")]
    #[cfg_attr(feature = "typescript", ts(as = "trid_view::json::TypeOf<_>"))]
    pub found: Vec<Square>,
    /// How many squares of the question are left to find; `None` if it does not ask for several.
    pub left: Option<usize>,
    /// The solution, once the question is over.
    pub solution: Option<TrainerSolution>,
    /// Questions answered right at the first attempt.
    pub right: u32,
    /// Questions that are over.
    pub asked: u32,
}

impl Training {
    /// Starts a run at a time in milliseconds.
    #[must_use]
    pub fn new(kind: TrainerKind, book: RuleBook, seed: u64, timed: bool, now: f64) -> Training {
        let mut random = Rng::with_seed(seed);
        let (question, solution) = make(&mut random, kind, book);
        Training {
            kind,
            book,
            random,
            ends: timed.then_some(now + TIME_LIMIT),
            question,
            solution,
            found: SquareSet::EMPTY,
            failed: false,
            closed: false,
            right: 0,
            asked: 0,
        }
    }

    /// The trainer.
    #[must_use]
    pub const fn kind(&self) -> TrainerKind {
        self.kind
    }

    /// The question.
    #[must_use]
    pub const fn question(&self) -> &TrainerQuestion {
        &self.question
    }

    /// The solution of the question.
    #[must_use]
    pub const fn solution(&self) -> &TrainerSolution {
        &self.solution
    }

    /// The milliseconds left; `None` for an untimed run.
    #[must_use]
    pub fn time_left(&self, now: f64) -> Option<f64> {
        self.ends.map(|ends| (ends - now).max(0.0))
    }

    /// The state for the page.
    #[must_use]
    pub fn state(&self) -> TrainingState {
        let left = match &self.solution {
            TrainerSolution::Squares { squares } if squares.len() > 1 => {
                Some(squares.len() - self.found.len())
            }
            _ => None,
        };
        TrainingState {
            question: self.question.clone(),
            found: self.found.iter().collect(),
            left,
            solution: self.closed.then(|| self.solution.clone()),
            right: self.right,
            asked: self.asked,
        }
    }

    /// Judges an answer: the name of a square, a number, or a move, in the form that the question asks for.
    pub fn answer(&mut self, answer: &str, now: f64) -> TrainerVerdict {
        if self.closed || self.time_left(now) == Some(0.0) {
            return TrainerVerdict::Late;
        }
        let verdict = self.judge(answer.trim());
        match verdict {
            TrainerVerdict::Right => self.close(),
            TrainerVerdict::Wrong => self.failed = true,
            TrainerVerdict::Found
            | TrainerVerdict::Again
            | TrainerVerdict::Unreadable
            | TrainerVerdict::Late => {}
        }
        verdict
    }

    /// Gives the question up: it counts as failed, and the state shows its solution.
    pub fn reveal(&mut self) {
        if !self.closed {
            self.failed = true;
            self.close();
        }
    }

    /// Asks the next question.
    pub fn next_question(&mut self) {
        (self.question, self.solution) = make(&mut self.random, self.kind, self.book);
        self.found = SquareSet::EMPTY;
        self.failed = false;
        self.closed = false;
    }

    /// The score of the run. `None` if no question was answered, or if a timed run has time left: its score would not
    /// compare with others.
    #[must_use]
    pub fn score(&self, now: f64) -> Option<TrainerScore> {
        let stopped_early = self.time_left(now).is_some_and(|left| left > 0.0);
        (self.asked > 0 && !stopped_early).then_some(TrainerScore {
            at: now,
            right: self.right,
            asked: self.asked,
            timed: self.ends.is_some(),
        })
    }

    fn close(&mut self) {
        self.closed = true;
        self.asked += 1;
        self.right += u32::from(!self.failed);
    }

    fn judge(&mut self, answer: &str) -> TrainerVerdict {
        match &self.solution {
            TrainerSolution::Squares { squares } => match read_square(answer) {
                Some(square) if self.found.contains(square) => TrainerVerdict::Again,
                Some(square) if squares.contains(&square) => {
                    self.found |= SquareSet::of(square);
                    if self.found.len() == squares.len() {
                        TrainerVerdict::Right
                    } else {
                        TrainerVerdict::Found
                    }
                }
                Some(_) => TrainerVerdict::Wrong,
                None => TrainerVerdict::Unreadable,
            },
            TrainerSolution::Count { count, .. } => match answer.parse::<usize>() {
                Ok(number) if number == *count => TrainerVerdict::Right,
                Ok(_) => TrainerVerdict::Wrong,
                Err(_) => TrainerVerdict::Unreadable,
            },
            TrainerSolution::Moves { moves } => match self.read_move(answer) {
                Some(mv) if moves.contains(&mv.to_string()) => TrainerVerdict::Right,
                Some(_) => TrainerVerdict::Wrong,
                None => TrainerVerdict::Unreadable,
            },
        }
    }

    /// A legal move in coordinate notation.
    fn read_move(&self, answer: &str) -> Option<Move> {
        let position = Position::from_tfen(&self.question.tfen, self.book).ok()?;
        let mv: Move = answer.parse().ok()?;
        position.is_legal(mv).then_some(mv)
    }
}

/// A square as people type it, in upper or lower case: `b4n`, `Z0ql1`.
fn read_square(answer: &str) -> Option<Square> {
    let (file, rest) = answer.split_at_checked(1)?;
    format!("{}{}", file.to_lowercase(), rest.to_uppercase()).parse().ok()
}
