//! Seeded random choices, the same on every machine.

use trid_rules::SplitMix64;

/// Random choices from a seed.
#[derive(Clone, Debug)]
pub(super) struct Random {
    generator: SplitMix64,
}

impl Random {
    pub(super) const fn new(seed: u64) -> Random {
        Random { generator: SplitMix64::new(seed) }
    }

    /// A number below `limit`, which is small, so that no number is noticeably more likely.
    pub(super) fn below(&mut self, limit: usize) -> usize {
        (self.generator.next_u64() % limit as u64) as usize
    }

    /// One of the items, or `None` if there are none.
    pub(super) fn pick<T: Copy>(&mut self, items: &[T]) -> Option<T> {
        if items.is_empty() { None } else { Some(items[self.below(items.len())]) }
    }

    /// Shuffles the items.
    pub(super) fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}
