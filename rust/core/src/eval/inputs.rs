//! What a net sees of a position.

use super::experts::{self, EXPERTS, Experts};
use super::kind::Kind;
use crate::board::{BAR, OFF, Position};

/// Places of one side.
pub const PLACES: usize = BAR + 1;

/// The inputs of a position, the player on roll first: small whole numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Inputs {
    /// The number of checkers on each place.
    pub places: [[u8; PLACES]; 2],
    /// The expert numbers, where they are seen.
    pub experts: Option<Experts>,
}

/// Rows of weights of one side in training, where the values of one input share what they learn: for each point and the bar
/// five thresholds and what is beyond them, for the checkers off 15 thresholds, for each expert number one.
pub const SIDE_ROWS: usize = 25 * POINT_ROWS + OFF_ROWS + EXPERTS;

const POINT_ROWS: usize = 6;
const OFF_ROWS: usize = 15;

/// Rows of both sides.
pub const ROWS: usize = 2 * SIDE_ROWS;

impl Inputs {
    /// All inputs of a position.
    pub fn of(position: &Position) -> Inputs {
        let experts = (Kind::of(position) != Kind::Race).then(|| experts::of(position));
        Inputs { experts, ..Inputs::glance(position) }
    }

    /// The inputs without the expert numbers, which take longer than all the rest.
    pub fn glance(position: &Position) -> Inputs {
        Inputs { places: [position.own().counts(), position.opp().counts()], experts: None }
    }

    /// Calls `see` with each training row that these inputs set, and the number that it is set to.
    #[inline]
    pub fn each_row(&self, mut see: impl FnMut(usize, f32)) {
        for (input, &count) in self.places.as_flattened().iter().enumerate() {
            rows_of(input, count, &mut see);
        }
        for (input, &value) in self.experts.iter().flatten().flatten().enumerate() {
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
    let first = input / PLACES * SIDE_ROWS;
    match input % PLACES {
        OFF => (0..usize::from(count).min(OFF_ROWS)).for_each(|i| see(first + 25 * POINT_ROWS + i, 1.0)),
        place => {
            let first = first + (place - 1) * POINT_ROWS;
            (0..usize::from(count).min(5)).for_each(|i| see(first + i, 1.0));
            if count > 5 {
                see(first + 5, f32::from(count - 5));
            }
        }
    }
}
