//! A net as it is trained: plain numbers, and plain loops over them.

use super::inputs::{Inputs, ROWS};
use super::kind::Kind;

/// Hidden units of the nets that say what a position is worth.
pub const HIDDEN: usize = 256;
/// Hidden units of the small nets that choose the plays which the others look at.
pub const GLANCE: usize = 64;
/// Win, win gammon, win backgammon, lose gammon, lose backgammon: cumulative, seen by the player on roll.
pub const OUTPUTS: usize = 5;

/// One hidden layer of `H` rectified units under five sigmoids, as one list of numbers: the rows of the inputs, `H` each, and
/// then the parts named below.
#[derive(Clone, PartialEq, Debug)]
pub struct Weights<const H: usize>(pub Vec<f32>);

impl<const H: usize> Weights<H> {
    /// Where the hidden units' weights in each output begin.
    pub const OUT: usize = (ROWS + 1) * H;
    /// Where the outputs' own biases begin.
    pub const OUT_BIAS: usize = Self::OUT + OUTPUTS * H;
    /// How many numbers there are.
    pub const PARAMETERS: usize = Self::OUT_BIAS + OUTPUTS;

    /// The weights of one input row.
    #[inline]
    pub fn row(&self, row: usize) -> &[f32; H] {
        self.0[row * H..].first_chunk().expect("a row")
    }

    /// What the hidden units hold before any input.
    #[inline]
    pub fn bias(&self) -> &[f32; H] {
        self.row(ROWS)
    }

    /// The hidden units' weights in one output.
    #[inline]
    pub fn out(&self, output: usize) -> &[f32; H] {
        self.row(ROWS + 1 + output)
    }

    /// What an output holds before any hidden unit.
    #[inline]
    pub fn out_bias(&self, output: usize) -> f32 {
        self.0[Self::OUT_BIAS + output]
    }

    /// The hidden units' values.
    #[inline]
    pub fn hidden(&self, inputs: &Inputs) -> [f32; H] {
        let mut hidden = *self.bias();
        inputs.each_row(|row, x| {
            for (unit, weight) in hidden.iter_mut().zip(self.row(row)) {
                *unit += x * weight;
            }
        });
        hidden.map(|unit| unit.max(0.0))
    }

    /// The five outputs before their sigmoids.
    #[inline]
    pub fn logits(&self, hidden: &[f32; H]) -> [f32; OUTPUTS] {
        std::array::from_fn(|output| {
            const LANES: usize = 16;
            let mut sums = [0.0; LANES];
            for (units, weights) in hidden.chunks_exact(LANES).zip(self.out(output).chunks_exact(LANES)) {
                for lane in 0..LANES {
                    sums[lane] += units[lane] * weights[lane];
                }
            }
            self.out_bias(output) + sums.iter().sum::<f32>()
        })
    }
}

/// All nets of a player, in the order of [`Kind::ALL`].
#[derive(Clone, PartialEq, Debug)]
pub struct Trained {
    /// They say what a position is worth.
    pub full: [Weights<HIDDEN>; Kind::COUNT],
    /// They choose the plays that the others look at, and see no expert numbers.
    pub glance: [Weights<GLANCE>; Kind::COUNT],
}
