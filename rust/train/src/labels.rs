//! Stage 2: self-play that says, for every position it comes by, what the position turned out to be worth.

use fullprime_core::board::{Plays, Position, Roll};
use fullprime_core::eval::{Chances, Evaluator, Nets, certain, equity, swapped};
use fullprime_core::rollout::Dice;
use rayon::prelude::*;

/// A position and the chances that a net should give it.
#[derive(Clone, Copy)]
pub struct Label {
    /// Seen by the player about to roll.
    pub position: Position,
    /// Seen by the same player.
    pub chances: Chances,
}

/// Of the plays of a noisy game, one in so many is drawn from all, and one in so many is chosen with noise.
const RANDOM: u32 = 25;
const NOISY: u32 = 4;
/// What noise adds to a play's equity at most, up or down.
const NOISE: f32 = 0.14;

/// Games that are shared out among the threads at once.
const GAMES: u64 = 64;

/// Plays games, numbered from `first`, until they have given `wanted` labels, and says how many games those were. The labels
/// depend on the seed, not on the threads of the pool that this is called in.
pub fn play(nets: &Nets, start: &Position, seed: u64, first: u64, wanted: usize, lambda: f32) -> (Vec<Label>, u64) {
    let mut labels = Vec::new();
    let mut games = 0;
    while labels.len() < wanted {
        let numbers = (first + games..first + games + GAMES).into_par_iter();
        let played: Vec<Vec<Label>> =
            numbers.map(|game| play_one(nets, start, Dice::of_trial(seed, game), game % 2 == 1, lambda)).collect();
        labels.extend(played.into_iter().flatten());
        games += GAMES;
    }
    (labels, games)
}

/// One turn of a game.
struct Turn {
    position: Position,
    /// The average over all rolls of what their best plays come to: a look one ply ahead.
    ahead: Chances,
    /// What the net says of the position after the play, seen by the player who made it; none where a better one was known.
    after: Option<Chances>,
}

fn play_one(nets: &Nets, start: &Position, mut dice: Dice, noisy: bool, lambda: f32) -> Vec<Label> {
    let mut turns: Vec<Turn> = Vec::new();
    let mut plays = Plays::new();
    let (mut results, mut chances) = (Vec::new(), Vec::new());
    let mut position = *start;
    let end = loop {
        if let Some(outcome) = position.outcome() {
            break certain(outcome);
        }
        let roll = if turns.is_empty() { dice.opening_roll() } else { dice.roll() };
        results.clear();
        let mut ends = [0; 21];
        for (end, roll) in ends.iter_mut().zip(Roll::ALL) {
            plays.generate(&position, roll);
            results.extend_from_slice(&plays);
            *end = results.len();
        }
        chances.clear();
        chances.resize(results.len(), [0.0; 5]);
        nets.evaluate(&results, &mut chances);

        let mut ahead = [0.0; 5];
        let mut next = (position, None);
        let mut from = 0;
        for (end, candidate) in ends.into_iter().zip(Roll::ALL) {
            let worth = |i: usize| -equity(&chances[i]);
            let best = (from..end).reduce(|best, i| if worth(i) > worth(best) { i } else { best });
            let best = best.expect("a roll has at least one result");
            let after = swapped(&chances[best]);
            for (sum, chance) in ahead.iter_mut().zip(after) {
                *sum += candidate.weight() as f32 / 36.0 * chance;
            }
            if candidate == roll {
                let chosen = choose(from..end, best, worth, noisy, &mut dice);
                next = (results[chosen], (chosen == best).then_some(after));
            }
            from = end;
        }
        turns.push(Turn { position, ahead, after: next.1 });
        position = next.0;
    };
    look_back(&turns, &end, lambda)
}

/// The play that is made: the best, or in a noisy game sometimes another.
fn choose(
    all: std::ops::Range<usize>,
    best: usize,
    worth: impl Fn(usize) -> f32,
    noisy: bool,
    dice: &mut Dice,
) -> usize {
    if !noisy {
        return best;
    }
    if dice.below(RANDOM) == 0 {
        return all.start + dice.below(all.len() as u32) as usize;
    }
    if dice.below(NOISY) > 0 {
        return best;
    }
    let mut noise = || NOISE * (dice.below(1 << 16) as f32 / 32_768.0 - 1.0);
    all.map(|i| (worth(i) + noise(), i)).fold((f32::MIN, best), |a, b| if b.0 > a.0 { b } else { a }).1
}

/// From the end of a game back: each position is worth its look ahead, and `lambda` times what the game then turned out better
/// than the net had said after the play; a play that was not the best says nothing of the positions before it.
fn look_back(turns: &[Turn], end: &Chances, lambda: f32) -> Vec<Label> {
    let mut worth = *end;
    let mut labels: Vec<Label> = Vec::with_capacity(turns.len());
    for turn in turns.iter().rev() {
        let later = swapped(&worth);
        worth = turn.ahead;
        if let Some(after) = turn.after {
            for i in 0..worth.len() {
                worth[i] = (worth[i] + lambda * (later[i] - after[i])).clamp(0.0, 1.0);
            }
        }
        labels.push(Label { position: turn.position, chances: worth });
    }
    labels
}
