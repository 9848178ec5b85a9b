//! A net in play: whole numbers of 16 bits, and sums that change only where a position does.

use super::dots::dots;
use super::experts::{EXPERTS, Experts, MOST, STEP};
use super::inputs::{self, PLACES};
use super::weights::{OUTPUTS, Weights};
use crate::board::{Position, Side, each};

/// A row of weights, one for each hidden unit, each in its unit's own scale.
type Row<const H: usize> = [i16; H];

/// The net of [`Weights`], rounded to 16 bits. Its outputs are within .002 of the plain net's in play (see the tests).
///
/// Each unit has the finest scale in which no position's sum can leave 16 bits, so that the order of its terms does not
/// matter: sums may wrap on the way and still end right. Checkers come and go by whole rows of weights, one for each number on a
/// place; expert numbers, which change with nearly every play, are multiplied afresh: their few rows stay in the first cache.
pub struct Net<const H: usize> {
    /// For each place the rows of 0 to 15 checkers on it; none adds nothing, and neither does what is no place.
    rows: Box<[Row<H>; ROWS]>,
    /// For each expert number the weights of 1 / [`EXPERT_SHIFT`].
    experts: Box<[Row<H>; 2 * EXPERTS]>,
    bias: Row<H>,
    out: [Row<H>; OUTPUTS],
    /// What one unit of an output's whole-number sum is worth.
    out_step: [f32; OUTPUTS],
    out_bias: [f32; OUTPUTS],
}

/// The sums of the hidden units for the checkers of a position, without the expert numbers.
#[derive(Clone)]
pub struct Accumulator<const H: usize> {
    sides: [Side; 2],
    units: Row<H>,
}

/// How many checkers there can be on a place: 0 to 15.
const COUNTS: usize = 16;

/// From a side's rows to the other's, in places: with powers of two, whatever is asked for is among them.
const STRIDE: usize = 32;
const ROWS: usize = 2 * STRIDE * COUNTS;

impl<const H: usize> Net<H> {
    /// Rounds a net.
    pub fn new(weights: &Weights<H>) -> Net<H> {
        let values: Vec<Vec<[f32; H]>> = (0..2 * PLACES)
            .map(|place| (0..COUNTS).map(|count| row_of(weights, place, count as u8)).collect())
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
        let mut rows = vec![[0; H]; ROWS];
        for (input, of_place) in values.iter().enumerate() {
            let first = (input / PLACES * STRIDE + input % PLACES) * COUNTS;
            rows[first..][..COUNTS].iter_mut().zip(of_place).for_each(|(to, row)| *to = rounded(row, 1.0));
        }
        Net {
            rows: rows.into_boxed_slice().try_into().expect("as many as that"),
            experts: Box::new(std::array::from_fn(|input| rounded(&experts[input], FINER))),
            bias: rounded(weights.bias(), 1.0),
            out: outs.map(|(row, _)| row),
            out_step: outs.map(|(_, step)| step),
            out_bias: std::array::from_fn(|output| weights.out_bias(output)),
        }
    }

    /// The sums before any input.
    pub fn start(&self) -> Accumulator<H> {
        Accumulator { sides: [Side::default(); 2], units: self.bias }
    }

    /// Where the row of the checkers on a place stands.
    #[inline(always)]
    fn row_of(side: usize, place: usize, counts: &[u8; STRIDE]) -> u16 {
        let place = place % STRIDE;
        ((side * STRIDE + place) * COUNTS + usize::from(counts[place]) % COUNTS) as u16
    }

    /// Goes over to other checkers, by the rows of what has changed, or from the start where that is less work.
    #[inline(always)]
    pub fn update(&self, accumulator: &mut Accumulator<H>, position: &Position) {
        /// No position has fewer rows than this that are worth a count.
        const FEW: u32 = 10;
        let sides = [position.own(), position.opp()];
        let mut old = accumulator.sides;
        let (mut gone, mut come, mut rows) = ([0; 2], [0; 2], 0);
        for side in 0..2 {
            if old[side] != sides[side] {
                let changed = sides[side].changed(old[side]);
                (gone[side], come[side]) = (changed & old[side].held(), changed & sides[side].held());
                rows += gone[side].count_ones() + come[side].count_ones();
            }
        }
        if rows > FEW {
            let all = sides.map(Side::held);
            if rows >= all[0].count_ones() + all[1].count_ones() {
                (old, gone, come) = ([Side::default(); 2], [0; 2], all);
                accumulator.units = self.bias;
            }
        }
        accumulator.sides = sides;
        if H <= WIDE {
            // So few that they stay in registers from row to row.
            let mut units = accumulator.units;
            for side in 0..2 {
                if gone[side] | come[side] == 0 {
                    continue;
                }
                let (before, now) = (old[side].digits(), sides[side].digits());
                for place in each(come[side]) {
                    let row = &self.rows[usize::from(Self::row_of(side, place, &now))];
                    for i in 0..H {
                        units[i] = units[i].wrapping_add(row[i]);
                    }
                }
                for place in each(gone[side]) {
                    let row = &self.rows[usize::from(Self::row_of(side, place, &before))];
                    for i in 0..H {
                        units[i] = units[i].wrapping_sub(row[i]);
                    }
                }
            }
            accumulator.units = units;
        } else {
            let (mut added, mut taken) = ([0; 2 * PLACES], [0; 2 * PLACES]);
            let (mut n_added, mut n_taken) = (0, 0);
            for side in 0..2 {
                if gone[side] | come[side] == 0 {
                    continue;
                }
                let (before, now) = (old[side].digits(), sides[side].digits());
                for place in each(come[side]) {
                    added[n_added] = Self::row_of(side, place, &now);
                    n_added += 1;
                }
                for place in each(gone[side]) {
                    taken[n_taken] = Self::row_of(side, place, &before);
                    n_taken += 1;
                }
            }
            self.add_up(&mut accumulator.units, &added[..n_added], &taken[..n_taken]);
        }
    }

