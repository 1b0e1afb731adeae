//! Judges moves with the full engine: win chances, and which moves of a position win.

use trid_engine::{Engine, Limits, Options, Score, Strength};
use trid_rules::{Game, Move, Position};

use trid_learn::puzzle::{after, is_same_idea};

use super::mates::MAX_MATE;

/// A position with at least this win chance is won.
pub(crate) const WON: f64 = 0.75;

/// Between the worst correct and the best wrong move there is at least this difference of win chance.
pub(crate) const GAP: f64 = 0.35;

/// The win chance of the side to move, from 0 to 1; a draw counts a half.
#[must_use]
pub(crate) fn win_chance(score: Score) -> f64 {
    score.wdl().expected_score()
}

/// The full engine. Every judgement starts with an empty table, so it depends only on the position.
pub(crate) struct Judge {
    engine: Engine,
}

/// A move with its win chance.
type JudgedMove = (Move, f64);

impl Judge {
    /// A judge with one thread.
    #[must_use]
    pub(crate) fn new() -> Judge {
        /// Size of the transposition table in MiB: enough for the longest search, quickly cleared.
        const HASH: usize = 4;
        let options = Options { hash: HASH, strength: Strength::FULL, ..Options::default() };
        Judge { engine: Engine::new(options) }
    }

    /// The engine, without anything learnt from earlier positions.
    pub(crate) fn fresh_engine(&mut self) -> &mut Engine {
        self.engine.new_game();
        &mut self.engine
    }

    /// The best move and its score, keeping what the engine has learnt from the game so far.
    pub(crate) fn scan(&mut self, game: &Game, nodes: u64) -> Option<(Move, Score)> {
        let result = self.engine.search(game, &Limits::nodes(nodes));
        Some((result.best_move()?, result.score()?))
    }

    /// The best of these moves with its win chance.
    fn best_of(&mut self, position: &Position, moves: Vec<Move>, nodes: u64) -> Option<JudgedMove> {
        let limits = Limits { search_moves: moves, ..Limits::nodes(nodes) };
        let result = self.fresh_engine().search(position, &limits);
        Some((result.best_move()?, win_chance(result.score()?)))
    }

    /// The best move of a position.
    pub(crate) fn best_move(&mut self, position: &Position, nodes: u64) -> Option<Move> {
        self.best_of(position, position.legal_moves(), nodes).map(|(mv, _)| mv)
    }

    /// A quick test that the position is a mate in at most [`MAX_MATE`] moves, and that every move of the line
    /// but the last is the only idea that mates as quickly.
    pub(crate) fn has_one_mating_line(&mut self, start: &Position, nodes: u64) -> bool {
        let mut position = start.clone();
        let mut longest = MAX_MATE;
        loop {
            let legal = position.legal_moves();
            let Some((moves, line)) = self.mate(&position, legal.clone(), longest, nodes) else {
                return false;
            };
            let [best, reply, ..] = line[..] else {
                return moves == 1;
            };
            let others: Vec<Move> =
                legal.into_iter().filter(|&mv| !is_same_idea(mv, best)).collect();
            if !others.is_empty() && self.mate(&position, others, moves, nodes).is_some() {
                return false;
            }
            let answered = after(&position, best);
            if answered.pending().is_some() || answered.turn() == position.turn() {
                return false;
            }
            position = after(&answered, reply);
            longest = moves - 1;
        }
    }

    /// A mate that starts with one of these moves, in at most `longest` moves.
    fn mate(
        &mut self,
        position: &Position,
        moves: Vec<Move>,
        longest: u32,
        nodes: u64,
    ) -> Option<(u32, Vec<Move>)> {
        let limits = Limits { search_moves: moves, ..Limits::nodes(nodes) };
        let result = self.fresh_engine().search(position, &limits);
        let variation = result.variations.into_iter().next()?;
        match variation.score {
            Score::Mate(moves) if moves <= longest => Some((moves, variation.moves)),
            _ => None,
        }
    }

