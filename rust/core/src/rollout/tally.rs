//! Finished games, counted.

use crate::board::Outcome;
use std::ops::Add;

/// How many games ended how, seen by one player. Whole numbers, so that a sum does not depend on its order.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Games by outcome, in the order of [`Outcome::ALL`]; each game is in one place only.
    pub outcomes: [u64; 6],
    /// Rolls played in all of them, passes included.
    pub plies: u64,
}

impl Tally {
    /// Counts one more game of so many plies.
    pub(crate) fn count(&mut self, outcome: Outcome, plies: u64) {
        self.outcomes[outcome as usize] += 1;
        self.plies += plies;
    }

    /// The number of games.
    pub fn games(&self) -> u64 {
        self.outcomes.iter().sum()
    }

    /// The mean of the points won, cubeless, and its standard error (infinite for fewer than two games).
    pub fn equity(&self) -> (f64, f64) {
        let games = self.games() as f64;
        let sum_of = |power: u32| -> i64 {
            Outcome::ALL.iter().zip(self.outcomes).map(|(o, n)| n as i64 * o.points().pow(power)).sum()
        };
        let mean = sum_of(1) as f64 / games;
        let variance = (sum_of(2) as f64 / games - mean * mean).max(0.0);
        (mean, if games < 2.0 { f64::INFINITY } else { (variance / (games - 1.0)).sqrt() })
    }
}

impl Add for Tally {
    type Output = Tally;

    fn add(self, other: Tally) -> Tally {
        let outcomes = std::array::from_fn(|i| self.outcomes[i] + other.outcomes[i]);
        Tally { outcomes, plies: self.plies + other.plies }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_become_points() {
        let tally = Tally { outcomes: [40, 8, 2, 35, 10, 5], plies: 0 };
        let (mean, std_error) = tally.equity();
        assert!((mean - -0.08).abs() < 1e-12);
        // Mean square (40 + 8 x 4 + 2 x 9 + 35 + 10 x 4 + 5 x 9) / 100 = 2.1, variance 2.1 - .0064.
        assert!((std_error - (2.0936f64 / 99.0).sqrt()).abs() < 1e-12);
    }

    #[test]
    fn one_game_has_no_error_bar() {
        let tally = Tally { outcomes: [0, 1, 0, 0, 0, 0], plies: 3 };
        assert_eq!(tally.equity(), (2.0, f64::INFINITY));
    }
}
