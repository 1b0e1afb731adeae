//! Lag compensation: how much network lag a player's moves are not charged for.
//!
//! A client can pretend to have lag by delaying its pongs. A quota for each player and game bounds what that gains:
//! `n` moves are not charged for at most `LAG_QUOTA + (n - 1) * LAG_REFILL` milliseconds in total.

use crate::Millis;

/// The most network lag that one move is not charged for.
pub const LAG_BOUND: Millis = 500;
/// The lag that a player's first moves in a game are not charged for, and the most that the quota ever holds.
pub const LAG_QUOTA: Millis = 1_000;
/// How much each turn refills the quota. Lag up to this is compensated in every move.
pub const LAG_REFILL: Millis = 250;

/// The lag that a player's next moves in a game are not charged for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct LagQuota(Millis);

impl Default for LagQuota {
    fn default() -> Self {
        Self(LAG_QUOTA)
    }
}

impl LagQuota {
    /// How much of the measured lag a move is not charged for.
    pub(crate) fn allowed(self, measured: Millis) -> Millis {
        measured.clamp(0, LAG_BOUND.min(self.0))
    }

    /// Takes what a move was not charged for out of the quota.
    pub(crate) fn spend(&mut self, lag: Millis) {
        self.0 = (self.0 - lag).max(0);
    }

    /// Refills the quota at the end of a turn.
    pub(crate) fn refill(&mut self) {
        self.0 = (self.0 + LAG_REFILL).min(LAG_QUOTA);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What `moves` turns with this lag are not charged for.
    fn compensated(lag: Millis, moves: usize) -> Millis {
        let mut quota = LagQuota::default();
        (0..moves)
            .map(|_| {
                let allowed = quota.allowed(lag);
                quota.spend(allowed);
                quota.refill();
                allowed
            })
            .sum()
    }

    #[test]
    fn ordinary_lag_is_always_compensated_and_a_cheat_gains_little() {
        assert_eq!(compensated(LAG_REFILL, 100), 100 * LAG_REFILL);
        assert_eq!(compensated(-5, 100), 0);
        for (moves, most) in [(1, 500), (2, 1_000), (3, 1_500), (4, 1_750), (40, 10_750)] {
            assert_eq!(compensated(Millis::MAX, moves), most, "{moves} moves");
            assert!(most <= LAG_QUOTA + (moves as Millis - 1) * LAG_REFILL);
        }
    }
}
