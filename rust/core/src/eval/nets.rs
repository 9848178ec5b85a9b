//! The nets together: what evaluates positions of any kind.

use super::chances::{Chances, bounded, certain};
use super::evaluator::Evaluator;
use super::file;
use super::inputs::Inputs;
use super::kind::Kind;
use super::net::Net;
use super::sigmoid::sigmoid;
use super::weights::Weights;
use crate::board::Position;
use crate::cpu::for_this_processor;
use std::sync::LazyLock;

/// A net for each kind of position.
pub struct Nets([Net; 3]);

impl Nets {
    /// The nets of this library, made by its `fullprime-train`; see `benches/NOTES.md`.
    pub fn shipped() -> &'static Nets {
        static SHIPPED: LazyLock<Nets> = LazyLock::new(|| {
            Nets::new(&file::read(include_bytes!("nets.bin")).expect("the tests have read this file"))
        });
        &SHIPPED
    }

    /// The checksum of those, which tells them from others.
    pub fn shipped_hash() -> u64 {
        include_bytes!("nets.bin").last_chunk().map_or(0, |hash| u64::from_le_bytes(*hash))
    }

    /// Rounds trained weights, in the order of [`Kind::ALL`].
    pub fn new(weights: &[Weights; 3]) -> Nets {
        Nets(std::array::from_fn(|kind| Net::new(&weights[kind])))
    }
}

impl Nets {
    #[inline(always)]
    fn evaluate_each(&self, positions: &[Position], chances: &mut [Chances]) {
        let mut accumulators = self.0.each_ref().map(Net::start);
        for (position, chances) in positions.iter().zip(chances) {
            if let Some(outcome) = position.outcome() {
                *chances = certain(outcome);
                continue;
            }
            let kind = Kind::of(position);
            let (net, accumulator) = (&self.0[kind as usize], &mut accumulators[kind as usize]);
            net.update(accumulator, &Inputs::of(position, kind != Kind::Race));
            let mut said = net.logits(accumulator);
            for chance in &mut said {
                *chance = sigmoid(*chance);
            }
            *chances = bounded(said, position);
        }
    }
}

impl Evaluator for Nets {
    /// The plays of one roll should stand side by side: a position costs only what sets it apart from the one before.
    fn evaluate(&self, positions: &[Position], chances: &mut [Chances]) {
        assert_eq!(positions.len(), chances.len());
        evaluate_each(self, positions, chances);
    }
}

for_this_processor! {
fn evaluate_each(nets: &Nets, positions: &[Position], chances: &mut [Chances]) {
    nets.evaluate_each(positions, chances);
}
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Plays;
    use crate::rollout::Dice;
    use crate::rules::Variant;

    #[test]
    fn wide_registers_change_no_bit() {
        let mut plays = Plays::new();
        for game in 0..40 {
            let mut dice = Dice::of_trial(23, game);
            let mut position = Variant::ALL[game as usize % 4].start();
            while position.outcome().is_none() {
                plays.generate(&position, dice.roll());
                let [mut wide, mut plain] = [vec![[0.0; 5]; plays.len()], vec![[0.0; 5]; plays.len()]];
                Nets::shipped().evaluate(&plays, &mut wide);
                Nets::shipped().evaluate_each(&plays, &mut plain);
                assert_eq!(wide, plain);
                position = plays[dice.below(plays.len() as u32) as usize];
            }
        }
    }

    /// The same file of nets gives these bits on every machine; a new file gives others.
    #[test]
    fn the_start_is_worth_the_same_bits_everywhere() {
        let mut chances = [[0.0; 5]];
        Nets::shipped().evaluate(&[Variant::Backgammon.start()], &mut chances);
        let bits = chances[0].map(f32::to_bits);
        assert_eq!(
            (Nets::shipped_hash(), bits),
            (0xefb29ed77184df0a, [0x3f072495, 0x3e0b2818, 0x3baed5e1, 0x3de781e9, 0x3b8f0db0])
        );
    }
}
