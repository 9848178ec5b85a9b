//! Games in which every play is drawn at random.

use super::dice::Dice;
use super::tally::Tally;
use super::{BLOCK, RolloutError, blocks};
use crate::board::{Plays, Position};
use crate::control::Control;
use crate::cpu::for_this_processor;
use crate::threads::sum_over;

/// Plays whole games from `start`, each play drawn from the distinct results, all equally likely; the first roll is an
/// opening roll, so never doubles.
///
/// Seen by the player who rolls first. Game `i` uses trial `i`'s dice. When `control` is cancelled, the games counted are
/// those begun before.
pub fn play_random(
    start: &Position,
    games: u64,
    seed: u64,
    threads: usize,
    control: &Control,
) -> Result<Tally, RolloutError> {
    let block = |trials: std::ops::Range<u64>| {
        let mut tally = Tally::default();
        if control.cancelled() {
            return tally;
        }
        let mut plays = Plays::new();
        let games = trials.end - trials.start;
        for trial in trials {
            play(start, &mut Dice::of_trial(seed, trial), &mut plays, &mut tally);
        }
        control.advance(games);
        tally
    };
    Ok(sum_over(threads, blocks(games, BLOCK, control)?, block, |a, b| a + b, Tally::default)?)
}

for_this_processor! {
fn play(start: &Position, dice: &mut Dice, plays: &mut Plays, tally: &mut Tally) {
    let mut position = *start;
    let mut roll = dice.opening_roll();
    let mut plies = 0;
    let outcome = loop {
        if let Some(outcome) = position.outcome() {
            break outcome;
        }
        plays.generate(&position, roll);
        position = plays[dice.below(plays.len() as u32) as usize];
        plies += 1;
        roll = dice.roll();
    };
    tally.count(if plies % 2 == 0 { outcome } else { outcome.swapped() }, plies);
}
}
