//! Playing strength 1 to 10, reduced by a node limit, evaluation noise and overlooked moves.

use trid_rules::{Move, Position};

use crate::random::splitmix64;

use crate::{
    Limits,
    evaluation::{Evaluator, ThreadEvaluator},
    packed_move::PackedMove,
};

/// Playing strength; 10 is full strength.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Strength(u8);

/// How a strength is reduced.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Handicap {
    /// Nodes per move.
    nodes: u64,
    /// Standard deviation of the evaluation noise in centipawns.
    noise: i32,
    /// Base rate of overlooked moves in permille.
    oversights: u32,
}

/// Tuned so that each strength is 80 to 250 Elo above the one below; see `docs/notes/engine.md`.
const HANDICAPS: [Handicap; 9] = [
    Handicap { nodes: 1_450, noise: 172, oversights: 170 },
    Handicap { nodes: 2_600, noise: 138, oversights: 132 },
    Handicap { nodes: 4_300, noise: 120, oversights: 105 },
    Handicap { nodes: 7_400, noise: 96, oversights: 76 },
    Handicap { nodes: 9_800, noise: 76, oversights: 60 },
    Handicap { nodes: 15_000, noise: 56, oversights: 42 },
    Handicap { nodes: 30_000, noise: 37, oversights: 26 },
    Handicap { nodes: 45_000, noise: 19, oversights: 13 },
    Handicap { nodes: 60_000, noise: 9, oversights: 6 },
];

/// The lowest strength that sees every mate in one, its own and the opponent's.
const SEES_MATE_IN_ONE: u8 = 5;

impl Strength {
    /// Strength 10: no handicap.
    pub const FULL: Strength = Strength(10);

    /// The strength with this number; `None` unless it is 1 to 10.
    ///
    /// ```
    /// use trid_engine::{Engine, Options, Strength};
    ///
    /// let strength = Strength::new(3).unwrap();
    /// let engine = Engine::new(Options { strength, hash: 1, ..Options::default() });
    /// assert_eq!(Strength::new(11), None);
    /// ```
    #[must_use]
    pub const fn new(number: u8) -> Option<Strength> {
        if number >= 1 && number <= 10 { Some(Strength(number)) } else { None }
    }

    /// All strengths, weakest first.
    pub fn all() -> impl Iterator<Item = Strength> {
        (1..=10).map(Strength)
    }

    /// 1 to 10.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    fn handicap(self) -> Option<Handicap> {
        HANDICAPS.get(usize::from(self.0) - 1).copied()
    }

    /// Nodes per move; `None` for full strength.
    #[must_use]
    pub fn nodes(self) -> Option<u64> {
        self.handicap().map(|handicap| handicap.nodes)
    }

    /// The limits with the node limit of this strength.
    pub(crate) fn restrict(self, limits: &Limits) -> Limits {
        let mut limits = limits.clone();
        if let Some(nodes) = self.nodes() {
            limits.nodes = Some(limits.nodes.map_or(nodes, |given| given.min(nodes)));
        }
        limits
    }

    pub(crate) fn evaluation_noise(self) -> i32 {
        self.handicap().map_or(0, |handicap| handicap.noise)
    }

    pub(crate) fn oversights(self, seed: u64) -> Option<Oversights> {
        let rate = self.handicap().map_or(0, |handicap| handicap.oversights);
        let sees_mate_in_one = self.0 >= SEES_MATE_IN_ONE;
        (rate > 0).then_some(Oversights { seed, rate, sees_mate_in_one })
    }
}

/// Decides which moves the search overlooks. The same seed overlooks the same moves of a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Oversights {
    seed: u64,
    /// Permille.
    rate: u32,
    /// Neither misses nor allows a mate in one.
    sees_mate_in_one: bool,
}

impl Oversights {
    /// Whether the search overlooks a move, this many plies and turns from the root. Long moves, moves to
    /// another level and board moves are overlooked more often, forced promotions never.
    pub(crate) fn overlooks(self, position: &Position, mv: Move, ply: usize, turns: i32) -> bool {
        self.is_likely_to_overlook(position, mv, ply)
            && !(self.sees_mate_in_one && turns <= 1 && is_checkmate(position, mv))
    }

    /// Whether the side to move is in check or threatened with mate in one, and notices: then it considers
    /// every move.
    pub(crate) fn is_alert(self, position: &Position) -> bool {
        if !self.sees_mate_in_one || position.pending().is_some() {
            return false;
        }
        let mut passed = position.clone();
        position.is_check() || {
            passed.pass_unchecked();
            passed.legal_moves().into_iter().any(|mv| is_checkmate(&passed, mv))
        }
    }

