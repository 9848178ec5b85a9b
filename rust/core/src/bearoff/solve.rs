//! The play that bears off in the fewest rolls on average, position by position, from the nearest to the farthest.

use super::checkpoint::{put, take};
use super::index::{ALL_PLACES, Index, Levels};
use super::one_sided::all_on;
use crate::board::Roll;
use crate::cpu::for_this_processor;
use arrayvec::ArrayVec;
use rayon::prelude::*;
use std::collections::VecDeque;

/// No roll takes more pips: four sixes.
pub(super) const MOST_PIPS: usize = 24;

/// Numbers on a die.
const NUMBERS: usize = 6;

/// For one position, the best that can follow after part of a roll: after none, one, two or three moves by each number.
///
/// Without opposition both numbers of a roll can always be played, in either order, unless all checkers are off before.
/// So the best play of `a` and `b` is the better of: move `a`, then the best after one move `b`; and the other way round.
/// The best of a double is a move, then the best after three more. That takes a few dozen looks for a position, where
/// listing the plays of its 21 rolls takes hundreds.
#[derive(Clone, Copy)]
struct Ahead {
    /// By number and moves: the smallest mean that can be reached.
    means: [[f64; 4]; NUMBERS],
    /// The ranks of positions that have it.
    ranks: [[u32; 4]; NUMBERS],
    /// The same after one move, by number only: these are looked at together.
    one: [f64; NUMBERS],
    one_ranks: [u32; NUMBERS],
}

impl Ahead {
    /// Of a position that no move changes, with this mean and rank.
    fn still(mean: f64, rank: u32) -> Ahead {
        let (means, ranks) = ([[mean; 4]; NUMBERS], [[rank; 4]; NUMBERS]);
        Ahead { means, ranks, one: [mean; NUMBERS], one_ranks: [rank; NUMBERS] }
    }
}

impl Ahead {
    /// As `Solver::put` has put it.
    fn of_numbers(numbers: &[f64]) -> Ahead {
        let (means, ranks) = numbers.split_at(4 * NUMBERS);
        let means: [[f64; 4]; NUMBERS] = std::array::from_fn(|n| std::array::from_fn(|k| means[4 * n + k]));
        let ranks: [[u32; 4]; NUMBERS] = std::array::from_fn(|n| std::array::from_fn(|k| ranks[4 * n + k] as u32));
        Ahead { means, ranks, one: means.map(|of| of[1]), one_ranks: ranks.map(|of| of[1]) }
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
    /// Not needed any more when the level is farther back than one move.
    ahead: Vec<Ahead>,
}

impl Level {
    /// The empty side: no roll is needed, and no move changes anything.
    fn of_the_empty_side() -> Level {
        let rolls = Rows { values: vec![1.0], width: 1, used: 1 };
        Level { means: vec![0.0], rolls, first_off: Rows::zeros(1, 1), ahead: vec![Ahead::still(0.0, 0)] }
    }

    /// The standard deviation of the number of rolls.
    pub fn std(&self, place: usize) -> f64 {
        let mean = self.means[place];
        let squares = self.rolls.of(place).iter().enumerate().map(|(k, p)| p * (k as f64 - mean).powi(2));
        squares.sum::<f64>().sqrt()
    }
}

/// The table being worked out.
pub(super) struct Solver<'a> {
    index: &'a Index,
    levels: &'a Levels,
    ranks: Vec<u32>,
    /// The levels that a roll from the next one can reach, the nearest at the back.
    window: VecDeque<Level>,
    /// The next level.
    pips: usize,
}

