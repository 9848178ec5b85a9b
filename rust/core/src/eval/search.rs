//! A look ahead: the average over all rolls of what their best plays come to.

use super::chances::{Chances, certain, equity, swapped};
use super::choices::Choices;
use super::evaluator::Evaluator;
use super::stake::Stake;
use crate::board::{Generator, Position, Roll};

/// The deepest look ahead: each ply takes some hundred times as long as the one before.
pub const MAX_PLIES: u32 = 3;

/// An evaluator that looks `plies` rolls ahead and asks another what it finds there. Plays are chosen from the other's
/// shortlist by what it says of their results as they are, and only the best of each roll is looked into.
#[derive(Debug)]
pub struct Search<'a, E> {
    /// Who is asked.
    pub evaluator: &'a E,
    /// How many rolls ahead; 0 asks of the positions themselves.
    pub plies: u32,
}

impl<E: Evaluator> Evaluator for Search<'_, E> {
    fn evaluate(&self, positions: &[Position], chances: &mut [Chances]) {
        look(self, None, positions, chances);
    }

    fn shortlist(&self, results: &mut Vec<Position>, ends: &mut [usize]) {
        self.evaluator.shortlist(results, ends);
    }
}

impl<E> Clone for Search<'_, E> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<E> Copy for Search<'_, E> {}

/// The same look ahead where both sides choose their plays by cubeful equity.
pub struct AtStake<'a, E> {
    /// How to look.
    pub search: Search<'a, E>,
    /// What is played for, seen by the player on roll.
    pub stake: &'a Stake,
}

impl<E: Evaluator> Evaluator for AtStake<'_, E> {
    fn evaluate(&self, positions: &[Position], chances: &mut [Chances]) {
        look(&self.search, Some(self.stake), positions, chances);
    }

    fn shortlist(&self, results: &mut Vec<Position>, ends: &mut [usize]) {
        self.search.shortlist(results, ends);
    }
}

/// The chances in positions; `stake` is seen by the player on roll.
fn look<E: Evaluator>(search: &Search<E>, stake: Option<&Stake>, positions: &[Position], chances: &mut [Chances]) {
    if search.plies == 0 {
        return search.evaluator.evaluate(positions, chances);
    }
    let deeper = Search { evaluator: search.evaluator, plies: search.plies - 1 };
    let next = stake.map(Stake::swapped);
    let mut choices = Choices::default();
    for (position, chances) in positions.iter().zip(chances) {
        *chances = match position.outcome() {
            Some(outcome) => certain(outcome),
            None => average(&deeper, next.as_ref(), position, &mut choices),
        };
    }
}

/// The average over the rolls of a position, of which `search` looks at the best plays' results; `next` is what is played for, seen
/// by the player who rolls after them.
fn average<E: Evaluator>(
    search: &Search<E>,
    next: Option<&Stake>,
    position: &Position,
    choices: &mut Choices,
) -> Chances {
    let generator = Generator::new(position);
    choices.clear();
    Roll::ALL.into_iter().for_each(|roll| choices.add(&generator, roll));
    choices.evaluate(search.evaluator);
    let best = choices.best_by(|_, result, chances| match next {
        None => (f64::from(equity(chances)), 0.0),
        // All plays that the next player can double out are worth the same with a cube.
        Some(next) => (next.value_in(result, chances), next.cubeless(chances)),
    });
    let (mut results, mut seen) = ([Position::default(); 21], [[0.0; 5]; 21]);
    for ((result, chances), best) in results.iter_mut().zip(&mut seen).zip(best) {
        (*result, *chances) = best;
    }
    if search.plies > 0 {
        look(search, next, &results, &mut seen);
    }
    let mut average = [0.0; 5];
    for (chances, roll) in seen.iter().zip(Roll::ALL) {
        for (sum, chance) in average.iter_mut().zip(swapped(chances)) {
            *sum += roll.weight() as f32 / 36.0 * chance;
        }
    }
    average
}
