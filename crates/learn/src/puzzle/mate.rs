//! Proves mates: every move of the solver and every defence is examined, within a limit of nodes.

use std::{collections::HashMap, fmt};

use trid_rules::{Move, Position};

use super::after;

/// The node limit was reached before the proof was complete.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProofLimitError;

impl fmt::Display for ProofLimitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("The proof of the mate needs more nodes than allowed.")
    }
}

impl std::error::Error for ProofLimitError {}

/// What is proved about a position with the solver to move.
#[derive(Clone, Copy)]
struct Bounds {
    /// A mate in this many moves exists; `u8::MAX` if none is known.
    proved: u8,
    /// No mate in this many moves exists.
    refuted: u8,
}

/// Proves and refutes mates of one rule book. Distances count the solver's moves; a forced promotion is not
/// one.
pub struct MateProver {
    bounds: HashMap<u64, Bounds>,
    /// The last defence that worked, by remaining moves.
    defences: [Option<Move>; 16],
    nodes: u64,
    limit: u64,
}

impl MateProver {
    /// A prover that plays at most this many moves in all its proofs together.
    #[must_use]
    pub fn new(limit: u64) -> MateProver {
        MateProver { bounds: HashMap::new(), defences: [None; 16], nodes: 0, limit }
    }

    /// The shortest forced mate of the side to move, if it is at most `max` moves.
    ///
    /// # Errors
    /// [`ProofLimitError`] if the node limit is reached.
    pub fn distance(
        &mut self,
        position: &Position,
        max: u32,
    ) -> Result<Option<u32>, ProofLimitError> {
        for moves in 1..=max {
            if self.mates_in(position, moves)? {
                return Ok(Some(moves));
            }
        }
        Ok(None)
    }

    /// Every move of the side to move that forces mate in at most `moves` moves.
    ///
    /// # Errors
    /// [`ProofLimitError`] if the node limit is reached.
    pub fn keys(&mut self, position: &Position, moves: u32) -> Result<Vec<Move>, ProofLimitError> {
        let mut keys = Vec::new();
        for mv in position.legal_moves() {
            let child = self.play(position, mv)?;
            if self.is_key(position, &child, moves)? {
                keys.push(mv);
            }
        }
        Ok(keys)
    }

    /// The replies of the side to move after which the solver needs at least `moves` moves to mate.
    ///
    /// # Errors
    /// [`ProofLimitError`] if the node limit is reached.
    pub fn best_defences(
        &mut self,
        position: &Position,
        moves: u32,
    ) -> Result<Vec<Move>, ProofLimitError> {
        let mut defences = Vec::new();
        for mv in position.legal_moves() {
            let child = self.play(position, mv)?;
            if !self.mates_in(&child, moves - 1)? {
                defences.push(mv);
            }
        }
        Ok(defences)
    }

    /// A reply of the side to move that prevents mate in `moves` moves, if there is one.
    ///
    /// # Errors
    /// [`ProofLimitError`] if the node limit is reached.
    pub fn refutation(
        &mut self,
        position: &Position,
        moves: u32,
    ) -> Result<Option<Move>, ProofLimitError> {
        for mv in position.legal_moves() {
            let child = self.play(position, mv)?;
            if !self.stays_lost(position, &child, moves)? {
                return Ok(Some(mv));
            }
        }
        Ok(None)
    }

    fn play(&mut self, position: &Position, mv: Move) -> Result<Position, ProofLimitError> {
        self.nodes += 1;
        if self.nodes > self.limit { Err(ProofLimitError) } else { Ok(after(position, mv)) }
    }

    /// Whether the side to move can force mate in at most `moves` moves.
    fn mates_in(&mut self, position: &Position, moves: u32) -> Result<bool, ProofLimitError> {
        if moves == 0 {
            return Ok(false);
        }
        let key = position.key();
        let depth = moves as u8;
        if let Some(bounds) = self.bounds.get(&key) {
            if bounds.proved <= depth {
                return Ok(true);
            }
            if bounds.refuted >= depth {
                return Ok(false);
            }
        }
        let mut found = false;
        for child in self.children(position, moves)? {
            if self.is_key(position, &child, moves)? {
                found = true;
                break;
            }
        }
        let bounds = self.bounds.entry(key).or_insert(Bounds { proved: u8::MAX, refuted: 0 });
        if found {
            bounds.proved = bounds.proved.min(depth);
        } else {
            bounds.refuted = bounds.refuted.max(depth);
        }
        Ok(found)
    }