impl<'a> Solver<'a> {
    pub fn new(index: &'a Index, levels: &'a Levels) -> Solver<'a> {
        Solver { index, levels, ranks: levels.rank_of(), window: VecDeque::new(), pips: 0 }
    }

    /// Works out the next level, from 0 pips up. `None` when there are no more.
    pub fn advance(&mut self) -> Option<&Level> {
        if self.pips == self.levels.count() {
            return None;
        }
        let level = if self.pips == 0 { Level::of_the_empty_side() } else { self.solve_level() };
        self.window.push_back(level);
        if self.window.len() > MOST_PIPS {
            self.window.pop_front();
        }
        if self.window.len() > NUMBERS {
            let behind = self.window.len() - 1 - NUMBERS;
            self.window[behind].ahead = Vec::new();
        }
        self.pips += 1;
        self.window.back()
    }

    fn solve_level(&self) -> Level {
        let Solver { index, levels, ranks, window, pips } = self;
        let sides = &levels.order[levels.ranks(*pips)];
        let before = |taken: usize| &window[window.len() - taken];
        // One roll more than anything that can be reached; rows end in zeros where that is not needed.
        let width = |rows: fn(&Level) -> &Rows| window.iter().map(|level| rows(level).used).max().unwrap_or(0) + 1;
        let mut level = Level {
            means: vec![0.0; sides.len()],
            rolls: Rows::zeros(sides.len(), width(|level| &level.rolls)),
            first_off: Rows::zeros(sides.len(), width(|level| &level.first_off).max(2)),
            ahead: vec![Ahead::still(0.0, 0); sides.len()],
        };
        let (width, gammon_width) = (level.rolls.width, level.first_off.width);
        let each = (sides.par_iter(), &mut level.means, &mut level.ahead);
        let rows = (level.rolls.values.par_chunks_mut(width), level.first_off.values.par_chunks_mut(gammon_width));
        let each = each.into_par_iter().zip(rows).with_min_len(64);
        each.for_each(|((&side, mean, ahead), (rolls, first_off))| {
            let ladder = index.ladder(side as usize);
            // The positions after one move, by number.
            let mut moves = [const { ArrayVec::<&Ahead, ALL_PLACES>::new_const() }; NUMBERS];
            for (number, moves) in moves.iter_mut().enumerate() {
                ladder.moves(number + 1, |to, taken| {
                    let place = ranks[to as usize] as usize - levels.start[pips - taken];
                    moves.push(&before(taken).ahead[place]);
                });
            }
            let best = look(&moves, ahead);
            *mean =
                1.0 + best.iter().zip(Roll::ALL).map(|(b, roll)| b.0 * f64::from(roll.weight())).sum::<f64>() / 36.0;
            for number in 0..NUMBERS {
                (ahead.means[number][0], ahead.ranks[number][0]) = (*mean, ranks[side as usize]);
            }
            let gammons = all_on(&ladder, index);
            let next = best.map(|(_, rank)| {
                let (taken, place) = locate(rank, levels, *pips, window.len());
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

    /// For a checkpoint.
    pub fn put(&self, to: &mut Vec<u8>) {
        for level in &self.window {
            put(to, &level.means);
            for rows in [&level.rolls, &level.first_off] {
                put(to, &[rows.width as f64, rows.used as f64]);
                put(to, &rows.values);
            }
            let ahead = level.ahead.iter();
            let ahead = ahead.flat_map(|a| {
                a.means.as_flattened().iter().copied().chain(a.ranks.as_flattened().iter().map(|&r| r.into()))
            });
            put(to, &ahead.collect::<Vec<f64>>());
        }
    }

    /// From a checkpoint that was made when `pips` levels were finished. `None` where it is not one of this table.
    pub fn take(&mut self, mut from: &[u8], pips: usize) -> Option<()> {
        let mut window = VecDeque::new();
        for level in pips.saturating_sub(MOST_PIPS)..pips {
            let sides = self.levels.ranks(level).len();
            let means = take(&mut from).filter(|means| means.len() == sides)?;
            let mut rows = || {
                let [width, used] = take(&mut from)?.try_into().ok()?;
                let (width, used) = (width as usize, used as usize);
                let values = take(&mut from).filter(|values| values.len() == sides * width && width >= used.max(1))?;
                Some(Rows { values, width, used })
            };
            let (rolls, first_off) = (rows()?, rows()?);
            let ahead = take(&mut from)?.chunks_exact(8 * NUMBERS).map(Ahead::of_numbers).collect::<Vec<_>>();
            let needed = if level + NUMBERS < pips { 0 } else { sides };
            (ahead.len() == needed).then_some(())?;
            window.push_back(Level { means, rolls, first_off, ahead });
        }
        (pips <= self.levels.count() && from.is_empty()).then_some(())?;
        (self.window, self.pips) = (window, pips);
        Some(())
    }
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

for_this_processor! {
    /// The smallest mean that each roll of [`Roll::ALL`] can reach, and where, from the positions after one move by each
    /// number; fills in what later positions need to know.
    fn look(moves: &[ArrayVec<&Ahead, ALL_PLACES>; NUMBERS], ahead: &mut Ahead) -> [(f64, u32); 21] {
        let (mut pairs, mut pair_ranks) = ([[f64::INFINITY; NUMBERS]; NUMBERS], [[0; NUMBERS]; NUMBERS]);
        let mut doubles = [(f64::INFINITY, 0); NUMBERS];
        for number in 0..NUMBERS {
            // After one, two, three and four moves.
            let (mut means, mut ranks) = ([f64::INFINITY; 4], [0; 4]);
            for next in &moves[number] {
                improve(&mut means, &mut ranks, &next.means[number], &next.ranks[number]);
                improve(&mut pairs[number], &mut pair_ranks[number], &next.one, &next.one_ranks);
            }
            ahead.means[number][1..].copy_from_slice(&means[..3]);
            ahead.ranks[number][1..].copy_from_slice(&ranks[..3]);
            (ahead.one[number], ahead.one_ranks[number]) = (means[0], ranks[0]);
            doubles[number] = (means[3], ranks[3]);
        }
        let mut best = [(0.0, 0); 21];
        for (best, roll) in best.iter_mut().zip(Roll::ALL) {
            let (high, low) = (usize::from(roll.high()) - 1, usize::from(roll.low()) - 1);
            *best = if high == low {
                doubles[high]
            } else if pairs[low][high] < pairs[high][low] {
                (pairs[low][high], pair_ranks[low][high])
            } else {
                (pairs[high][low], pair_ranks[high][low])
            };
        }
        best
    }
}

#[inline(always)]
fn improve<const N: usize>(means: &mut [f64; N], ranks: &mut [u32; N], with: &[f64; N], with_ranks: &[u32; N]) {
    for i in 0..N {
        let better = with[i] < means[i];
        means[i] = if better { with[i] } else { means[i] };
        ranks[i] = if better { with_ranks[i] } else { ranks[i] };
    }
}

/// Adds `weight` times a distribution, one roll later.
#[inline(always)]
fn add_shifted(to: &mut [f64], from: &[f64], weight: f64) {
    let from = &from[..from.len().min(to.len() - 1)];
    for (sum, p) in to[1..].iter_mut().zip(from) {
        *sum += weight * p;
    }
}
