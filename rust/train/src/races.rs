//! Stage 3: races, taught by what a one-sided table knows of each side.

use crate::checkpoint::Checkpoint;
use crate::labels::Label;
use crate::stages::{BATCH, Done, FILTER, geometric};
use crate::store::Store;
use fullprime_core::Control;
use fullprime_core::bearoff::{OneSided, Width, estimate};
use fullprime_core::board::batch::{counts, position};
use fullprime_core::board::{Generator, Position, Side};
use fullprime_core::eval::{Choices, Evaluator, Filtered, Kind, Nets};
use fullprime_core::rollout::Dice;
use fullprime_core::rules::Variant;
use rayon::prelude::*;
use std::path::Path;

/// Stage 3. Sides that occur in races of self-play are put against each other; half of what the net learns from are such
/// pairs, with the chances that follow from both sides' distributions of rolls, the other half labels of stage 2, so that it
/// does not forget the longer races.
pub struct Races {
    /// The table's points. 10 take 13 rolls or so to bear off, and some hundred megabytes.
    pub points: usize,
    pub games: u64,
    pub pairs: usize,
    pub steps: u64,
    pub seed: u64,
}

/// Sides whose pips are farther apart make a race that is decided.
const NEAR: u32 = 30;

impl Races {
    /// Plays, looks up and learns, and leaves a checkpoint. `from` has its store of labels beside it.
    pub fn run(&self, from: &Path, out: &Path) -> Done {
        let mut state = Checkpoint::open(from)?;
        let store = Store::open(from.with_extension("labels"), state.iterations)?;
        let older = store.labels(0, Kind::Race as usize);
        let table = OneSided::build(self.points, 15, Width::Bits32, 0, &Control::default())?;
        let nets = Nets::new(&state.nets());
        let nets = Filtered { nets: &nets, filter: FILTER, for_others: false };
        let sides: Vec<Side> =
            (0..self.games).into_par_iter().flat_map_iter(|game| self.sides_of(&nets, game)).collect();
        let pairs: Vec<Label> =
            (0..self.pairs as u64).into_par_iter().map(|pair| self.label(&table, &sides, pair)).collect();
        eprintln!("{} sides, {} pairs, {} labels of stage 2", sides.len(), pairs.len(), older.len());
        let learner = &mut state.full[Kind::Race as usize];
        let mut dice = Dice::of_trial(self.seed, u64::MAX);
        let mut loss = 0.0;
        for step in 0..self.steps {
            let rate = geometric(2e-3, 1e-5, step as f32 / self.steps as f32);
            let batch = (0..BATCH).map(|i| {
                let index = |n: usize, dice: &mut Dice| dice.below(n as u32) as usize;
                if i % 2 == 0 || older.is_empty() {
                    &pairs[index(pairs.len(), &mut dice)]
                } else {
                    older[index(older.len(), &mut dice)]
                }
            });
            loss += learner.step(batch, rate);
            if (step + 1) % 1000 == 0 {
                eprintln!("{} of {} steps, loss {:.6}", step + 1, self.steps, loss / 1000.0);
                loss = 0.0;
            }
        }
        Ok(state.save(out)?)
    }

    /// The sides within the table, of the positions of a game that are races.
    fn sides_of(&self, nets: &impl Evaluator, game: u64) -> Vec<Side> {
        let mut dice = Dice::of_trial(self.seed, game);
        let (mut position, mut choices, mut sides) = (Variant::Backgammon.start(), Choices::default(), Vec::new());
        while position.outcome().is_none() {
            if Kind::of(&position) == Kind::Race {
                let both = [position.own(), position.opp()];
                sides.extend(both.into_iter().filter(|side| side.rear() <= self.points));
            }
            choices.clear();
            choices.add(&Generator::new(&position), dice.roll());
            choices.evaluate(nets);
            position = choices.best().next().expect("one roll").0;
        }
        sides
    }

    /// Two of the sides, near enough to each other, with their chances.
    fn label(&self, table: &OneSided, sides: &[Side], pair: u64) -> Label {
        let mut dice = Dice::of_trial(self.seed, u64::MAX / 2 + pair);
        loop {
            let [own, opp] = std::array::from_fn(|_| sides[dice.below(sides.len() as u32) as usize]);
            if own.pips().abs_diff(opp.pips()) > NEAR || own.rear().max(opp.rear()) <= 6 {
                continue;
            }
            let position: Position = position(&[own.counts(), opp.counts()], 15).expect("sides that have passed");
            let [own, opp] =
                counts(&position).map(|side| table.lookup(&side[1..=self.points]).expect("a side within the table"));
            let found = estimate(&own, &opp);
            let chances = [found.win, found.win_gammon, 0.0, found.lose_gammon, 0.0].map(|chance| chance as f32);
            return Label { position, chances };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_races_that_the_table_knows() {
        let races = Races { points: 7, games: 12, pairs: 50, steps: 1, seed: 2 };
        let table = OneSided::build(7, 15, Width::Bits32, 1, &Control::default()).unwrap();
        let sides: Vec<Side> = (0..races.games).flat_map(|game| races.sides_of(Nets::shipped(), game)).collect();
        for pair in 0..50 {
            let Label { position, chances } = races.label(&table, &sides, pair);
            assert_eq!(Kind::of(&position), Kind::Race);
            assert_eq!(position.own().rear().max(position.opp().rear()), 7);
            // The nets know races well.
            let mut said = [[0.0; 5]];
            Nets::shipped().evaluate(&[position], &mut said);
            assert!((said[0][0] - chances[0]).abs() < 0.1, "{position:?}: {said:?} {chances:?}");
        }
    }
}
