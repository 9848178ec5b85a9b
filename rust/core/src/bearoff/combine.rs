//! What two one-sided distributions say about a race. An estimate: each side plays as if it were alone.
//!
//! The play that bears off in the fewest rolls on average is not always the one that wins most often: a side that is behind
//! does better to gamble. The chance to win found here has been off by up to .014.

use super::one_sided::{Distribution, Entry, Error, OneSided};

/// Chances of the player on roll, cumulative: a gammon is also a win.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// To win.
    pub win: f64,
    /// To win a gammon.
    pub win_gammon: f64,
    /// To lose a gammon.
    pub lose_gammon: f64,
}

impl Estimate {
    /// Points won on average at cube 1, without a cube.
    pub fn cubeless(&self) -> f64 {
        2.0 * self.win - 1.0 + self.win_gammon - self.lose_gammon
    }
}

impl OneSided {
    /// Estimates a race from the distributions of both sides; `own` is on roll. Never exact: see the module's words.
    pub fn estimate(&self, own: &[u8], opp: &[u8]) -> Result<Estimate, Error> {
        Ok(estimate(&self.lookup(own)?, &self.lookup(opp)?))
    }
}

/// The same from the entries of a table. The player of `own` is on roll.
///
/// That player wins in k rolls when the other needs k or more, and a gammon when the other needs k or more to bear off the
/// first checker. The other wins in k rolls when the player on roll needs more than k.
pub fn estimate(own: &Entry, opp: &Entry) -> Estimate {
    let before = |first: &Distribution, second: &Distribution, start: usize| -> f64 {
        // Chances are stored rounded: divide by what they add up to.
        let total = |of: &Distribution| of.chances.iter().sum::<f64>();
        let mut left = total(second);
        let mut passed = 0;
        let mut sum = 0.0;
        for (rolls, chance) in (first.first..).zip(&first.chances) {
            while passed < rolls + start {
                left -= second.of(passed);
                passed += 1;
            }
            sum += chance * left.max(0.0);
        }
        let of = total(first) * total(second);
        if of > 0.0 { (sum / of).min(1.0) } else { 0.0 }
    };
    Estimate {
        win: before(&own.rolls, &opp.rolls, 0),
        win_gammon: before(&own.rolls, &opp.first_off, 0),
        lose_gammon: before(&opp.rolls, &own.first_off, 1),
    }
}
