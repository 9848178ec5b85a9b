//! When a rollout has found out enough.

use super::sums::Sums;
use std::ops::Range;

/// When to stop. A pure function of the sums so far: who goes on from saved sums stops where a single run would have.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rule {
    /// The number of the first trial; that of another part of the same rollout begins where this one's ends.
    pub first: u64,
    /// The most trials of each start.
    pub trials: u64,
    /// Stops when no start that is still played has a larger standard error; 0 for never.
    pub std_error: f64,
    /// A start is no longer played when the best is ahead of it by so many joint standard deviations, and when only the best is
    /// left, the rollout stops; 0 for never.
    pub jsds: f64,
    /// Trials before the first look at errors.
    pub minimum: u64,
    /// Trials between looks; each look is at a multiple.
    pub every: u64,
}

/// What to play next.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Round {
    /// Numbers of trials.
    pub trials: Range<u64>,
    /// Of which starts.
    pub playing: Vec<bool>,
}

impl Rule {
    /// This many trials, and nothing else.
    pub fn trials(trials: u64) -> Rule {
        Rule { first: 0, trials, std_error: 0.0, jsds: 0.0, minimum: 0, every: 1 }
    }

    /// What to play after what these sums hold, or nothing where that is enough. Sums of all starts are of the same trials, from
    /// the first on, but for those that are no longer played.
    pub fn next(&self, sums: &[Sums]) -> Option<Round> {
        let done = sums.iter().map(Sums::trials).max()?;
        if done >= self.trials {
            return None;
        }
        let mut playing: Vec<bool> = sums.iter().map(|sums| sums.trials() == done).collect();
        let mut end = self.trials;
        if self.std_error > 0.0 || self.jsds > 0.0 {
            if done > 0 && done >= self.minimum && done % self.every == 0 && self.enough(sums, &mut playing) {
                return None;
            }
            end = end.min(((done + 1).max(self.minimum)).next_multiple_of(self.every));
        }
        Some(Round { trials: self.first + done..self.first + end, playing })
    }

    /// Drops those that have fallen behind, and says whether it is enough.
    fn enough(&self, sums: &[Sums], playing: &mut [bool]) -> bool {
        let aim = |i: usize| (sums[i].aim().mean(), sums[i].aim().std_error());
        if self.jsds > 0.0 && sums.len() > 1 {
            let ahead = |best: usize, i: usize| if aim(i).0 > aim(best).0 { i } else { best };
            let best = (0..sums.len()).filter(|&i| playing[i]).reduce(ahead).expect("the one with most trials plays");
            let (best_mean, best_error) = aim(best);
            for i in (0..sums.len()).filter(|&i| i != best) {
                let (mean, error) = aim(i);
                playing[i] &= best_mean - mean < self.jsds * best_error.hypot(error);
            }
            if playing.iter().filter(|playing| **playing).count() == 1 {
                return true;
            }
        }
        let largest = (0..sums.len()).filter(|&i| playing[i]).map(|i| aim(i).1).fold(0.0, f64::max);
        self.std_error > 0.0 && largest <= self.std_error
    }
}
