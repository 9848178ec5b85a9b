//! The play that bears off in the fewest rolls on average, position by position, from the nearest to the farthest.

use super::index::{Index, Ladder, Levels};
use super::one_sided::all_on;
use crate::board::Roll;
use crate::control::Control;
use crate::cpu::for_this_processor;
use rayon::prelude::*;
use std::collections::VecDeque;

/// No roll takes more pips: four sixes.
pub(super) const MOST_PIPS: usize = 24;

/// For one position, the best that can follow after part of a roll: after one, two or three moves by each number.
///
/// Without opposition both numbers of a roll can always be played, in either order, unless all checkers are off before.
/// So the best play of `a` and `b` is the better of: move `a`, then the best after one move `b`; and the other way round.
/// The best of a double is a move, then the best after three more. That takes a few dozen looks for a position, where
/// listing the plays of its 21 rolls takes hundreds.
#[derive(Clone, Copy)]
struct Ahead {
    /// `[moves - 1][number - 1]`: the smallest mean that can be reached, and the rank of a position that has it.
    best: [[(f64, u32); 6]; 3],
}

const NONE: (f64, u32) = (f64::INFINITY, 0);

#[inline]
fn improve(best: &mut (f64, u32), with: (f64, u32)) {
    if with.0 < best.0 {
        *best = with;
    }
}

/// Distributions of the positions of one level: rows of one length.
pub(super) struct Rows {
    values: Vec<f64>,
    width: usize,
    /// The length of the longest row without the zeros at its end.
    used: usize,
}

impl Rows {
    fn zeros(rows: usize, width: usize) -> Rows {
        Rows { values: vec![0.0; rows * width], width, used: 0 }
    }

    fn measure(&mut self) {
        let used = |row: &[f64]| row.iter().rposition(|&p| p > 0.0).map_or(0, |last| last + 1);
        self.used = self.values.par_chunks_exact(self.width).map(used).max().unwrap_or(0);
    }

    /// The chances of 0, 1, ... rolls for the position at `place` in its level; zeros at the end.
    pub fn of(&self, place: usize) -> &[f64] {
        &self.values[place * self.width..][..self.width]
    }
}

/// What is known of the positions with the same number of pips, in the order of their ranks.
pub(super) struct Level {
    /// The mean numbers of rolls.
    pub means: Vec<f64>,
    /// The number of rolls to bear off.
    pub rolls: Rows,
    /// The number of rolls to the first checker off; all 0 where one is off already.
    pub first_off: Rows,
    ahead: Vec<Ahead>,
}

impl Level {
    /// The empty side: no roll is needed, and no move changes anything.
    fn of_the_empty_side() -> Level {
        let rolls = Rows { values: vec![1.0], width: 1, used: 1 };
        let ahead = vec![Ahead { best: [[(0.0, 0); 6]; 3] }];
        Level { means: vec![0.0], rolls, first_off: Rows::zeros(1, 1), ahead }
    }

    /// The standard deviation of the number of rolls.
    pub fn std(&self, place: usize) -> f64 {
        let mean = self.means[place];
        let squares = self.rolls.of(place).iter().enumerate().map(|(k, p)| p * (k as f64 - mean).powi(2));
        squares.sum::<f64>().sqrt()
    }
}

/// Hands each level to `take`, from 0 pips up. `None` when cancelled.
pub(super) fn solve(index: &Index, levels: &Levels, control: &Control, mut take: impl FnMut(&Level)) -> Option<()> {
    let ranks = levels.rank_of();
    control.begin(index.len() as u64);
    // The levels that a roll from the current one can reach, the nearest at the back.
    let mut window: VecDeque<Level> = VecDeque::from([Level::of_the_empty_side()]);
    take(&window[0]);
    control.advance(1);
    for pips in 1..levels.count() {
        if control.cancelled() {
            return None;
        }
        let level = solve_level(index, levels, &ranks, pips, &window);
        take(&level);
        control.advance(level.means.len() as u64);
        window.push_back(level);
        if window.len() > MOST_PIPS {
            window.pop_front();
        }
    }
    Some(())
}

