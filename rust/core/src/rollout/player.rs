//! Who chooses the plays.

use crate::board::{Plays, Position, Roll};
use crate::cpu::for_this_processor;
use crate::eval::{Chances, Evaluator, equity};

/// Chooses plays in stages: each looks at what the one before has left, and leaves the best of it to the next.
pub struct Player<'a>(pub Vec<Stage<'a>>);

/// One look at the results of a roll.
pub struct Stage<'a> {
    /// Who looks.
    pub evaluator: Box<dyn Evaluator + 'a>,
    /// How many results are left at most, at least 1. The last stage leaves one.
    pub keep: usize,
    /// How much worse than the best they are at most, in points.
    pub within: f32,
}

/// The results of many rolls, side by side: what is to be chosen from, and in the end what was chosen.
#[derive(Default)]
pub struct Choices {
    /// The results of each roll, as the next player sees them.
    results: Vec<Position>,
    /// What the last look has said of them.
    chances: Vec<Chances>,
    /// Where each roll's results end.
    ends: Vec<usize>,
    /// Room for one roll's results in order.
    order: Vec<(f32, usize)>,
    plays: Plays,
}

impl Choices {
    /// Forgets all rolls.
    pub fn clear(&mut self) {
        self.results.clear();
        self.ends.clear();
    }

    /// Adds a roll, and gives how many results it has.
    pub fn add(&mut self, position: &Position, roll: Roll) -> usize {
        list_plays(&mut self.plays, position, roll);
        self.results.extend_from_slice(&self.plays);
        self.ends.push(self.results.len());
        self.plays.len()
    }

    /// Adds all 21 rolls of a position.
    pub fn add_all(&mut self, position: &Position) {
        for roll in Roll::ALL {
            self.add(position, roll);
        }
    }

    /// Rolls added.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// What was chosen for each roll, once a player has.
    pub fn chosen(&self) -> (&[Position], &[Chances]) {
        (&self.results, &self.chances)
    }

    /// Leaves of each roll the best `keep`, within so much of the best, in the order that they have.
    fn leave(&mut self, keep: usize, within: f32) {
        let (mut from, mut left) = (0, 0);
        for end in &mut self.ends {
            let worth = |i: usize| -equity(&self.chances[i]); // theirs, for the results are as the next player sees them
            if keep == 1 {
                let best = (from + 1..*end).fold(from, |best, i| if worth(i) > worth(best) { i } else { best });
                (self.results[left], self.chances[left]) = (self.results[best], self.chances[best]);
                left += 1;
            } else {
                self.order.clear();
                self.order.extend((from..*end).map(|i| (worth(i), i)));
                // Equals in the order in which they stand.
                self.order.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
                let least = self.order[0].0 - within;
                let kept = self.order.iter().take(keep).take_while(|(worth, _)| *worth >= least).count();
                self.order[..kept].sort_unstable_by_key(|&(_, i)| i);
                for &(_, i) in &self.order[..kept] {
                    (self.results[left], self.chances[left]) = (self.results[i], self.chances[i]);
                    left += 1;
                }
            }
            from = std::mem::replace(end, left);
        }
        self.results.truncate(left);
        self.chances.truncate(left);
    }
}

impl Player<'_> {
    /// Chooses a play of each roll. Of equals the first in the generator's order is chosen.
    pub fn choose(&self, choices: &mut Choices) {
        for (i, stage) in self.0.iter().enumerate() {
            choices.chances.clear();
            choices.chances.resize(choices.results.len(), [0.0; 5]);
            stage.evaluator.evaluate(&choices.results, &mut choices.chances);
            let last = i + 1 == self.0.len();
            choices.leave(if last { 1 } else { stage.keep.max(1) }, stage.within);
        }
    }
}

for_this_processor! {
fn list_plays(plays: &mut Plays, position: &Position, roll: Roll) {
    plays.generate(position, roll);
}
}
