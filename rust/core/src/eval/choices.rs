//! Choosing the plays of many rolls at once.

use super::chances::{Chances, equity};
use super::evaluator::Evaluator;
use crate::board::{Generator, Plays, Position, Roll};

/// The plays of some rolls, of which the best are wanted: filled, evaluated all at once, read, and filled again.
#[derive(Default)]
pub struct Choices {
    plays: Plays,
    /// The plays of one roll after those of another, as the next player sees their results.
    results: Vec<Position>,
    /// Where each roll's end.
    ends: Vec<usize>,
    /// What the results are worth, once that is known.
    chances: Vec<Chances>,
}

impl Choices {
    /// No rolls.
    pub fn clear(&mut self) {
        self.results.clear();
        self.ends.clear();
    }

    /// The rolls added so far.
    pub fn rolls(&self) -> usize {
        self.ends.len()
    }

    /// One more roll, of which every play may be chosen.
    pub fn add(&mut self, generator: &Generator, roll: Roll) {
        self.plays.fill(generator, roll);
        self.results.extend_from_slice(&self.plays);
        self.ends.push(self.results.len());
    }

    /// Leaves the plays on the evaluator's shortlist, and evaluates these.
    pub fn evaluate(&mut self, evaluator: &(impl Evaluator + ?Sized)) {
        evaluator.shortlist(&mut self.results, &mut self.ends);
        self.chances.resize(self.results.len(), [0.0; 5]);
        evaluator.evaluate(&self.results, &mut self.chances);
    }

    /// Of each roll, in order, the result that is worst for the next player, by cubeless equity, and that player's chances;
    /// of equals the first in the generator's order.
    pub fn best(&self) -> impl Iterator<Item = (Position, Chances)> {
        let mut from = 0;
        self.ends.iter().map(move |&end| {
            let mut best = (f32::INFINITY, from);
            for i in std::mem::replace(&mut from, end)..end {
                let theirs = equity(&self.chances[i]);
                if theirs < best.0 {
                    best = (theirs, i);
                }
            }
            (self.results[best.1], self.chances[best.1])
        })
    }
}
