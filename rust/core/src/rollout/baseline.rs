//! A simple player, so that games end sensibly. No claim to strength.

use super::rollout::Policy;
use crate::board::{BAR, OFF, Position, each, mirrored};

/// Chooses by a small hand-written linear score of what is on the board after the play.
#[derive(Clone, Copy, Debug, Default)]
pub struct Baseline;

/// What the score of a contact position adds up, in pips that it is worth.
mod weight {
    /// A made point, by its number: 0 unused, then the home board, the outfields, and the anchors.
    pub const POINT: [f32; 25] = [
        0.0, 1.0, 3.0, 5.0, 7.0, 9.0, 8.0, 8.0, 4.0, 2.5, 2.0, 1.5, 1.0, 1.5, 1.0, 1.0, 2.0, 2.5, 4.0, 5.0, 7.0, 6.0,
        4.0, 3.0, 2.0,
    ];
    /// Two made points side by side.
    pub const NEIGHBOURS: f32 = 2.0;
    /// An opposing checker on the bar, and more for each point that it finds shut.
    pub const ON_BAR: f32 = 8.0;
    pub const SHUT_POINT: f32 = 2.5;
    /// Being hit: the pips lost and this much for the turn, times the chance for each opposing point that aims at a blot
    /// with one die, and for one that needs both.
    pub const HIT: f32 = 6.0;
    pub const DIRECT_SHOT: f32 = 11.0 / 36.0;
    pub const INDIRECT_SHOT: f32 = 3.0 / 36.0;
    /// A checker beyond the third on one point.
    pub const STACKED: f32 = 1.0;
}

impl Policy for Baseline {
    fn score(&self, results: &[Position], scores: &mut [f32]) {
        for (score, result) in scores.iter_mut().zip(results) {
            *score = score_of(result);
        }
    }
}

fn score_of(result: &Position) -> f32 {
    let (own, opp) = (result.opp(), result.own()); // the result is the next player's view
    let pips = own.pips() as f32;
    if own.rear() + opp.rear() <= BAR {
        // A race: pips, and off before anything else.
        return 8.0 * f32::from(own.count(OFF)) - pips;
    }
    let (at, made) = (own.occupied(), own.made());
    let opp_at = mirrored(opp.occupied()); // their bar falls on 0, from where they aim at the home
    let points = made & !(1 << BAR);

    let mut score = -pips;
    for point in each(points) {
        score += weight::POINT[point];
        score -= weight::STACKED * f32::from(own.count(point).saturating_sub(3));
    }
    score += weight::NEIGHBOURS * (points & points << 1).count_ones() as f32;
    let shut = (points & 0b111_1110).count_ones() as f32;
    score += f32::from(opp.count(BAR)) * (weight::ON_BAR + weight::SHUT_POINT * shut);
    for blot in each(at & !made & !(1 << BAR)) {
        // They move up in this numbering: the points below aim at a blot, the nearest six with one die.
        let below = opp_at << (32 - blot);
        let direct = (below >> 26).count_ones() as f32;
        let indirect = (below << 6 >> 26).count_ones() as f32;
        let chance = (weight::DIRECT_SHOT * direct + weight::INDIRECT_SHOT * indirect).min(1.0);
        score -= chance * (weight::HIT + (BAR - blot) as f32);
    }
    score
}
