//! What the trials of one start have come to, as exact sums.

use super::moments::Moments;
use crate::board::Outcome;

/// The numbers that each trial gives: the five chances, cubeless and cumulative, then [`CUBELESS`] and [`CUBEFUL`].
pub const VALUES: usize = 7;
/// Where the cubeless equity stands among them.
pub const CUBELESS: usize = 5;
/// Where the value with the cube stands, which rollouts without one leave empty.
pub const CUBEFUL: usize = 6;

/// Stretches of trials whose sums are kept apart, to show how an estimate has come about.
pub const PARTS: usize = 64;
/// The fewest trials of a part: one of each first roll.
const PART: u64 = 36;

/// How a trial ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// Played to its end, with this outcome for the viewer.
    Over(Outcome),
    /// By a pass, won by the viewer or not.
    Passed {
        /// Whether the viewer had doubled.
        won: bool,
    },
    /// In a position that a table knows.
    Table,
    /// After as many plies as were asked for, by an evaluation.
    Truncated,
}

/// One trial, all values seen by the viewer.
#[derive(Clone, Copy, Debug)]
pub struct Ended {
    /// Its number.
    pub trial: u64,
    /// The number of its first roll among [`Roll::ALL`](crate::board::Roll::ALL), unless it ended before that.
    pub first_roll: Option<usize>,
    /// Rolls played.
    pub plies: u64,
    /// How it ended.
    pub end: End,
    /// What it came to.
    pub plain: [f64; VALUES],
    /// How much of that was luck.
    pub luck: [f64; VALUES],
    /// Whether there was a cube.
    pub cubeful: bool,
}

/// Sums over trials, all values seen by the viewer. Sums of different trials add up, in any order and to the same bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sums {
    /// Trials played to the end by outcome, in the order of [`Outcome::ALL`].
    pub outcomes: [u64; 6],
    /// Trials ended by a pass, won and lost.
    pub passes: [u64; 2],
    /// Trials ended in a table.
    pub table: u64,
    /// Trials cut off after so many plies.
    pub truncated: u64,
    /// Rolls played.
    pub plies: u64,
    /// The values, luck taken out.
    pub values: [Moments; VALUES],
    /// The values as they fell.
    pub plain: [Moments; VALUES],
    /// What is to be found out (the value with the cube where there is one, else the cubeless equity), luck taken out, by first
    /// roll in the order of [`Roll::ALL`](crate::board::Roll::ALL).
    pub first_rolls: [Moments; 21],
    /// The same by the trials' numbers, `part` of them in a row.
    pub parts: [Moments; PARTS],
    /// Trials of a part: 36 times a power of two, the least with which the largest number of a trial so far is in a part.
    pub part: u64,
}

impl Default for Sums {
    fn default() -> Sums {
        Sums {
            outcomes: [0; 6],
            passes: [0; 2],
            table: 0,
            truncated: 0,
            plies: 0,
            values: Default::default(),
            plain: Default::default(),
            first_rolls: Default::default(),
            parts: [Moments::default(); PARTS],
            part: PART,
        }
    }
}

impl Sums {
    /// The number of trials.
    pub fn trials(&self) -> u64 {
        self.values[CUBELESS].n
    }

    /// What is to be found out.
    pub fn aim(&self) -> &Moments {
        &self.values[if self.values[CUBEFUL].n > 0 { CUBEFUL } else { CUBELESS }]
    }

    /// Counts one more trial.
    pub fn count(&mut self, ended: &Ended) {
        match ended.end {
            End::Over(outcome) => self.outcomes[outcome as usize] += 1,
            End::Passed { won } => self.passes[usize::from(!won)] += 1,
            End::Table => self.table += 1,
            End::Truncated => self.truncated += 1,
        }
        self.plies += ended.plies;
        let values = if ended.cubeful { VALUES } else { CUBEFUL };
        for i in 0..values {
            self.values[i].add(ended.plain[i] - ended.luck[i]);
            self.plain[i].add(ended.plain[i]);
        }
        let aim = ended.plain[values - 1] - ended.luck[values - 1];
        if let Some(roll) = ended.first_roll {
            self.first_rolls[roll].add(aim);
        }
        while ended.trial / self.part >= PARTS as u64 {
            self.widen();
        }
        self.parts[(ended.trial / self.part) as usize].add(aim);
    }

