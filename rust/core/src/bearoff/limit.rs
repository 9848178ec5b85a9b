//! The limit that the passes over a game go to, reached sooner by extrapolation.

use super::whole_game::{Board, Values, Worth};
use crate::control::Control;
use rayon::prelude::*;

/// Passes between two extrapolations.
const CYCLE: usize = 6;

/// More passes than any of the games takes; then something is wrong.
const MOST_PASSES: usize = 400;

/// The values that passes go to: no number changes by more than `bound` any more. They start from `guess` at the loose ends, by
/// number, or from 0. `None` when cancelled.
pub(super) fn go_to_limit<'a, const N: usize, const LED: usize>(
    board: &Board,
    worth: impl Worth<N, LED>,
    guess: impl Fn(usize) -> Option<&'a Vec<f64>>,
    bound: f64,
    control: &Control,
) -> Option<Values<N>> {
    let mut values = Values::new(board, worth);
    let start = values.loose(board);
    values.set_loose(board, &std::array::from_fn(|number| guess(number).unwrap_or(&start[number]).clone()));
    let cycle: usize = std::env::var("CYCLE").map_or(CYCLE, |c| c.parse().unwrap());
    let mut history = vec![values.loose(board)];
    for pass in 0..MOST_PASSES {
        if control.cancelled() {
            return None;
        }
        let t = std::time::Instant::now();
        let change = values.pass(board, worth);
        eprintln!("pass {pass} {change:?} {:?}", t.elapsed());
        control.advance(1);
        if change.iter().all(|&change| change <= bound) {
            return Some(values);
        }
        history.push(values.loose(board));
        if history.len() > cycle {
            values.set_loose(board, &std::array::from_fn(|plane| {
                extrapolated(&history.iter().map(|values| &values[plane][..]).collect::<Vec<_>>())
            }));
            history.clear();
            history.push(values.loose(board));
        }
    }
    panic!("no convergence in {MOST_PASSES} passes");
}

/// The weighted mean of the last vectors that changes least, by reduced rank extrapolation: exact if there is one direction
/// less of change than there are vectors.
fn extrapolated(vectors: &[&[f64]]) -> Vec<f64> {
    let n = vectors.len() - 1;
    let product = |i: usize, j: usize| {
        /// Values added up one after the other, so that the sum does not depend on threads.
        const PIECE: usize = 1 << 14;
        let pieces: Vec<f64> = (0..vectors[0].len().div_ceil(PIECE)).into_par_iter().map(|piece| {
            let range = piece * PIECE..((piece + 1) * PIECE).min(vectors[0].len());
            range.map(|k| (vectors[i + 1][k] - vectors[i][k]) * (vectors[j + 1][k] - vectors[j][k])).sum()
        }).collect();
        pieces.iter().sum::<f64>()
    };
    // Smallest |sum w_i d_i| with sum w_i = 1: the solution of (d_i . d_j) w = 1, scaled.
    let mut rows: Vec<Vec<f64>> = (0..n).map(|i| (0..n).map(|j| product(i, j)).chain([1.0]).collect()).collect();
    let trace: f64 = (0..n).map(|i| rows[i][i]).sum();
    for i in 0..n { rows[i][i] += trace * 1e-15; }
    for i in 0..n {
        let pivot = (i..n).max_by(|&a, &b| rows[a][i].abs().total_cmp(&rows[b][i].abs())).expect("rows left");
        rows.swap(i, pivot);
        let row = rows[i].clone();
        for below in &mut rows[i + 1..] {
            let factor = below[i] / row[i];
            for (value, &above) in below.iter_mut().zip(&row) {
                *value -= factor * above;
            }
        }
    }
    let mut weights = vec![0.0; n];
    for i in (0..n).rev() {
        let known: f64 = (i + 1..n).map(|j| rows[i][j] * weights[j]).sum();
        weights[i] = (rows[i][n] - known) / rows[i][i];
    }
    let sum: f64 = weights.iter().sum();
    let weights: Vec<f64> = weights.iter().map(|w| w / sum).collect();
    eprintln!("weights {weights:.3?}");
    (0..vectors[0].len()).into_par_iter().map(|k| (0..n).map(|i| weights[i] * vectors[i + 1][k]).sum()).collect()
}