    /// The five outputs before their sigmoids, for the position that the accumulator has gone over to.
    #[inline(always)]
    pub fn logits(&self, accumulator: &Accumulator<H>, experts: Option<&Experts>) -> [f32; OUTPUTS] {
        let mut units = accumulator.units;
        if let Some(experts) = experts {
            self.add_multiples(&mut units, experts);
        }
        for unit in &mut units {
            *unit = (*unit).max(0);
        }
        let sums = dots(&units, &self.out);
        let mut logits = self.out_bias;
        for ((logit, sum), step) in logits.iter_mut().zip(sums).zip(self.out_step) {
            *logit += sum as f32 * step;
        }
        logits
    }

    /// Adds rows to the units and takes others away, as many units at once as stay in registers.
    #[inline(always)]
    fn add_up(&self, units: &mut Row<H>, added: &[u16], taken: &[u16]) {
        for (block, units) in units.chunks_exact_mut(WIDE).enumerate() {
            let mut sums: [i16; WIDE] = *units.first_chunk().expect("a block");
            for &row in added {
                let row = part(&self.rows[usize::from(row)], block);
                for i in 0..WIDE {
                    sums[i] = sums[i].wrapping_add(row[i]);
                }
            }
            for &row in taken {
                let row = part(&self.rows[usize::from(row)], block);
                for i in 0..WIDE {
                    sums[i] = sums[i].wrapping_sub(row[i]);
                }
            }
            units.copy_from_slice(&sums);
        }
    }

    /// Adds multiples of the experts' rows to the units, in parts of 2^16.
    #[inline(always)]
    fn add_multiples(&self, units: &mut Row<H>, experts: &Experts) {
        let (mut times, mut not_zero) = ([0; 2 * EXPERTS], 0);
        for (times, &number) in times.iter_mut().zip(experts.as_flattened()) {
            *times = i16::from(number) << EXPERT_SHIFT;
            not_zero += i16::from(number > 0);
        }
        for (block, units) in units.chunks_exact_mut(WIDE).enumerate() {
            let mut sums: [i16; WIDE] = *units.first_chunk().expect("a block");
            // Every product is cut down to a whole number, by a half in the mean.
            for sum in &mut sums {
                *sum = sum.wrapping_add(not_zero / 2);
            }
            for expert in 0..times.len() {
                let (row, times) = (part(&self.experts[expert], block), times[expert]);
                for i in 0..WIDE {
                    let product = (i32::from(row[i]) * i32::from(times)) >> 16; // one instruction
                    sums[i] = sums[i].wrapping_add(product as i16);
                }
            }
            units.copy_from_slice(&sums);
        }
    }
}

/// Units that are added up together: as many as fit the registers.
const WIDE: usize = 128;

/// Expert numbers are at most 40, so that they fit 16 bits when shifted by so much; the high half of their product with weights
/// that are finer by the rest is what they add.
const EXPERT_SHIFT: u32 = 9;
const FINER: f32 = (1 << (16 - EXPERT_SHIFT)) as f32;

/// One block of a row.
#[inline(always)]
fn part<const H: usize>(row: &Row<H>, block: usize) -> &[i16; WIDE] {
    row[block * WIDE..].first_chunk().expect("a block")
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
        for side in values.chunks_exact(PLACES) {
            // By the number of checkers placed so far, the largest sum of each unit.
            let mut best = [[0.0f32; H]; COUNTS];
            for rows in side {
                for placed in (1..COUNTS).rev() {
                    for count in 1..=placed {
                        let before = best[placed - count];
                        raise(&mut best[placed], &before, sign, &rows[count]);
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
    use super::super::inputs::Inputs;
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
            net.update(&mut kept, position);
            let mut afresh = net.start();
            net.update(&mut afresh, position);
            assert_eq!(kept.units, afresh.units);
            let plain = weights.logits(&weights.hidden(&inputs));
            for (a, b) in plain.into_iter().zip(net.logits(&kept, inputs.experts.as_ref())) {
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
