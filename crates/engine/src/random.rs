//! SplitMix64: pseudo-random numbers that are the same on every machine, for repeatable choices.

const INCREMENT: u64 = 0x9e37_79b9_7f4a_7c15;

/// The output function, without the step of the state.
const fn mix(state: u64) -> u64 {
    let mut z = state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// A hash of a number: the first output of a generator with this seed.
#[must_use]
pub const fn splitmix64(seed: u64) -> u64 {
    mix(seed.wrapping_add(INCREMENT))
}

/// A seeded generator.
#[derive(Clone, Debug)]
pub struct SplitMix64(u64);

impl SplitMix64 {
    /// A generator with this seed.
    #[must_use]
    pub const fn new(seed: u64) -> SplitMix64 {
        SplitMix64(seed)
    }

    /// The next number.
    pub const fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(INCREMENT);
        mix(self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The outputs of the reference implementation for seed 1234567.
    #[test]
    fn numbers_equal_the_reference() {
        let mut generator = SplitMix64::new(1_234_567);
        assert_eq!(splitmix64(1_234_567), 6_457_827_717_110_365_317);
        let numbers = [(); 3].map(|()| generator.next_u64());
        assert_eq!(
            numbers,
            [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]
        );
    }
}
