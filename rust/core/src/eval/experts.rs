//! What a player reads from a contact position at a glance and a net of one layer cannot add up from single places.
//!
//! Each number is of one side, `own`, against the other, `opp`, and a small whole number, so that a net can hold a row of
//! weights for every value that it takes. The quantities are the classical ones of Berliner, Tesauro and their successors:
//! escapes, blockade, mobility, shots, entering.

use crate::board::{BAR, Points, Position, Side, each, mirrored};

/// The numbers of one side.
pub const EXPERTS: usize = 12;

/// The most that each can be.
pub const MOST: [u8; EXPERTS] = [36, 36, 36, 40, 36, 40, 36, 36, 36, 40, 7, 25];

/// What one of each is as an input to a net in training, so that they run from 0 to about 1.
pub const STEP: [f32; EXPERTS] = {
    let mut step = [0.0; EXPERTS];
    let mut expert = 0;
    while expert < EXPERTS {
        step[expert] = 1.0 / MOST[expert] as f32;
        expert += 1;
    }
    step
};

const POINTS: Points = 0x01ff_fffe;
const HOME: Points = 0b111_1110;

/// The numbers of the player on roll, then those of the other.
pub type Experts = [[u8; EXPERTS]; 2];

/// Those of a position with contact; in a race they say nothing.
#[inline(always)]
pub fn of(position: &Position) -> Experts {
    let (own, opp) = (position.own(), position.opp());
    [of_side(own, opp), of_side(opp, own)]
}

#[inline(always)]
fn of_side(own: Side, opp: Side) -> [u8; EXPERTS] {
    // In `opp`'s numbering, where `own` moves up, from its bar at 0.
    let (at, wall) = (mirrored(own.occupied()), opp.made() & POINTS);
    let rear = own.rear();
    let from_rear = escapes(wall, BAR - rear);

    let (mut least, mut least_to_rear) = (36, 36);
    for from_bar in 0..10 {
        let place = BAR - from_bar;
        let escapes = escapes(wall, from_bar);
        least = escapes.min(least);
        least_to_rear = if place <= rear { escapes.min(least_to_rear) } else { least_to_rear };
    }

    let mut mobility = 0;
    for place in each(own.occupied() & !HOME) {
        let pips = (place - 6) as u32;
        mobility += u32::from(own.count(place)) * pips * u32::from(escapes(wall, BAR - place));
    }

    let on_bar = own.count(BAR);
    let (shots, lost) = shots(at, on_bar, wall, opp.occupied() & !opp.made() & POINTS);

    let shut = (wall & HOME).count_ones();
    let entering = (6 - shut) * (6 - shut);
    let failing = match on_bar {
        0 => 0,
        1 => shut * shut,
        _ => 36 - entering,
    };

    // What is left to pass after the last opposing checker.
    let contact = own.beyond(BAR - opp.rear()).pips();

    let anchor = (own.made() & 0x01fc_0000).trailing_zeros();
    [
        from_rear,
        36 - least,
        36 - least_to_rear,
        (mobility / 64).min(40) as u8,
        shots as u8,
        (lost / 18).min(40) as u8,
        failing as u8,
        (shut * shut) as u8,
        longest_run(own.made() & POINTS).min(6).pow(2),
        (contact / 4).min(40) as u8,
        25u32.saturating_sub(anchor) as u8,
        rear as u8,
    ]
}

/// The throws, of 36, that a checker of the other side can play in full from `place`, moving up past the `wall`.
#[inline(always)]
fn escapes(wall: Points, place: usize) -> u8 {
    ESCAPES[(wall >> (place + 1)) as usize & 0xfff]
}

/// By which of the twelve points before it are made, bit 0 for the next one.
static ESCAPES: [u8; 4096] = {
    let mut table = [0; 4096];
    let mut wall = 0;
    while wall < 4096 {
        let (mut low, mut throws) = (1, 0);
        while low <= 6 {
            let mut high = low;
            while high <= 6 {
                let first = wall >> (low - 1) & 1 == 0 || wall >> (high - 1) & 1 == 0;
                if first && wall >> (low + high - 1) & 1 == 0 {
                    throws += if low == high { 1 } else { 2 };
                }
                high += 1;
            }
            low += 1;
        }
        table[wall] = throws;
        wall += 1;
    }
    table
};

