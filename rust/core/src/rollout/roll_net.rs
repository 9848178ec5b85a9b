//! A net that says in one look what each roll of a position is worth.

use super::luck::RollValues;
use crate::board::Position;
use crate::cpu::for_this_processor;
use crate::eval::inputs::{self, Inputs, ROWS, SIDE};
use std::sync::LazyLock;
use xxhash_rust::xxh3::xxh3_64;

/// Hidden units.
pub const HIDDEN: usize = 256;
/// Five chances of each of the 21 rolls.
pub const OUTPUTS: usize = 21 * 5;
/// Rows of the inputs and the bias, a row of [`OUTPUTS`] for each unit, and the outputs' biases.
pub const PARAMETERS: usize = (ROWS + 1) * HIDDEN + (HIDDEN + 1) * OUTPUTS;
/// Where the units' rows begin.
pub const OUT: usize = (ROWS + 1) * HIDDEN;

/// A net that estimates for all 21 rolls what their best plays come to, without a look at any play. It was taught by the nets
/// that do look, and is much worse than they are, but hundreds of times as fast: to tell luck by, that is a good bargain.
pub struct RollNet {
    /// Where the rows of an input's values begin; that of 0 would be nothing, and is not there.
    first: [usize; 2 * SIDE],
    rows: Vec<[f32; HIDDEN]>,
    bias: [f32; HIDDEN],
    out: Vec<[f32; OUTPUTS]>,
    out_bias: [f32; OUTPUTS],
}

const MAGIC: &[u8; 8] = b"FPROLL01";

/// Trained parameters as bytes: 16 bits each, in one scale for each row of [`HIDDEN`] or [`OUTPUTS`], and a checksum.
pub fn write(parameters: &[f32]) -> Vec<u8> {
    assert_eq!(parameters.len(), PARAMETERS);
    let mut bytes = MAGIC.to_vec();
    let (inputs, outputs) = parameters.split_at(OUT);
    for row in inputs.chunks_exact(HIDDEN).chain(outputs.chunks_exact(OUTPUTS)) {
        let scale = row.iter().fold(f32::MIN_POSITIVE, |most, weight| most.max(weight.abs())) / f32::from(i16::MAX);
        bytes.extend(scale.to_le_bytes());
        bytes.extend(row.iter().flat_map(|weight| ((weight / scale).round() as i16).to_le_bytes()));
    }
    let checksum = xxh3_64(&bytes);
    bytes.extend(checksum.to_le_bytes());
    bytes
}

/// The parameters that [`write`] has written, if the bytes are such.
pub fn read(bytes: &[u8]) -> Option<Vec<f32>> {
    let (content, checksum) = bytes.split_last_chunk()?;
    if xxh3_64(content) != u64::from_le_bytes(*checksum) {
        return None;
    }
    let mut rest = content.strip_prefix(MAGIC)?;
    let mut parameters = Vec::with_capacity(PARAMETERS);
    for row in 0..ROWS + 1 + HIDDEN + 1 {
        let scale;
        (scale, rest) = rest.split_first_chunk()?;
        let weights;
        (weights, rest) = rest.split_at_checked(2 * if row <= ROWS { HIDDEN } else { OUTPUTS })?;
        let scale = f32::from_le_bytes(*scale);
        let of = |two: &[u8]| f32::from(i16::from_le_bytes([two[0], two[1]])) * scale;
        parameters.extend(weights.chunks_exact(2).map(of));
    }
    rest.is_empty().then_some(parameters)
}

impl RollNet {
    /// The one of this library, made by its `fullprime-train`.
    pub fn shipped() -> &'static RollNet {
        static SHIPPED: LazyLock<RollNet> = LazyLock::new(|| {
            RollNet::new(&read(include_bytes!("roll_net.bin")).expect("the tests have read this file"))
        });
        &SHIPPED
    }

    /// The net with these parameters.
    pub fn new(parameters: &[f32]) -> RollNet {
        let row = |i: usize| -> &[f32; HIDDEN] { parameters[i * HIDDEN..].first_chunk().expect("a row") };
        let mut first = [0; 2 * SIDE];
        let mut rows = Vec::new();
        for (input, first) in first.iter_mut().enumerate() {
            *first = rows.len();
            for value in 1..inputs::values(input) {
                let mut sum = [0.0; HIDDEN];
                inputs::rows_of(input, value as u8, |at, x| {
                    sum.iter_mut().zip(row(at)).for_each(|(sum, weight)| *sum += x * weight);
                });
                rows.push(sum);
            }
        }
        let out = |unit: usize| -> [f32; OUTPUTS] {
            *parameters[OUT + unit * OUTPUTS..].first_chunk().expect("a row of outputs")
        };
        RollNet { first, rows, bias: *row(ROWS), out: (0..HIDDEN).map(out).collect(), out_bias: out(HIDDEN) }
    }

    /// Estimates what the rolls of some positions are worth.
    pub fn values(&self, positions: &[Position], values: &mut [RollValues]) {
        values_of(self, positions, values);
    }
}

for_this_processor! {
fn values_of(net: &RollNet, positions: &[Position], values: &mut [RollValues]) {
    for (position, values) in positions.iter().zip(values) {
        let inputs = Inputs::of(position);
        let mut units = net.bias;
        for (input, &value) in inputs.0.iter().enumerate() {
            if value > 0 {
                let row = &net.rows[net.first[input] + usize::from(value) - 1];
                for unit in 0..HIDDEN {
                    units[unit] += row[unit];
                }
            }
        }
        let mut sums = net.out_bias;
        for (unit, row) in units.iter().zip(&net.out) {
            if *unit > 0.0 {
                for output in 0..OUTPUTS {
                    sums[output] += unit * row[output];
                }
            }
        }
        values.as_flattened_mut().copy_from_slice(&sums);
    }
}
}
