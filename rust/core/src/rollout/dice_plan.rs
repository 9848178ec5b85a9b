//! The dice of a rollout, stratified: every first roll once in 36 trials, every pair of rolls once in 1,296, and so on.

use super::dice::Dice;
use crate::board::Roll;

/// The most rolls of a trial that can be stratified: 36^6 are about as many trials as there can be.
pub const MAX_STRATIFIED: usize = 6;

/// Deals out the dice of trials, which depend on the seed and on the trial's number alone.
///
/// Write the trial's number with digits `d0, d1, ...` of base 36, and number the 36 throws. Roll `k`, counting from 1, is
/// `p((roll 1 + ... + roll k-1) + d(k-1))`, the sum taken modulo 36 and `p` a random permutation of its own for each `k` and
/// each value of the digits from `dk` on. Given the rolls before, roll `k` and digit `d(k-1)` fix each other: so the first
/// `k` rolls of an aligned block of 36^k trials are every sequence exactly once, whatever the permutations. Roll `k` alone
/// is uniform over the permutations whatever came before it, so every single trial has honest dice.
pub struct DicePlan {
    seed: u64,
    stratified: usize,
    /// By roll: the higher digits that its permutation is for, and the permutation.
    permutations: [(u64, [u8; 36]); MAX_STRATIFIED],
}

/// The dice of one trial.
#[derive(Clone)]
pub struct TrialDice {
    planned: [u8; MAX_STRATIFIED],
    stratified: usize,
    rolled: usize,
    stream: Dice,
}

impl DicePlan {
    /// Dice whose first `stratified` rolls (0 to [`MAX_STRATIFIED`]) are stratified.
    pub fn new(seed: u64, stratified: usize) -> DicePlan {
        assert!(stratified <= MAX_STRATIFIED);
        DicePlan { seed, stratified, permutations: [(u64::MAX, [0; 36]); MAX_STRATIFIED] }
    }

    /// The dice of a trial; cheapest when trials are asked for in order.
    pub fn of_trial(&mut self, trial: u64) -> TrialDice {
        let (mut planned, mut sum, mut digits) = ([0; MAX_STRATIFIED], 0, trial);
        for (k, planned) in planned[..self.stratified].iter_mut().enumerate() {
            let higher = digits / 36;
            if self.permutations[k].0 != higher {
                self.permutations[k] = (higher, permutation(&mut Dice::of_plan(self.seed, k, higher)));
            }
            *planned = self.permutations[k].1[((sum + digits) % 36) as usize];
            sum += u64::from(*planned);
            digits = higher;
        }
        TrialDice { planned, stratified: self.stratified, rolled: 0, stream: Dice::of_trial(self.seed, trial) }
    }
}

impl TrialDice {
    /// The next roll.
    #[inline]
    pub fn roll(&mut self) -> Roll {
        if self.rolled < self.stratified {
            self.rolled += 1;
            return Roll::of_36(self.planned[self.rolled - 1].into());
        }
        self.stream.roll()
    }
}

/// A random order of the 36 throws (Fisher and Yates).
fn permutation(dice: &mut Dice) -> [u8; 36] {
    let mut order = std::array::from_fn(|throw| throw as u8);
    for i in (1..36).rev() {
        order.swap(i, dice.below(i as u32 + 1) as usize);
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::{BTreeMap, BTreeSet};

    /// The first rolls of a trial as throws, told apart by who shows which number only where that is in the plan.
    fn throws(plan: &mut DicePlan, trial: u64) -> Vec<u8> {
        plan.of_trial(trial).planned[..plan.stratified].to_vec()
    }

    #[test]
    fn each_first_roll_once_in_36_trials_each_pair_once_in_1296_and_so_on() {
        let mut plan = DicePlan::new(5, 3);
        for length in 1..=3 {
            let block = 36u64.pow(length);
            for start in [0, 7 * block] {
                let seen: BTreeSet<_> =
                    (start..start + block).map(|trial| throws(&mut plan, trial)[..length as usize].to_vec()).collect();
                assert_eq!(seen.len() as u64, block);
            }
        }
        // Each of the first two rolls is also uniform in every 36 trials, each two of the first three in every 1,296.
        for start in (0..1296).step_by(36) {
            let second: BTreeSet<_> = (start..start + 36).map(|trial| throws(&mut plan, trial)[1]).collect();
            assert_eq!(second.len(), 36);
        }
        for (a, b) in [(0, 2), (1, 2)] {
            let pairs: BTreeSet<_> = (0..1296).map(|trial| throws(&mut plan, trial)).map(|t| (t[a], t[b])).collect();
            assert_eq!(pairs.len(), 1296);
        }
    }

    #[test]
    fn over_the_seeds_the_rolls_of_one_trial_are_independent_and_uniform() {
        let mut pairs = BTreeMap::new();
        const SEEDS: u64 = 129_600;
        for seed in 0..SEEDS {
            let rolls = throws(&mut DicePlan::new(seed, 2), 1000);
            *pairs.entry((rolls[0], rolls[1])).or_insert(0u32) += 1;
        }
        // 100 of each pair are expected; chi-squared of 1,295 degrees of freedom is within 5 standard deviations.
        let chi: f64 = pairs.values().map(|&n| (f64::from(n) - 100.0).powi(2) / 100.0).sum();
        assert!(pairs.len() == 1296 && (chi - 1295.0).abs() < 5.0 * (2.0f64 * 1295.0).sqrt(), "{chi}");
    }

    #[test]
    fn the_order_in_which_trials_are_asked_for_does_not_matter() {
        let (mut plan, mut other) = (DicePlan::new(9, 4), DicePlan::new(9, 4));
        for trial in [0, 50_000, 3, 1296, 35, 36] {
            let mut dice = plan.of_trial(trial);
            let mut again = other.of_trial(trial);
            (0..100).for_each(|_| assert_eq!(dice.roll(), again.roll()));
            other = DicePlan::new(9, 4);
        }
    }

    #[test]
    fn the_bits_never_change() {
        let mut dice = DicePlan::new(1, 2).of_trial(2);
        let rolls: Vec<String> = (0..6).map(|_| dice.roll().to_string()).collect();
        assert_eq!(rolls.join(" "), "11 22 65 32 65 41");
    }
}
