//! The net that says what each roll is worth: taught by the nets that look at the plays.

use fullprime_core::board::{Generator, Plays, Position, Roll};
use fullprime_core::eval::inputs::{Inputs, ROWS};
use fullprime_core::eval::{Choices, Filtered, MoveFilter, Nets};
use fullprime_core::rollout::roll_net::{HIDDEN, OUT, OUTPUTS, PARAMETERS, write};
use fullprime_core::rollout::{Dice, Luck, Player, RollValues};
use rayon::prelude::*;
use std::path::Path;

/// A position and what its rolls are worth.
struct Label {
    position: Position,
    values: RollValues,
}

/// Plays drawn at random: one in so many, in every second game.
const RANDOM: u32 = 12;
const BATCH: usize = 256;
/// Rate of learning at first; it falls in a straight line to nothing.
const RATE: f32 = 1.5e-3;

/// Plays games from `start` until there are `wanted` positions, and says what the rolls of each are worth.
fn labels(start: &Position, wanted: usize, seed: u64) -> Vec<Label> {
    let mut all = Vec::new();
    let mut first = 0;
    const GAMES: u64 = 64;
    while all.len() < wanted {
        let games: Vec<Vec<Label>> =
            (first..first + GAMES).into_par_iter().map(|game| play(start, seed, game)).collect();
        all.extend(games.into_iter().flatten());
        first += GAMES;
        if first.is_multiple_of(16 * GAMES) {
            eprintln!("{} positions", all.len());
        }
    }
    all
}

fn play(start: &Position, seed: u64, game: u64) -> Vec<Label> {
    let filtered = |most, within| Filtered { nets: Nets::shipped(), filter: MoveFilter { most, within } };
    let (few, more) = (filtered(2, 0.1), filtered(4, 0.2));
    let luck = Luck { player: Player { evaluator: &few, plies: 0 }, at_once: 1 };
    let player = Player { evaluator: &more, plies: 0 };
    let mut dice = Dice::of_trial(seed, game);
    let (mut choices, mut plays) = (Choices::default(), Plays::new());
    let mut position = *start;
    let mut labels = Vec::new();
    while position.outcome().is_none() {
        let mut values = [[[0.0; 5]; 21]];
        luck.values(&[position], &mut values, &mut choices);
        labels.push(Label { position, values: values[0] });
        let roll: Roll = dice.roll();
        if game % 2 == 1 && dice.below(RANDOM) == 0 {
            plays.generate(&position, roll);
            position = plays[dice.below(plays.len() as u32) as usize];
        } else {
            choices.clear();
            choices.add(&Generator::new(&position), roll);
            player.choose(&mut choices);
            position = choices.best().next().expect("one roll").0;
        }
    }

    labels
}

/// Errors of the chances, and five times that of the equity, are what is made small.
const EQUITY: [f32; 5] = [2.0, 1.0, 1.0, -1.0, -1.0];

struct Learner {
    parameters: Vec<f32>,
    first: Vec<f32>,
    second: Vec<f32>,
    gradient: Vec<f32>,
    steps: i32,
}

impl Learner {
    fn new(seed: u64) -> Learner {
        let mut dice = Dice::of_trial(seed, u64::MAX);
        let mut uniform = |scale: f32| scale * (dice.below(1 << 24) as f32 / (1 << 23) as f32 - 1.0);
        let mut parameters: Vec<f32> = (0..PARAMETERS).map(|i| uniform(if i < OUT { 0.1 } else { 0.06 })).collect();
        parameters[OUT + HIDDEN * OUTPUTS..].fill(0.2);
        let zeros = || vec![0.0; PARAMETERS];
        Learner { parameters, first: zeros(), second: zeros(), gradient: zeros(), steps: 0 }
    }

    fn forward(&self, inputs: &Inputs) -> ([f32; HIDDEN], [f32; OUTPUTS]) {
        let mut hidden: [f32; HIDDEN] = *self.parameters[ROWS * HIDDEN..].first_chunk().expect("the bias");
        inputs.each_row(|row, x| {
            hidden.iter_mut().zip(&self.parameters[row * HIDDEN..][..HIDDEN]).for_each(|(unit, w)| *unit += x * w);
        });
        let mut outputs: [f32; OUTPUTS] = *self.parameters[OUT + HIDDEN * OUTPUTS..].first_chunk().expect("biases");
        for (unit, value) in hidden.iter_mut().enumerate() {
            *value = value.max(0.0);
            if *value > 0.0 {
                let row = &self.parameters[OUT + unit * OUTPUTS..][..OUTPUTS];
                outputs.iter_mut().zip(row).for_each(|(output, w)| *output += *value * w);
            }
        }
        (hidden, outputs)
    }

