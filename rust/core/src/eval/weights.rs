//! A net as it is trained: plain numbers, and plain loops over them.

use super::inputs::{Inputs, ROWS};

/// Hidden units of every net.
pub const HIDDEN: usize = 256;
/// Win, win gammon, win backgammon, lose gammon, lose backgammon: cumulative, seen by the player on roll.
pub const OUTPUTS: usize = 5;

/// Where the parts of a net begin in its one list of numbers: the rows of the inputs, [`HIDDEN`] each.
const BIAS: usize = ROWS * HIDDEN;
/// The hidden units' weights in each output.
pub const OUT: usize = BIAS + HIDDEN;
/// The outputs' own biases.
pub const OUT_BIAS: usize = OUT + OUTPUTS * HIDDEN;
/// All of them.
pub const PARAMETERS: usize = OUT_BIAS + OUTPUTS;

/// One hidden layer of rectified units under five sigmoids.
#[derive(Clone, PartialEq, Debug)]
pub struct Weights(pub Vec<f32>);

impl Weights {
    /// The weights of one input row.
    #[inline]
    pub fn row(&self, row: usize) -> &[f32; HIDDEN] {
        self.0[row * HIDDEN..].first_chunk().expect("a row")
    }

    /// What the hidden units hold before any input.
    #[inline]
    pub fn bias(&self) -> &[f32; HIDDEN] {
        self.row(ROWS)
    }

    /// The hidden units' weights in one output.
    #[inline]
    pub fn out(&self, output: usize) -> &[f32; HIDDEN] {
        self.row(ROWS + 1 + output)
    }

    /// What an output holds before any hidden unit.
    #[inline]
    pub fn out_bias(&self, output: usize) -> f32 {
        self.0[OUT_BIAS + output]
    }

    /// The hidden units' values.
    #[inline]
    pub fn hidden(&self, inputs: &Inputs) -> [f32; HIDDEN] {
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
    pub fn logits(&self, hidden: &[f32; HIDDEN]) -> [f32; OUTPUTS] {
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
