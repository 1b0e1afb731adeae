//! Scores: centipawns, or the distance to mate in moves.

use std::fmt;

use trid_rules::{
    Color,
    game::{Evaluation, Wdl},
};

/// A value inside the search, in centipawns for the side to move.
pub(crate) type Value = i32;

/// Being mated at the root is `-MATE`; each turn of distance costs one.
pub(crate) const MATE: Value = 32_000;

/// Greater than every reachable value.
pub(crate) const INFINITE: Value = 32_001;

/// Values at or above this are mates found by the search; evaluations stay below.
pub(crate) const MATE_BOUND: Value = 31_000;

/// A draw.
pub(crate) const DRAW: Value = 0;

/// The value of being mated after this many turns from the root.
pub(crate) const fn mated_in(turns: i32) -> Value {
    turns - MATE
}

/// The value of giving mate after this many turns from the root.
pub(crate) const fn mate_in(turns: i32) -> Value {
    MATE - turns
}

/// Whether a value is a mate for either side.
pub(crate) const fn is_mate(value: Value) -> bool {
    value.abs() >= MATE_BOUND
}

/// A score for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Score {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// The side to move mates in this many of its moves. A forced promotion does not count as a move.
    Mate(u32),
    /// The side to move is mated in this many of the opponent's moves; 0 if it is mated now.
    Mated(u32),
}

impl Score {
    pub(crate) const fn from_value(value: Value) -> Score {
        if value >= MATE_BOUND {
            Score::Mate((MATE - value + 1) as u32 / 2)
        } else if value <= -MATE_BOUND {
            Score::Mated((MATE + value) as u32 / 2)
        } else {
            Score::Centipawns(value)
        }
    }

    /// The score for the other side.
    #[must_use]
    pub const fn reversed(self) -> Score {
        match self {
            Score::Centipawns(value) => Score::Centipawns(-value),
            Score::Mate(moves) => Score::Mated(moves),
            Score::Mated(moves) => Score::Mate(moves),
        }
    }
}

impl Score {
    /// White's evaluation, if this is the score of this side. A mate that is on the board counts as one in a move.
    ///
    /// ```
    /// use trid_engine::Score;
    /// use trid_rules::Color;
    /// use trid_rules::game::Evaluation;
    ///
    /// assert_eq!(Score::Mate(2).evaluation(Color::Black), Evaluation::Mate(-2));
    /// ```
    #[must_use]
    pub fn evaluation(self, turn: Color) -> Evaluation {
        let white = if turn == Color::White { self } else { self.reversed() };
        match white {
            Score::Centipawns(value) => Evaluation::Centipawns(value),
            Score::Mate(moves) => Evaluation::Mate((moves as i32).max(1)),
            Score::Mated(moves) => Evaluation::Mate(-(moves as i32).max(1)),
        }
    }

    /// The chances of the side to move.
    #[must_use]
    pub fn wdl(self) -> Wdl {
        self.evaluation(Color::White).wdl()
    }
}

/// `+0.35`, `-1.20`, `#3`, `#-2`.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Score::Centipawns(value) => {
                let sign = if *value < 0 { '-' } else { '+' };
                let value = value.unsigned_abs();
                write!(f, "{sign}{}.{:02}", value / 100, value % 100)
            }
            Score::Mate(moves) => write!(f, "#{moves}"),
            Score::Mated(moves) => write!(f, "#-{moves}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(value: Value, expected: Score, text: &str) {
        let score = Score::from_value(value);
        assert_eq!(score, expected);
        assert_eq!(score.to_string(), text);
        assert_eq!(score.reversed().reversed(), score);
    }

    #[test]
    fn values_become_scores() {
        check(35, Score::Centipawns(35), "+0.35");
        check(-120, Score::Centipawns(-120), "-1.20");
        check(mate_in(1), Score::Mate(1), "#1");
        check(mate_in(5), Score::Mate(3), "#3");
        check(mated_in(0), Score::Mated(0), "#-0");
        check(mated_in(4), Score::Mated(2), "#-2");
    }

    #[test]
    fn scores_are_from_whites_point_of_view() {
        let cases = [
            (Score::Centipawns(35), Color::White, Evaluation::Centipawns(35)),
            (Score::Centipawns(35), Color::Black, Evaluation::Centipawns(-35)),
            (Score::Mate(2), Color::Black, Evaluation::Mate(-2)),
            (Score::Mated(3), Color::Black, Evaluation::Mate(3)),
            (Score::Mated(1), Color::White, Evaluation::Mate(-1)),
        ];
        for (score, turn, expected) in cases {
            assert_eq!(score.evaluation(turn), expected);
        }
    }
}
