//! How efficiently a position lets its players use the cube.

use super::kind::Kind;
use crate::board::Position;

/// Janowski's x: 0 where the cube is dead, 1 where it is live.
///
/// In a race `.88 - 7 / (15 + pips)`, pips being those of the player on roll: .62 at 12 pips, .75 at 40, .82 at 100. Measured: what
/// meets the exact values of bear-offs of up to 15 checkers, and of longer races taken for pips alone, best in the mean. Where a hit
/// is possible .68, the usual choice within the .6 to .7 that Janowski found in practice.
#[inline]
pub fn efficiency(position: &Position) -> f64 {
    match Kind::of(position) {
        Kind::Race => in_race(position.own().pips()),
        _ => 0.68,
    }
}

#[inline]
fn in_race(pips: u32) -> f64 {
    0.88 - 7.0 / (15.0 + f64::from(pips))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Roll;
    use crate::eval::{Owner, Stake};
    use crate::rules::Rules;

    const PIPS: usize = 116;

    /// Exact values of rolling now in a race in which only the sum of pips counts: by both sides' pips, mover first.
    struct PipRace {
        win: Vec<[f64; PIPS]>,
        /// Centered, own, the opponent's cube.
        cubeful: [Vec<[f64; PIPS]>; 3],
    }

    impl PipRace {
        fn new() -> PipRace {
            let zeros = || vec![[0.0; PIPS]; PIPS];
            let mut race = PipRace { win: zeros(), cubeful: [zeros(), zeros(), zeros()] };
            for sum in 2..=2 * (PIPS - 1) {
                for own in sum.saturating_sub(PIPS - 1).max(1)..sum.min(PIPS) {
                    race.fill(own, sum - own);
                }
            }
            race
        }

        fn fill(&mut self, own: usize, opp: usize) {
            for roll in Roll::ALL {
                let (chance, pips) = (f64::from(roll.weight()) / 36.0, usize::from(roll.high() + roll.low()));
                let left = own.saturating_sub(if roll.is_double() { 2 * pips } else { pips });
                let values = if left == 0 {
                    [1.0; 4]
                } else {
                    let [centered, owned, opponent_owns] = [0, 1, 2].map(|k| self.cubeful[k][opp][left]);
                    let doubled = (2.0 * opponent_owns).min(1.0);
                    [1.0 - self.win[opp][left], -centered.max(doubled), -opponent_owns, -owned.max(doubled)]
                };
                self.win[own][opp] += chance * values[0];
                for k in 0..3 {
                    self.cubeful[k][own][opp] += chance * values[k + 1];
                }
            }
        }
    }

    #[test]
    fn long_races_are_met_better_than_by_any_constant() {
        let race = PipRace::new();
        let stakes =
            [Owner::Centered, Owner::Own, Owner::Opp].map(|o| Stake::new(&Rules::unlimited(), None, 0, o).unwrap());
        let missed = |pips: std::ops::Range<usize>, x: &dyn Fn(u32) -> f64| {
            let (mut sum, mut count) = (0.0, 0.0);
            for own in pips {
                // Races that are not decided, their longest part left out where the table ends.
                for opp in (1..PIPS - 4).filter(|&opp| (0.15..0.85).contains(&race.win[own][opp])) {
                    let chances = [race.win[own][opp] as f32, 0.0, 0.0, 0.0, 0.0];
                    for (stake, exact) in stakes.iter().zip(&race.cubeful) {
                        sum += (stake.rolling(&chances, x(own as u32)) - exact[own][opp]).abs();
                        count += 1.0;
                    }
                }
            }
            sum / count
        };
        for from in [30, 45, 60, 75, 90] {
            let [ours, usual, more] = [
                missed(from..from + 15, &in_race),
                missed(from..from + 15, &|_| 0.65),
                missed(from..from + 15, &|_| 0.9),
            ];
            assert!(ours < 0.035 && ours < usual - 0.004 && ours < more - 0.002, "{from}: {ours} {usual} {more}");
        }
    }
}
