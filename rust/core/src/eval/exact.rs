//! Exact equities with a cube, where a table knows them.

use super::stake::{Owner, Stake};
use super::tables::{FEW, FEW_SIDES, Home, POINTS, built_apart};
use crate::bearoff::{Precision, TwoSided, TwoSidedOptions};
use crate::board::Position;
use crate::control::Control;
use std::sync::LazyLock;

/// With so many turns left a limit of the cube makes no difference: who is short of a turn has been in the game for three.
const MANY_TURNS: u8 = 4;

/// Money, points at cube 1, by numbers of two sides, own first: rolling now with the cube in the middle, own, the opponent's.
static FEW_CHECKERS: LazyLock<Vec<[f32; 3]>> = LazyLock::new(|| {
    built_apart(|| {
        let options = TwoSidedOptions { points: POINTS, checkers: FEW, cubeful: true, precision: Precision::Float64 };
        let table = TwoSided::build(options, 1, &Control::default()).expect("a size that is allowed");
        let of = |pair: usize| {
            let found = table.at(pair / FEW_SIDES, pair % FEW_SIDES).expect("a table in memory");
            let cubeful = found.cubeful.expect("asked for");
            [cubeful.centered, cubeful.owned, cubeful.opponent_owns].map(|value| value as f32)
        };
        (0..FEW_SIDES * FEW_SIDES).map(of).collect()
    })
});

impl Stake {
    /// Whether a table knows what a position is worth for this stake.
    #[inline]
    pub fn knows(&self, position: &Position) -> bool {
        self.exact(position).is_some()
    }

    /// Exact equities of rolling now, by who may turn a cube as it stands here (centered, own, the opponent's): of bear-offs of at
    /// most six checkers a side for money, where nobody can lose a gammon any more. Worked out when first asked for, in about a
    /// fifth of a second.
    #[inline]
    pub(super) fn exact(&self, position: &Position) -> Option<[f64; 3]> {
        if self.mwc(0.0).is_some() || self.turns() < MANY_TURNS {
            return None;
        }
        let [own, opp] = [position.own(), position.opp()].map(Home::of);
        if ![own, opp].iter().all(|side| side.few() && side.some_off) {
            return None;
        }
        let place = own.number * FEW_SIDES + opp.number;
        Some(FEW_CHECKERS[place].map(|value| f64::from(value) * f64::from(self.cube())))
    }

    /// The one of three equities by owner of the cube that counts now.
    pub(super) const fn of_owner(&self, by_owner: [f64; 3]) -> f64 {
        let [centered, own, opp] = by_owner;
        match self.owner() {
            Owner::Centered => centered,
            Owner::Own => own,
            Owner::Opp => opp,
        }
    }
}
