//! A look ahead: the average over all rolls of what their best plays come to.

use super::chances::{Chances, certain, swapped};
use super::choices::Choices;
use super::evaluator::Evaluator;
use crate::board::{Generator, Position, Roll};

/// The deepest look ahead: each ply takes some hundred times as long as the one before.
pub const MAX_PLIES: u32 = 3;

/// An evaluator that looks `plies` rolls ahead and asks another what it finds there. Plays are chosen from the other's
/// shortlist by what it says of their results as they are, and only the best of each roll is looked into.
pub struct Search<'a, E> {
    /// Who is asked.
    pub evaluator: &'a E,
    /// How many rolls ahead; 0 asks of the positions themselves.
    pub plies: u32,
}

impl<E: Evaluator> Evaluator for Search<'_, E> {
    fn evaluate(&self, positions: &[Position], chances: &mut [Chances]) {
        if self.plies == 0 {
            return self.evaluator.evaluate(positions, chances);
        }
        let deeper = Search { evaluator: self.evaluator, plies: self.plies - 1 };
        let mut choices = Choices::default();
        for (position, chances) in positions.iter().zip(chances) {
            *chances = match position.outcome() {
                Some(outcome) => certain(outcome),
                None => deeper.average(position, &mut choices),
            };
        }
    }

    fn shortlist(&self, results: &mut Vec<Position>, ends: &mut [usize]) {
        self.evaluator.shortlist(results, ends);
    }
}

impl<E: Evaluator> Search<'_, E> {
    /// The average over the rolls of a position, of which this search looks at the best plays' results.
    fn average(&self, position: &Position, choices: &mut Choices) -> Chances {
        let generator = Generator::new(position);
        choices.clear();
        Roll::ALL.into_iter().for_each(|roll| choices.add(&generator, roll));
        choices.evaluate(self.evaluator);
        let (mut results, mut seen) = ([Position::default(); 21], [[0.0; 5]; 21]);
        for ((result, chances), best) in results.iter_mut().zip(&mut seen).zip(choices.best()) {
            (*result, *chances) = best;
        }
        if self.plies > 0 {
            self.evaluate(&results, &mut seen);
        }
        let mut average = [0.0; 5];
        for (chances, roll) in seen.iter().zip(Roll::ALL) {
            for (sum, chance) in average.iter_mut().zip(swapped(chances)) {
                *sum += roll.weight() as f32 / 36.0 * chance;
            }
        }
        average
    }
}
