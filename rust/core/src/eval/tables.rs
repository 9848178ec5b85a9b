//! Exact tables in the form in which they answer fastest.

use super::chances::Chances;
use crate::bearoff::{Distribution, Index, OneSided, Precision, TwoSided, TwoSidedOptions, Width};
use crate::board::{OFF, Position, Side};
use crate::control::Control;
use std::sync::LazyLock;

/// Bear-offs on six points: exact with at most six checkers a side, and from the two sides' distributions of rolls with more,
/// where each side is taken to play for itself alone.
pub struct Tables {
    /// By number of a side, for each number of rolls the chance of bearing off with exactly that many.
    off: Vec<Rolls>,
    /// The chance of that many or more.
    still_on: Vec<Rolls>,
    /// The same for the first checker, of the sides with all 15 on the board, which stand together in the index.
    none_off: Vec<Rolls>,
    /// The same after one roll more.
    none_off_after: Vec<Rolls>,
    /// By numbers of two sides, own first, the chance of the player on roll to win.
    wins: Vec<f32>,
}

pub(super) const POINTS: usize = 6;
const CHECKERS: u8 = 15;
/// Checkers of a side up to which every pair stands in a table.
pub(super) const FEW: u8 = 6;
/// The sides of at most [`FEW`] checkers, which come first in the index: C(12, 6).
pub(super) const FEW_SIDES: usize = 924;
/// The sides of fewer than 15 checkers, which come before those of 15: C(20, 6).
const NOT_ALL: usize = 38_760;

/// Chances by number of rolls, in parts of [`ONE`]: whole numbers, whose products are added up in any order and many at once.
/// No side takes more than 30 rolls, so that 0 to 31 are room enough, and a line of the cache.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Rolls([i16; ROLLS]);
const ROLLS: usize = 32;
const ONE: i16 = i16::MAX;
/// What one of a sum of products is.
const STEP: f32 = 1.0 / (ONE as f32 * ONE as f32);

impl Tables {
    /// Those of this library, worked out when they are first asked for, in about a fifth of a second.
    pub fn shared() -> &'static Tables {
        static SHARED: LazyLock<Tables> = LazyLock::new(|| built_apart(Tables::build));
        &SHARED
    }

    fn build() -> Tables {
        let control = Control::default();
        let one = OneSided::build(POINTS, CHECKERS, Width::Bits32, 1, &control).expect("a size that is allowed");
        let entry = |i: usize| one.at(i).expect("a table in memory");
        let options = TwoSidedOptions { points: POINTS, checkers: FEW, cubeful: false, precision: Precision::Float64 };
        let two = TwoSided::build(options, 1, &control).expect("a size that is allowed");
        let win = |own: usize, opp: usize| two.at(own, opp).expect("a table in memory").win().unwrap_or(0.0) as f32;
        let sides = one.index().len();
        Tables {
            off: (0..sides).map(|i| exactly(&entry(i).rolls)).collect(),
            still_on: (0..sides).map(|i| or_more(&entry(i).rolls)).collect(),
            none_off: (NOT_ALL..sides).map(|i| or_more(&entry(i).first_off)).collect(),
            none_off_after: (NOT_ALL..sides).map(|i| one_later(or_more(&entry(i).first_off))).collect(),
            wins: (0..FEW_SIDES * FEW_SIDES).map(|pair| win(pair / FEW_SIDES, pair % FEW_SIDES)).collect(),
        }
    }

    /// The chances in a position where both sides are home and the game goes on: cubeless, seen by the player about to roll.
    pub fn known(&self, position: &Position) -> Option<Chances> {
        let [own, opp] = [position.own(), position.opp()].map(Home::of);
        own.covers(&opp).then(|| self.chances(&own, &opp))
    }

    /// The same where they are exact: where each side has few checkers left.
    pub fn exact(&self, position: &Position) -> Option<Chances> {
        let [own, opp] = [position.own(), position.opp()].map(Home::of);
        (own.covers(&opp) && own.few() && opp.few()).then(|| self.chances(&own, &opp))
    }

    /// The chances where the sides [cover](Home::covers) each other.
    #[inline(always)]
    pub(super) fn chances(&self, own: &Home, opp: &Home) -> Chances {
        let (own, opp) = (own.number, opp.number);
        if own.max(opp) < FEW_SIDES {
            return [self.wins[own * FEW_SIDES + opp], 0.0, 0.0, 0.0, 0.0];
        }
        // The player on roll is first to have rolled k times: the other must need k rolls at least.
        let win = sum_of(&self.off[own], &self.still_on[opp]).min(1.0);
        let [mut win_gammon, mut lose_gammon] = [0.0; 2];
        if opp >= NOT_ALL {
            win_gammon = sum_of(&self.off[own], &self.none_off[opp - NOT_ALL]);
        }
        if own >= NOT_ALL {
            lose_gammon = sum_of(&self.off[opp], &self.none_off_after[own - NOT_ALL]);
        }
        [win, win_gammon, 0.0, lose_gammon, 0.0]
    }
}

/// What the tables make of one side. The two sides of a position are looked at apart, for from one play of a roll to the next
/// only one of them changes.
#[derive(Clone, Copy)]
pub(super) struct Home {
    side: Side,
    /// Whether it has checkers left, none of them beyond the sixth point.
    home: bool,
    pub some_off: bool,
    /// Whether it plays with 15.
    full: bool,
    /// Its number in the index, if it is home.
    pub number: usize,
}

