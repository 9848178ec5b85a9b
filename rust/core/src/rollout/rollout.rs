//! A position played out many times.

use super::dice::Dice;
use super::tally::Tally;
use super::{BLOCK, RolloutError, blocks};
use crate::board::{Plays, Position, Roll};
use crate::control::Control;
use crate::cpu::for_this_processor;
use crate::threads::sum_over;

/// How both sides of a trial choose their plays.
pub trait Policy: Sync {
    /// Scores a batch of results, as many as there are `scores`. Each result is as the next player sees it; the higher the
    /// score, the better for the player who has just moved. Of equal scores the first in the generator's order is played.
    fn score(&self, results: &[Position], scores: &mut [f32]);
}

/// Plays `start` out `trials` times, both sides by `policy`, and counts how the games end, seen by the player on roll in
/// `start`. Cubeless: every trial is played to its end.
///
/// Trial `i` takes its dice from `Dice::of_trial(seed, i)`. When `control` is cancelled, the trials counted are those begun
/// before: dropping the ones under way would favour short games.
pub fn rollout(
    start: &Position,
    policy: &impl Policy,
    trials: u64,
    seed: u64,
    threads: usize,
    control: &Control,
) -> Result<Tally, RolloutError> {
    let block = |trials: std::ops::Range<u64>| {
        if control.cancelled() {
            return Tally::default();
        }
        let tally = play_out(start, policy, trials.map(|trial| Dice::of_trial(seed, trial)));
        control.advance(tally.games());
        tally
    };
    Ok(sum_over(threads, blocks(trials, BLOCK, control)?, block, |a, b| a + b, Tally::default)?)
}

/// A game under way.
struct Trial {
    position: Position,
    plies: u64,
    dice: Dice,
}

/// Plays trials side by side, so that the policy sees the candidates of all of them at once.
fn play_out(start: &Position, policy: &impl Policy, dice: impl Iterator<Item = Dice>) -> Tally {
    let mut tally = Tally::default();
    let mut trials: Vec<Trial> = dice.map(|dice| Trial { position: *start, plies: 0, dice }).collect();
    let mut plays = Plays::new();
    let (mut results, mut ends, mut scores) = (Vec::new(), Vec::new(), Vec::new());
    loop {
        trials.retain(|trial| match trial.position.outcome() {
            None => true,
            Some(outcome) => {
                tally.count(if trial.plies % 2 == 0 { outcome } else { outcome.swapped() }, trial.plies);
                false
            }
        });
        if trials.is_empty() {
            return tally;
        }
        results.clear();
        ends.clear();
        for trial in &mut trials {
            let roll = trial.dice.roll();
            list_plays(&mut plays, &trial.position, roll);
            results.extend_from_slice(&plays);
            ends.push(results.len());
        }
        scores.clear();
        scores.resize(results.len(), 0.0);
        policy.score(&results, &mut scores);
        let mut from = 0;
        for (trial, &end) in trials.iter_mut().zip(&ends) {
            let best = (from..end).reduce(|best, i| if scores[i] > scores[best] { i } else { best });
            trial.position = results[best.expect("a roll has at least one result")];
            trial.plies += 1;
            from = end;
        }
    }
}

for_this_processor! {
fn list_plays(plays: &mut Plays, position: &Position, roll: Roll) {
    plays.generate(position, roll);
}
}
