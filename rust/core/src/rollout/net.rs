//! The nets as a player.

use super::rollout::Policy;
use crate::board::Position;
use crate::eval::{Evaluator, Nets, equity};

impl Policy for Nets {
    fn score(&self, results: &[Position], scores: &mut [f32]) {
        let mut chances = vec![[0.0; 5]; results.len()];
        self.evaluate(results, &mut chances);
        for (score, chances) in scores.iter_mut().zip(&chances) {
            *score = -equity(chances); // theirs, for the results are as the next player sees them
        }
    }
}
