//! Stage 2: self-play that says, for every position it comes by, what the position turned out to be worth.

use fullprime_core::board::{Plays, Position, Roll};
use fullprime_core::eval::{Chances, Evaluator, certain, equity, swapped};
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

/// What some games of self-play have given.
#[derive(Default)]
pub struct Played {
    /// Every position that was on the board, with what it turned out to be worth.
    pub full: Vec<Label>,
    /// For each of them one of its plays, good or bad, with what the full net says of it: what a glance should see.
    pub glance: Vec<Label>,
    /// How many games.
    pub games: u64,
}

/// Plays games, numbered from `first`, until they have given `wanted` labels. The labels depend on the seed, not on the
/// threads of the pool that this is called in.
pub fn play(nets: &impl Evaluator, start: &Position, seed: u64, first: u64, wanted: usize, lambda: f32) -> Played {
    let mut all = Played::default();
    while all.full.len() < wanted {
        let numbers = (first + all.games..first + all.games + GAMES).into_par_iter();
        let games: Vec<Played> =
            numbers.map(|game| play_one(nets, start, Dice::of_trial(seed, game), game % 2 == 1, lambda)).collect();
        for game in games {
            all.full.extend(game.full);
            all.glance.extend(game.glance);
            all.games += game.games;
        }
    }
    all
}

/// One turn of a game.
struct Turn {
    position: Position,
    /// The average over all rolls of what their best plays come to: a look one ply ahead.
    ahead: Chances,
    /// What the net says of the position after the play, seen by the player who made it; none where a better one was known.
    after: Option<Chances>,
}

fn play_one(nets: &impl Evaluator, start: &Position, mut dice: Dice, noisy: bool, lambda: f32) -> Played {
    let (mut turns, mut glance): (Vec<Turn>, Vec<Label>) = Default::default();
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
        let any = results[dice.below(results.len() as u32) as usize];
        nets.shortlist(&mut results, &mut ends, 0);
        results.push(any);
        chances.clear();
        chances.resize(results.len(), [0.0; 5]);
        nets.evaluate(&results, &mut chances);
        if any.outcome().is_none() {
            glance.push(Label { position: any, chances: chances[results.len() - 1] });
        }

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
    Played { full: look_back(&turns, &end, lambda), glance, games: 1 }
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

#[cfg(test)]
mod tests {
    use super::*;
    use fullprime_core::eval::Nets;
    use fullprime_core::rules::Variant;

    fn by_threads(threads: usize) -> Played {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| play(Nets::shipped(), &Variant::Hypergammon.start(), 3, 64, 500, 0.7))
    }

    #[test]
    fn labels_do_not_depend_on_the_threads() {
        let (one, two) = (by_threads(1), by_threads(2));
        assert_eq!((one.games, one.full.len(), one.glance.len()), (two.games, two.full.len(), two.glance.len()));
        let (one, two) = (one.full.iter().chain(&one.glance), two.full.iter().chain(&two.glance));
        assert!(one.zip(two).all(|(a, b)| a.position == b.position && a.chances == b.chances));
    }

    #[test]
    fn without_lambda_a_label_is_a_look_one_ply_ahead() {
        let start = Variant::Backgammon.start();
        let labels = play_one(Nets::shipped(), &start, Dice::of_trial(1, 2), false, 0.0).full;
        let search = fullprime_core::eval::Search { evaluator: Nets::shipped(), plies: 1 };
        let positions: Vec<Position> = labels.iter().map(|label| label.position).collect();
        let mut ahead = vec![[0.0; 5]; labels.len()];
        search.evaluate(&positions, &mut ahead);
        for (label, ahead) in labels.iter().zip(ahead) {
            assert!((equity(&label.chances) - equity(&ahead)).abs() < 1e-5);
        }
    }

    #[test]
    fn with_lambda_1_luck_is_all_that_sets_the_end_apart() {
        // Two turns: the net had said .6 after the first play and .3 (seen by the other) after the second; the game is won.
        let position = Variant::Hypergammon.start();
        let turn = |win: f32, after: f32| Turn {
            position,
            ahead: [win, 0.0, 0.0, 0.0, 0.0],
            after: Some([after, 0.0, 0.0, 0.0, 0.0]),
        };
        let turns = [turn(0.5, 0.6), turn(0.45, 0.3)];
        let labels = look_back(&turns, &[1.0, 0.0, 0.0, 0.0, 0.0], 1.0);
        // The last mover sees the end as 0: .45 + (0 - .3); the first sees .85 instead of .6.
        assert!((labels[0].chances[0] - 0.15).abs() < 1e-6 && (labels[1].chances[0] - 0.75).abs() < 1e-6);
    }
}
