//! Solves a whole game by iteration: every value from the values of its successors, again and again.
//!
//! Positions are taken in the order of the pips of both sides together, so that within one pass everything that follows
//! without a hit has its new value already; only hits lead back to where the last pass was. All positions with equally many
//! pips are worked out from the values before any of them is stored, so that the result does not depend on threads.

use super::hypergammon::{BOUND, Value, number, of_outcome, position, sides, swapped};
use super::index::Index;
use crate::board::{Generator, Position, Roll, Side};
use crate::control::Control;
use rayon::prelude::*;
use std::convert::Infallible;
use std::ops::ControlFlow;

/// Passes with the plays kept as they are, for each pass that looks for better ones: they are that much quicker.
const PASSES_PER_LOOK: usize = 6;

/// When to stop for what is stored in 32 bits: chances, and equities with a cube.
const NARROW_BOUND: f64 = 1e-9;

/// More passes than any of the games takes; then something is wrong.
const MOST_PASSES: usize = 400;

/// The game to be solved.
struct Game {
    sides: Vec<Side>,
    shares: [[u32; 26]; 3],
    /// Pairs of sides (own x all + opp) of the positions where the game goes on, by pips.
    order: Vec<u32>,
    /// Where each number of pips starts in `order`; one more entry ends the list.
    start: Vec<usize>,
}

impl Game {
    fn new(index: &Index) -> Game {
        let counts = sides(index);
        let sides: Vec<Side> = counts.iter().map(|side| Side::from_counts(side).expect("few checkers")).collect();
        let pips: Vec<usize> = sides.iter().map(|side| side.pips() as usize).collect();
        let all = sides.len();
        let goes_on = |pair: &u32| {
            let (own, opp) = (*pair as usize / all, *pair as usize % all);
            own > 0 && opp > 0 && position(counts[own], counts[opp], index.checkers()).is_some()
        };
        let mut order: Vec<u32> = (0..(all * all) as u32).into_par_iter().filter(goes_on).collect();
        let pips = |pair: u32| pips[pair as usize / all] + pips[pair as usize % all];
        order.par_sort_by_key(|&pair| (pips(pair), pair));
        let mut start = vec![0];
        start.extend((1..order.len()).filter(|&i| pips(order[i]) != pips(order[i - 1])));
        start.push(order.len());
        Game { sides, shares: index.shares(), order, start }
    }

    fn position(&self, pair: u32) -> Position {
        let all = self.sides.len();
        Position::new_unchecked(self.sides[pair as usize / all], self.sides[pair as usize % all])
    }

    fn pair(&self, position: Position) -> u32 {
        let [own, opp] = [position.own(), position.opp()].map(|side| number(side, &self.shares));
        (own * self.sides.len() + opp) as u32
    }

    /// A value for every pair of sides: `over` where the game is over, 0 elsewhere.
    fn values<const N: usize>(&self, over: impl Fn(&Position) -> [f64; N]) -> Vec<[f64; N]> {
        let mut values = vec![[0.0; N]; self.sides.len() * self.sides.len()];
        for side in 1..self.sides.len() {
            for pair in [side, side * self.sides.len()] {
                values[pair] = over(&self.position(pair as u32));
            }
        }
        values
    }

    /// One pass over all positions: `work` makes the new value of each out of all values, with something of its own.
    /// Returns the largest change.
    fn pass<const N: usize, M: Send>(
        &self,
        values: &mut Vec<[f64; N]>,
        own: &mut [M],
        work: impl Fn(u32, &mut M, &[[f64; N]]) -> [f64; N] + Sync,
    ) -> f64 {
        let mut change: f64 = 0.0;
        for level in self.start.windows(2) {
            let pairs = &self.order[level[0]..level[1]];
            let known = &*values;
            let each = pairs.par_iter().zip(&mut own[level[0]..level[1]]).with_min_len(256);
            let new: Vec<[f64; N]> = each.map(|(&pair, own)| work(pair, own, known)).collect();
            for (&pair, new) in pairs.iter().zip(new) {
                let old = std::mem::replace(&mut values[pair as usize], new);
                change = old.iter().zip(new).fold(change, |change, (old, new)| change.max((old - new).abs()));
            }
        }
        change
    }

    /// Calls `visit` with each successor of a position, as pairs seen by the next player.
    fn visit(&self, generator: &Generator, roll: Roll, mut visit: impl FnMut(u32)) {
        let ControlFlow::Continue(()) = generator.visit(roll, |next| {
            visit(self.pair(next));
            ControlFlow::<Infallible>::Continue(())
        });
    }
}

/// The best successor for each roll of [`Roll::ALL`].
type Policy = [u32; 21];

