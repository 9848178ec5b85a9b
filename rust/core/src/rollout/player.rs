//! Who chooses the plays.

use crate::eval::{Choices, Evaluator, Filtered, MoveFilter, Nets, Search};

/// Chooses plays by what an evaluator says of them.
#[derive(Clone, Copy)]
pub struct Player<'a> {
    /// Who says it.
    pub evaluator: &'a dyn Evaluator,
    /// Rolls averaged over after a play; looked at so are only plays that pass [`MoveFilter::AHEAD`] at one ply less.
    pub plies: u32,
    /// Which plays the small nets of this library let pass to the evaluator; without, it sees all. See [`Filtered`].
    pub shortlist: Option<MoveFilter>,
}

impl Player<'_> {
    /// Whether it chooses the same plays as another, whatever the position.
    pub fn is(&self, other: &Player<'_>) -> bool {
        let same = std::ptr::addr_eq(self.evaluator, other.evaluator);
        same && self.plies == other.plies && self.shortlist == other.shortlist
    }

    /// Leaves the best plays of each roll; [`Choices::best_by`] says which is chosen.
    pub fn choose(&self, choices: &mut Choices) {
        if let Some(filter) = self.shortlist {
            let nets = Nets::shipped();
            let for_others = !std::ptr::addr_eq(self.evaluator, nets);
            choices.shortlist(&Filtered { nets, filter, for_others }, self.plies);
        }
        choices.evaluate_all(self.evaluator);
        for plies in 1..=self.plies {
            choices.pass(&MoveFilter::AHEAD);
            choices.evaluate_all(&Search { evaluator: &self.evaluator, plies });
        }
    }
}
