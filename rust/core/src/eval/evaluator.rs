//! What says what positions are worth.

use super::chances::Chances;
use crate::board::Position;

/// Anything that evaluates positions: nets, tables, searches, rollouts.
pub trait Evaluator: Sync {
    /// The chances in a batch of positions, each seen by its player about to roll; as many as there are positions.
    fn evaluate(&self, positions: &[Position], chances: &mut [Chances]);

    /// Narrows the plays of some rolls down to those that deserve to be evaluated; all of them, unless it is cheaper to look
    /// at them first. `results` holds the plays of one roll after those of another, `ends` where each roll's end; both are cut
    /// down, the order stays, and each roll keeps a play. `plies` says how far ahead those that are left are going to be looked
    /// into: what takes long should be spared, while of quick looks some more may be quicker than a glance at all.
    fn shortlist(&self, results: &mut Vec<Position>, ends: &mut [usize], plies: u32) {
        let _ = (results, ends, plies);
    }
}

impl<E: Evaluator + ?Sized> Evaluator for &E {
    fn evaluate(&self, positions: &[Position], chances: &mut [Chances]) {
        (**self).evaluate(positions, chances);
    }

    fn shortlist(&self, results: &mut Vec<Position>, ends: &mut [usize], plies: u32) {
        (**self).shortlist(results, ends, plies);
    }
}
