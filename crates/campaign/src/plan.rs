//! All runs of a campaign, in the order in which they are begun.
//!
//! Runs come in blocks: each instance once with every algorithm, the instances and the algorithms within a block shuffled. A machine
//! that becomes slower during a campaign slows all algorithms alike. The order and the seeds follow from the seed of the campaign and
//! from names alone: an algorithm that is added changes nothing for the others.

use sha2::{Digest, Sha256};

use crate::{Campaign, Instance};

/// One run, by the places of its algorithm and its instance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    /// The algorithm's place in the campaign.
    pub algorithm: u32,
    /// The instance's place.
    pub instance: u32,
    /// Which of the repeats, from 0.
    pub repeat: u32,
    /// The seed that it is given: the same for every algorithm.
    pub seed: u64,
}

/// All runs.
pub fn plan(campaign: &Campaign, instances: &[Instance]) -> Vec<Run> {
    let algorithms = campaign.contenders().len() as u32;
    let mut runs = Vec::new();
    for repeat in 0..campaign.repeats {
        let mut order: Vec<u32> = (0..instances.len() as u32).collect();
        shuffle(&mut order, mixed(campaign.seed, &["order", &repeat.to_string()]));
        for instance in order {
            let id = &instances[instance as usize].id;
            let seed = mixed(campaign.seed, &[id, &repeat.to_string()]);
            let mut who: Vec<u32> = (0..algorithms).collect();
            shuffle(&mut who, seed ^ 1);
            runs.extend(who.into_iter().map(|algorithm| Run { algorithm, instance, repeat, seed }));
        }
    }
    runs
}

/// How many runs there are.
pub fn planned(campaign: &Campaign, instances: usize) -> u64 {
    campaign.contenders().len() as u64 * instances as u64 * u64::from(campaign.repeats)
}

/// A number that follows from a seed and names, the same on every machine. It has 63 bits: databases count no further.
pub fn mixed(seed: u64, names: &[&str]) -> u64 {
    let mut hash = Sha256::new();
    hash.update(seed.to_le_bytes());
    for name in names {
        hash.update((name.len() as u64).to_le_bytes());
        hash.update(name.as_bytes());
    }
    let bytes = hash.finalize();
    bytes.iter().take(8).fold(0, |so_far, &byte| (so_far << 8) | u64::from(byte)) >> 1
}

/// The SHA-256 of a text, as `sha256sum` prints it.
pub fn fingerprint(text: &[u8]) -> String {
    let digit = |half: u8| char::from_digit(u32::from(half), 16).unwrap_or('0');
    Sha256::digest(text).iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}

/// Fisher and Yates, with numbers of splitmix64.
fn shuffle(list: &mut [u32], mut state: u64) {
    for at in (1..list.len()).rev() {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        list.swap(at, ((z ^ (z >> 31)) % (at as u64 + 1)) as usize);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn campaign(algorithms: &[&str]) -> Campaign {
        let who: Vec<_> =
            algorithms.iter().map(|spec| format!("[[algorithms]]\nspec = \"{spec}\"\n")).collect();
        let text = format!("game = \"g\"\nrepeats = 3\n[[instances]]\nset = \"s\"\n{}", who.concat());
        Campaign::parse(&text, "test").expect("a campaign")
    }

    fn instances(many: usize) -> Vec<Instance> {
        (0..many).map(|number| Instance { id: number.to_string(), ..Instance::default() }).collect()
    }

    #[test]
    fn every_run_is_planned_once_in_shuffled_blocks() {
        let (campaign, instances) = (campaign(&["a", "b", "c"]), instances(50));
        let runs = plan(&campaign, &instances);
        assert_eq!(runs.len() as u64, planned(&campaign, 50));
        assert_eq!(runs, plan(&campaign, &instances));
        let mut all: Vec<_> = runs.iter().map(|run| (run.algorithm, run.instance, run.repeat)).collect();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), 450);
        // A block is one instance with everybody; blocks and who begins differ.
        assert!(runs.chunks(3).all(|block| block.iter().all(|run| run.instance == block[0].instance)));
        let firsts: Vec<u32> = runs.chunks(3).map(|block| block[0].algorithm).collect();
        for algorithm in 0..3 {
            let first = firsts.iter().filter(|&&each| each == algorithm).count();
            assert!((25..=75).contains(&first), "{algorithm} is first {first} times of 150");
        }
        let order: Vec<u32> = runs.chunks(3).take(50).map(|block| block[0].instance).collect();
        assert!(!order.is_sorted());
    }

    #[test]
    fn an_algorithm_that_is_added_changes_no_seed() {
        let seeds = |algorithms: &[&str]| {
            let runs = plan(&campaign(algorithms), &instances(5));
            let mut own: Vec<_> = runs.iter().filter(|run| run.algorithm == 0).copied().collect();
            own.sort_by_key(|run| (run.repeat, run.instance));
            own
        };
        assert_eq!(seeds(&["a"]), seeds(&["a", "b"]));
    }

    #[test]
    fn a_fingerprint_is_that_of_sha256sum() {
        let known = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(fingerprint(b"abc"), known);
    }
}
