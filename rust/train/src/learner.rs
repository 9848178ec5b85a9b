//! One net in training, by Adam.

use crate::labels::Label;
use fullprime_core::board::Position;
use fullprime_core::eval::inputs::{Inputs, ROWS};
use fullprime_core::eval::weights::{OUTPUTS, Weights};
use fullprime_core::eval::{possible, sigmoid};

/// How far the averages over the last steps look back: of the gradient, of its square, of the weights.
const FIRST: f32 = 0.9;
const SECOND: f32 = 0.999;
const MEAN: f32 = 0.999;
/// Keeps the step finite where a weight has had no gradient yet.
const EPSILON: f32 = 1e-8;

/// A net, the average of it over its last steps, and what Adam remembers of each weight.
#[derive(Clone)]
pub struct Learner<const H: usize> {
    /// What the net sees of a position.
    pub see: fn(&Position) -> Inputs,
    /// The net.
    pub weights: Weights<H>,
    /// Its average, which plays better.
    pub mean: Weights<H>,
    /// The average of the gradient.
    pub first: Vec<f32>,
    /// The average of its square.
    pub second: Vec<f32>,
    /// Steps made.
    pub steps: u64,
}

impl<const H: usize> Learner<H> {
    /// A net as it is, before its first step.
    pub fn new(see: fn(&Position) -> Inputs, weights: Weights<H>) -> Learner<H> {
        let mean = weights.clone();
        let [first, second] = [vec![0.0; Weights::<H>::PARAMETERS], vec![0.0; Weights::<H>::PARAMETERS]];
        Learner { see, weights, mean, first, second, steps: 0 }
    }

    /// One step on a batch; gives the mean cross-entropy of its labels, less what a perfect net would leave.
    pub fn step<'a>(&mut self, batch: impl ExactSizeIterator<Item = &'a Label>, rate: f32) -> f32 {
        let share = 1.0 / batch.len() as f32;
        let mut gradient = vec![0.0; Weights::<H>::PARAMETERS];
        let mut loss = 0.0;
        for label in batch {
            loss += share * self.add_gradient(label, share, &mut gradient);
        }
        self.steps += 1;
        let steps = self.steps.min(100_000) as i32;
        let (first_bias, second_bias) = (1.0 - FIRST.powi(steps), 1.0 - SECOND.powi(steps));
        let rate = rate * second_bias.sqrt() / first_bias;
        // The average begins as that of all steps so far.
        let kept = MEAN.min(self.steps as f32 / (self.steps as f32 + 10.0));
        let (weights, mean) =
            (&mut self.weights.0[..Weights::<H>::PARAMETERS], &mut self.mean.0[..Weights::<H>::PARAMETERS]);
        let (first, second) =
            (&mut self.first[..Weights::<H>::PARAMETERS], &mut self.second[..Weights::<H>::PARAMETERS]);
        for i in 0..Weights::<H>::PARAMETERS {
            first[i] = FIRST * first[i] + (1.0 - FIRST) * gradient[i];
            second[i] = SECOND * second[i] + (1.0 - SECOND) * gradient[i] * gradient[i];
            weights[i] -= rate * first[i] / (second[i].sqrt() + EPSILON);
            mean[i] = kept * mean[i] + (1.0 - kept) * weights[i];
        }
        loss
    }

    /// Adds one label's gradient, times `share`, and gives its loss.
    fn add_gradient(&self, label: &Label, share: f32, gradient: &mut [f32]) -> f32 {
        let inputs = (self.see)(&label.position);
        let hidden = self.weights.hidden(&inputs);
        let outputs = self.weights.logits(&hidden).map(sigmoid);
        let possible = possible(&label.position);
        let mut back = [0.0; H];
        let mut loss = 0.0;
        for output in 0..OUTPUTS {
            if !possible[output] {
                continue;
            }
            loss += divergence(label.chances[output], outputs[output]);
            let step = share * (outputs[output] - label.chances[output]);
            let (weights, row) = (self.weights.out(output), &mut gradient[Weights::<H>::OUT + output * H..][..H]);
            for unit in 0..H {
                back[unit] += step * weights[unit];
                row[unit] += step * hidden[unit];
            }
            gradient[Weights::<H>::OUT_BIAS + output] += step;
        }
        for unit in 0..H {
            back[unit] = if hidden[unit] > 0.0 { back[unit] } else { 0.0 };
        }
        let mut add = |row: usize, x: f32| {
            for (sum, step) in gradient[row * H..][..H].iter_mut().zip(&back) {
                *sum += x * step;
            }
        };
        inputs.each_row(&mut add);
        add(ROWS, 1.0);
        loss
    }
}

/// The cross-entropy of a chance that is said to be `said`, less that of the truth itself.
fn divergence(truth: f32, said: f32) -> f32 {
    let part = |truth: f32, said: f32| if truth > 0.0 { truth * (truth / said.max(1e-7)).ln() } else { 0.0 };
    part(truth, said) + part(1.0 - truth, 1.0 - said)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::player::untrained;
    use fullprime_core::eval::weights::HIDDEN;
    use fullprime_core::rules::Variant;

    #[test]
    fn the_gradient_is_the_slope_of_the_loss() {
        let [net, ..] = untrained(5);
        let mut learner = Learner::<HIDDEN>::new(Inputs::of, net);
        let label = Label { position: Variant::Backgammon.start(), chances: [0.7, 0.3, 0.05, 0.1, 0.02] };
        let mut gradient = vec![0.0; Weights::<HIDDEN>::PARAMETERS];
        learner.add_gradient(&label, 1.0, &mut gradient);
        let mut tried = 0;
        for parameter in (0..Weights::<HIDDEN>::PARAMETERS).filter(|&i| gradient[i].abs() > 0.02).step_by(97) {
            let mut loss = |change: f32| {
                learner.weights.0[parameter] += change;
                let loss = learner.add_gradient(&label, 1.0, &mut vec![0.0; Weights::<HIDDEN>::PARAMETERS]);
                learner.weights.0[parameter] -= change;
                loss
            };
            let slope = (loss(0.01) - loss(-0.01)) / 0.02;
            assert!((slope - gradient[parameter]).abs() < 0.05 * gradient[parameter].abs() + 1e-3, "{parameter}");
            tried += 1;
        }
        assert!(tried > 20);
    }

    #[test]
    fn steps_lead_to_the_labels() {
        let [net, ..] = untrained(5);
        let mut learner = Learner::<HIDDEN>::new(Inputs::of, net);
        let label = Label { position: Variant::Backgammon.start(), chances: [0.7, 0.3, 0.05, 0.1, 0.02] };
        let losses: Vec<f32> = (0..60).map(|_| learner.step([&label].into_iter(), 1e-3)).collect();
        assert!(losses[59] < 0.01 * losses[0], "{losses:?}");
    }
}
