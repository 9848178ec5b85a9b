//! What says what positions are worth.

use super::chances::Chances;
use crate::board::Position;

/// Anything that evaluates positions: nets, tables, searches, rollouts.
pub trait Evaluator: Sync {
    /// The chances in a batch of positions, each seen by its player about to roll; as many as there are positions.
    fn evaluate(&self, positions: &[Position], chances: &mut [Chances]);
}

impl<E: Evaluator + ?Sized> Evaluator for &E {
    fn evaluate(&self, positions: &[Position], chances: &mut [Chances]) {
        (**self).evaluate(positions, chances);
    }
}
