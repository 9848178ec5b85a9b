//! A look ahead: the average over all rolls of what their best plays come to.

use super::chances::{Chances, certain, equity, swapped};
use super::evaluator::Evaluator;
use crate::board::{Generator, Plays, Position, Roll};

/// The deepest look ahead: each ply takes some hundred times as long as the one before.
pub const MAX_PLIES: u32 = 3;

/// An evaluator that looks `plies` rolls ahead and asks another what it finds there. Plays are chosen by what the other says
/// of their results as they are, and only the best of each roll is looked into.
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
        let mut plays = Plays::new();
        for (position, chances) in positions.iter().zip(chances) {
            *chances = match position.outcome() {
                Some(outcome) => certain(outcome),
                None => deeper.average(position, &mut plays),
            };
        }
    }
}

impl<E: Evaluator> Search<'_, E> {
    /// The average over the rolls of a position, of which this search looks at the best plays' results.
    fn average(&self, position: &Position, plays: &mut Plays) -> Chances {
        let generator = Generator::new(position);
        let (mut results, mut ends) = (Vec::new(), [0; 21]);
        for (end, roll) in ends.iter_mut().zip(Roll::ALL) {
            plays.fill(&generator, roll);
            results.extend_from_slice(plays);
            *end = results.len();
        }
        let mut chances = vec![[0.0; 5]; results.len()];
        self.evaluator.evaluate(&results, &mut chances);
        let mut from = 0;
        let best = ends.map(|end| {
            let worse = |a: usize, b: usize| equity(&chances[b]) < equity(&chances[a]); // the opponent's equity
            let best = (from..end).reduce(|best, i| if worse(best, i) { i } else { best });
            from = end;
            best.expect("a roll has at least one result")
        });
        let mut seen = best.map(|best| chances[best]);
        if self.plies > 0 {
            self.evaluate(&best.map(|best| results[best]), &mut seen);
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
