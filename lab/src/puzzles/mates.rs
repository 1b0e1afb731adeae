//! Builds mate puzzles: every answer and every defence is proved.

use trid_rules::{Move, Position};

use trid_learn::puzzle::{
    Step, after, is_same_idea,
    mate::{MateProver, ProofLimitError},
};

/// The longest mate of a puzzle.
pub(crate) const MAX_MATE: u32 = 5;

/// The largest number of moves that a proof plays.
pub(crate) const PROOF_NODES: u64 = 4_000_000;

/// The same for mates of four or five moves, which are proved one by one.
pub(crate) const LONG_PROOF_NODES: u64 = 60_000_000;

/// Maximum number of mating moves at the end of a puzzle. With more, the last move is no challenge.
const MAX_LAST_ANSWERS: usize = 6;

/// The most positions that different answers may lead to.
const MAX_POSITIONS: usize = 8;

/// The solution of the shortest mate of a position, if it is suitable and proved within this many nodes: apart
/// from the square of the column there is one move to find until the last.
#[must_use]
pub(crate) fn mate_solution(start: &Position, nodes: u64) -> Option<Vec<Step>> {
    let mut prover = MateProver::new(nodes);
    let distance = prover.distance(start, MAX_MATE).ok()??;
    steps(&mut prover, start, distance).ok()?
}

fn steps(
    prover: &mut MateProver,
    start: &Position,
    distance: u32,
) -> Result<Option<Vec<Step>>, ProofLimitError> {
    let mut positions = vec![start.clone()];
    let mut steps = Vec::new();
    for moves in (1..=distance).rev() {
        let Some(answers) = common_answers(prover, &positions, moves)? else {
            return Ok(None);
        };
        let has_one_idea = answers.iter().all(|&mv| is_same_idea(mv, answers[0]));
        let may_have_more = moves == 1 && distance > 1 && answers.len() <= MAX_LAST_ANSWERS;
        if !has_one_idea && !may_have_more {
            return Ok(None);
        }
        if moves == 1 {
            steps.push(Step { answers, reply: None });
            break;
        }
        let answered: Vec<Position> = positions
            .iter()
            .flat_map(|position| answers.iter().map(|&answer| after(position, answer)))
            .collect();
        if answered.len() > MAX_POSITIONS
            || answered.iter().any(|position| position.pending().is_some())
        {
            return Ok(None);
        }
        let Some(reply) = common_reply(prover, &answered, moves - 1)? else {
            return Ok(None);
        };
        positions = answered.iter().map(|position| after(position, reply)).collect();
        steps.push(Step { answers, reply: Some(reply) });
    }
    Ok(Some(steps))
}

/// The moves that mate in `moves` moves, if they are the same in all positions and none mates sooner.
fn common_answers(
    prover: &mut MateProver,
    positions: &[Position],
    moves: u32,
) -> Result<Option<Vec<Move>>, ProofLimitError> {
    let mut common: Option<Vec<Move>> = None;
    for position in positions {
        if position.pending().is_some() || prover.distance(position, moves)? != Some(moves) {
            return Ok(None);
        }
        let keys = prover.keys(position, moves)?;
        if common.as_ref().is_some_and(|common| *common != keys) {
            return Ok(None);
        }
        common = Some(keys);
    }
    Ok(common)
}

/// The defence that lasts longest in all positions; of several, the one that leaves the fewest answers.
fn common_reply(
    prover: &mut MateProver,
    positions: &[Position],
    moves: u32,
) -> Result<Option<Move>, ProofLimitError> {
    let Some((first, others)) = positions.split_first() else {
        return Ok(None);
    };
    let mut best: Option<(usize, Move)> = None;
    'replies: for reply in prover.best_defences(first, moves)? {
        for position in others {
            if !position.is_legal(reply) {
                continue 'replies;
            }
        }
        let child = after(first, reply);
        if child.pending().is_some() {
            continue;
        }
        let answers = prover.keys(&child, moves)?.len();
        if best.is_none_or(|(fewest, _)| answers < fewest) {
            best = Some((answers, reply));
        }
    }
    Ok(best.map(|(_, reply)| reply))
}