fn mean<const N: usize>(of_roll: impl Fn(usize) -> [f64; N]) -> [f64; N] {
    let mut sum = [0.0; N];
    for (i, roll) in Roll::ALL.iter().enumerate() {
        let value = of_roll(i);
        sum = std::array::from_fn(|n| sum[n] + f64::from(roll.weight()) * value[n]);
    }
    sum.map(|sum| sum / 36.0)
}

/// The value of every pair of sides. `None` when cancelled.
pub(super) fn solve(index: &Index, control: &Control) -> Option<Vec<Value>> {
    control.begin(0);
    let game = Game::new(index);
    let (cubeless, policies) = cubeless(&game, control)?;
    let chances = chances(&game, &policies, control)?;
    drop(policies);
    let cubeful = cubeful(&game, &cubeless, control)?;
    let each = cubeless.iter().zip(&chances).zip(&cubeful);
    Some(
        each.map(|((&[cubeless], &chances), &[owned, centered, centered_jacoby, opponent_owns])| Value {
            cubeless,
            chances,
            owned,
            centered,
            centered_jacoby,
            opponent_owns,
        })
        .collect(),
    )
}

fn points(position: &Position) -> f64 {
    position.outcome().expect("over").points() as f64
}

/// The equities without a cube, and the plays that make them.
fn cubeless(game: &Game, control: &Control) -> Option<(Vec<[f64; 1]>, Vec<Policy>)> {
    let mut values = game.values(|over| [points(over)]);
    let mut policies = vec![[0; 21]; game.order.len()];
    for _ in 0..MOST_PASSES {
        if control.cancelled() {
            return None;
        }
        control.advance(1);
        let change = game.pass(&mut values, &mut policies, |pair, policy: &mut Policy, values| {
            let generator = Generator::new(&game.position(pair));
            let mut best = [f64::INFINITY; 21];
            for (i, roll) in Roll::ALL.into_iter().enumerate() {
                game.visit(&generator, roll, |next| {
                    let [value] = values[next as usize];
                    if value < best[i] {
                        (best[i], policy[i]) = (value, next);
                    }
                });
            }
            mean(|i| [-best[i]])
        });
        if change < BOUND {
            return Some((values, policies));
        }
        for _ in 0..PASSES_PER_LOOK {
            control.advance(1);
            let change =
                game.pass(&mut values, &mut policies, |_, policy, values| mean(|i| [-values[policy[i] as usize][0]]));
            if change < BOUND {
                break;
            }
        }
    }
    panic!("no convergence in {MOST_PASSES} passes");
}

/// The chances under those plays.
fn chances(game: &Game, policies: &[Policy], control: &Control) -> Option<Vec<[f64; 5]>> {
    let mut values = game.values(|over| of_outcome(over.outcome().expect("over")));
    let mut policies: Vec<&Policy> = policies.iter().collect();
    for _ in 0..MOST_PASSES {
        if control.cancelled() {
            return None;
        }
        control.advance(1);
        let change =
            game.pass(&mut values, &mut policies, |_, policy, values| mean(|i| swapped(values[policy[i] as usize])));
        if change < NARROW_BOUND {
            return Some(values);
        }
    }
    panic!("no convergence in {MOST_PASSES} passes");
}

/// The equities of rolling now with a cube: owned, centred, centred under the Jacoby rule, opponent's.
fn cubeful(game: &Game, cubeless: &[[f64; 1]], control: &Control) -> Option<Vec<[f64; 4]>> {
    let mut values = game.values(|over| {
        let points = points(over);
        // A cube that was never turned: gammons do not count.
        [points, points, points.signum(), points]
    });
    // The cubeless equities are a better start than nothing.
    for &pair in &game.order {
        values[pair as usize] = [cubeless[pair as usize][0]; 4];
    }
    let mut nothing = vec![(); game.order.len()];
    for _ in 0..MOST_PASSES {
        if control.cancelled() {
            return None;
        }
        control.advance(1);
        let change = game.pass(&mut values, &mut nothing, |pair, (), values| {
            let generator = Generator::new(&game.position(pair));
            let mut best = [[f64::NEG_INFINITY; 4]; 21];
            for (best, roll) in best.iter_mut().zip(Roll::ALL) {
                game.visit(&generator, roll, |next| {
                    let [owned, centered, centered_jacoby, opponent_owns] = values[next as usize];
                    // The next player may double, and then it is passed, or played on with the cube on this side.
                    let doubled = (2.0 * opponent_owns).min(1.0);
                    let mine = [opponent_owns, centered.max(doubled), centered_jacoby.max(doubled), owned.max(doubled)];
                    *best = std::array::from_fn(|i| best[i].max(-mine[i]));
                });
            }
            mean(|i| best[i])
        });
        if change < NARROW_BOUND {
            return Some(values);
        }
    }
    panic!("no convergence in {MOST_PASSES} passes");
}
