//! Three nets in training, as one player.

use fullprime_core::board::Position;
use fullprime_core::eval::inputs::Inputs;
use fullprime_core::eval::weights::{HIDDEN, OUT, OUT_BIAS, PARAMETERS, Weights};
use fullprime_core::eval::{Chances, Kind, bounded, certain, sigmoid};
use fullprime_core::rollout::Dice;

/// The nets, in the order of [`Kind::ALL`].
#[derive(Clone)]
pub struct Player {
    /// One for each kind of position.
    pub nets: [Weights; 3],
}

impl Player {
    /// Nets that know nothing: small random weights.
    pub fn new(seed: u64) -> Player {
        let mut dice = Dice::of_trial(seed, u64::MAX);
        let nets = Kind::ALL.map(|_| {
            let mut uniform = |scale: f32| scale * (dice.below(1 << 24) as f32 / (1 << 23) as f32 - 1.0);
            let mut weights = vec![0.0; PARAMETERS];
            weights[..OUT].fill_with(|| uniform(0.1));
            weights[OUT..OUT_BIAS].fill_with(|| uniform(1.0 / (HIDDEN as f32).sqrt()));
            Weights(weights)
        });
        Player { nets }
    }

    /// The chances of the player about to roll.
    pub fn evaluate(&self, position: &Position) -> Chances {
        if let Some(outcome) = position.outcome() {
            return certain(outcome);
        }
        let kind = Kind::of(position);
        let net = &self.nets[kind as usize];
        let hidden = net.hidden(&Inputs::of(position, kind != Kind::Race));
        bounded(net.logits(&hidden).map(sigmoid), position)
    }
}
