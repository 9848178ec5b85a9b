//! The nets together: what evaluates positions of any kind.

use super::chances::{Chances, bounded, certain, equity};
use super::evaluator::Evaluator;
use super::experts;
use super::file;
use super::filter::MoveFilter;
use super::kind::Kind;
use super::net::{Accumulator, Net};
use super::sigmoid::sigmoids;
use super::tables::{Home, POINTS as HOME, Tables};
use super::weights::{GLANCE, HIDDEN, Trained};
use crate::board::{BAR, Position, Side};
use crate::cpu::for_this_processor;
use std::sync::LazyLock;

/// For each kind of position a net that says what it is worth, and a small one that chooses the plays worth that look; what the
/// exact tables cover, they answer.
pub struct Nets {
    full: [Net<HIDDEN>; Kind::COUNT],
    glance: [Net<GLANCE>; Kind::COUNT],
}

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

    /// Rounds trained weights.
    pub fn new(nets: &Trained) -> Nets {
        Nets {
            full: std::array::from_fn(|kind| Net::new(&nets.full[kind])),
            glance: std::array::from_fn(|kind| Net::new(&nets.glance[kind])),
        }
    }
}

/// Says what positions are worth, one after the other: by the rules, by the tables, or by the net of their kind, which sees
/// expert numbers or none. (Not a function that sees is handed on: that would be compiled on its own, without the wide
/// registers.)
struct Speaker<'a, const H: usize, const EXPERTS: bool> {
    nets: &'a [Net<H>; Kind::COUNT],
    /// Where each net was last.
    accumulators: [Accumulator<H>; Kind::COUNT],
    /// The player on roll, seen last.
    own: Home,
    tables: Option<&'static Tables>,
}

impl<'a, const H: usize, const EXPERTS: bool> Speaker<'a, H, EXPERTS> {
    #[inline(always)]
    fn new(nets: &'a [Net<H>; Kind::COUNT]) -> Self {
        let accumulators = nets.each_ref().map(Net::start);
        Speaker { nets, accumulators, own: Home::of(Side::default()), tables: None }
    }

    #[inline(always)]
    fn say(&mut self, position: &Position) -> Chances {
        self.own.update(position.own());
        let opp = Home::of(position.opp());
        if self.own.covers(&opp) {
            return self.tables.get_or_insert_with(Tables::shared).chances(&self.own, &opp);
        }
        if let Some(outcome) = position.outcome() {
            return certain(outcome);
        }
        let kind = Kind::of(position);
        let (net, accumulator) = (&self.nets[kind as usize], &mut self.accumulators[kind as usize]);
        net.update(accumulator, position);
        let seen = (EXPERTS && kind != Kind::Race).then(|| experts::of(position));
        bounded(sigmoids(net.logits(accumulator, seen.as_ref())), position)
    }
}

impl Evaluator for Nets {
    /// The plays of one roll should stand side by side: a position costs only what sets it apart from the one before.
    fn evaluate(&self, positions: &[Position], chances: &mut [Chances]) {
        assert_eq!(positions.len(), chances.len());
        evaluate_each(&self.full, positions, chances);
    }

    fn shortlist(&self, results: &mut Vec<Position>, ends: &mut [usize], plies: u32) {
        Filtered { nets: self, filter: MoveFilter::GLANCE, for_others: false }.shortlist(results, ends, plies);
    }
}

/// Nets whose small ones let other plays pass to the full ones than [`MoveFilter::GLANCE`] does. All plays of a roll pass where
/// these take no longer for a look at all of them than for a glance at all and a look at some.
#[derive(Clone, Copy)]
pub struct Filtered<'a> {
    /// The nets.
    pub nets: &'a Nets,
    /// Which plays pass.
    pub filter: MoveFilter,
    /// Whether others look at those that pass, who may take longer for it where the tables know all there is to be known.
    pub for_others: bool,
}

impl Evaluator for Filtered<'_> {
    fn evaluate(&self, positions: &[Position], chances: &mut [Chances]) {
        self.nets.evaluate(positions, chances);
    }

    fn shortlist(&self, results: &mut Vec<Position>, ends: &mut [usize], plies: u32) {
        let mut equities = vec![0.0; results.len()];
        glance_each(self, plies > 0, results, ends, &mut equities);
        let kept = self.filter.pass(&equities, ends, |from, to| results[to] = results[from]);
        results.truncate(kept);
    }
}

impl Filtered<'_> {
    /// Whether it pays to glance at the plays of a roll before a look at them as they are.
    #[inline(always)]
    fn pays(&self, plays: &[Position]) -> bool {
        // A glance at a play costs so much of a look at it: there is no difference where the tables say what it is worth, and
        // little where there are no expert numbers to be found.
        const CONTACT: f32 = 0.25;
        const RACE: f32 = 0.5;
        const TABLES: f32 = 1.0;
        let (mut own, mut opp) = (0, 0);
        for play in plays {
            (own, opp) = (play.own().rear().max(own), play.opp().rear().max(opp));
            if own + opp > BAR {
                break;
            }
        }
        let cost = if own + opp > BAR {
            CONTACT
        } else if own.max(opp) > HOME {
            RACE
        } else if self.for_others {
            return true;
        } else {
            TABLES
        };
        let spared = plays.len().saturating_sub(self.filter.most_of(plays.len()));
        spared as f32 > cost * plays.len() as f32
    }
}

for_this_processor! {
fn evaluate_each(nets: &[Net<HIDDEN>; Kind::COUNT], positions: &[Position], chances: &mut [Chances]) {
    for_each(nets, positions, chances);
}
}

#[inline(always)]
fn for_each(nets: &[Net<HIDDEN>; Kind::COUNT], positions: &[Position], chances: &mut [Chances]) {
    let mut speaker = Speaker::<HIDDEN, true>::new(nets);
    for (position, chances) in positions.iter().zip(chances) {
        *chances = speaker.say(position);
    }
}

for_this_processor! {
/// What the plays of rolls seem to be worth to who plays them; those that are not glanced at are left equal.
fn glance_each(filtered: &Filtered, always: bool, positions: &[Position], ends: &[usize], equities: &mut [f32]) {
    let mut speaker = Speaker::<GLANCE, false>::new(&filtered.nets.glance);
    let mut from = 0;
    for &end in ends {
        let plays = &positions[from..end];
        if always || filtered.pays(plays) {
            for (position, value) in plays.iter().zip(&mut equities[from..end]) {
                *value = -equity(&speaker.say(position));
            }
        }
        from = end;
    }
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
                for_each(&Nets::shipped().full, &plays, &mut plain);
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
            (0xbfd81756b2b8d29c, [0x3f06f331, 0x3e151c81, 0x3bd49055, 0x3dfb1d83, 0x3ba3b04e])
        );
    }
}
