//! Stage 1: temporal differences, TD(0), from self-play.

use crate::player::Player;
use fullprime_core::board::{Plays, Position};
use fullprime_core::eval::inputs::Inputs;
use fullprime_core::eval::weights::{HIDDEN, OUTPUTS, Weights};

use fullprime_core::eval::{Chances, Kind, equity, possible, sigmoid, swapped};
use fullprime_core::rollout::Dice;

/// Plays one game from `start`, both sides by `player`, and then teaches it, from the last position back, that each position
/// is worth what the next one is.
pub fn play_and_learn(player: &mut Player, start: &Position, dice: &mut Dice, plays: &mut Plays, rate: f32) {
    let mut game = vec![*start];
    let mut roll = dice.opening_roll();
    let mut position = *start;
    while position.outcome().is_none() {
        plays.generate(&position, roll);
        let mut best = (f32::INFINITY, position);
        for &result in plays.iter() {
            let theirs = if plays.len() == 1 { 0.0 } else { equity(&player.evaluate(&result)) };
            if theirs < best.0 {
                best = (theirs, result);
            }
        }
        position = best.1;
        game.push(position);
        roll = dice.roll();
    }
    for pair in game.windows(2).rev() {
        let target = swapped(&player.evaluate(&pair[1]));
        learn(player, &pair[0], &target, rate);
    }
}

/// One step of gradient descent on the cross-entropy between a position's chances and what they should be.
fn learn(player: &mut Player, position: &Position, target: &Chances, rate: f32) {
    let kind = Kind::of(position);
    let inputs = Inputs::of(position);
    let Weights(weights) = &mut player.nets[kind as usize];
    let net = Weights::<HIDDEN>(std::mem::take(weights));
    let hidden = net.hidden(&inputs);
    let outputs = net.logits(&hidden).map(sigmoid);
    *weights = net.0;

    let possible = possible(position);
    let mut back = [0.0; HIDDEN];
    for output in 0..OUTPUTS {
        let step = if possible[output] { rate * (target[output] - outputs[output]) } else { 0.0 };
        let row = &mut weights[Weights::<HIDDEN>::OUT + output * HIDDEN..][..HIDDEN];
        for unit in 0..HIDDEN {
            back[unit] += step * row[unit];
            row[unit] += step * hidden[unit];
        }
        weights[Weights::<HIDDEN>::OUT_BIAS + output] += step;
    }
    for unit in 0..HIDDEN {
        back[unit] = if hidden[unit] > 0.0 { back[unit] } else { 0.0 };
    }
    let mut add = |row: usize, x: f32| {
        let row = &mut weights[row * HIDDEN..][..HIDDEN];
        for (weight, step) in row.iter_mut().zip(&back) {
            *weight += x * step;
        }
    };
    inputs.each_row(&mut add);
    add(fullprime_core::eval::inputs::ROWS, 1.0);
}