impl Home {
    #[inline(always)]
    pub fn of(side: Side) -> Home {
        let occupied = side.occupied();
        let home = occupied != 0 && occupied >> (POINTS + 1) == 0;
        let number = if home { Index::of_home::<POINTS>(side) } else { 0 };
        let full = side.checkers() == u32::from(CHECKERS);
        Home { side, home, some_off: side.count(OFF) > 0, full, number }
    }

    /// Goes over to another side.
    #[inline(always)]
    pub fn update(&mut self, side: Side) {
        if side != self.side {
            *self = Home::of(side);
        }
    }

    /// Whether it is home with so few checkers that every pair of such sides stands in a table.
    #[inline(always)]
    pub fn few(&self) -> bool {
        self.home && self.number < FEW_SIDES
    }

    /// Whether the tables know a position of these sides, in which the game goes on.
    #[inline(always)]
    pub fn covers(&self, opp: &Home) -> bool {
        // With fewer than 15 checkers in the game a gammon is possible that the tables know nothing of.
        self.home && opp.home && (self.full || self.some_off && opp.some_off)
    }
}

/// What `build` makes, in a thread of its own: a worker of a pool that waited in another's pool would meanwhile take up other
/// work, which may need the same tables.
pub(super) fn built_apart<T: Send + 'static>(build: fn() -> T) -> T {
    std::thread::spawn(build).join().expect("tables of six points fit any memory")
}

/// The sum over k of the chance of k rolls and that of k or more. (Within a large function its loop is not recognised as the few
/// vector instructions that it is.)
#[inline(never)]
fn sum_of(Rolls(rolls): &Rolls, Rolls(or_more): &Rolls) -> f32 {
    let mut sum = 0;
    for k in 0..ROLLS {
        sum += i32::from(rolls[k]) * i32::from(or_more[k]);
    }
    sum as f32 * STEP
}

/// The chances of each number of rolls or more; rounded, they still fall to 0.
fn or_more(rolls: &Distribution) -> Rolls {
    let mut left: f64 = (0..ROLLS).map(|k| rolls.of(k)).sum();
    Rolls(std::array::from_fn(|k| {
        let before = left;
        left -= rolls.of(k);
        (before * f64::from(ONE)).round() as i16
    }))
}

/// The chances of each number of rolls; rounded, they still add up.
fn exactly(rolls: &Distribution) -> Rolls {
    let Rolls(or_more) = or_more(rolls);
    Rolls(std::array::from_fn(|k| or_more[k] - or_more.get(k + 1).unwrap_or(&0)))
}

/// The chances of each number of rolls or more, after one roll.
fn one_later(Rolls(or_more): Rolls) -> Rolls {
    Rolls(std::array::from_fn(|k| *or_more.get(k + 1).unwrap_or(&0)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bearoff::estimate;
    use crate::board::{Plays, Setup};
    use crate::rollout::Dice;

    /// Some position of both sides home, of `n` and `m` checkers.
    fn position(dice: &mut Dice, on: [u32; 2]) -> Position {
        let [own, opp] = on.map(|n| {
            let mut counts = [0; 26];
            (0..n).for_each(|_| counts[1 + dice.below(6) as usize] += 1);
            counts[0] = 15 - n as u8;
            counts
        });
        Setup { own, opp, checkers: 15 }.position().unwrap()
    }

    #[test]
    fn they_say_what_the_tables_say() {
        let control = Control::default();
        let one = OneSided::build(6, 15, Width::Bits32, 1, &control).unwrap();
        let options = TwoSidedOptions { points: 6, checkers: 6, cubeful: false, precision: Precision::Float64 };
        let two = TwoSided::build(options, 1, &control).unwrap();
        let mut dice = Dice::of_trial(1, 1);
        for round in 0..3000 {
            let most = if round % 2 == 0 { 6 } else { 15 };
            let on = [1 + dice.below(most), 1 + dice.below(most)];
            let position = position(&mut dice, on);
            let counts = |side: Side| side.counts()[1..7].to_vec();
            let (own, opp) = (counts(position.own()), counts(position.opp()));
            let found = Tables::shared().known(&position).unwrap();
            if on[0].max(on[1]) <= 6 {
                let win = two.lookup(&own, &opp).unwrap().win().unwrap();
                assert!((f64::from(found[0]) - win).abs() < 1e-6, "{position:?}");
                assert_eq!(found[1..], [0.0; 4]);
            } else {
                let told = estimate(&one.lookup(&own).unwrap(), &one.lookup(&opp).unwrap());
                let told = [told.win, told.win_gammon, 0.0, told.lose_gammon, 0.0];
                for (found, told) in found.into_iter().zip(told) {
                    assert!((f64::from(found) - told).abs() < 5e-5, "{position:?}: {found} {told}");
                }
            }
        }
    }

    #[test]
    fn they_cover_what_is_home_and_nothing_else() {
        let mut plays = Plays::new();
        for (game, variant) in (0..30).zip(crate::rules::Variant::ALL.into_iter().cycle()) {
            let mut dice = Dice::of_trial(4, game);
            let mut position = variant.start();
            while position.outcome().is_none() {
                let home = [position.own(), position.opp()].iter().all(|side| (7..26).all(|p| side.count(p) == 0));
                let gammon = position.own().count(OFF) == 0 || position.opp().count(OFF) == 0;
                assert_eq!(Tables::shared().known(&position).is_some(), home && (position.checkers() == 15 || !gammon));
                plays.generate(&position, dice.roll());
                position = plays[dice.below(plays.len() as u32) as usize];
            }
        }
    }
}