    /// How much more another start's trials came to than these, on average over the trials of both, and the standard error of
    /// that: of what is to be found out, luck taken out, seen by the viewer. Trial by trial they had the same dice, so it can be far less than that of independent trials. It is read off the
    /// parts: NaN where no part is common, infinite for a single one. With `m` parts the error is itself known to within a
    /// factor of about 1 / sqrt(2 (m - 1)).
    pub fn behind(&self, other: &Sums) -> (f64, f64) {
        let (mut mine, mut theirs) = (*self, *other);
        while mine.part < theirs.part {
            mine.widen();
        }
        while theirs.part < mine.part {
            theirs.widen();
        }
        // A part that only one of them has played in full holds other trials.
        let common = mine.parts.iter().zip(&theirs.parts).filter(|(mine, theirs)| mine.n == theirs.n && mine.n > 0);
        let parts = common.map(|(mine, theirs)| (mine.n as f64, theirs.mean() - mine.mean()));
        let weight: f64 = parts.clone().map(|(n, _)| n).sum();
        let mean = parts.clone().map(|(n, more)| n * more).sum::<f64>() / weight;
        let deviations: f64 = parts.clone().map(|(n, more)| n * (more - mean).powi(2)).sum();
        let degrees = parts.count() as f64 - 1.0;
        (mean, if degrees < 1.0 { f64::INFINITY } else { (deviations / degrees / weight).sqrt() })
    }

    /// Makes the parts twice as long.
    fn widen(&mut self) {
        for i in 0..PARTS {
            let two = self.parts.get(2 * i..2 * i + 2).unwrap_or(&[]);
            let mut sum = Moments::default();
            two.iter().for_each(|&part| sum += part);
            self.parts[i] = sum;
        }
        self.part *= 2;
    }

    /// Whether trials can have come to these sums.
    pub fn is_sound(&self) -> bool {
        let n = self.trials();
        let ends = self.outcomes.iter().chain(&self.passes).chain([&self.table, &self.truncated]);
        let ended = ends.copied().try_fold(0u64, u64::checked_add);
        let of = |moments: &[Moments]| {
            let n = moments.iter().try_fold(0u64, |n, moments| n.checked_add(moments.n));
            n.filter(|_| moments.iter().all(Moments::is_sound))
        };
        let both = self.values.iter().chain(&self.plain);
        ended == Some(n)
            && both.clone().all(Moments::is_sound)
            && both.clone().enumerate().all(|(i, moments)| moments.n == n || i % VALUES == CUBEFUL && moments.n == 0)
            && self.values[CUBEFUL].n == self.plain[CUBEFUL].n
            && of(&self.parts) == Some(n)
            && of(&self.first_rolls).is_some_and(|rolled| rolled <= n)
            && (self.part / PART).is_power_of_two()
            && self.part.is_multiple_of(PART)
            && self.plies <= u64::MAX / 2
    }
}

