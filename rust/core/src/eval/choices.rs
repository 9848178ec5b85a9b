//! Choosing the plays of many rolls at once.

use super::chances::{Chances, equity};
use super::evaluator::Evaluator;
use super::filter::MoveFilter;
use crate::board::{Generator, Plays, Position, Roll};
use crate::cpu::for_this_processor;

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
    /// Room for what they are worth to who plays them.
    equities: Vec<f32>,
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
        fill(&mut self.plays, generator, roll);
        self.take();
    }

    /// One more roll, unless there is nothing to choose: then gives the result of its one play, and adds nothing.
    pub fn add_unless_forced(&mut self, generator: &Generator, roll: Roll) -> Option<Position> {
        fill(&mut self.plays, generator, roll);
        if let [only] = self.plays[..] {
            return Some(only);
        }
        self.take();
        None
    }

    /// Takes over the plays of a roll that have just been made.
    fn take(&mut self) {
        self.results.extend_from_slice(&self.plays);
        self.ends.push(self.results.len());
    }

    /// Leaves the plays on the evaluator's shortlist, and evaluates these.
    pub fn evaluate(&mut self, evaluator: &(impl Evaluator + ?Sized)) {
        self.shortlist(evaluator, 0);
        self.evaluate_all(evaluator);
    }

    /// Leaves the plays on an evaluator's shortlist, for a look so far ahead.
    pub fn shortlist(&mut self, evaluator: &(impl Evaluator + ?Sized), plies: u32) {
        evaluator.shortlist(&mut self.results, &mut self.ends, plies);
    }

    /// Evaluates the plays that are left.
    pub fn evaluate_all(&mut self, evaluator: &(impl Evaluator + ?Sized)) {
        self.chances.resize(self.results.len(), [0.0; 5]);
        evaluator.evaluate(&self.results, &mut self.chances);
    }

    /// Leaves the plays that a filter lets pass by their evaluations, in the order that they have.
    pub fn pass(&mut self, filter: &MoveFilter) {
        self.equities.clear();
        self.equities.extend(self.chances.iter().map(|chances| -equity(chances)));
        let (results, chances) = (&mut self.results, &mut self.chances);
        let kept = filter.pass(&self.equities, &mut self.ends, |from, to| {
            (results[to], chances[to]) = (results[from], chances[from]);
        });
        self.results.truncate(kept);
        self.chances.truncate(kept);
    }

    /// Of each roll, in order, the result that is worst for the next player, by cubeless equity, and that player's chances;
    /// of equals the first in the generator's order.
    pub fn best(&self) -> impl Iterator<Item = (Position, Chances)> {
        self.best_by(|_, _, chances| equity(chances))
    }

    /// The same by what `theirs` says that a roll's result and its chances are worth to the next player.
    pub fn best_by<V: PartialOrd>(
        &self,
        theirs: impl Fn(usize, &Position, &Chances) -> V,
    ) -> impl Iterator<Item = (Position, Chances)> {
        let mut from = 0;
        self.ends.iter().enumerate().map(move |(roll, &end)| {
            let mut best = std::mem::replace(&mut from, end);
            if end - best > 1 {
                let value = |i: usize| theirs(roll, &self.results[i], &self.chances[i]);
                let mut least = value(best);
                for i in best + 1..end {
                    let value = value(i);
                    if value < least {
                        (least, best) = (value, i);
                    }
                }
            }
            (self.results[best], self.chances[best])
        })
    }
}

for_this_processor! {
fn fill(plays: &mut Plays, generator: &Generator, roll: Roll) {
    plays.fill(generator, roll);
}
}
