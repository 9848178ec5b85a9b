//! Who chooses the plays.

use crate::eval::{Choices, Evaluator, MoveFilter, Search};

/// Chooses plays by what an evaluator says of them.
#[derive(Clone, Copy)]
pub struct Player<'a> {
    /// Who says it.
    pub evaluator: &'a dyn Evaluator,
    /// Rolls averaged over after a play; looked at so are only plays that pass [`MoveFilter::AHEAD`] at one ply less.
    pub plies: u32,
}

impl Player<'_> {
    /// Leaves the best plays of each roll; [`Choices::best`] is what is chosen.
    pub fn choose(&self, choices: &mut Choices) {
        choices.evaluate(self.evaluator);
        for plies in 1..=self.plies {
            choices.pass(&MoveFilter::AHEAD);
            choices.evaluate_all(&Search { evaluator: &self.evaluator, plies });
        }
    }
}
