//! Counting the tree of plays: the proof of a generator, and its yardstick.

use super::dice::Roll;
use super::movegen::{Generator, Plays};
use super::position::Position;

pub fn perft(position: &Position, depth: u32, weighted: bool) -> u64 {
    let mut levels: Vec<Plays> = (1..depth).map(|_| Plays::new()).collect();
    count(position, weighted, &mut levels)
}

fn count(position: &Position, weighted: bool, levels: &mut [Plays]) -> u64 {
    let generator = Generator::new(position);
    let of_roll = |roll: Roll| if weighted { u64::from(roll.weight()) } else { 1 };
    let Some((plays, levels)) = levels.split_first_mut() else {
        return Roll::ALL.iter().map(|&roll| of_roll(roll) * generator.count(roll) as u64).sum();
    };
    let mut total = 0;
    for roll in Roll::ALL {
        plays.fill(&generator, roll);
        total += of_roll(roll) * plays.iter().map(|next| count(next, weighted, levels)).sum::<u64>();
    }
    total
}
