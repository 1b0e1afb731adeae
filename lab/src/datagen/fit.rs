//! Fits the chances of a win, a draw and a loss to self-play games.

use trid_rules::Color;

use trid_rules::game::Wdl;

use super::game_file::SelfPlayGame;

/// Scores beyond this are decided games, which say nothing about the curve.
const MAX_SCORE: i16 = 2_000;

/// Positions of games, counted by score and by result for the side to move.
#[derive(Clone, Debug)]
pub(crate) struct ResultCounts {
    /// Wins, draws and losses at each score from `-MAX_SCORE`.
    counts: Vec<[u64; 3]>,
}

/// The fitted model.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct WinChanceFit {
    /// The score at which a win is as likely as not, in centipawns.
    pub(crate) half_win: f64,
    /// How slowly the chances change, in centipawns.
    pub(crate) scale: f64,
    /// The mean negative log-likelihood of the results.
    pub(crate) loss: f64,
    /// The number of positions.
    pub(crate) positions: u64,
}

impl Default for ResultCounts {
    fn default() -> ResultCounts {
        ResultCounts { counts: vec![[0; 3]; 2 * MAX_SCORE as usize + 1] }
    }
}

impl ResultCounts {
    /// Adds the positions of a game after its random opening.
    pub(crate) fn add(&mut self, game: &SelfPlayGame) {
        // A replay gives the side to move: a forced promotion does not pass the turn.
        game.replay(|position, index, ply| {
            if index >= usize::from(game.opening) {
                self.add_position(ply.score, game.winner, position.turn());
            }
        });
    }

    fn add_position(&mut self, score: i16, winner: Option<Color>, turn: Color) {
        if score.abs() <= MAX_SCORE {
            let result = match winner {
                None => 1,
                Some(winner) if winner == turn => 0,
                Some(_) => 2,
            };
            self.counts[usize::from((score + MAX_SCORE) as u16)][result] += 1;
        }
    }

    /// The most likely model; `None` without positions.
    #[must_use]
    pub(crate) fn fit(&self) -> Option<WinChanceFit> {
        let positions = self.counts.iter().flatten().sum::<u64>();
        if positions == 0 {
            return None;
        }
        let loss = |half_win: f64, scale: f64| self.loss(half_win, scale) / positions as f64;
        let (mut half_win, mut scale) = (100.0_f64, 100.0_f64);
        let mut best = loss(half_win, scale);
        // A pattern search: the function is smooth with one minimum.
        let mut step = 50.0;
        while step > 0.01 {
            let neighbours = [(step, 0.0), (-step, 0.0), (0.0, step), (0.0, -step)];
            let better = neighbours.into_iter().find_map(|(first, second)| {
                let candidate = (half_win + first, scale + second);
                if candidate.0 <= 0.0 || candidate.1 <= 0.0 {
                    return None;
                }
                let value = loss(candidate.0, candidate.1);
                (value < best).then_some((candidate, value))
            });
            match better {
                Some((candidate, value)) => ((half_win, scale), best) = (candidate, value),
                None => step /= 2.0,
            }
        }
        Some(WinChanceFit { half_win, scale, loss: best, positions })
    }

    /// The negative log-likelihood of all results.
    fn loss(&self, half_win: f64, scale: f64) -> f64 {
        let at_score = |(index, counts): (usize, &[u64; 3])| {
            let wdl = Wdl::from_model(index as f64 - f64::from(MAX_SCORE), half_win, scale);
            let chances = [wdl.win, wdl.draw, wdl.loss];
            let terms = counts.iter().zip(chances);
            terms.map(|(&count, chance)| -(count as f64) * chance.max(1e-12).ln()).sum::<f64>()
        };
        self.counts.iter().enumerate().map(at_score).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_known_model_is_found_again() {
        let mut counts = ResultCounts::default();
        for (index, counts) in counts.counts.iter_mut().enumerate() {
            let wdl = Wdl::from_model(index as f64 - f64::from(MAX_SCORE), 170.0, 90.0);
            *counts = [wdl.win, wdl.draw, wdl.loss].map(|chance| (chance * 1e6).round() as u64);
        }
        let fit = counts.fit().unwrap();
        assert!((fit.half_win - 170.0).abs() < 0.5, "{fit:?}");
        assert!((fit.scale - 90.0).abs() < 0.5, "{fit:?}");
    }

    #[test]
    fn results_count_for_the_side_to_move() {
        let mut counts = ResultCounts::default();
        assert_eq!(counts.fit(), None);
        counts.add_position(30, Some(Color::White), Color::White);
        counts.add_position(-30, Some(Color::White), Color::Black);
        counts.add_position(30, None, Color::Black);
        counts.add_position(MAX_SCORE + 1, None, Color::Black);
        let at = |score: i16| counts.counts[usize::from((score + MAX_SCORE) as u16)];
        assert_eq!((at(30), at(-30)), ([1, 1, 0], [0, 0, 1]));
        assert_eq!(counts.fit().unwrap().positions, 3);
    }
}
