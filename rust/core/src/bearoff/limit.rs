//! The limit that the passes over a game go to, reached sooner by extrapolation.

use super::checkpoint::{put, take};
use super::whole_game::Passes;
use rayon::prelude::*;

/// Passes between two extrapolations.
const CYCLE: usize = 6;

/// More passes than any of the games takes; then something is wrong.
const MOST_PASSES: usize = 400;

/// The way to a limit so far: the loose ends after each pass since the last extrapolation, which all else follows from.
pub(super) struct Way<const N: usize> {
    loose: Vec<[Vec<f64>; N]>,
    /// The largest change of each number in the last pass, over the loose ends.
    change: [f64; N],
}

impl<const N: usize> Way<N> {
    /// Starts from these loose ends.
    pub fn new(start: [Vec<f64>; N]) -> Way<N> {
        Way { loose: vec![start], change: [f64::INFINITY; N] }
    }

    /// The loose ends now.
    pub fn loose(&self) -> &[Vec<f64>; N] {
        self.loose.last().expect("a start")
    }

    /// Makes passes until no number changes by more than `bound` at any loose end, and so nowhere, since every value is a mean
    /// of some at loose ends and ends of the game, the best by comparison; and then a last one. `after_each` stops that with an
    /// error.
    pub fn go_on<E>(
        &mut self,
        game: &mut impl Passes<N>,
        bound: f64,
        mut after_each: impl FnMut(&Way<N>) -> Result<(), E>,
    ) -> Result<(), E> {
        game.set_loose(self.loose());
        for _ in 0..MOST_PASSES {
            if self.change.iter().all(|&change| change <= bound) {
                self.loose.drain(..self.loose.len() - 1);
                game.pass();
                return Ok(());
            }
            after_each(self)?;
            if self.loose.len() > CYCLE {
                self.loose = vec![std::array::from_fn(|number| {
                    extrapolated(&self.loose.iter().map(|values| &values[number][..]).collect::<Vec<_>>())
                })];
                game.set_loose(self.loose());
            }
            game.pass();
            let next = game.loose();
            self.change = std::array::from_fn(|number| {
                let pairs = next[number].par_iter().zip(&self.loose()[number]);
                pairs.map(|(new, old)| (new - old).abs()).reduce(|| 0.0, f64::max)
            });
            self.loose.push(next);
        }
        panic!("no limit in {MOST_PASSES} passes: the last changed values by {:?}", self.change);
    }

    /// For a checkpoint.
    pub fn put(&self, to: &mut Vec<u8>) {
        put(to, &self.change);
        self.loose.as_flattened().iter().for_each(|values| put(to, values));
    }

    /// From a checkpoint.
    pub fn take(mut from: &[u8], loose_ends: usize) -> Option<Way<N>> {
        let change = take(&mut from)?.try_into().ok()?;
        let mut loose = Vec::new();
        while !from.is_empty() {
            let mut values = [const { Vec::new() }; N];
            for values in &mut values {
                *values = take(&mut from).filter(|values| values.len() == loose_ends)?;
            }
            loose.push(values);
        }
        (1..=CYCLE + 1).contains(&loose.len()).then_some(Way { loose, change })
    }
}

/// The weighted mean of the last vectors that would change least in the next pass, if that were linear (reduced rank
/// extrapolation). The limit itself, if the changes so far are of fewer kinds than there are vectors.
fn extrapolated(vectors: &[&[f64]]) -> Vec<f64> {
    /// Values added up one after the other, so that sums do not depend on threads.
    const PIECE: usize = 1 << 14;
    let (n, length) = (vectors.len() - 1, vectors[0].len());
    let product = |i: usize, j: usize| {
        let of_piece = |piece: usize| -> f64 {
            let piece = piece * PIECE..((piece + 1) * PIECE).min(length);
            piece.map(|k| (vectors[i + 1][k] - vectors[i][k]) * (vectors[j + 1][k] - vectors[j][k])).sum()
        };
        let pieces: Vec<f64> = (0..length.div_ceil(PIECE)).into_par_iter().map(of_piece).collect();
        pieces.iter().sum::<f64>()
    };
    // The smallest sum of w_i d_i where the w_i add up to 1: (d_i . d_j) w is the same for all i.
    let mut rows: Vec<Vec<f64>> = (0..n).map(|i| (0..n).map(|j| product(i, j)).chain([1.0]).collect()).collect();
    let trace: f64 = (0..n).map(|i| rows[i][i]).sum();
    if trace == 0.0 {
        return vectors[n].to_vec();
    }
    // What rounding leaves of the smallest changes must not decide.
    (0..n).for_each(|i| rows[i][i] += trace * 1e-15);
    let weights = solved(rows);
    let sum: f64 = weights.iter().sum();
    (0..length).into_par_iter().map(|k| (0..n).map(|i| weights[i] * vectors[i + 1][k]).sum::<f64>() / sum).collect()
}

/// The solution of linear equations, by elimination: each row has the coefficients and then the right side.
fn solved(mut rows: Vec<Vec<f64>>) -> Vec<f64> {
    let n = rows.len();
    for i in 0..n {
        let pivot = (i..n).max_by(|&a, &b| rows[a][i].abs().total_cmp(&rows[b][i].abs())).expect("rows left");
        rows.swap(i, pivot);
        let (done, below) = rows.split_at_mut(i + 1);
        for row in below {
            let factor = row[i] / done[i][i];
            for (value, above) in row.iter_mut().zip(&done[i]) {
                *value -= factor * above;
            }
        }
    }
    let mut solution = vec![0.0; n];
    for i in (0..n).rev() {
        let known: f64 = (i + 1..n).map(|j| rows[i][j] * solution[j]).sum();
        solution[i] = (rows[i][n] - known) / rows[i][i];
    }
    solution
}
