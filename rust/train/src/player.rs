//! Nets in training, as one player.

use fullprime_core::board::Position;
use fullprime_core::eval::inputs::Inputs;
use fullprime_core::eval::weights::{HIDDEN, Weights};
use fullprime_core::eval::{Chances, Kind, bounded, certain, sigmoid};
use fullprime_core::rollout::Dice;

/// The nets that say what a position is worth, in the order of [`Kind::ALL`].
#[derive(Clone)]
pub struct Player {
    /// One for each kind of position.
    pub nets: [Weights<HIDDEN>; Kind::COUNT],
}

/// Nets that know nothing: small random weights, one net for each kind of position.
pub fn untrained<const H: usize>(seed: u64) -> [Weights<H>; Kind::COUNT] {
    let mut dice = Dice::of_trial(seed, u64::MAX);
    Kind::ALL.map(|_| {
        let mut uniform = |scale: f32| scale * (dice.below(1 << 24) as f32 / (1 << 23) as f32 - 1.0);
        let mut weights = vec![0.0; Weights::<H>::PARAMETERS];
        weights[..Weights::<H>::OUT].fill_with(|| uniform(0.1));
        weights[Weights::<H>::OUT..Weights::<H>::OUT_BIAS].fill_with(|| uniform(1.0 / (H as f32).sqrt()));
        Weights(weights)
    })
}

impl Player {
    /// The chances of the player about to roll.
    pub fn evaluate(&self, position: &Position) -> Chances {
        if let Some(outcome) = position.outcome() {
            return certain(outcome);
        }
        let kind = Kind::of(position);
        let net = &self.nets[kind as usize];
        let hidden = net.hidden(&Inputs::of(position));
        bounded(net.logits(&hidden).map(sigmoid), position)
    }
}
