//! Random dice.

use crate::board::Roll;
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};

/// The dice of one trial, and every other chance in it: a random stream of its own, fixed by seed and trial.
///
/// ChaCha with 8 rounds, the seed in the first 64 bits of the key and the trial's number as stream, so that no trial
/// depends on another. The numbers drawn from it are defined here and in the pinned `rand_chacha` alone.
#[derive(Clone, Debug)]
pub struct Dice(ChaCha8Rng);

impl Dice {
    /// The dice of one trial.
    pub fn of_trial(seed: u64, trial: u64) -> Dice {
        Dice::stream(seed, 0, trial)
    }

    /// The chances in planning the rolls number `roll`, counting from 0, of block `block` of trials.
    pub(super) fn of_plan(seed: u64, roll: usize, block: u64) -> Dice {
        Dice::stream(seed, roll as u64 + 1, block)
    }

    /// A stream of its own for each seed, use and number.
    fn stream(seed: u64, domain: u64, number: u64) -> Dice {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        key[8..16].copy_from_slice(&domain.to_le_bytes());
        let mut stream = ChaCha8Rng::from_seed(key);
        stream.set_stream(number);
        Dice(stream)
    }

    /// One of `0..n`, each equally likely (Lemire's method: the high half of a product, the few overhanging values of the
    /// low half drawn again).
    #[inline(always)]
    pub fn below(&mut self, n: u32) -> u32 {
        loop {
            let product = u64::from(self.0.next_u32()) * u64::from(n);
            let low = product as u32;
            if low >= n || low >= n.wrapping_neg() % n {
                return (product >> 32) as u32;
            }
        }
    }

    /// A roll of both dice.
    #[inline(always)]
    pub fn roll(&mut self) -> Roll {
        Roll::of_36(self.below(36))
    }

    /// An opening roll: one die each, ties rolled again, so never doubles.
    pub fn opening_roll(&mut self) -> Roll {
        loop {
            let roll = self.roll();
            if !roll.is_double() {
                return roll;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bits_of_a_trial_never_change() {
        let mut dice = Dice::of_trial(1, 2);
        let rolls: Vec<String> = (0..8).map(|_| dice.roll().to_string()).collect();
        assert_eq!(rolls.join(" "), "65 32 65 41 53 33 61 42");
    }

    #[test]
    fn every_roll_is_as_frequent_as_its_weight() {
        let mut seen = [0u32; 21];
        let mut dice = Dice::of_trial(7, 0);
        const ROLLS: u32 = 360_000;
        for _ in 0..ROLLS {
            let roll = dice.roll();
            seen[Roll::ALL.iter().position(|&r| r == roll).unwrap()] += 1;
        }
        for (roll, seen) in Roll::ALL.iter().zip(seen) {
            let expected = f64::from(ROLLS * roll.weight()) / 36.0;
            assert!((f64::from(seen) - expected).abs() < 5.0 * expected.sqrt(), "{roll}: {seen}");
        }
    }
}
