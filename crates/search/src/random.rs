//! Random numbers that a seed repeats, on every machine: `SplitMix64` (Steele, Lea and Flood, 2014), a counter and a good
//! mixing of its bits. Zobrist keys, rollouts and levels all draw from here.

/// What the counter grows by.
const STEP: u64 = 0x9E37_79B9_7F4A_7C15;

/// The mixing: every bit of the answer hangs on every bit of the question.
pub const fn mixed(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// The number at this place of the stream of seed 0, counted from 1.
pub const fn nth(place: u64) -> u64 {
    mixed(place.wrapping_mul(STEP))
}

/// A stream of random numbers.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The stream of a seed.
    pub const fn new(seed: u64) -> Self {
        Random(seed)
    }

    /// 64 random bits.
    pub const fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(STEP);
        mixed(self.0)
    }

    /// A number from 0 to below 1.
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// One of some outcomes by their probabilities; none of none.
    pub fn pick<T>(&mut self, outcomes: impl IntoIterator<Item = (T, f64)>) -> Option<T> {
        let mut left = self.unit();
        let mut last = None;
        for (outcome, probability) in outcomes {
            if probability > 0.0 {
                last = Some(outcome);
                left -= probability;
                if left < 0.0 {
                    break;
                }
            }
        }
        last
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Keys and signatures rest on these numbers.
    #[test]
    fn the_numbers_are_those_of_splitmix64() {
        let mut random = Random::new(0);
        let first = [random.bits(), random.bits(), random.bits()];
        assert_eq!(first, [0xE220_A839_7B1D_CDAF, 0x6E78_9E6A_A1B9_65F4, 0x06C4_5D18_8009_454F]);
        assert_eq!(first, [nth(1), nth(2), nth(3)]);
    }

    #[test]
    fn picks_as_often_as_the_chances_say() {
        let mut random = Random::new(1);
        let mut counts = [0; 3];
        for _ in 0..100_000 {
            counts[random.pick([(0, 0.2), (1, 0.0), (2, 0.8)]).unwrap()] += 1;
        }
        assert_eq!(counts[1], 0);
        assert!((19_500..20_500).contains(&counts[0]), "{counts:?}");
        assert_eq!(random.pick::<u8>([]), None);
    }
}
