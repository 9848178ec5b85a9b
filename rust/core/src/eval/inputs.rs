//! What a net sees of a position.

use super::experts::{self, EXPERTS};
use crate::board::{BAR, OFF, Position};

/// Places of one side, and some that are always empty, so that a side is whole words.
pub const SIDE: usize = 32;

/// The inputs of a position, the player on roll first: small whole numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Inputs {
    /// The number of checkers on each of the 26 places. A net in play holds one row of weights for each number.
    pub places: [u8; 2 * SIDE],
    /// The expert numbers. A net in play holds one row of weights for each.
    pub experts: [u8; 2 * EXPERTS],
}

/// Rows of weights of one side in training, where the values of one input share what they learn: for each point and the bar
/// five thresholds and what is beyond them, for the checkers off 15 thresholds, for each expert number one.
pub const SIDE_ROWS: usize = 25 * POINT_ROWS + OFF_ROWS + EXPERTS;

const POINT_ROWS: usize = 6;
const OFF_ROWS: usize = 15;

/// Rows of both sides.
pub const ROWS: usize = 2 * SIDE_ROWS;

impl Inputs {
    /// None: an empty board.
    pub const NONE: Inputs = Inputs { places: [0; 2 * SIDE], experts: [0; 2 * EXPERTS] };

    /// All inputs of a position; in a race the expert numbers say nothing, and are 0.
    #[inline(always)]
    pub fn of(position: &Position) -> Inputs {
        let mut inputs = Inputs::glance(position);
        if position.own().rear() + position.opp().rear() > BAR {
            let [own, opp] = experts::of(position);
            inputs.experts[..EXPERTS].copy_from_slice(&own);
            inputs.experts[EXPERTS..].copy_from_slice(&opp);
        }
        inputs
    }

    /// The inputs without the expert numbers, which take longer than all the rest: these are 0.
    #[inline(always)]
    pub fn glance(position: &Position) -> Inputs {
        let mut inputs = Inputs::NONE;
        inputs.places[..26].copy_from_slice(&position.own().counts());
        inputs.places[SIDE..SIDE + 26].copy_from_slice(&position.opp().counts());
        inputs
    }

    /// Calls `see` with each training row that these inputs set, and the number that it is set to.
    #[inline]
    pub fn each_row(&self, mut see: impl FnMut(usize, f32)) {
        for (input, &count) in self.places.iter().enumerate() {
            rows_of(input, count, &mut see);
        }
        for (input, &value) in self.experts.iter().enumerate() {
            if value > 0 {
                see(expert_row(input), experts::STEP[input % EXPERTS] * f32::from(value));
            }
        }
    }
}

/// The training row of an expert number.
pub fn expert_row(input: usize) -> usize {
    input / EXPERTS * SIDE_ROWS + 25 * POINT_ROWS + OFF_ROWS + input % EXPERTS
}

/// Calls `see` with each training row that a number of checkers on a place sets, and the number that it is set to.
#[inline]
pub fn rows_of(input: usize, count: u8, mut see: impl FnMut(usize, f32)) {
    let first = input / SIDE * SIDE_ROWS;
    match input % SIDE {
        OFF => (0..usize::from(count).min(OFF_ROWS)).for_each(|i| see(first + 25 * POINT_ROWS + i, 1.0)),
        place @ 1..26 => {
            let first = first + (place - 1) * POINT_ROWS;
            (0..usize::from(count).min(5)).for_each(|i| see(first + i, 1.0));
            if count > 5 {
                see(first + 5, f32::from(count - 5));
            }
        }
        _ => {}
    }
}
