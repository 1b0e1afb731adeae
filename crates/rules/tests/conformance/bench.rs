//! The bench on which a case is run: the position at hand, what was played, what was last refused.

use trid_rules::{Code, Game, Move, Position, RuleBook, Setup};

use crate::given;
use crate::steps;
use crate::table::Case;

/// Why a step does not go through.
#[derive(Debug)]
pub(crate) enum Problem {
    /// The claim is false.
    False(String),
    /// The step itself is badly written.
    Bad(String),
}

impl From<String> for Problem {
    fn from(text: String) -> Problem {
        Problem::Bad(text)
    }
}

/// Compares what is with what is claimed.
pub(crate) fn equal<T: PartialEq + std::fmt::Debug>(actual: T, claimed: T) -> Result<(), Problem> {
    if actual == claimed {
        Ok(())
    } else {
        Err(Problem::False(format!("is {actual:?}, not {claimed:?}")))
    }
}

/// What a case works on.
pub(crate) struct Bench<'a> {
    pub(crate) cases: &'a [Case],
    pub(crate) book: RuleBook,
    game: Option<Game>,
    /// The positions of the game before the one at hand, kept apart from it.
    earlier: Vec<Position>,
    pub(crate) refused: Vec<Code>,
}

/// Runs a case. The error names the line.
pub(crate) fn run(case: &Case, cases: &[Case]) -> Result<(), String> {
    let mut bench = Bench::new(cases);
    for step in &case.steps {
        bench.step(&step.verb, &step.words).map_err(|problem| {
            let (Problem::False(text) | Problem::Bad(text)) = problem;
            format!("line {}: {} {}: {text}", step.line, step.verb, step.words)
        })?;
    }
    Ok(())
}

/// Checks one claim about the start of a game.
pub(crate) fn claim_of_start(claim: &str) -> Result<(), Problem> {
    let mut bench = Bench::new(&[]);
    bench.step("given", "start")?;
    let (verb, words) = claim.split_once(' ').unwrap_or((claim, ""));
    bench.step(verb, words)
}

impl<'a> Bench<'a> {
    fn new(cases: &'a [Case]) -> Bench<'a> {
        Bench {
            cases,
            book: RuleBook::Revised,
            game: None,
            earlier: Vec::new(),
            refused: Vec::new(),
        }
    }

    pub(crate) fn position(&self) -> Result<&Position, Problem> {
        self.game.as_ref().map(Game::position).ok_or_else(no_position)
    }

    fn step(&mut self, verb: &str, words: &str) -> Result<(), Problem> {
        match verb {
            "given" => self.load(&given::read(words)?),
            "book" => {
                self.book = words.parse().map_err(|error| Problem::Bad(format!("{error}")))?;
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
                    Ok(()) => Err(Problem::False("holds".into())),
                    Err(Problem::False(_)) => Ok(()),
                    Err(bad) => Err(bad),
                }
            }
            "refuse" => self.refuse(words),
            _ => steps::check(self, verb, words),
        }
    }

    fn load(&mut self, setup: &Setup) -> Result<(), Problem> {
        let position =
            setup.position(self.book).map_err(|error| Problem::Bad(error.to_string()))?;
        self.game = Some(Game::new(position));
        self.earlier.clear();
        Ok(())
    }

    fn play(&mut self, word: &str) -> Result<(), Problem> {
        let mv: Move = word.parse().map_err(|error| Problem::Bad(format!("{error}")))?;
        self.earlier.push(self.position()?.clone());
        let game = self.game.as_mut().ok_or_else(no_position)?;
        game.play(mv).map_err(|error| Problem::False(error.to_string()))
    }

    /// Takes the last ply back, and claims that position and key are as before.
    fn undo(&mut self) -> Result<(), Problem> {
        let before = self.earlier.pop().ok_or_else(|| Problem::Bad("nothing was played".into()))?;
        let game = self.game.as_mut().ok_or_else(no_position)?;
        equal(game.undo(), true)?;
        equal(game.position().key(), before.key())?;
        equal(game.position(), &before)
    }

    /// `MOVE: CODE ...`: the move is refused with exactly these codes in this order.
    fn refuse(&mut self, words: &str) -> Result<(), Problem> {
        let (mv, codes) = words.split_once(": ").ok_or_else(|| Problem::Bad("no codes".into()))?;
        let claimed: Vec<&str> = codes.split_whitespace().collect();
        if let Some(unknown) =
            claimed.iter().find(|name| Code::ALL.iter().all(|code| code.name() != **name))
        {
            return Err(Problem::Bad(format!("{unknown} is no code")));
        }
        self.refused =
            self.position()?.explain_text(mv).into_iter().map(|reason| reason.code).collect();
        equal(self.refused.iter().map(|code| code.name()).collect(), claimed)
    }
}

fn no_position() -> Problem {
    Problem::Bad("no position given".into())
}
