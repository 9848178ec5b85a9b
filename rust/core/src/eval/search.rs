//! A look ahead: the average over all rolls of what their best plays come to.

use super::chances::{Chances, certain, equity, swapped};
use super::choices::Choices;
use super::evaluator::Evaluator;
use super::stake::Stake;
use crate::board::{Generator, Position, Roll};
use std::collections::HashMap;

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

    fn shortlist(&self, results: &mut Vec<Position>, ends: &mut [usize], plies: u32) {
        self.evaluator.shortlist(results, ends, plies + self.plies);
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

    fn shortlist(&self, results: &mut Vec<Position>, ends: &mut [usize], plies: u32) {
        self.search.shortlist(results, ends, plies);
    }
}

/// Positions whose rolls are looked at together: enough for what they come to to repeat, and few enough for any memory.
const TOGETHER: usize = 64;

/// The chances in positions; `stake` is seen by the player on roll.
fn look<E: Evaluator>(search: &Search<E>, stake: Option<&Stake>, positions: &[Position], chances: &mut [Chances]) {
    if search.plies == 0 {
        return search.evaluator.evaluate(positions, chances);
    }
    let deeper = Search { evaluator: search.evaluator, plies: search.plies - 1 };
    let next = stake.map(Stake::swapped);
    let mut choices = Choices::default();
    for (positions, chances) in positions.chunks(TOGETHER).zip(chances.chunks_mut(TOGETHER)) {
        let (mut results, mut seen) = (Vec::new(), Vec::new());
        for position in positions.iter().filter(|position| position.outcome().is_none()) {
            for (result, chances) in best_of_rolls(search.evaluator, next.as_ref(), position, &mut choices) {
                results.push(result);
                seen.push(chances);
            }
        }
        if deeper.plies > 0 {
            look_once(&deeper, next.as_ref(), &results, &mut seen);
        }
        let mut seen = seen.chunks_exact(Roll::ALL.len());
        for (position, chances) in positions.iter().zip(chances) {
            *chances = match position.outcome() {
                Some(outcome) => certain(outcome),
                None => average(seen.next().expect("what the rolls of each position come to")),
            };
        }
    }
}

/// The same, equal positions looked at once: the plays of a roll often come to the same after the next one.
fn look_once<E: Evaluator>(search: &Search<E>, stake: Option<&Stake>, positions: &[Position], chances: &mut [Chances]) {
    let (mut numbers, mut different) = (HashMap::new(), Vec::new());
    let number_of = |&position: &Position| {
        *numbers.entry(position).or_insert_with(|| {
            different.push(position);
            different.len() - 1
        })
    };
    let order: Vec<usize> = positions.iter().map(number_of).collect();
    let mut seen = vec![[0.0; 5]; different.len()];
    look(search, stake, &different, &mut seen);
    for (chances, number) in chances.iter_mut().zip(order) {
        *chances = seen[number];
    }
}

/// For each roll of a position the result of its best play, and what `evaluator` says of it; `next` is what is played for, seen by
/// the player who rolls after them.
fn best_of_rolls<E: Evaluator>(
    evaluator: &E,
    next: Option<&Stake>,
    position: &Position,
    choices: &mut Choices,
) -> impl Iterator<Item = (Position, Chances)> {
    let generator = Generator::new(position);
    choices.clear();
    Roll::ALL.into_iter().for_each(|roll| choices.add(&generator, roll));
    choices.evaluate(evaluator);
    choices.best_by(move |_, result, chances| match next {
        None => (f64::from(equity(chances)), 0.0),
        // All plays that the next player can double out are worth the same with a cube.
        Some(next) => (next.value_in(result, chances), next.cubeless(chances)),
    })
}

/// The average over all rolls of what they come to for the next player, seen by the player who rolls.
fn average(rolls: &[Chances]) -> Chances {
    let mut average = [0.0; 5];
    for (chances, roll) in rolls.iter().zip(Roll::ALL) {
        for (sum, chance) in average.iter_mut().zip(swapped(chances)) {
            *sum += roll.weight() as f32 / 36.0 * chance;
        }
    }
    average
}