    fn is_likely_to_overlook(self, position: &Position, mv: Move, ply: usize) -> bool {
        let difficulty = match mv {
            Move::Piece { from, to, .. } => {
                let files = (from.file() as i32 - to.file() as i32).unsigned_abs();
                let ranks = from.rank().number().abs_diff(to.rank().number());
                let is_long = files.max(u32::from(ranks)) >= 3;
                let changes_level = from.level() != to.level();
                2 + 2 * u32::from(is_long) + u32::from(changes_level)
            }
            Move::Board { .. } | Move::Turn { .. } => 6,
            Move::Castle(_) => 3,
            Move::Promote { .. } => return false,
        };
        // Like people, it overlooks more at greater depth.
        let chance = self.rate * difficulty * (4 + ply.min(4) as u32) / 16;
        let number =
            splitmix64(position.key() ^ self.seed ^ u64::from(PackedMove::pack(mv).bits()) << 40);
        ((number >> 32) % 1000) < u64::from(chance.min(850))
    }
}

/// Whether a legal move mates.
fn is_checkmate(position: &Position, mv: Move) -> bool {
    let mut child = position.clone();
    child.play_unchecked(mv);
    child.turn() != position.turn() && child.is_check() && !child.has_moves()
}

/// Adds noise to an evaluation. The same seed adds the same noise to a position.
pub(crate) struct NoisyEvaluator<'a> {
    pub(crate) evaluator: &'a dyn Evaluator,
    /// Standard deviation in centipawns.
    pub(crate) noise: i32,
    pub(crate) seed: u64,
}

impl Evaluator for NoisyEvaluator<'_> {
    fn for_thread(&self) -> Box<dyn ThreadEvaluator + '_> {
        let evaluator = self.evaluator.for_thread();
        Box::new(NoisyThreadEvaluator { evaluator, noise: self.noise, seed: self.seed })
    }
}

struct NoisyThreadEvaluator<'a> {
    evaluator: Box<dyn ThreadEvaluator + 'a>,
    noise: i32,
    seed: u64,
}

impl ThreadEvaluator for NoisyThreadEvaluator<'_> {
    fn evaluate(&mut self, position: &Position, ply: usize) -> i32 {
        let number = splitmix64(position.key() ^ self.seed);
        // The sum of four random bytes is nearly normal, with mean 510 and standard deviation 148.
        let sum: i32 = number.to_le_bytes()[..4].iter().map(|&byte| i32::from(byte)).sum();
        self.evaluator.evaluate(position, ply) + (sum - 510) * self.noise / 148
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn handicaps_decrease_with_strength() {
        for pair in HANDICAPS.windows(2) {
            assert!(pair[0].nodes < pair[1].nodes);
            assert!(pair[0].noise >= pair[1].noise && pair[0].oversights >= pair[1].oversights);
        }
        assert_eq!(Strength::FULL.nodes(), None);
        assert_eq!(Strength::new(0), None);
        assert_eq!(Strength::new(11), None);
        assert_eq!(Strength::all().count(), 10);
    }

    #[test]
    fn strengths_from_5_see_mates_in_one() {
        let tfen =
            "2q1/4/4/4|4/k2b/4/4|4/4/4/4|QL1b:2/2,QL3b:2/K1,KL5w:P1/2,KL6w:2/2 b - - - - - 0 1";
        let position = Position::from_tfen(tfen, trid_rules::RuleBook::Revised).unwrap();
        let mate: Move = "c4Wa2QL3".parse().unwrap();
        let overlooks = |sees_mate_in_one, mv, turns| {
            let oversights = Oversights { seed: 0, rate: 10_000, sees_mate_in_one };
            (0..100)
                .any(|seed| Oversights { seed, ..oversights }.overlooks(&position, mv, 1, turns))
        };
        let other = position.legal_moves().into_iter().find(|&mv| mv != mate).unwrap();
        // Its own mate and the opponent's, but not one that is further away.
        assert!(!overlooks(true, mate, 0) && !overlooks(true, mate, 1));
        assert!(overlooks(true, mate, 2) && overlooks(true, other, 1));
        assert!(overlooks(false, mate, 0));
        let mut threatened = position.clone();
        threatened.pass_unchecked();
        let alert = |position: &Position, sees_mate_in_one| {
            Oversights { seed: 0, rate: 60, sees_mate_in_one }.is_alert(position)
        };
        assert!(alert(&threatened, true) && !alert(&threatened, false));
        assert!(!alert(&Position::start(trid_rules::RuleBook::Revised), true));
    }
}