fn solve_level(index: &Index, levels: &Levels, ranks: &[u32], pips: usize, window: &VecDeque<Level>) -> Level {
    let sides = &levels.order[levels.ranks(pips)];
    let before = |taken: usize| &window[window.len() - taken];
    // One roll more than anything that can be reached; rows end in zeros where that is not needed.
    let width = |rows: fn(&Level) -> &Rows| window.iter().map(|level| rows(level).used).max().unwrap_or(0) + 1;
    let mut level = Level {
        means: vec![0.0; sides.len()],
        rolls: Rows::zeros(sides.len(), width(|level| &level.rolls)),
        first_off: Rows::zeros(sides.len(), width(|level| &level.first_off).max(2)),
        ahead: vec![Ahead { best: [[NONE; 6]; 3] }; sides.len()],
    };
    let (width, gammon_width) = (level.rolls.width, level.first_off.width);
    let each = (sides.par_iter(), &mut level.means, &mut level.ahead);
    let rows = (level.rolls.values.par_chunks_mut(width), level.first_off.values.par_chunks_mut(gammon_width));
    let each = each.into_par_iter().zip(rows).with_min_len(64);
    each.for_each(|((&side, mean, ahead), (rolls, first_off))| {
        let ladder = index.ladder(side as usize);
        let best = look(&ladder, ranks, levels, pips, &before, ahead);
        *mean = 1.0 + best.iter().zip(Roll::ALL).map(|(b, roll)| b.0 * f64::from(roll.weight())).sum::<f64>() / 36.0;
        let gammons = all_on(&ladder, index);
        let next = best.map(|(_, rank)| {
            let (taken, place) = locate(rank, levels, pips, window.len());
            let level = before(taken);
            let first_off: &[f64] = if gammons { level.first_off.of(place) } else { &[] };
            (level.rolls.of(place), first_off)
        });
        mix(next, gammons, rolls, first_off);
    });
    level.rolls.measure();
    level.first_off.measure();
    level
}

for_this_processor! {
    /// The distributions of a position, of the rolls to bear off and to the first checker off, from those of the best result
    /// of each roll of [`Roll::ALL`]. Only with `gammons` is there anything to say about the first checker.
    fn mix(next: [(&[f64], &[f64]); 21], gammons: bool, rolls: &mut [f64], first_off: &mut [f64]) {
        for ((next_rolls, next_first_off), roll) in next.into_iter().zip(Roll::ALL) {
            let weight = f64::from(roll.weight()) / 36.0;
            add_shifted(rolls, next_rolls, weight);
            if gammons && next_first_off.iter().any(|&p| p > 0.0) {
                add_shifted(first_off, next_first_off, weight);
            } else if gammons {
                first_off[1] += weight;
            }
        }
    }
}

/// How many levels before `pips` the position with this rank is, and its place there.
fn locate(rank: u32, levels: &Levels, pips: usize, most: usize) -> (usize, usize) {
    let rank = rank as usize;
    let first = pips - most;
    let level = first + levels.start[first + 1..pips].partition_point(|&start| start <= rank);
    (pips - level, rank - levels.start[level])
}

/// The smallest mean that each roll of [`Roll::ALL`] can reach, and where; fills in what later positions need to know.
fn look<'a>(
    ladder: &Ladder,
    ranks: &[u32],
    levels: &Levels,
    pips: usize,
    before: &impl Fn(usize) -> &'a Level,
    ahead: &mut Ahead,
) -> [(f64, u32); 21] {
    let mut pairs = [[NONE; 6]; 6];
    let mut doubles = [NONE; 6];
    for number in 0..6 {
        let [one, two, three] = &mut ahead.best;
        ladder.moves(number + 1, |to, taken| {
            let rank = ranks[to as usize];
            let level = before(taken);
            let place = rank as usize - levels.start[pips - taken];
            let next = &level.ahead[place].best;
            improve(&mut one[number], (level.means[place], rank));
            improve(&mut two[number], next[0][number]);
            improve(&mut three[number], next[1][number]);
            improve(&mut doubles[number], next[2][number]);
            for (pair, &then) in pairs[number].iter_mut().zip(&next[0]) {
                improve(pair, then);
            }
        });
    }
    Roll::ALL.map(|roll| {
        let (high, low) = (usize::from(roll.high()) - 1, usize::from(roll.low()) - 1);
        if high == low {
            return doubles[high];
        }
        let mut best = pairs[high][low];
        improve(&mut best, pairs[low][high]);
        best
    })
}

/// Adds `weight` times a distribution, one roll later.
#[inline(always)]
fn add_shifted(to: &mut [f64], from: &[f64], weight: f64) {
    let from = &from[..from.len().min(to.len() - 1)];
    for (sum, p) in to[1..].iter_mut().zip(from) {
        *sum += weight * p;
    }
}