/// The two numbers of the 15 rolls that are not doubles, and one lane that hits nothing.
const MIXED: [[u32; 2]; 16] = [
    [1, 2],
    [1, 3],
    [1, 4],
    [1, 5],
    [1, 6],
    [2, 3],
    [2, 4],
    [2, 5],
    [2, 6],
    [3, 4],
    [3, 5],
    [3, 6],
    [4, 5],
    [4, 6],
    [5, 6],
    [25, 25],
];
/// The numbers of the doubles, and two lanes that hit nothing.
const DOUBLES: [u32; 8] = [1, 2, 3, 4, 5, 6, 25, 25];

/// The throws, of 36, with which the side at `at` (moving up; 0 is its bar) can hit a blot, and the pips that the best hit
/// of each takes away, added up over all throws.
#[inline(always)]
fn shots(at: Points, on_bar: u8, wall: Points, blots: Points) -> (u32, u32) {
    if blots == 0 {
        return (0, 0);
    }
    let open = POINTS & !wall;
    // From the bar: one checker enters, then any may go on; with two there, nothing but entering is looked at.
    let (first, rest, entering) = match on_bar {
        0 => (at, 0, 0),
        1 => (1, at & !1, u32::MAX),
        _ => (1, 0, 0),
    };
    let further = if on_bar >= 2 { 0 } else { u32::MAX };
    let (mut throws, mut lost) = (0, 0);
    let mut count = |hits: u32, weight: u32| {
        // The exponent of the lowest bit as a float is its place: the farthest back from its own side is lost most.
        let nearest = (hits & hits.wrapping_neg()) as i32 as f32;
        let place = (nearest.to_bits() >> 23).wrapping_sub(127);
        let weight = if hits == 0 { 0 } else { weight };
        throws += weight;
        lost += weight.wrapping_mul(25u32.wrapping_sub(place));
    };
    for [a, b] in MIXED {
        let (by_a, by_b) = (first << a & open, first << b & open);
        // The others' moves after an entry; `rest` is empty where nobody has to enter.
        let after_a = if by_a != 0 { rest << b & entering } else { 0 };
        let after_b = if by_b != 0 { rest << a & entering } else { 0 };
        let on = (by_a << b | by_b << a) & further;
        count((by_a | by_b | after_a | after_b | on) & blots, 2);
    }
    for die in DOUBLES {
        let one = first << die & open;
        let joined = if one != 0 { one | rest & entering } else { 0 };
        let two = joined << die & open & further;
        let three = two << die & open;
        let four = three << die & open;
        count((one | two | three | four) & blots, 1);
    }
    (throws, lost)
}

