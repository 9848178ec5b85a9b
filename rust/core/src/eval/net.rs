//! A net in play: whole numbers of 16 bits, and sums that change only where a position does.

use super::experts::{EXPERTS, MOST, STEP};
use super::inputs::{self, Inputs, SIDE};
use super::weights::{OUTPUTS, Weights};

/// A row of weights, one for each hidden unit, each in its unit's own scale.
type Row<const H: usize> = [i16; H];

/// The net of [`Weights`], rounded to 16 bits. Its outputs are within .002 of the plain net's in play (see the tests).
///
/// Each unit has the finest scale in which no position's sum can leave 16 bits, so that the order of its terms does not
/// matter: sums may wrap on the way and still end right. Checkers come and go by whole rows of weights, one for each number on a
/// place; expert numbers, which change with nearly every play, are multiplied afresh: their few rows stay in the first cache.
pub struct Net<const H: usize> {
    /// For each place the rows of 1 to 15 checkers on it.
    rows: Box<[Row<H>]>,
    /// For each expert number the weights of 1 / [`EXPERT_SHIFT`].
    experts: Box<[Row<H>]>,
    bias: Row<H>,
    out: [Row<H>; OUTPUTS],
    /// What one unit of an output's whole-number sum is worth.
    out_step: [f32; OUTPUTS],
    out_bias: [f32; OUTPUTS],
}

/// The sums of the hidden units for some inputs.
#[derive(Clone)]
pub struct Accumulator<const H: usize> {
    places: [u8; 2 * SIDE],
    /// What the checkers come to, without the expert numbers.
    units: Row<H>,
}

/// Checkers on a place at most.
const COUNTS: usize = 15;

impl<const H: usize> Net<H> {
    /// Rounds a net.
    pub fn new(weights: &Weights<H>) -> Net<H> {
        let values: Vec<Vec<[f32; H]>> = (0..2 * SIDE)
            .map(|place| (1..=COUNTS).map(|count| row_of(weights, place, count as u8)).collect())
            .collect();
        let experts: Vec<[f32; H]> = (0..2 * EXPERTS)
            .map(|input| weights.row(inputs::expert_row(input)).map(|weight| weight * STEP[input % EXPERTS]))
            .collect();
        let extremes = extremes(weights.bias(), &values, &experts);
        let scales: [f32; H] = std::array::from_fn(|unit| {
            let steepest = experts.iter().fold(f32::MIN_POSITIVE, |most, row| most.max(row[unit].abs()));
            scale(extremes[unit]).min(f32::from(i16::MAX) / (FINER * steepest))
        });
        let rounded = |row: &[f32; H], finer: f32| -> Row<H> {
            std::array::from_fn(|unit| (row[unit] * scales[unit] * finer).round() as i16)
        };
        let outs: [(Row<H>, f32); OUTPUTS] =
            std::array::from_fn(|output| round_output(weights.out(output), &scales, &extremes));
        Net {
            rows: values.iter().flatten().map(|row| rounded(row, 1.0)).collect(),
            experts: experts.iter().map(|row| rounded(row, FINER)).collect(),
            bias: rounded(weights.bias(), 1.0),
            out: outs.map(|(row, _)| row),
            out_step: outs.map(|(_, step)| step),
            out_bias: std::array::from_fn(|output| weights.out_bias(output)),
        }
    }

    /// The sums before any input.
    pub fn start(&self) -> Accumulator<H> {
        Accumulator { places: [0; 2 * SIDE], units: self.bias }
    }

    #[inline(always)]
    fn row(&self, place: usize, count: u8) -> &Row<H> {
        &self.rows[place * COUNTS + usize::from(count) - 1]
    }

    /// Goes over to other checkers, by the rows of what has changed, or from the start where that is less work.
    #[inline(always)]
    pub fn update(&self, accumulator: &mut Accumulator<H>, inputs: &Inputs) {
        let (old, new) = (&accumulator.places, &inputs.places);
        let (mut kept, mut afresh) = (0, 0);
        for (&old, &new) in old.iter().zip(new) {
            kept += if old == new { 0 } else { u8::from(old > 0) + u8::from(new > 0) };
            afresh += u8::from(new > 0);
        }
        let (mut added, mut taken) = ([&self.bias; 2 * SIDE], [&self.bias; 2 * SIDE]);
        let (mut n_added, mut n_taken) = (0, 0);
        let keep = kept < afresh;
        if !keep {
            accumulator.units = self.bias;
        }
        for (at, (old, new)) in (0..).step_by(8).zip(old.chunks_exact(8).zip(new.chunks_exact(8))) {
            let word = |bytes: &[u8]| u64::from_le_bytes(*bytes.first_chunk().expect("8 of 8"));
            let mut changed = if keep { word(old) ^ word(new) } else { word(new) };
            while changed != 0 {
                let i = changed.trailing_zeros() as usize / 8;
                changed &= !(0xff << (8 * i));
                if new[i] > 0 {
                    added[n_added] = self.row(at + i, new[i]);
                    n_added += 1;
                }
                if keep && old[i] > 0 {
                    taken[n_taken] = self.row(at + i, old[i]);
                    n_taken += 1;
                }
            }
        }
        let (added, taken) = (&added[..n_added], &taken[..n_taken]);
        if H < WIDE {
            add_up::<H, NARROW>(&mut accumulator.units, added, taken);
        } else {
            add_up::<H, WIDE>(&mut accumulator.units, added, taken);
        }
        accumulator.places = inputs.places;
    }

