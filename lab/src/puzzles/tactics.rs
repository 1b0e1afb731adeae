//! Builds puzzles that win without a short mate: every answer wins, and every other move does not.

use trid_rules::{Move, Position};

use trid_learn::puzzle::{Step, after};

use super::judge::{GAP, Judge, WON};

/// Nodes of each search that looks for a solution.
pub(crate) const SEARCH_NODES: u64 = 20_000;

/// Nodes of each search that verifies it.
pub(crate) const VERIFICATION_NODES: u64 = 10 * SEARCH_NODES;

/// The longest solution in moves of the solver.
const MAX_STEPS: usize = 5;

/// The most positions that different answers may lead to.
const MAX_POSITIONS: usize = 4;

/// The solution of a position, if there is only one, verified with ten times the nodes that found it.
/// `is_suitable` can reject a solution.
pub(crate) fn tactic_solution(
    judge: &mut Judge,
    start: &Position,
    mut is_suitable: impl FnMut(&[Step]) -> bool,
) -> Option<Vec<Step>> {
    let mut line = SolutionLine::new(start);
    while line.steps.len() < MAX_STEPS && line.extend(judge) {}
    let mut steps = line.steps;
    trim(start, &mut steps);
    if steps.is_empty() || !is_suitable(&steps) {
        return None;
    }
    if let Some(index) = first_unverified(judge, start, &steps) {
        steps.truncate(index);
        trim(start, &mut steps);
    }
    (!steps.is_empty() && is_suitable(&steps)).then_some(steps)
}

/// The step whose answers do not all win at [`VERIFICATION_NODES`], or not by [`GAP`], if there is one.
pub(crate) fn first_unverified(
    judge: &mut Judge,
    start: &Position,
    steps: &[Step],
) -> Option<usize> {
    let mut positions = vec![start.clone()];
    for (index, step) in steps.iter().enumerate() {
        let holds = positions.iter().all(|position| {
            judge
                .margin(position, &step.answers, VERIFICATION_NODES)
                .is_some_and(|(margin, worst)| margin >= GAP && worst >= WON)
        });
        if !holds {
            return Some(index);
        }
        positions = next_positions(&positions, step);
    }
    None
}

/// A solution while it is found, and the positions before its next step.
struct SolutionLine {
    steps: Vec<Step>,
    positions: Vec<Position>,
    /// Keys of all positions of the line, to avoid repetitions.
    keys: Vec<u64>,
}

impl SolutionLine {
    fn new(start: &Position) -> SolutionLine {
        SolutionLine { steps: Vec::new(), positions: vec![start.clone()], keys: vec![start.key()] }
    }

    /// Adds a step. False if the line ends.
    fn extend(&mut self, judge: &mut Judge) -> bool {
        let Some((first, others)) = self.positions.split_first() else {
            return false;
        };
        let Some(answers) = judge.winning_moves(first, SEARCH_NODES) else {
            return false;
        };
        let is_common = others.iter().all(|position| {
            judge
                .winning_moves(position, SEARCH_NODES)
                .is_some_and(|found| is_same_set(&found, &answers))
        });
        if !is_common {
            return false;
        }
        let answered = after(first, answers[0]);
        self.steps.push(Step { answers, reply: None });
        if answered.pending().is_some() {
            return false;
        }
        let Some(reply) = judge.best_move(&answered, SEARCH_NODES) else {
            return false;
        };
        let step = self.steps.last_mut().expect("a step was added");
        step.reply = Some(reply);
        let is_legal = |position: &Position| {
            step.answers.iter().all(|&answer| after(position, answer).is_legal(reply))
        };
        let is_shared = self.positions.iter().all(is_legal);
        self.positions = next_positions(&self.positions, step);
        let keys: Vec<u64> = self.positions.iter().map(Position::key).collect();
        let repeats = keys.iter().any(|key| self.keys.contains(key));
        self.keys.extend(keys);
        is_shared
            && !repeats
            && self.positions.len() <= MAX_POSITIONS
            && self.positions.iter().all(|position| position.pending().is_none())
    }
}

/// Ends a solution with the last move of the solver that is not the only legal one.
fn trim(start: &Position, steps: &mut Vec<Step>) {
    let mut position = start.clone();
    let mut length = 0;
    for (index, step) in steps.iter().enumerate() {
        if position.count_moves() > 1 {
            length = index + 1;
        }
        position.play_unchecked(step.answers[0]);
        if let Some(reply) = step.reply {
            position.play_unchecked(reply);
        }
    }
    steps.truncate(length);
    if let Some(last) = steps.last_mut() {
        last.reply = None;
    }
}

/// The positions after each answer and the reply.
fn next_positions(positions: &[Position], step: &Step) -> Vec<Position> {
    let Some(reply) = step.reply else {
        return Vec::new();
    };
    positions
        .iter()
        .flat_map(|position| {
            step.answers.iter().map(|&answer| after(&after(position, answer), reply))
        })
        .collect()
}

fn is_same_set(a: &[Move], b: &[Move]) -> bool {
    a.len() == b.len() && a.iter().all(|mv| b.contains(mv))
}
