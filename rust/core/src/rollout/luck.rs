//! How lucky a roll was.

use super::player::Player;
use crate::board::{Generator, Position, Roll};
use crate::eval::{Chances, Choices, swapped};

/// Says what each roll of a position is worth, so that a trial can be told from its luck.
///
/// The luck of a roll is its value less the mean of the values of all 21, weighted. Whatever the values are, as long as they
/// depend on nothing but the position and the roll, that is 0 on average: taking it from what a trial comes to moves no mean.
/// The nearer the values are to what the rolls come to, the smaller is what is left of the variance.
pub struct Luck<'a> {
    /// Chooses a play for each roll; its chances after it are the roll's value.
    pub player: Player<'a>,
    /// How many positions are looked at together.
    pub at_once: usize,
}

/// The values of the rolls in the order of [`Roll::ALL`]: chances after the best play, seen by who rolls.
pub type RollValues = [Chances; 21];

impl Luck<'_> {
    /// The values of all rolls of some positions, and the results of the plays that they are of.
    pub fn values(
        &self,
        positions: &[Position],
        values: &mut [RollValues],
        results: &mut [[Position; 21]],
        choices: &mut Choices,
    ) {
        let parts = values.chunks_mut(self.at_once).zip(results.chunks_mut(self.at_once));
        for (positions, (values, results)) in positions.chunks(self.at_once).zip(parts) {
            choices.clear();
            for position in positions {
                let generator = Generator::new(position);
                Roll::ALL.into_iter().for_each(|roll| choices.add(&generator, roll));
            }
            self.player.choose(choices);
            let slots = values.as_flattened_mut().iter_mut().zip(results.as_flattened_mut());
            for ((value, result), (best, seen)) in slots.zip(choices.best()) {
                (*value, *result) = (swapped(&seen), best);
            }
        }
    }
}

/// How much a number of each roll is over its mean, for the roll with this index.
#[inline(always)]
pub fn luck(of_rolls: &[f64; 21], rolled: usize) -> f64 {
    let mean: f64 = of_rolls.iter().zip(Roll::ALL).map(|(value, roll)| value * f64::from(roll.weight())).sum();
    of_rolls[rolled] - mean / 36.0
}