    /// The five outputs before their sigmoids, for the inputs that the accumulator has gone over to.
    #[inline(always)]
    pub fn logits(&self, accumulator: &Accumulator<H>, inputs: &Inputs) -> [f32; OUTPUTS] {
        let mut units = accumulator.units;
        let (mut rows, mut times) = ([&self.bias; 2 * EXPERTS], [0; 2 * EXPERTS]);
        let mut n = 0;
        for (row, &number) in self.experts.iter().zip(&inputs.experts) {
            (rows[n], times[n]) = (row, i16::from(number) << EXPERT_SHIFT);
            n += usize::from(number > 0);
        }
        if n > 0 {
            add_multiples::<H, WIDE>(&mut units, &rows[..n], &times[..n]);
        }
        // Plain loops: a closure handed on may be compiled on its own, without the wide registers.
        let mut logits = self.out_bias;
        for ((logit, weights), step) in logits.iter_mut().zip(&self.out).zip(self.out_step) {
            let mut sum = 0i32;
            for (&unit, &weight) in units.iter().zip(weights) {
                sum += i32::from(unit.max(0)) * i32::from(weight);
            }
            *logit += sum as f32 * step;
        }
        logits
    }
}

/// Units that are added up together: as many as fit the registers, and for small nets as many as there are.
const WIDE: usize = 128;
const NARROW: usize = 32;

/// Expert numbers are at most 40, so that they fit 16 bits when shifted by so much; the high half of their product with weights
/// that are finer by the rest is what they add.
const EXPERT_SHIFT: u32 = 9;
const FINER: f32 = (1 << (16 - EXPERT_SHIFT)) as f32;

/// Adds multiples of rows to the units, in parts of 2^16, `B` units after `B` units.
#[inline(always)]
fn add_multiples<const H: usize, const B: usize>(units: &mut Row<H>, rows: &[&Row<H>], times: &[i16]) {
    for (block, units) in units.chunks_exact_mut(B).enumerate() {
        let mut sums: [i16; B] = *units.first_chunk().expect("a block");
        // Every product is cut down to a whole number, by a half in the mean.
        for sum in &mut sums {
            *sum = sum.wrapping_add(rows.len() as i16 / 2);
        }
        for (row, &times) in rows.iter().zip(times) {
            let row = part::<H, B>(row, block);
            for i in 0..B {
                let product = (i32::from(row[i]) * i32::from(times)) >> 16; // one instruction
                sums[i] = sums[i].wrapping_add(product as i16);
            }
        }
        units.copy_from_slice(&sums);
    }
}

/// Adds rows to the units and takes others away, `B` units after `B` units.
#[inline(always)]
fn add_up<const H: usize, const B: usize>(units: &mut Row<H>, added: &[&Row<H>], taken: &[&Row<H>]) {
    for (block, units) in units.chunks_exact_mut(B).enumerate() {
        let mut sums: [i16; B] = *units.first_chunk().expect("a block");
        for row in added {
            let row = part::<H, B>(row, block);
            for i in 0..B {
                sums[i] = sums[i].wrapping_add(row[i]);
            }
        }
        for row in taken {
            let row = part::<H, B>(row, block);
            for i in 0..B {
                sums[i] = sums[i].wrapping_sub(row[i]);
            }
        }
        units.copy_from_slice(&sums);
    }
}

/// One block of a row.
#[inline(always)]
fn part<const H: usize, const B: usize>(row: &Row<H>, block: usize) -> &[i16; B] {
    row[block * B..].first_chunk().expect("a block")
}

/// What a number of checkers on a place adds to the hidden units.
fn row_of<const H: usize>(weights: &Weights<H>, place: usize, count: u8) -> [f32; H] {
    let mut sum = [0.0; H];
    inputs::rows_of(place, count, |row, x| {
        for (sum, weight) in sum.iter_mut().zip(weights.row(row)) {
            *sum += x * weight;
        }
    });
    sum
}

/// How far each unit's sum can go up and down, whatever way 15 checkers are placed and whatever the expert numbers are.
fn extremes<const H: usize>(bias: &[f32; H], values: &[Vec<[f32; H]>], experts: &[[f32; H]]) -> [[f32; 2]; H] {
    let [up, down] = [1.0, -1.0].map(|sign| {
        let mut most = bias.map(|bias| sign * bias);
        for (row, number) in experts.iter().zip(MOST.iter().cycle()) {
            for (most, weight) in most.iter_mut().zip(row) {
                *most += f32::from(*number) * (sign * weight).max(0.0);
            }
        }
        for side in values.chunks_exact(SIDE) {
            // By the number of checkers placed so far, the largest sum of each unit.
            let mut best = [[0.0f32; H]; COUNTS + 1];
            for rows in &side[..26] {
                for placed in (1..=COUNTS).rev() {
                    for count in 1..=placed {
                        let before = best[placed - count];
                        raise(&mut best[placed], &before, sign, &rows[count - 1]);
                    }
                }
            }
            let mut sides_most = [0.0; H];
            best.iter().for_each(|best| raise(&mut sides_most, best, 0.0, bias));
            most.iter_mut().zip(sides_most).for_each(|(most, side)| *most += side);
        }
        most
    });
    std::array::from_fn(|unit| [up[unit], down[unit]])
}