/// The longest row of neighbouring places.
#[inline(always)]
fn longest_run(mut points: Points) -> u8 {
    let mut length = 0;
    while points != 0 {
        points &= points << 1;
        length += 1;
    }
    length
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Plays, Roll};
    use crate::rollout::Dice;
    use crate::rules::Variant;

    /// Whether a place holds checkers, and what a landing checker of the other side would find, in that side's direction.
    struct Plain {
        own: [u8; 26],
        opp: [u8; 26],
    }

    impl Plain {
        /// Own checkers leave `from` for a place that is on the board and not made by the other side.
        fn open(&self, to: i32) -> bool {
            (1..=24).contains(&to) && self.opp[25 - to as usize] < 2
        }

        fn escapes(&self, place: i32) -> u8 {
            let free = |to: i32| to < 1 || self.opp[25 - to as usize] < 2;
            let counts = |a: i32, b: i32| (free(place - a) || free(place - b)) && free(place - a - b);
            (1..=6).flat_map(|a| (1..=6).map(move |b| (a, b))).filter(|&(a, b)| counts(a, b)).count() as u8
        }

        /// Places where some checker can land with the throw, found by moving single checkers.
        fn landings(&self, a: i32, b: i32) -> Vec<i32> {
            let from_anywhere: Vec<i32> = (1..=24).filter(|&p| self.own[p as usize] > 0).collect();
            let mut all = Vec::new();
            let (orders, most) = if a == b { (vec![(a, a)], 4) } else { (vec![(a, b), (b, a)], 2) };
            for (first, then) in orders {
                let mut starts = from_anywhere.clone();
                let mut left = most;
                if self.own[25] > 0 {
                    if !self.open(25 - first) {
                        continue;
                    }
                    all.push(25 - first);
                    if self.own[25] > 1 {
                        continue;
                    }
                    starts.push(25 - first);
                    left -= 1;
                } else if a != b {
                    let landed: Vec<i32> = starts.iter().map(|p| p - first).filter(|&p| self.open(p)).collect();
                    all.extend(&landed);
                    starts = landed;
                    left -= 1;
                }
                for _ in 0..left {
                    starts = starts.iter().map(|p| p - then).filter(|&p| self.open(p)).collect();
                    all.extend(&starts);
                }
            }
            all
        }

        fn shots(&self) -> (u32, u32) {
            let (mut throws, mut lost) = (0, 0);
            for a in 1..=6 {
                for b in 1..=6 {
                    let best = self.landings(a, b).into_iter().filter(|&p| self.opp[25 - p as usize] == 1).max();
                    throws += u32::from(best.is_some());
                    lost += best.unwrap_or(0) as u32;
                }
            }
            (throws, lost)
        }

        fn numbers(&self) -> [u8; EXPERTS] {
            let rear = (1..=25).rev().find(|&p| self.own[p] > 0).unwrap();
            let opp_rear = (1..=25).rev().find(|&p| self.opp[p] > 0).unwrap();
            let blockade = |places: &mut dyn Iterator<Item = usize>| {
                places.map(|p| 36 - self.escapes(p as i32)).max().unwrap_or(0)
            };
            let sum = |value: &dyn Fn(usize) -> usize, from: usize| -> usize {
                (from..=25).map(|p| usize::from(self.own[p]) * value(p)).sum()
            };
            let mobility = sum(&|p| (p - 6) * usize::from(self.escapes(p as i32)), 7);
            let (shots, lost) = self.shots();
            let shut = (1..=6).filter(|&p| self.opp[p] >= 2).count() as u8;
            let enters = 36 - (6 - shut).pow(2);
            let runs = (1..=24).map(|p| (p..=24).take_while(|&q| self.own[q] >= 2).count()).max().unwrap();
            [
                self.escapes(rear as i32),
                blockade(&mut (16..=25)),
                blockade(&mut (16..=rear)),
                (mobility / 64).min(40) as u8,
                shots as u8,
                (lost / 18).min(40) as u8,
                [0, shut * shut, enters][usize::from(self.own[25]).min(2)],
                shut * shut,
                (runs.min(6) as u8).pow(2),
                (sum(&|p| p.saturating_sub(25 - opp_rear), 1) / 4).min(40) as u8,
                (18..=24).find(|&p| self.own[p] >= 2).map_or(0, |p| 25 - p as u8),
                rear as u8,
            ]
        }
    }

    #[test]
    fn bits_and_lanes_say_what_plain_counting_says() {
        let mut plays = Plays::new();
        for game in 0..60 {
            let mut dice = Dice::of_trial(11, game);
            let mut position = Variant::ALL[game as usize % 4].start();
            while position.outcome().is_none() {
                let (own, opp) = (position.own().counts(), position.opp().counts());
                let plain = [Plain { own, opp }.numbers(), Plain { own: opp, opp: own }.numbers()];
                if position.own().rear() + position.opp().rear() > BAR {
                    assert_eq!(of(&position), plain, "{position:?}");
                }
                plays.generate(&position, Roll::of_36(dice.below(36)));
                position = plays[dice.below(plays.len() as u32) as usize];
            }
        }
    }

    #[test]
    fn no_number_is_beyond_the_most_it_can_be() {
        let mut plays = Plays::new();
        for game in 0..300 {
            let mut dice = Dice::of_trial(12, game);
            let mut position = Variant::ALL[game as usize % 4].start();
            while position.outcome().is_none() {
                let found = of(&position);
                assert!(
                    found.iter().all(|side| side.iter().zip(MOST).all(|(&found, most)| found <= most)),
                    "{found:?}"
                );
                plays.generate(&position, Roll::of_36(dice.below(36)));
                position = plays[dice.below(plays.len() as u32) as usize];
            }
        }
    }
}