    /// Adds the gradient of one label, and gives its squared error of the equity, averaged over the rolls.
    fn learn(&mut self, label: &Label) -> f32 {
        let inputs = Inputs::of(&label.position);
        let (hidden, outputs) = self.forward(&inputs);
        let mut back = [0.0; OUTPUTS];
        let mut loss = 0.0;
        for (roll, truth) in label.values.iter().enumerate() {
            let weight = Roll::ALL[roll].weight() as f32 / 36.0 / BATCH as f32;
            let off: [f32; 5] = std::array::from_fn(|i| outputs[5 * roll + i] - truth[i]);
            let equity: f32 = off.iter().zip(EQUITY).map(|(off, points)| off * points).sum();
            for i in 0..5 {
                back[5 * roll + i] = weight * (off[i] + equity * EQUITY[i]);
            }
            loss += Roll::ALL[roll].weight() as f32 / 36.0 * equity * equity;
        }
        let mut units = [0.0; HIDDEN];
        for unit in 0..HIDDEN {
            if hidden[unit] > 0.0 {
                let at = OUT + unit * OUTPUTS;
                let row = &self.parameters[at..at + OUTPUTS];
                let mut lanes = [0.0; 15];
                for (seven, weights) in back.chunks_exact(15).zip(row.chunks_exact(15)) {
                    for lane in 0..15 {
                        lanes[lane] += seven[lane] * weights[lane];
                    }
                }
                units[unit] = lanes.iter().sum();
                let gradient = &mut self.gradient[at..at + OUTPUTS];
                gradient.iter_mut().zip(&back).for_each(|(sum, step)| *sum += hidden[unit] * step);
            }
        }
        let at = OUT + HIDDEN * OUTPUTS;
        self.gradient[at..].iter_mut().zip(&back).for_each(|(sum, step)| *sum += step);
        let gradient = &mut self.gradient;
        let mut add = |row: usize, x: f32| {
            gradient[row * HIDDEN..][..HIDDEN].iter_mut().zip(&units).for_each(|(sum, step)| *sum += x * step);
        };
        inputs.each_row(&mut add);
        add(ROWS, 1.0);
        loss
    }

    /// A step of Adam.
    fn step(&mut self, rate: f32) {
        self.steps += 1;
        let rate = rate * (1.0 - 0.999f32.powi(self.steps)).sqrt() / (1.0 - 0.9f32.powi(self.steps));
        for i in 0..PARAMETERS {
            let gradient = std::mem::take(&mut self.gradient[i]);
            self.first[i] = 0.9 * self.first[i] + 0.1 * gradient;
            self.second[i] = 0.999 * self.second[i] + 0.001 * gradient * gradient;
            self.parameters[i] -= rate * self.first[i] / (self.second[i].sqrt() + 1e-8);
        }
    }
}

/// Teaches the net, and writes it.
pub fn run(
    start: &Position,
    positions: usize,
    epochs: usize,
    seed: u64,
    out: &Path,
) -> Result<(), Box<dyn std::error::Error>> {
    let labels = labels(start, positions, seed);
    let (held, learnt) = labels.split_at(labels.len() / 50);
    let variance: f32 = held.iter().map(|label| spread(&label.values)).sum::<f32>() / held.len() as f32;
    let mut learner = Learner::new(seed);
    let mut dice = Dice::of_trial(seed, u64::MAX - 1);
    let mut order: Vec<u32> = (0..learnt.len() as u32).collect();
    let steps = epochs * (learnt.len() / BATCH);
    for epoch in 0..epochs {
        for i in (1..order.len()).rev() {
            order.swap(i, dice.below(i as u32 + 1) as usize);
        }
        let mut loss = 0.0;
        for batch in order.chunks_exact(BATCH) {
            loss += batch.iter().map(|&i| learner.learn(&learnt[i as usize])).sum::<f32>();
            let rate = RATE * (1.0 - learner.steps as f32 / steps as f32);
            learner.step(rate);
        }
        let left: f32 = held.iter().map(|label| left(&learner, label)).sum::<f32>() / held.len() as f32;
        println!(
            "epoch {epoch}: loss {:.5}, luck {:.5}, left of it {left:.5}, cut {:.1}",
            loss / learnt.len() as f32,
            variance,
            variance / left
        );
        std::fs::write(out, write(&learner.parameters))?;
    }
    Ok(())
}

/// The variance of the equities of a position's rolls.
fn spread(values: &RollValues) -> f32 {
    let equity = |i: usize| -> f32 { values[i].iter().zip(EQUITY).map(|(chance, points)| chance * points).sum() };
    variance(&std::array::from_fn(equity))
}

/// What the net leaves of it.
fn left(learner: &Learner, label: &Label) -> f32 {
    let (_, outputs) = learner.forward(&Inputs::of(&label.position));
    variance(&std::array::from_fn(|roll| {
        (0..5).map(|i| (label.values[roll][i] - outputs[5 * roll + i]) * EQUITY[i]).sum()
    }))
}

fn variance(of_rolls: &[f32; 21]) -> f32 {
    let mean = |f: &dyn Fn(f32) -> f32| -> f32 {
        of_rolls.iter().zip(Roll::ALL).map(|(&value, roll)| f(value) * roll.weight() as f32 / 36.0).sum()
    };
    mean(&|x| x * x) - mean(&|x| x).powi(2)
}