/// Raises each unit's `most` to `before + sign * row`, where that is more.
fn raise<const H: usize>(most: &mut [f32; H], before: &[f32; H], sign: f32, row: &[f32; H]) {
    for ((most, before), weight) in most.iter_mut().zip(before).zip(row) {
        *most = most.max(before + sign * weight);
    }
}

/// What rounding can add to a unit's sum: half a step for each place's row and for the bias; and for each expert number a step,
/// and what its weight was rounded by.
const ROUNDING: f32 = (2 * 26 + 1) as f32 / 2.0 + 1.5 * (2 * EXPERTS) as f32;

/// The finest scale in which a unit's sum stays within 16 bits.
fn scale([up, down]: [f32; 2]) -> f32 {
    (f32::from(i16::MAX) - ROUNDING) / up.max(down).max(1.0)
}

/// An output's weights of units in these scales, in the finest scale in which its sum stays within 32 bits, and what one of it
/// is worth.
fn round_output<const H: usize>(weights: &[f32; H], scales: &[f32; H], extremes: &[[f32; 2]; H]) -> (Row<H>, f32) {
    let weights: [f32; H] = std::array::from_fn(|unit| weights[unit] / scales[unit]);
    let largest = weights.iter().fold(f32::MIN_POSITIVE, |most, weight| most.max(weight.abs()));
    // Units are never under 0, so the sum goes up by the weights above 0 and down by the others.
    let (mut up, mut down, mut rounding) = (f32::MIN_POSITIVE, f32::MIN_POSITIVE, 0.0);
    for (unit, &weight) in weights.iter().enumerate() {
        let most = extremes[unit][0].max(0.0) * scales[unit] + ROUNDING;
        up += most * weight.max(0.0);
        down += most * -weight.min(0.0);
        rounding += most / 2.0;
    }
    // A thousandth to spare for the floats here.
    let scale = (f32::from(i16::MAX) / largest).min((0.999 * i32::MAX as f32 - rounding) / up.max(down));
    (std::array::from_fn(|unit| (weights[unit] * scale).round() as i16), 1.0 / scale)
}

#[cfg(test)]
mod tests {
    use super::super::weights::{GLANCE, HIDDEN};
    use super::*;
    use crate::board::{Plays, Position, Roll};
    use crate::rollout::Dice;
    use crate::rules::Variant;

    /// Weights as large as trained ones, drawn at random.
    fn random_weights<const H: usize>(seed: u64) -> Weights<H> {
        let mut dice = Dice::of_trial(seed, 0);
        let mut uniform = || dice.below(1 << 16) as f32 / 32_768.0 - 1.0;
        Weights((0..Weights::<H>::PARAMETERS).map(|_| uniform() * 0.5).collect())
    }

    /// The positions of some random games.
    fn positions(games: u64) -> Vec<Position> {
        let mut plays = Plays::new();
        let mut all = Vec::new();
        for game in 0..games {
            let mut dice = Dice::of_trial(5, game);
            let mut position = Variant::ALL[game as usize % 4].start();
            while position.outcome().is_none() {
                all.push(position);
                plays.generate(&position, Roll::of_36(dice.below(36)));
                position = plays[dice.below(plays.len() as u32) as usize];
            }
        }
        all
    }

    /// Follows some games; the net's outputs are those of the plain one, within `worst` and in the mean within `mean`.
    fn follow<const H: usize>(see: impl Fn(&Position) -> Inputs, worst: f32, mean: f32) {
        let weights = random_weights::<H>(1);
        let net = Net::new(&weights);
        let mut kept = net.start();
        let (mut most, mut sum) = (0.0f32, 0.0);
        let positions = positions(40);
        for position in &positions {
            let inputs = see(position);
            net.update(&mut kept, &inputs);
            let mut afresh = net.start();
            net.update(&mut afresh, &inputs);
            assert_eq!(kept.units, afresh.units);
            let plain = weights.logits(&weights.hidden(&inputs));
            for (a, b) in plain.into_iter().zip(net.logits(&kept, &inputs)) {
                most = most.max((a - b).abs());
                sum += (a - b).abs();
            }
        }
        assert!(most < worst && sum / (5.0 * positions.len() as f32) < mean, "{most} {sum}");
    }

    #[test]
    fn sums_kept_up_are_sums_made_afresh_and_near_the_plain_ones() {
        // These weights are ten times a trained net's: outputs run to a hundred and more.
        follow::<HIDDEN>(Inputs::of, 0.25, 0.05);
        follow::<GLANCE>(Inputs::glance, 0.25, 0.05);
    }
}