    /// The positions after each move that can mate in `moves` moves: checks with few replies first, then
    /// other moves, but only checks can mate at once.
    fn children(
        &mut self,
        position: &Position,
        moves: u32,
    ) -> Result<Vec<Position>, ProofLimitError> {
        let mut children = Vec::new();
        for mv in position.legal_moves() {
            let child = self.play(position, mv)?;
            // The turn does not pass with a forced promotion, and mate is judged after one.
            let is_forcing = child.turn() == position.turn() || child.pending().is_some();
            let order = if is_forcing {
                0
            } else if child.is_check() {
                if moves == 1 { 0 } else { 1 + child.count_moves() }
            } else if moves == 1 {
                continue;
            } else {
                usize::MAX
            };
            children.push((order, child));
        }
        children.sort_by_key(|&(order, _)| order);
        Ok(children.into_iter().map(|(_, child)| child).collect())
    }

    /// Whether a move of the solver from `position` to `child` forces mate in at most `moves` moves.
    fn is_key(
        &mut self,
        position: &Position,
        child: &Position,
        moves: u32,
    ) -> Result<bool, ProofLimitError> {
        if child.turn() == position.turn() {
            self.mates_in(child, moves)
        } else {
            self.is_lost_in(child, moves - 1)
        }
    }

    /// Whether the side to move is mated now, or in at most `moves` moves of the solver after every reply.
    fn is_lost_in(&mut self, position: &Position, moves: u32) -> Result<bool, ProofLimitError> {
        if moves == 0 && position.pending().is_none() {
            return Ok(!position.has_moves() && position.is_check());
        }
        let mut replies = position.legal_moves();
        if replies.is_empty() {
            return Ok(position.is_check());
        }
        let memory = (moves as usize).min(self.defences.len() - 1);
        if let Some(defence) = self.defences[memory]
            && let Some(index) = replies.iter().position(|&mv| mv == defence)
        {
            replies.swap(0, index);
        }
        for mv in replies {
            let child = self.play(position, mv)?;
            if !self.stays_lost(position, &child, moves)? {
                self.defences[memory] = Some(mv);
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn stays_lost(
        &mut self,
        position: &Position,
        child: &Position,
        moves: u32,
    ) -> Result<bool, ProofLimitError> {
        if child.turn() == position.turn() {
            self.is_lost_in(child, moves)
        } else {
            self.mates_in(child, moves)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use trid_rules::RuleBook;

    const SUITES: [&str; 2] = [
        include_str!("../../../engine/tests/data/mates-revised.txt"),
        include_str!("../../../engine/tests/data/mates-meder.txt"),
    ];

    /// The distance, the only key move and the position of each mate of the engine's test suite.
    fn suite() -> impl Iterator<Item = (u32, Move, Position)> {
        RuleBook::ALL.into_iter().zip(SUITES).flat_map(|(book, text)| {
            text.lines().map(move |line| {
                let mut words = line.splitn(3, ' ');
                let distance = words.next().unwrap().parse().unwrap();
                let key = words.next().unwrap().parse().unwrap();
                (distance, key, Position::from_tfen(words.next().unwrap(), book).unwrap())
            })
        })
    }

    #[test]
    fn proves_the_distance_and_the_only_key_of_known_mates() {
        for (distance, key, position) in suite() {
            let mut prover = MateProver::new(3_000_000);
            assert_eq!(prover.distance(&position, 3), Ok(Some(distance)), "{position:?}");
            assert_eq!(prover.keys(&position, distance), Ok(vec![key]), "{position:?}");
        }
    }

    #[test]
    fn refutes_every_other_move() {
        for (distance, key, position) in suite().filter(|&(distance, ..)| distance == 2) {
            let mut prover = MateProver::new(3_000_000);
            for mv in position.legal_moves() {
                let child = after(&position, mv);
                if child.turn() == position.turn() || !child.has_moves() {
                    continue;
                }
                let refutation = prover.refutation(&child, distance - 1).unwrap();
                assert_eq!(refutation.is_none(), mv == key, "{mv} in {position:?}");
            }
        }
    }

    #[test]
    fn stops_at_the_node_limit() {
        let position = Position::start(RuleBook::Revised);
        assert_eq!(MateProver::new(1_000).distance(&position, 4), Err(ProofLimitError));
    }
}