impl std::ops::AddAssign<&Sums> for Sums {
    fn add_assign(&mut self, other: &Sums) {
        let mut other = *other;
        while other.part < self.part {
            other.widen();
        }
        while self.part < other.part {
            self.widen();
        }
        let counts = |sums: &mut Sums| {
            let Sums { outcomes: [a, b, c, d, e, f], passes: [won, lost], table, truncated, plies, .. } = *sums;
            [a, b, c, d, e, f, won, lost, table, truncated, plies]
        };
        let (mine, theirs) = (counts(self), counts(&mut other));
        let [a, b, c, d, e, f, won, lost, table, truncated, plies] = std::array::from_fn(|i| mine[i] + theirs[i]);
        (self.outcomes, self.passes) = ([a, b, c, d, e, f], [won, lost]);
        (self.table, self.truncated, self.plies) = (table, truncated, plies);
        let add = |mine: &mut [Moments], theirs: &[Moments]| {
            mine.iter_mut().zip(theirs).for_each(|(mine, &theirs)| *mine += theirs);
        };
        add(&mut self.values, &other.values);
        add(&mut self.plain, &other.plain);
        add(&mut self.first_rolls, &other.first_rolls);
        add(&mut self.parts, &other.parts);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rollout::Dice;

    fn ended(trial: u64) -> Ended {
        let value = (trial * 37 % 101) as f64 / 50.0 - 1.0;
        Ended {
            trial,
            first_roll: Some((trial % 21) as usize),
            plies: trial % 7,
            end: [End::Table, End::Truncated, End::Over(Outcome::Lose), End::Passed { won: true }][trial as usize % 4],
            plain: [value; VALUES],
            luck: [value / 2.0; VALUES],
            cubeful: true,
        }
    }

    fn of(trials: impl Iterator<Item = u64>) -> Sums {
        let mut sums = Sums::default();
        trials.for_each(|trial| sums.count(&ended(trial)));
        sums
    }

    #[test]
    fn sums_of_parts_in_any_order_are_the_sums_of_all() {
        let all = of(0..10_000);
        assert!(all.is_sound());
        assert_eq!(all.trials(), 10_000);
        let mut sums = of(5000..10_000);
        sums += &of(17..5000);
        sums += &of((0..17).rev());
        assert_eq!(sums, all);
    }

    #[test]
    fn parts_are_as_many_as_there_is_room_for_and_hold_their_trials() {
        let all = of(0..10_000);
        assert_eq!(all.part, 288);
        for (i, part) in all.parts.iter().enumerate() {
            let (from, to) = (i as u64 * 288, (i as u64 + 1) * 288);
            assert_eq!(
                *part,
                of(from..to.min(10_000).max(from)).parts.iter().fold(Moments::default(), |mut sum, &p| {
                    sum += p;
                    sum
                })
            );
        }
    }

    #[test]
    fn differences_on_the_same_dice_are_those_of_pairs_of_trials() {
        /// A number for each trial and salt, uniform over -1 to 1.
        fn noise(trial: u64, salt: u64) -> f64 {
            f64::from(Dice::of_trial(salt, trial).below(1 << 20)) / f64::from(1 << 19) - 1.0
        }
        let sums = |trials: u64, value: &dyn Fn(u64) -> f64| {
            let mut sums = Sums::default();
            for trial in 0..trials {
                sums.count(&Ended { plain: [value(trial); VALUES], luck: [0.0; VALUES], ..ended(trial) });
            }
            sums
        };
        // Both have most of their luck in common; one falls behind and stops sooner.
        let ahead = sums(9216, &|trial| noise(trial, 1) + 0.1 * noise(trial, 2) + 0.02);
        for (trials, parts) in [(9216, 64.0f64), (2340, 16.0)] {
            let behind = sums(trials, &|trial| noise(trial, 1) + 0.1 * noise(trial, 3));
            let (mean, std_error) = behind.behind(&ahead);
            let right = (2.0 / 300.0 / trials as f64).sqrt();
            assert!((mean - 0.02).abs() < 4.0 * right, "{mean}");
            assert!((std_error / right - 1.0).abs() < 4.0 / (2.0 * parts).sqrt(), "{std_error} {right}");
            assert!(std_error < 0.2 * behind.aim().std_error());
            assert_eq!(ahead.behind(&behind), (-mean, std_error));
        }
        let of_all = ahead.aim().mean() - of(0..9216).aim().mean();
        assert!((of(0..9216).behind(&ahead).0 - of_all).abs() < 1e-9);
        assert!(of(0..10).behind(&of(36..50)).0.is_nan());
        assert_eq!(of(0..10).behind(&of(0..10)), (0.0, f64::INFINITY));
        assert_eq!(ahead.behind(&ahead), (0.0, 0.0));
    }

    #[test]
    fn nonsense_is_told_from_sums() {
        let mut sums = of(0..100);
        sums.outcomes[0] += 1;
        assert!(!sums.is_sound());
        sums = of(0..100);
        sums.values[2].squares = -1;
        assert!(!sums.is_sound());
        sums = of(0..100);
        sums.part = 0;
        assert!(!sums.is_sound());
    }
}
