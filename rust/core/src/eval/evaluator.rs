//! What says what positions are worth.

use super::chances::{Chances, equity};
use crate::board::Position;

/// Anything that evaluates positions: nets, tables, searches, rollouts.
pub trait Evaluator: Sync {
    /// The chances in a batch of positions, each seen by its player about to roll; as many as there are positions.
    fn evaluate(&self, positions: &[Position], chances: &mut [Chances]);

    /// What the results of plays are worth, cubeless, to the player who has just moved; each result is as the next player
    /// sees it.
    fn score(&self, results: &[Position], scores: &mut [f32]) {
        let mut chances = vec![[0.0; 5]; results.len()];
        self.evaluate(results, &mut chances);
        for (score, chances) in scores.iter_mut().zip(&chances) {
            *score = -equity(chances);
        }
    }
}