    /// A quick test that rejects most positions in which different moves win.
    pub(crate) fn may_have_one_idea(&mut self, position: &Position, nodes: u64) -> bool {
        /// A short search may be wrong by this much.
        const TOLERANCE: f64 = 0.1;
        let legal = position.legal_moves();
        let Some((best, chance)) = self.best_of(position, legal.clone(), nodes) else {
            return false;
        };
        let others: Vec<Move> = legal.into_iter().filter(|&mv| !is_same_idea(mv, best)).collect();
        others.is_empty()
            || self
                .best_of(position, others, nodes)
                .is_some_and(|(_, other)| chance - other >= GAP - TOLERANCE)
    }

    /// How much better the worst of these moves is than the best of all others, in win chance, and the win
    /// chance of that worst move. Each search has this many nodes.
    pub(crate) fn margin(
        &mut self,
        position: &Position,
        answers: &[Move],
        nodes: u64,
    ) -> Option<(f64, f64)> {
        let mut worst = 1.0_f64;
        for &answer in answers {
            worst = worst.min(self.best_of(position, vec![answer], nodes)?.1);
        }
        let others: Vec<Move> =
            position.legal_moves().into_iter().filter(|mv| !answers.contains(mv)).collect();
        let best_other =
            if others.is_empty() { 0.0 } else { self.best_of(position, others, nodes)?.1 };
        Some((worst - best_other, worst))
    }

    /// The moves that win, the best first, if all others do not and if the winning moves differ only in
    /// where they land. Each search has this many nodes.
    pub(crate) fn winning_moves(&mut self, position: &Position, nodes: u64) -> Option<Vec<Move>> {
        let legal = position.legal_moves();
        let best = self.best_of(position, legal.clone(), nodes).filter(|&(_, w)| w >= WON)?;
        let (similar, others): (Vec<Move>, Vec<Move>) =
            legal.into_iter().filter(|&mv| mv != best.0).partition(|&mv| is_same_idea(mv, best.0));
        let mut best_other = 0.0;
        if !others.is_empty() {
            best_other = self.best_of(position, others, nodes)?.1;
        }
        if best.1 - best_other < GAP {
            return None;
        }
        let mut judged = vec![best];
        for mv in similar {
            judged.push(self.best_of(position, vec![mv], nodes)?);
        }
        judged[1..].sort_by(|a, b| b.1.total_cmp(&a.1));
        clear_winners(&judged, best_other)
    }
}

impl Default for Judge {
    fn default() -> Judge {
        Judge::new()
    }
}

/// The moves before the first gap, if all of them win and the best other move is behind it.
fn clear_winners(judged: &[JudgedMove], best_other: f64) -> Option<Vec<Move>> {
    let chance = |index: usize| judged.get(index).map_or(0.0, |&(_, chance)| chance);
    let count = (1..=judged.len())
        .find(|&count| chance(count - 1) - chance(count).max(best_other) >= GAP)?;
    (chance(count - 1) >= WON).then(|| judged[..count].iter().map(|&(mv, _)| mv).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(chances: &[f64], best_other: f64, expected: Option<usize>) {
        let mv: Move = "a1Wa2W".parse().unwrap();
        let judged: Vec<JudgedMove> = chances.iter().map(|&chance| (mv, chance)).collect();
        let winners = clear_winners(&judged, best_other).map(|moves| moves.len());
        assert_eq!(winners, expected, "{chances:?} {best_other}");
    }

    #[test]
    fn winners_are_separated_by_a_gap() {
        check(&[0.95], 0.6, Some(1));
        check(&[0.95], 0.61, None);
        check(&[0.95, 0.9], 0.5, Some(2));
        check(&[0.95, 0.9, 0.3], 0.5, Some(2));
        check(&[0.95, 0.7], 0.2, None);
        check(&[0.95, 0.8, 0.6], 0.2, None);
        check(&[0.95, 0.3], 0.3, Some(1));
    }
}
