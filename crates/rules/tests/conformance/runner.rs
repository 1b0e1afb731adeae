//! Runs the steps of a case: holds the position, the moves played and the last reasons.

use trid_rules::{Game, Move, Position, RuleBook, Setup, explain::Code};

use crate::given;
use crate::steps;
use crate::table::Case;

/// Why a step fails.
#[derive(Debug)]
pub(crate) enum StepError {
    /// The claim is false.
    False(String),
    /// The step is not valid.
    Invalid(String),
}

impl From<String> for StepError {
    fn from(text: String) -> StepError {
        StepError::Invalid(text)
    }
}

/// Compares the actual value with the claimed one.
pub(crate) fn equal<T: PartialEq + std::fmt::Debug>(
    actual: T,
    claimed: T,
) -> Result<(), StepError> {
    if actual == claimed {
        Ok(())
    } else {
        Err(StepError::False(format!("is {actual:?}, not {claimed:?}")))
    }
}

/// The state of a case.
pub(crate) struct Runner<'a> {
    pub(crate) cases: &'a [Case],
    pub(crate) book: RuleBook,
    game: Option<Game>,
    /// The earlier positions of the game, kept separately.
    earlier: Vec<Position>,
    pub(crate) refused: Vec<Code>,
}

/// Runs a case. The error names the line number.
pub(crate) fn run(case: &Case, cases: &[Case]) -> Result<(), String> {
    let mut runner = Runner::new(cases);
    for step in &case.steps {
        runner.step(&step.verb, &step.words).map_err(|error| {
            let (StepError::False(text) | StepError::Invalid(text)) = error;
            format!("line {}: {} {}: {text}", step.line, step.verb, step.words)
        })?;
    }
    Ok(())
}

/// Checks one claim about the start position.
pub(crate) fn claim_of_start(claim: &str) -> Result<(), StepError> {
    let mut runner = Runner::new(&[]);
    runner.step("given", "start")?;
    let (verb, words) = claim.split_once(' ').unwrap_or((claim, ""));
    runner.step(verb, words)
}

impl<'a> Runner<'a> {
    fn new(cases: &'a [Case]) -> Runner<'a> {
        Runner {
            cases,
            book: RuleBook::Revised,
            game: None,
            earlier: Vec::new(),
            refused: Vec::new(),
        }
    }

    pub(crate) fn position(&self) -> Result<&Position, StepError> {
        self.game.as_ref().map(Game::position).ok_or_else(no_position)
    }

    fn step(&mut self, verb: &str, words: &str) -> Result<(), StepError> {
        match verb {
            "given" => self.load(&given::read(words)?),
            "book" => {
                self.book =
                    words.parse().map_err(|error| StepError::Invalid(format!("{error}")))?;
                match self.position().map(Setup::from) {
                    Ok(setup) => self.load(&setup),
                    Err(_) => Ok(()),
                }
            }
            "play" => words.split_whitespace().try_for_each(|word| self.play(word)),
            "undo" => self.undo(),
            "not" => {
                let (verb, words) = words.split_once(' ').unwrap_or((words, ""));
                match self.step(verb, words) {
                    Ok(()) => Err(StepError::False("holds".into())),
                    Err(StepError::False(_)) => Ok(()),
                    Err(bad) => Err(bad),
                }
            }
            "refuse" => self.refuse(words),
            _ => steps::check(self, verb, words),
        }
    }

    fn load(&mut self, setup: &Setup) -> Result<(), StepError> {
        let position =
            setup.position(self.book).map_err(|error| StepError::Invalid(error.to_string()))?;
        self.game = Some(Game::new(position));
        self.earlier.clear();
        Ok(())
    }

    fn play(&mut self, word: &str) -> Result<(), StepError> {
        let mv: Move = word.parse().map_err(|error| StepError::Invalid(format!("{error}")))?;
        self.earlier.push(self.position()?.clone());
        let game = self.game.as_mut().ok_or_else(no_position)?;
        game.play(mv).map_err(|error| StepError::False(error.to_string()))
    }

    /// Undoes the last ply, and checks that position and key are restored.
    fn undo(&mut self) -> Result<(), StepError> {
        let before =
            self.earlier.pop().ok_or_else(|| StepError::Invalid("nothing was played".into()))?;
        let game = self.game.as_mut().ok_or_else(no_position)?;
        equal(game.undo(), true)?;
        equal(game.position().key(), before.key())?;
        equal(game.position(), &before)
    }

    /// `MOVE: CODE ...`: the move is illegal with exactly these codes in this order.
    fn refuse(&mut self, words: &str) -> Result<(), StepError> {
        let (mv, codes) =
            words.split_once(": ").ok_or_else(|| StepError::Invalid("no codes".into()))?;
        let claimed: Vec<&str> = codes.split_whitespace().collect();
        if let Some(unknown) =
            claimed.iter().find(|name| Code::ALL.iter().all(|code| code.name() != **name))
        {
            return Err(StepError::Invalid(format!("{unknown} is not a code")));
        }
        self.refused =
            self.position()?.explain_text(mv).into_iter().map(|reason| reason.code).collect();
        equal(self.refused.iter().map(|code| code.name()).collect(), claimed)
    }
}

fn no_position() -> StepError {
    StepError::Invalid("no position given".into())
}
