//! Rates puzzles by the lowest strength that solves them and by the nodes that the full engine needs.

use trid_engine::{Engine, Limits, Options, Strength};
use trid_rules::Position;

use trid_learn::puzzle::{Puzzle, Step, after, format::RATINGS};

use super::judge::Judge;

/// How hard a puzzle is for the engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Difficulty {
    /// The lowest strength that solves it.
    pub(crate) strength: Strength,
    /// Nodes that the full engine needs to settle on a correct move, in the hardest position.
    pub(crate) nodes: u64,
}

impl Difficulty {
    /// The rating, on a scale like that of human players. Each strength counts 120 points, doubling the
    /// nodes 70, and each further move 100.
    #[must_use]
    pub(crate) fn rating(self, moves: usize) -> u16 {
        let strength = 120.0 * f64::from(self.strength.number() - 1);
        let nodes = 70.0 * (1.0 + self.nodes as f64 / 25.0).log2();
        let length = 100.0 * (moves - 1) as f64;
        let lowest = f64::from(*RATINGS.start());
        let rating = lowest + strength + nodes + length;
        rating.round().min(f64::from(*RATINGS.end())) as u16
    }
}

/// Measures difficulties. Each search starts with an empty table.
pub(crate) struct Rater {
    player: Engine,
}

/// Nodes of the search that counts how many are needed.
const MAX_NODES: u64 = 50_000;

impl Rater {
    /// A rater with one thread.
    #[must_use]
    pub(crate) fn new() -> Rater {
        Rater { player: Engine::new(Options { hash: 1, ..Options::default() }) }
    }

    /// Measures a puzzle.
    pub(crate) fn difficulty(
        &mut self,
        judge: &mut Judge,
        start: &Position,
        steps: &[Step],
    ) -> Difficulty {
        let turns = turns(start, steps);
        let solves = |strength: &Strength| self.solves(*strength, &turns);
        let strength = Strength::all().find(solves).unwrap_or(Strength::FULL);
        let nodes = turns.iter().map(|(position, step)| nodes_needed(judge, position, step));
        Difficulty { strength, nodes: nodes.max().unwrap_or(MAX_NODES) }
    }

    /// Whether the lowest strength solves it.
    pub(crate) fn is_easy(&mut self, start: &Position, steps: &[Step]) -> bool {
        Strength::all().next().is_some_and(|lowest| self.solves(lowest, &turns(start, steps)))
    }

    /// Whether a strength plays a correct move in every position with two of three seeds.
    fn solves(&mut self, strength: Strength, turns: &[(Position, &Step)]) -> bool {
        let Some(nodes) = strength.nodes() else {
            return true;
        };
        let mut solved = 0;
        for seed in 0..3 {
            let options = Options { hash: 1, strength, seed, ..Options::default() };
            self.player.set_options(options).expect("the size of the table stays the same");
            solved += u32::from(turns.iter().all(|(position, step)| {
                self.player.new_game();
                let best = self.player.search(position, &Limits::nodes(nodes)).best_move();
                best.is_some_and(|mv| step.answers.contains(&mv))
            }));
            // The rest of the seeds cannot change the result.
            if solved == 2 || seed == 1 && solved == 0 {
                break;
            }
        }
        solved == 2
    }
}

impl Default for Rater {
    fn default() -> Rater {
        Rater::new()
    }
}

/// The positions of the main solution with their steps.
fn turns<'a>(start: &Position, steps: &'a [Step]) -> Vec<(Position, &'a Step)> {
    let mut position = start.clone();
    let mut turns = Vec::new();
    for step in steps {
        turns.push((position.clone(), step));
        position.play_unchecked(step.answers[0]);
        if let Some(reply) = step.reply {
            position = after(&position, reply);
        }
    }
    turns
}

/// The nodes after which every further iteration of the full engine prefers a correct move.
fn nodes_needed(judge: &mut Judge, position: &Position, step: &Step) -> u64 {
    let mut needed = MAX_NODES;
    let mut was_correct = false;
    let limits = Limits::nodes(MAX_NODES);
    let report = |info: trid_engine::Info| {
        let is_correct = info.pv.first().is_some_and(|mv| step.answers.contains(mv));
        match (was_correct, is_correct) {
            (false, true) => needed = info.nodes,
            (true, false) => needed = MAX_NODES,
            _ => {}
        }
        was_correct = is_correct;
    };
    judge.fresh_engine().search_with(position, &limits, report);
    needed
}

/// The puzzle of a solution, with its rating and number.
#[must_use]
pub(crate) fn rated_puzzle(
    before: &Position,
    previous: trid_rules::Move,
    steps: Vec<Step>,
    difficulty: Difficulty,
) -> Puzzle {
    let number = Puzzle::number_of(before, &steps);
    let rating = difficulty.rating(steps.len());
    Puzzle { number, rating, before: before.clone(), previous, steps }
}
