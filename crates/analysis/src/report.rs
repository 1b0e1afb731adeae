//! The report on a game: every move's loss of win chance, and both sides' accuracy.

use std::time::Duration;

use serde::Serialize;
use trid_records::Record;
use trid_rules::{
    Color, Move,
    game::{Evaluation, Played},
};

use crate::accuracy::{move_accuracy, move_weights, side_accuracy};
use crate::stored::settled_score;
use crate::time_used::times_used;
use crate::{EvaluatedPosition, Judgement};

/// A graded game.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct GameReport {
    /// The summary of White's moves.
    pub white: SideReport,
    /// The summary of Black's moves.
    pub black: SideReport,
    /// White's win chance before the first move, from 0 to 1.
    pub start_win_chance: f64,
    /// The moves of the main line.
    pub plies: Vec<PlyReport>,
}

/// One side of a graded game.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct SideReport {
    /// From 0 to 100; `None` if the side has not moved.
    pub accuracy: Option<f64>,
    /// The mean loss of win chance per move, from 0 to 1.
    pub mean_loss: f64,
    /// Number of inaccuracies.
    pub inaccuracies: u32,
    /// Number of mistakes.
    pub mistakes: u32,
    /// Number of blunders.
    pub blunders: u32,
    /// The time used for the moves in milliseconds; `None` unless it is known for all of them.
    pub time_used: Option<u64>,
}

/// A graded move.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct PlyReport {
    /// The number of the ply, from 1.
    pub ply: usize,
    /// The move in coordinate notation.
    #[cfg_attr(feature = "typescript", ts(type = "string"))]
    #[serde(rename = "move", serialize_with = "as_text")]
    pub mv: Move,
    /// The move in algebraic notation.
    pub text: String,
    /// The side that moved.
    #[serde(with = "trid_view::json")]
    #[cfg_attr(feature = "typescript", ts(as = "trid_view::json::TypeOf<_>"))]
    pub color: Color,
    /// The evaluation after the move; `None` if it ended the game.
    #[serde(with = "trid_view::json")]
    #[cfg_attr(feature = "typescript", ts(as = "trid_view::json::TypeOf<_>"))]
    pub eval: Option<Evaluation>,
    /// White's win chance after the move, from 0 to 1.
    pub win_chance: f64,
    /// How much of their win chance the mover lost, from 0 to 1.
    pub loss: f64,
    /// The accuracy of the move, from 0 to 100.
    pub accuracy: f64,
    /// The verdict, if the move was bad.
    pub judgement: Option<Judgement>,
    /// The best line instead of this move, in coordinate notation; empty if this was the best move.
    #[cfg_attr(feature = "typescript", ts(type = "Array<string>"))]
    #[serde(serialize_with = "as_texts")]
    pub best: Vec<Move>,
    /// The best line in algebraic notation.
    pub best_texts: Vec<String>,
    /// The time used for the move in milliseconds, if the clocks are known.
    pub time_used: Option<u64>,
}

impl GameReport {
    /// Grades the main line of a game. `positions` are its positions, from the start to the end; without those at the
    /// end, the report covers the moves between the others. The best move loses nothing: the position before it gets
    /// the score of the one after it.
    #[must_use]
    pub fn new(record: &Record, positions: &[EvaluatedPosition]) -> GameReport {
        let mut game = record.game.clone();
        game.go_to(game.main_line().last().copied().unwrap_or(game.root()));
        let mut positions = positions.to_vec();
        positions.truncate(game.line_length() + 1);
        let nodes: Vec<_> = game.moves().map(|played| played.node).collect();
        for index in (1..positions.len()).rev() {
            let after = positions[index].score;
            let before = &mut positions[index - 1];
            before.score = settled_score(&game, nodes[index - 1], before, after);
        }
        let times = times_used(record);
        let pairs = positions.iter().zip(positions.iter().skip(1));
        let plies: Vec<PlyReport> = game
            .moves()
            .zip(pairs)
            .zip(times)
            .enumerate()
            .map(|(index, ((played, (before, after)), time))| {
                PlyReport::new(index + 1, &played, before, after, time)
            })
            .collect();
        let chances: Vec<f64> =
            positions.iter().map(|position| position.score.win_chance()).collect();
        let weights = move_weights(&chances);
        GameReport {
            white: SideReport::new(Color::White, &plies, &weights),
            black: SideReport::new(Color::Black, &plies, &weights),
            start_win_chance: chances.first().copied().unwrap_or(0.5),
            plies,
        }
    }

    /// The report on one side.
    #[must_use]
    pub const fn side(&self, color: Color) -> &SideReport {
        match color {
            Color::White => &self.white,
            Color::Black => &self.black,
        }
    }
}

impl PlyReport {
    fn new(
        ply: usize,
        played: &Played<'_>,
        before: &EvaluatedPosition,
        after: &EvaluatedPosition,
        time: Option<Duration>,
    ) -> PlyReport {
        let color = played.color();
        let loss = before.score.loss(after.score, color);
        let is_best = before.best.first() == Some(&played.mv);
        let best = if is_best { Vec::new() } else { before.best.clone() };
        PlyReport {
            ply,
            mv: played.mv,
            text: played.algebraic().to_string(),
            color,
            eval: after.score.evaluation(),
            win_chance: after.score.win_chance(),
            loss,
            accuracy: move_accuracy(loss),
            judgement: if is_best { None } else { Judgement::from_loss(loss) },
            best_texts: played.before.algebraic_line(&best),
            best,
            time_used: time.map(milliseconds),
        }
    }
}

impl SideReport {
    fn new(color: Color, plies: &[PlyReport], weights: &[f64]) -> SideReport {
        let own = || plies.iter().zip(weights).filter(|(ply, _)| ply.color == color);
        let accuracies: Vec<(f64, f64)> =
            own().map(|(ply, &weight)| (ply.accuracy, weight)).collect();
        let count = |judgement: Judgement| {
            own().filter(|(ply, _)| ply.judgement == Some(judgement)).count() as u32
        };
        let loss: f64 = own().map(|(ply, _)| ply.loss).sum();
        SideReport {
            accuracy: side_accuracy(&accuracies),
            mean_loss: loss / accuracies.len().max(1) as f64,
            inaccuracies: count(Judgement::Inaccuracy),
            mistakes: count(Judgement::Mistake),
            blunders: count(Judgement::Blunder),
            time_used: own()
                .map(|(ply, _)| ply.time_used)
                .sum::<Option<u64>>()
                .filter(|_| own().next().is_some()),
        }
    }
}

fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

fn as_text<S: serde::Serializer>(mv: &Move, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(mv)
}

fn as_texts<S: serde::Serializer>(moves: &[Move], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(moves.iter().map(Move::to_string))
}
