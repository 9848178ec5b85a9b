//! What a net sees of a position.

use super::experts::{self, EXPERTS};
use crate::board::{BAR, OFF, Position};

/// Inputs of one side: the number of checkers on each of the 26 places, the expert numbers, and two that are always 0, so that
/// a side is whole words.
pub const SIDE: usize = 40;

/// The end of the expert numbers of a side.
const END: usize = 26 + EXPERTS;

/// The inputs of a position, the player on roll first: small whole numbers. A net in play holds one row of weights for each
/// value of each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Inputs(pub [u8; 2 * SIDE]);

/// Rows of weights of one side in training, where the values of one input share what they learn: for each point and the bar
/// five thresholds and what is beyond them, for the checkers off 15 thresholds, for each expert number one.
pub const SIDE_ROWS: usize = 25 * POINT_ROWS + OFF_ROWS + EXPERTS;

const POINT_ROWS: usize = 6;
const OFF_ROWS: usize = 15;

/// Rows of both sides.
pub const ROWS: usize = 2 * SIDE_ROWS;

impl Inputs {
    /// All inputs of a position; in a race the expert numbers say nothing, and are 0.
    #[inline(always)]
    pub fn of(position: &Position) -> Inputs {
        let mut inputs = Inputs::glance(position);
        if position.own().rear() + position.opp().rear() > BAR {
            let [own, opp] = experts::of(position);
            inputs.0[26..END].copy_from_slice(&own);
            inputs.0[SIDE + 26..SIDE + END].copy_from_slice(&opp);
        }
        inputs
    }

    /// The inputs without the expert numbers, which take longer than all the rest: these are 0.
    #[inline(always)]
    pub fn glance(position: &Position) -> Inputs {
        let mut values = [0; 2 * SIDE];
        values[..26].copy_from_slice(&position.own().counts());
        values[SIDE..SIDE + 26].copy_from_slice(&position.opp().counts());
        Inputs(values)
    }

    /// Calls `see` with each training row that these inputs set, and the number that it is set to.
    #[inline]
    pub fn each_row(&self, mut see: impl FnMut(usize, f32)) {
        for (input, &value) in self.0.iter().enumerate() {
            rows_of(input, value, &mut see);
        }
    }
}

/// How many values an input takes, from 0.
pub fn values(input: usize) -> usize {
    match input % SIDE {
        0..26 => 16,
        expert @ 26..END => experts::VALUES[expert - 26],
        _ => 1,
    }
}

/// Calls `see` with each training row that one value of one input sets, and the number that it is set to.
#[inline]
pub fn rows_of(input: usize, value: u8, mut see: impl FnMut(usize, f32)) {
    let first = input / SIDE * SIDE_ROWS;
    match input % SIDE {
        OFF => (0..usize::from(value).min(OFF_ROWS)).for_each(|i| see(first + 25 * POINT_ROWS + i, 1.0)),
        place @ 1..26 => {
            let first = first + (place - 1) * POINT_ROWS;
            (0..usize::from(value).min(5)).for_each(|i| see(first + i, 1.0));
            if value > 5 {
                see(first + 5, f32::from(value - 5));
            }
        }
        expert if value > 0 => {
            let expert = expert - 26;
            see(first + 25 * POINT_ROWS + OFF_ROWS + expert, experts::input(expert, value));
        }
        _ => {}
    }
}
