//! Levels 1 to 10: weakened on purpose, by a budget of nodes, errors of judgement and overlooked moves.

use trid_rules::{Move, Position};

use crate::{evaluation::Evaluator, packed::PackedMove};

/// One of the ten levels; 10 is full strength.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Level(u8);

/// How a level is weakened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Weakness {
    /// Positions looked at for a move.
    nodes: u64,
    /// How far its judgement is off, in centipawns.
    error: i32,
    /// How many moves in 1,000 it does not see.
    overlooks: u32,
}

/// Fitted so that each level stands between 80 and 250 Elo above the one below; see `docs/engine.md`.
const WEAKNESSES: [Weakness; 9] = [
    Weakness { nodes: 1_450, error: 172, overlooks: 170 },
    Weakness { nodes: 2_600, error: 138, overlooks: 132 },
    Weakness { nodes: 4_300, error: 120, overlooks: 105 },
    Weakness { nodes: 7_400, error: 96, overlooks: 76 },
    Weakness { nodes: 9_800, error: 76, overlooks: 60 },
    Weakness { nodes: 15_000, error: 56, overlooks: 42 },
    Weakness { nodes: 30_000, error: 37, overlooks: 26 },
    Weakness { nodes: 45_000, error: 19, overlooks: 13 },
    Weakness { nodes: 60_000, error: 9, overlooks: 6 },
];

impl Level {
    /// Level 10: nothing held back.
    pub const FULL: Level = Level(10);

    /// The level with this number, if it is 1 to 10.
    #[must_use]
    pub const fn new(number: u8) -> Option<Level> {
        if number >= 1 && number <= 10 { Some(Level(number)) } else { None }
    }

    /// All ten, the weakest first.
    pub fn all() -> impl Iterator<Item = Level> {
        (1..=10).map(Level)
    }

    /// 1 to 10.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    fn weakness(self) -> Option<Weakness> {
        WEAKNESSES.get(usize::from(self.0) - 1).copied()
    }

    /// The positions it looks at for a move; `None` for full strength.
    #[must_use]
    pub fn nodes(self) -> Option<u64> {
        self.weakness().map(|weakness| weakness.nodes)
    }

    pub(crate) fn error(self) -> i32 {
        self.weakness().map_or(0, |weakness| weakness.error)
    }

    pub(crate) fn blindness(self, seed: u64) -> Option<Blindness> {
        let overlooks = self.weakness().map_or(0, |weakness| weakness.overlooks);
        (overlooks > 0).then_some(Blindness { seed, overlooks })
    }
}

/// Overlooks moves: the same ones each time it comes to a position with the same seed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Blindness {
    seed: u64,
    overlooks: u32,
}

impl Blindness {
    /// Whether a move is not seen. What is far away, on another level or done by a board is overlooked more
    /// easily; taking back on the square where something was just taken is not overlooked.
    pub(crate) fn misses(self, position: &Position, mv: Move, ply: usize) -> bool {
        let ease = match mv {
            Move::Piece { from, to, .. } => {
                let files = (from.file() as i32 - to.file() as i32).unsigned_abs();
                let ranks = from.rank().number().abs_diff(to.rank().number());
                let far = files.max(u32::from(ranks)) >= 3;
                let climbs = from.level() != to.level();
                2 + 2 * u32::from(far) + u32::from(climbs)
            }
            Move::Board { .. } | Move::Turn { .. } => 6,
            Move::Castle(_) => 3,
            Move::Promote { .. } => return false,
        };
        // Deeper in a line more is overlooked, as by people.
        let chance = self.overlooks * ease * (4 + ply.min(4) as u32) / 16;
        let number =
            scramble(position.key() ^ self.seed ^ u64::from(PackedMove::pack(mv).bits()) << 40);
        ((number >> 32) % 1000) < u64::from(chance.min(850))
    }
}

/// Judges with errors: the same ones each time it comes to a position with the same seed.
pub(crate) struct Misjudging<'a> {
    pub(crate) judge: &'a dyn Evaluator,
    pub(crate) error: i32,
    pub(crate) seed: u64,
}

impl Evaluator for Misjudging<'_> {
    fn evaluate(&self, position: &Position) -> i32 {
        let number = scramble(position.key() ^ self.seed);
        // Four bytes added up are nearly normal, with a deviation of about 148.
        let sum: i32 = number.to_le_bytes()[..4].iter().map(|&byte| i32::from(byte)).sum();
        self.judge.evaluate(position) + (sum - 510) * self.error / 148
    }
}

/// A number that looks random, from one that does not.
pub(crate) const fn scramble(state: u64) -> u64 {
    let mut z = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_grow_stronger() {
        for pair in WEAKNESSES.windows(2) {
            assert!(pair[0].nodes < pair[1].nodes);
            assert!(pair[0].error >= pair[1].error && pair[0].overlooks >= pair[1].overlooks);
        }
        assert_eq!(Level::FULL.nodes(), None);
        assert_eq!(Level::new(0), None);
        assert_eq!(Level::new(11), None);
        assert_eq!(Level::all().count(), 10);
    }
}
